// Key table: numbers 64-bit keys in the order in which they are met.
//
//   algorithm open addressing; grows at half full
//   given     keys that are hashes: bits 20 and up are evenly spread
//   cost      4 to 16 bytes a key; the keys themselves lie with the caller
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace linguine {

class KeyTable {
 public:
  void prefetch(std::uint64_t key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[place(key)]);
  }
  // Index of the key among `keys`, to which a new one is appended.
  std::uint32_t enter(std::uint64_t key, std::vector<std::uint64_t>& keys) {
    if (2 * keys.size() >= slots_.size()) grow(keys);
    std::size_t at = place(key);
    while (slots_[at] != kEmpty && keys[slots_[at]] != key) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at] == kEmpty) {
      slots_[at] = static_cast<std::uint32_t>(keys.size());
      keys.push_back(key);
    }
    return slots_[at];
  }

  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
  // Index of the key among `keys`, or kEmpty if nobody has entered it.
  std::uint32_t find(std::uint64_t key, const std::vector<std::uint64_t>& keys) const {
    if (slots_.empty()) return kEmpty;
    std::size_t at = place(key);
    while (slots_[at] != kEmpty && keys[slots_[at]] != key) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }

 private:
  // The first byte and the last are the same for many keys: a part, a kind.
  std::size_t place(std::uint64_t key) const { return as_size(key >> 20) & (slots_.size() - 1); }
  void grow(const std::vector<std::uint64_t>& keys) {
    slots_.assign(std::max<std::size_t>(256, 4 * slots_.size()), kEmpty);
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
      std::size_t at = place(keys[i]);
      while (slots_[at] != kEmpty) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = i;
    }
  }
  std::vector<std::uint32_t> slots_;
};

}  // namespace linguine
