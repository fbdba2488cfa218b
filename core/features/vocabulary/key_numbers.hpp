// Key numbers: features numbered in the order in which they come, for a vocabulary that grows.
//
//   set       n different keys
//   find      the number of a key; -1 for one that never came
//   cost      a cache miss or two a key; entering one is constant on average, whatever n is, where
//             the rank of a sorted vocabulary would move all that come behind
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/features/vocabulary/key_table.hpp"

namespace linguine {

class KeyNumbers {
 public:
  std::size_t size() const { return keys_.size(); }
  std::span<const std::uint64_t> keys() const { return keys_; }

  void find(std::span<const std::uint64_t> keys, std::int64_t* out) const {
    for (const std::uint64_t key : keys) table_.prefetch(key);
    for (const std::uint64_t key : keys) {
      const std::uint32_t number = table_.find(key, keys_);
      *out++ = number == KeyTable::kEmpty ? -1 : static_cast<std::int64_t>(number);
    }
  }
  // Those that are known keep their numbers.
  void enter(std::span<const std::uint64_t> keys) {
    if (keys_.size() + keys.size() >= 0x7FFFFFFF) {
      throw std::length_error("there must be fewer than 2^31 features. Use hash_bits.");
    }
    for (const std::uint64_t key : keys) table_.enter(key, keys_);
  }

 private:
  std::vector<std::uint64_t> keys_;
  KeyTable table_;
};

}  // namespace linguine
