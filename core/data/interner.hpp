// Interner: a number for each different text, in the order of first appearance.
//
//   cost      one hash and mostly one comparison for a text that was seen before; 8 bytes per slot,
//             at most half of them taken
//   given     texts that stay where they are: only views are kept
//   exact     two texts share a number only if all their bytes agree
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/numbers/hash.hpp"

namespace linguine {

class Interner {
 public:
  Interner() : slots_(kFirstSlots) {}

  // The number of `text`, whose hash_bytes (or hash_padded) is `hash`.
  std::int32_t add(std::string_view text, std::uint64_t hash) {
    const auto check = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = check & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot slot = slots_[at];
      if (slot.code < 0) return add_new(text, check, at);
      if (slot.check == check && values_[as_size(slot.code)] == text) {
        return slot.code;
      }
    }
  }
  std::int32_t add(std::string_view text) { return add(text, hash_bytes(text)); }

  std::size_t size() const { return values_.size(); }
  // Gives the different texts away, the first `n` of them; nothing can be added after that.
  std::vector<std::string_view> release(std::size_t n) {
    values_.resize(n);
    return std::move(values_);
  }

 private:
  struct Slot {
    std::uint32_t check = 0;  // half of the hash, which also names the first slot to look into
    std::int32_t code = -1;
  };
  static constexpr std::size_t kFirstSlots = 256;

  std::int32_t add_new(std::string_view text, std::uint32_t check, std::size_t at) {
    if (values_.size() >= as_size(std::numeric_limits<std::int32_t>::max())) {
      throw std::invalid_argument(
          "A column must have less than 2^31 different values; this one has more. "
          "Read it in parts.");
    }
    const auto code = static_cast<std::int32_t>(values_.size());
    slots_[at] = {check, code};
    values_.push_back(text);
    if (2 * values_.size() > slots_.size()) grow();
    return code;
  }

  void grow() {
    std::vector<Slot> larger(2 * slots_.size());
    for (const Slot slot : slots_) {
      if (slot.code < 0) continue;
      std::size_t at = slot.check & (larger.size() - 1);
      while (larger[at].code >= 0) at = (at + 1) & (larger.size() - 1);
      larger[at] = slot;
    }
    slots_ = std::move(larger);
  }

  std::vector<Slot> slots_;  // a power of two of them
  std::vector<std::string_view> values_;
};

}  // namespace linguine
