// Number ids: which feature a number stands for that was given before all features were known.
//
//   set       n numbers, each with an id below 2^31, or kUnknown for what is left out
//   find      those of hash buckets are ranks among the ones that are kept, which a bit for each
//             tells: a table that stays in cache, where four bytes for each do not
//   cost      a look at all ids, then a look-up an entry, or none where all are kept
//   exact     a row keeps its order
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/features/vocabulary/bucket_index.hpp"
#include "core/features/vocabulary/vocabulary.hpp"

namespace linguine {

class NumberIds {
 public:
  explicit NumberIds(std::span<const std::uint32_t> ids) : ids_(ids), ranks_(ids.size() / 64 + 1) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      BucketWord& word = ranks_[i / 64];
      if (i % 64 == 0) word.before = next;
      if (ids[i] == Vocabulary::kUnknown) continue;
      are_ranks_ &= ids[i] == next++;
      word.known |= std::uint64_t{1} << (i % 64);
    }
    are_all_ = next == ids.size();
  }

  std::size_t size() const { return ids_.size(); }
  // Replaces the numbers of a row, all below size(), by ids that may lie further left; returns how
  // many are left.
  std::size_t translate(const std::int32_t* numbers, const float* counts, std::size_t n,
                        std::int32_t* ids, float* to_counts) const {
    if (are_ranks_ && are_all_ && numbers == ids) return n;
    const auto* from = reinterpret_cast<const std::uint32_t*>(numbers);
    auto* to = reinterpret_cast<std::uint32_t*>(ids);
    if (are_ranks_) return rank_buckets(ranks_.data(), from, counts, n, to, to_counts);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t id = ids_[from[i]];
      to_counts[kept] = counts[i];
      to[kept] = id;
      kept += id != Vocabulary::kUnknown;
    }
    return kept;
  }

 private:
  std::span<const std::uint32_t> ids_;
  std::vector<BucketWord> ranks_;
  bool are_ranks_ = true;
  bool are_all_ = true;
};

}  // namespace linguine
