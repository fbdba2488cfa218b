// Bucket builder: the hash buckets that occur in some documents, and the documents' rows.
//
//   algorithm rows of buckets; one count a bucket; those within the limits get the ranks as ids
//   cost      one pass over the bytes and two over the entries; 4 bytes a bucket on top of the rows
//   returns   as VocabularyBuilder does, without names
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/big_array.hpp"
#include "core/base/monitor.hpp"
#include "core/base/threads.hpp"
#include "core/features/bucket_index.hpp"
#include "core/features/build_vocabulary.hpp"
#include "core/features/transform.hpp"

namespace linguine {

// Every bucket, known or not: what there is before anything has been counted.
class AllBuckets {
 public:
  explicit AllBuckets(int bits) : shift_(64 - bits) { check_hash_bits(bits); }

  std::uint64_t mask() const { return ~std::uint64_t{0} << shift_; }
  void keep_known(std::vector<Occurrence>& row) const {
    for (Occurrence& each : row) each.place = static_cast<std::uint32_t>(each.key >> shift_);
  }

 private:
  int shift_;
};

// In how many rows each bucket is. Every thread counts a range of buckets, so it needs no locks and
// no table of its own; a cell at the end takes what is not in its range.
inline BigArray<std::uint32_t> count_buckets(const std::vector<RowChunk>& chunks, int bits,
                                             Threads& threads) {
  const std::uint32_t n_buckets = std::uint32_t{1} << bits;
  auto counts = BigArray<std::uint32_t>::zeros(Index{n_buckets});
  const auto n_parts = static_cast<std::uint32_t>(std::min(threads.count(), 1 << bits));
  threads.run(Index{n_parts}, [&](Index part) {
    const auto at = [&](Index p) {
      return static_cast<std::uint32_t>(std::uint64_t{n_buckets} * static_cast<std::uint64_t>(p) /
                                        n_parts);
    };
    const std::uint32_t first = at(part);
    const std::uint32_t size = at(part + 1) - first;
    std::uint32_t elsewhere = 0;
    for (const RowChunk& chunk : chunks) {
      const auto n = static_cast<std::size_t>(chunk.ids.size());
      for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t bucket = chunk.ids[i] - first;
        ++*(bucket < size ? counts.data() + first + bucket : &elsewhere);
      }
    }
  });
  return counts;
}

inline BuiltVocabulary build_buckets(const Plan& plan, const Documents& documents, int bits,
                                     const VocabularyLimits& limits, Threads& threads,
                                     Monitor& monitor) {
  std::vector<RowChunk> chunks = read_rows(plan, AllBuckets(bits), documents, threads, monitor);
  BuiltVocabulary built;
  {
    const BigArray<std::uint32_t> counts = count_buckets(chunks, bits, threads);
    const auto is_kept = [&](std::size_t bucket) {
      const Index count{counts[bucket]};
      return count >= std::max<Index>(limits.min_df, 1) &&
             !(limits.max_df > 0 && count > limits.max_df);
    };
    const auto n_buckets = static_cast<std::size_t>(counts.size());
    Index n_kept = 0;
    for (std::size_t b = 0; b < n_buckets; ++b) n_kept += is_kept(b);
    built.keys = BigArray<std::uint64_t>(n_kept);
    built.frequencies = BigArray<std::uint32_t>(n_kept);
    std::size_t at = 0;
    for (std::size_t b = 0; b < n_buckets; ++b) {
      if (!is_kept(b)) continue;
      built.keys[at] = std::uint64_t{b} << (64 - bits);
      built.frequencies[at++] = counts[b];
    }
  }
  const BucketIndex index({built.keys.data(), static_cast<std::size_t>(built.keys.size())}, bits);
  run_polled(threads, monitor, static_cast<Index>(chunks.size()), [&](Index c) {
    RowChunk& chunk = chunks[static_cast<std::size_t>(c)];
    chunk.values.with_values([&](auto* values) {
      std::uint32_t* ids = chunk.ids.data();
      std::size_t from = 0;
      std::size_t to = 0;
      for (std::uint32_t& size : chunk.sizes) {
        // The entries of a row move left onto those that the rows before have lost.
        const std::size_t n = size;
        size = static_cast<std::uint32_t>(
            rank_buckets(index.words(), ids + from, values + from, n, ids + to, values + to));
        from += n;
        to += size;
      }
    });
  });
  built.rows = join(chunks, documents.size, threads);
  return built;
}

}  // namespace linguine
