// Vocabulary: which features a model knows. A feature's id is the rank of its key.
//
//   set       n different keys, ascending
//   find      the first bits of a key (a hash, so evenly spread) lead to a bucket of about two keys
//   cost      two cache misses a look-up, requested ahead for a whole row
//   given     keys from `VocabularyBuilder`, or from a file: then they are checked to ascend
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/base/types.hpp"
#include "core/features/text/stream.hpp"

namespace linguine {

class Vocabulary {
 public:
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;

  Vocabulary() = default;
  // `keys` is a view: it must outlive the vocabulary.
  explicit Vocabulary(std::span<const std::uint64_t> keys) : keys_(keys) {
    if (keys.size() >= 0x7FFFFFFF) {
      throw std::length_error("a vocabulary must have fewer than 2^31 features; got " +
                              std::to_string(keys.size()) + ". Use hash_bits, or a higher min_df.");
    }
    const int bits = std::max(1, static_cast<int>(std::bit_width(keys.size())) - 1);
    shift_ = 64 - bits;
    starts_.assign((std::size_t{1} << bits) + 1, 0);
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i > 0 && keys[i] <= before) {
        throw std::invalid_argument("the keys of a vocabulary must ascend; they do not at " +
                                    std::to_string(i));
      }
      before = keys[i];
      ++starts_[(keys[i] >> shift_) + 1];
    }
    for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
  }

  std::size_t size() const { return keys_.size(); }
  std::span<const std::uint64_t> keys() const { return keys_; }
  std::uint64_t mask() const { return ~std::uint64_t{0}; }  // every bit of a key counts

  std::uint32_t find(std::uint64_t key) const {
    if (starts_.empty()) return kUnknown;
    const std::uint64_t bucket = key >> shift_;
    for (std::uint32_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
      if (keys_[i] == key) return i;
    }
    return kUnknown;
  }

  // Replaces keys by ids in `place`; unknown features are dropped.
  void keep_known(std::vector<Occurrence>& row) const {
    if (keys_.empty()) return row.clear();
    for (const Occurrence& each : row) __builtin_prefetch(&starts_[each.key >> shift_]);
    for (const Occurrence& each : row) {
      __builtin_prefetch(keys_.data() + starts_[each.key >> shift_]);
    }
    std::size_t kept = 0;
    for (const Occurrence& each : row) {
      const std::uint32_t id = find(each.key);
      if (id != kUnknown) row[kept++] = {each.key, id, each.value};
    }
    row.resize(kept);
  }

 private:
  std::span<const std::uint64_t> keys_;
  std::vector<std::uint32_t> starts_;  // [2^bits + 1] first key of each bucket
  int shift_ = 63;
};

}  // namespace linguine
