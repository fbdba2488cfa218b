// Bucket builder: the hash buckets that occur in some documents, and the documents' rows.
//
//   algorithm rows of buckets; one count a bucket; those within the limits get the ranks as ids
//   cost      one pass over the bytes and two over the entries; 4 bytes a bucket on top of the rows
//   returns   as VocabularyBuilder does, without names
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/base/memory/big_array.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/features/text/rows.hpp"
#include "core/features/vocabulary/bucket_index.hpp"
#include "core/features/vocabulary/build_vocabulary.hpp"

namespace linguine {

// Every bucket, known or not: what there is before anything has been counted.
class AllBuckets {
 public:
  explicit AllBuckets(int bits) : shift_(64 - bits) { check_hash_bits(bits); }

  std::uint64_t mask() const { return ~std::uint64_t{0} << shift_; }
  void keep_known(std::vector<Occurrence>& row) const { number_buckets(shift_, row); }

 private:
  int shift_;
};

// In how many rows each bucket is. Every thread counts a range of buckets, so it needs no locks and
// no table of its own; what is not in its range goes to spare cells, several so that they need not
// wait for each other.
inline BigArray<std::uint32_t> count_buckets(const std::vector<RowChunk>& chunks, int bits,
                                             Threads& threads) {
  constexpr std::size_t kSpare = 16;
  constexpr std::size_t kAhead = 32;
  const std::uint64_t n_buckets = std::uint64_t{1} << bits;
  auto counts = BigArray<std::uint32_t>::zeros(static_cast<Index>(n_buckets));
  const auto n_parts = static_cast<std::uint64_t>(threads.count());
  threads.run(static_cast<Index>(n_parts), [&](Index p) {
    const auto part = static_cast<std::uint64_t>(p);
    const auto first = static_cast<std::uint32_t>(n_buckets * part / n_parts);
    const auto size = static_cast<std::uint32_t>(n_buckets * (part + 1) / n_parts) - first;
    std::uint32_t spare[kSpare] = {};
    for (const RowChunk& chunk : chunks) {
      const auto n = as_size(chunk.ids.size());
      const auto cell = [&](std::size_t i) {
        const std::uint32_t bucket = chunk.ids[i] - first;
        return bucket < size ? counts.data() + first + bucket : spare + i % kSpare;
      };
      for (std::size_t i = 0; i < n; ++i) {
        if (i + kAhead < n) __builtin_prefetch(cell(i + kAhead), 1);
        ++*cell(i);
      }
    }
  });
  return counts;
}

// The buckets within the limits, by key.
inline void choose_buckets(const BigArray<std::uint32_t>& counts, int bits,
                           const VocabularyLimits& limits, BuiltVocabulary& built) {
  const Index least = std::max<Index>(limits.min_df, 1);
  const auto n_buckets = as_size(counts.size());
  const auto is_kept = [&](std::size_t b) { return limits.keeps(Index{counts[b]}, least); };
  Index n_kept = 0;
  for (std::size_t b = 0; b < n_buckets; ++b) n_kept += is_kept(b);
  built.keys = BigArray<std::uint64_t>(n_kept);
  built.frequencies = BigArray<std::uint32_t>(n_kept);
  std::size_t at = 0;
  for (std::size_t b = 0; b < n_buckets; b += 64) {  // first which of 64, then only those
    std::uint64_t kept = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(64, n_buckets - b); ++i) {
      kept |= std::uint64_t{is_kept(b + i)} << i;
    }
    for (; kept != 0; kept &= kept - 1) {
      const std::size_t bucket = b + as_size(std::countr_zero(kept));
      built.keys[at] = std::uint64_t{bucket} << (64 - bits);
      built.frequencies[at++] = counts[bucket];
    }
  }
}

// The same where there are far more buckets than entries: what occurs is sorted instead.
inline void sort_buckets(const std::vector<RowChunk>& chunks, int bits,
                         const VocabularyLimits& limits, BuiltVocabulary& built) {
  std::vector<std::uint32_t> all;
  for (const RowChunk& chunk : chunks) {
    all.insert(all.end(), chunk.ids.data(), chunk.ids.data() + chunk.ids.size());
  }
  std::sort(all.begin(), all.end());
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> frequencies;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end] == all[i]) ++end;
    const auto count = static_cast<Index>(end - i);
    if (limits.keeps(count, limits.min_df)) {
      keys.push_back(std::uint64_t{all[i]} << (64 - bits));
      frequencies.push_back(static_cast<std::uint32_t>(count));
    }
    i = end;
  }
  built.keys = BigArray<std::uint64_t>::copy_of(keys);
  built.frequencies = BigArray<std::uint32_t>::copy_of(frequencies);
}

inline BuiltVocabulary build_buckets(const Plan& plan, const Documents& documents, int bits,
                                     const VocabularyLimits& limits, Threads& threads,
                                     Monitor& monitor) {
  std::vector<RowChunk> chunks = read_rows(plan, AllBuckets(bits), documents, threads, monitor);
  EntryBuffer::forget();
  BuiltVocabulary built;
  Index n_entries = 0;
  for (const RowChunk& chunk : chunks) n_entries += chunk.ids.size();
  if (Index{1} << bits > 8 * n_entries) {
    sort_buckets(chunks, bits, limits, built);
  } else {
    choose_buckets(count_buckets(chunks, bits, threads), bits, limits, built);
  }
  const BucketIndex index({built.keys.data(), as_size(built.keys.size())}, bits);
  run_polled(threads, monitor, std::ssize(chunks), [&](Index c) {
    RowChunk& chunk = chunks[as_size(c)];
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
