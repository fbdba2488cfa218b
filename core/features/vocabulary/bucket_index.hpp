// Bucket index: which hash buckets a model knows. A bucket is the first `bits` bits of a key; its
// id is its rank among the known ones.
//
//   set       n different keys, ascending, of which all but the first bits are 0
//   find      a bit that tells whether the bucket is known, beside the number of known ones before
//             its word: one cache miss, or none, since four million buckets take a megabyte
//   given     keys from `build_buckets`, or from a file: then they are checked
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/types.hpp"
#include "core/features/text/stream.hpp"
#include "core/features/vocabulary/vocabulary.hpp"

namespace linguine {

struct alignas(16) BucketWord {
  std::uint64_t known = 0;   // one bit a bucket
  std::uint32_t before = 0;  // known ones in earlier words
};

// Made of bits: nobody can predict whether a bucket is known, and after a wrong guess words are
// waited for one by one.
[[gnu::always_inline]] inline std::uint32_t rank_in(const BucketWord* words, std::uint64_t bucket) {
  static_assert(Vocabulary::kUnknown == 0xFFFFFFFF);
  const BucketWord word = words[bucket / 64];
  const std::uint64_t bit = std::uint64_t{1} << (bucket % 64);
  const auto rank = word.before + static_cast<std::uint32_t>(std::popcount(word.known & (bit - 1)));
  const auto is_known = static_cast<std::uint32_t>(word.known >> (bucket % 64) & 1);
  return rank | (is_known - 1);
}

// Asks for a word ahead of its use: among texts, weights and idf the words leave the second cache.
inline constexpr std::size_t kWordsAhead = 64;

// Multiversioned: counting bits is one instruction where the processor has it.
LINGUINE_MULTIVERSION inline std::size_t keep_known_buckets(const BucketWord* words, int shift,
                                                            Occurrence* row, std::size_t n) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i + kWordsAhead < n) {
      __builtin_prefetch(words + (row[i + kWordsAhead].key >> shift) / 64);
    }
    const std::uint32_t id = rank_in(words, row[i].key >> shift);
    row[kept] = {row[i].key, id, row[i].value};
    kept += id != Vocabulary::kUnknown;
  }
  return kept;
}

// The ids of known buckets and the values beside them, moved to a place further left (or the same);
// returns how many there are.
template <class Value>
LINGUINE_MULTIVERSION inline std::size_t rank_buckets(const BucketWord* words,
                                                      const std::uint32_t* buckets,
                                                      const Value* values, std::size_t n,
                                                      std::uint32_t* to_ids, Value* to_values) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i + kWordsAhead < n) __builtin_prefetch(words + buckets[i + kWordsAhead] / 64);
    const std::uint32_t id = rank_in(words, buckets[i]);
    to_values[kept] = values[i];
    to_ids[kept] = id;
    kept += id != Vocabulary::kUnknown;
  }
  return kept;
}

// Where every bucket is known, its number is its id.
inline void number_buckets(int shift, std::vector<Occurrence>& row) {
  for (Occurrence& each : row) each.place = static_cast<std::uint32_t>(each.key >> shift);
}

inline void check_hash_bits(int bits) {
  if (bits < 1 || bits > 31) throw std::invalid_argument("hash bits must be within 1..31");
}

class BucketIndex {
 public:
  BucketIndex(std::span<const std::uint64_t> keys, int bits) : size_(keys.size()) {
    check_hash_bits(bits);
    shift_ = 64 - bits;
    words_.resize((std::size_t{1} << bits) / 64 + 1);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if ((i > 0 && keys[i] <= keys[i - 1]) || (keys[i] & ~mask()) != 0) {
        throw std::invalid_argument("the buckets of a vocabulary must ascend and have " +
                                    std::to_string(bits) + " bits; they do not at " +
                                    std::to_string(i));
      }
      const std::uint64_t bucket = keys[i] >> shift_;
      words_[bucket / 64].known |= std::uint64_t{1} << (bucket % 64);
    }
    std::uint32_t before = 0;
    for (BucketWord& word : words_) {
      word.before = before;
      before += static_cast<std::uint32_t>(std::popcount(word.known));
    }
  }

  std::size_t size() const { return size_; }
  // The part of a key that counts.
  std::uint64_t mask() const { return ~std::uint64_t{0} << shift_; }
  std::uint32_t find(std::uint64_t key) const { return rank_in(words_.data(), key >> shift_); }

  // Replaces keys by ids in `place`; unknown buckets are dropped.
  void keep_known(std::vector<Occurrence>& row) const {
    if (size_ == std::size_t{1} << (64 - shift_)) return number_buckets(shift_, row);
    row.resize(keep_known_buckets(words_.data(), shift_, row.data(), row.size()));
  }
  const BucketWord* words() const { return words_.data(); }

 private:
  std::size_t size_;
  int shift_ = 63;
  std::vector<BucketWord> words_;  // [2^bits / 64 + 1]
};

}  // namespace linguine
