// Key lines: a vocabulary laid out for looking up many keys that are met all the time.
//
//   set       n different keys, ascending; a key's id is its rank
//   find      the first bits of a key lead to one cache line: the first rank of its bucket and up
//             to seven keys, all compared at once; a fuller bucket goes on in the list of keys
//   cost      one cache miss a look-up, requested 32 keys ahead; 16 to 32 bytes a key on top of the
//             list. 9 ns where Vocabulary takes 17 (336 k keys)
//   given     keys that are hashes, so buckets hold 2 to 4 keys on average
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/memory/big_array.hpp"
#include "core/base/types.hpp"
#include "core/features/vocabulary/vocabulary.hpp"

namespace linguine {

struct alignas(64) KeyLine {
  static constexpr std::uint32_t kMost = 7;
  std::uint64_t keys[kMost];  // 0: none
  std::uint32_t start;        // rank of the first
  std::uint32_t size;         // may be more than seven
};

[[gnu::always_inline]] inline std::uint32_t id_in_line(const KeyLine& line,
                                                       const std::uint64_t* all,
                                                       std::uint64_t key) {
  std::uint32_t equal = 0;
  for (std::uint32_t k = 0; k < KeyLine::kMost; ++k) {
    equal |= static_cast<std::uint32_t>(line.keys[k] == key) << k;
  }
  if (equal != 0 && key != 0) {
    return line.start + static_cast<std::uint32_t>(std::countr_zero(equal));
  }
  for (std::uint32_t k = KeyLine::kMost; k < line.size; ++k) {
    if (all[line.start + k] == key) return line.start + k;
  }
  return Vocabulary::kUnknown;
}

LINGUINE_MULTIVERSION inline void find_in_lines(const KeyLine* lines, int shift,
                                                const std::uint64_t* all, const std::uint64_t* keys,
                                                std::size_t n, std::uint32_t* ids) {
  constexpr std::size_t kAhead = 32;
  for (std::size_t i = 0; i < std::min(n, kAhead); ++i)
    __builtin_prefetch(&lines[keys[i] >> shift]);
  for (std::size_t i = 0; i < n; ++i) {
    if (i + kAhead < n) __builtin_prefetch(&lines[keys[i + kAhead] >> shift]);
    ids[i] = id_in_line(lines[keys[i] >> shift], all, keys[i]);
  }
}

// The same for a row: ids go into `place`, unknown features are dropped; returns how many stay.
LINGUINE_MULTIVERSION inline std::size_t keep_known_in_lines(const KeyLine* lines, int shift,
                                                             const std::uint64_t* all,
                                                             Occurrence* row, std::size_t n) {
  constexpr std::size_t kAhead = 32;
  for (std::size_t i = 0; i < std::min(n, kAhead); ++i) {
    __builtin_prefetch(&lines[row[i].key >> shift]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i + kAhead < n) __builtin_prefetch(&lines[row[i + kAhead].key >> shift]);
    const std::uint32_t id = id_in_line(lines[row[i].key >> shift], all, row[i].key);
    row[kept] = {row[i].key, id, row[i].value};
    kept += id != Vocabulary::kUnknown;
  }
  return kept;
}

class KeyLines {
 public:
  // The vocabulary's keys are a view: they must outlive the lines.
  explicit KeyLines(const Vocabulary& vocabulary) : keys_(vocabulary.keys()) {
    const int bits = std::max(1, static_cast<int>(std::bit_width(keys_.size() / 4)));
    shift_ = 64 - bits;
    lines_ = BigArray<KeyLine>(Index{1} << bits);
    std::size_t at = 0;
    for (std::size_t b = 0; b < as_size(lines_.size()); ++b) {
      KeyLine& line = lines_[b];
      line = {{}, static_cast<std::uint32_t>(at), 0};
      for (; at < keys_.size() && keys_[at] >> shift_ == b; ++at, ++line.size) {
        if (line.size < KeyLine::kMost) line.keys[line.size] = keys_[at];
      }
    }
  }

  std::size_t size() const { return keys_.size(); }
  std::uint64_t mask() const { return ~std::uint64_t{0}; }
  void keep_known(std::vector<Occurrence>& row) const {
    row.resize(keep_known_in_lines(lines_.data(), shift_, keys_.data(), row.data(), row.size()));
  }
  // Ids of keys; key 0 is no feature.
  void find_all(std::span<const std::uint64_t> keys, std::uint32_t* ids) const {
    find_in_lines(lines_.data(), shift_, keys_.data(), keys.data(), keys.size(), ids);
  }

 private:
  std::span<const std::uint64_t> keys_;
  BigArray<KeyLine> lines_;  // [2^bits]
  int shift_;
};

}  // namespace linguine
