// Key table: numbers 64-bit keys in the order in which they are met.
//
//   algorithm open addressing; grows at half full
//   given     keys that are hashes: bits 20 and up are evenly spread
//   cost      12 to 24 bytes a key; a cache miss or two a look-up. Entering one is constant on
//             average, whatever n is, where the rank of a sorted vocabulary would move all behind it
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace linguine {

class KeyTable {
 public:
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

  std::size_t size() const { return keys_.size(); }
  const std::vector<std::uint64_t>& keys() const { return keys_; }
  std::vector<std::uint64_t> take_keys() && { return std::move(keys_); }

  void prefetch(std::uint64_t key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[place(key)]);
  }
  // The number of a key; a new one gets the next.
  std::uint32_t enter(std::uint64_t key) {
    if (2 * keys_.size() >= slots_.size()) grow();
    const std::size_t at = look(key);
    if (slots_[at] == kEmpty) {
      slots_[at] = static_cast<std::uint32_t>(keys_.size());
      keys_.push_back(key);
    }
    return slots_[at];
  }
  // The number of a key, or kEmpty if nobody has entered it.
  std::uint32_t find(std::uint64_t key) const {
    return slots_.empty() ? kEmpty : slots_[look(key)];
  }

 private:
  // The first byte and the last are the same for many keys: a part, a kind.
  std::size_t place(std::uint64_t key) const { return as_size(key >> 20) & (slots_.size() - 1); }
  // The slot of the key, or the empty one where it would be.
  std::size_t look(std::uint64_t key) const {
    std::size_t at = place(key);
    while (slots_[at] != kEmpty && keys_[slots_[at]] != key) at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    slots_.assign(std::max<std::size_t>(256, 4 * slots_.size()), kEmpty);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) slots_[look(keys_[i])] = i;
  }

  std::vector<std::uint64_t> keys_;  // as they came
  std::vector<std::uint32_t> slots_;
};

}  // namespace linguine
