// Hash slots: from the hash of something to its number, open addressing with linear steps.
//
//   set       n numbers 0..n-1, each with a hash of 32 bits; what they stand for lies elsewhere
//   cost      a cache miss a look-up; 8 bytes a slot, at most half of them taken
//   given     who looks up says whether a number with the right hash is the one
//   exact     of two that are equal the last one put in is found
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

class HashSlots {
 public:
  static constexpr std::int32_t kNone = -1;

  explicit HashSlots(std::size_t n = 0)
      : slots_(std::bit_ceil(2 * n + 2)), mask_(slots_.size() - 1) {}

  // is_same(number): whether it stands for the same.
  template <class IsSame>
  void put(std::uint32_t hash, std::int32_t number, const IsSame& is_same) {
    slots_[place_of(hash, is_same)] = {hash, number};
  }

  template <class IsSame>
  std::int32_t find(std::uint32_t hash, const IsSame& is_same) const {
    return slots_[place_of(hash, is_same)].number;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::int32_t number = kNone;
  };

  template <class IsSame>
  std::size_t place_of(std::uint32_t hash, const IsSame& is_same) const {
    // Hashes of FNV are weak in their low bits.
    std::size_t place = static_cast<std::size_t>(hash * std::uint64_t{0x9E3779B97F4A7C15} >> 29);
    for (;; ++place) {
      const Slot& slot = slots_[place & mask_];
      if (slot.number == kNone || (slot.hash == hash && is_same(slot.number))) return place & mask_;
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_;
};

}  // namespace linguine
