// Split rows: what is done with the lists of slots of a row (split_sites.hpp).
//
//   gather    out[y]          = sum_j phi_j slots[j][y]
//   scatter   slots[j][y]    += phi_j delta[y], over blocks whole: dead slots move too
//   exact     blocks are summed in Real, one chain of additions a label in the order of the lists;
//             lone cells of one label in two chains
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/matrix/blocks.hpp"
#include "core/base/types.hpp"

namespace linguine {

enum class SiteList : std::uint8_t { kWide, kMiddle, kNarrow, kSame, kAlone };
inline constexpr Index kLists = 5;

// One row: `ends` are those of its lists.
template <class Real, bool kHasValues>
struct SplitRow {
  const std::int32_t* entries;
  const Real* values;  // beside the entries, or null: all are 1
  const std::uint32_t* ends;

  // The row that comes i rows later.
  [[gnu::always_inline]] SplitRow after(Index i) const {
    return {entries, values, ends + i * kLists};
  }
  [[gnu::always_inline]] std::uint32_t begin(SiteList list) const {
    return ends[static_cast<int>(list)];
  }
  [[gnu::always_inline]] std::uint32_t end(SiteList list) const {
    return ends[static_cast<int>(list) + 1];
  }
  [[gnu::always_inline]] Real value(std::uint32_t j) const {
    if constexpr (kHasValues) {
      return values[j];
    } else {
      return Real(1);
    }
  }
};

// How many entries a turn of a loop takes.
inline constexpr std::uint32_t kPadding = 2;

template <SiteList kList, class Row, class Use>
[[gnu::always_inline]] inline void for_each_padded(const Row& row, const Use& use) {
  const std::uint32_t end = row.end(kList);
  for (std::uint32_t j = row.begin(kList); j < end; j += kPadding) {
    for (std::uint32_t k = 0; k < kPadding; ++k) use(j + k);
  }
}

// A row of more than 32 labels is done in strips: the first has all blocks, the others the wide
// ones alone, and lone cells come after the last.
enum class Strip : std::uint8_t { kOnly, kFirst, kOther };

template <class Real, bool kHasValues>
[[gnu::always_inline]] inline void gather_alone(const SplitRow<Real, kHasValues>& row,
                                                const Real* slots, double* out) {
  const std::uint32_t begin = row.begin(SiteList::kAlone);
  const std::uint32_t end = row.end(SiteList::kAlone);
  if (begin == end) return;
  Real sums[kPadding] = {};
  for (std::uint32_t j = row.begin(SiteList::kSame); j < begin; j += kPadding) {
    for (std::uint32_t k = 0; k < kPadding; ++k) {
      sums[k] += row.value(j + k) * slots[row.entries[j + k]];
    }
  }
  out[row.entries[begin]] += static_cast<double>(sums[0] + sums[1]);
  for (std::uint32_t j = begin + 1; j < end; j += 2) {
    out[row.entries[j + 1]] += static_cast<double>(row.value(j) * slots[row.entries[j]]);
  }
}

template <class Real, bool kHasValues>
[[gnu::always_inline]] inline void scatter_alone(const SplitRow<Real, kHasValues>& row,
                                                 const double* delta, Real* slots) {
  const std::uint32_t begin = row.begin(SiteList::kAlone);
  const std::uint32_t end = row.end(SiteList::kAlone);
  if (begin == end) return;
  const Real same = static_cast<Real>(delta[row.entries[begin]]);
  for (std::uint32_t j = row.begin(SiteList::kSame); j < begin; ++j) {
    slots[row.entries[j]] += row.value(j) * same;
  }
  for (std::uint32_t j = begin + 1; j < end; j += 2) {
    slots[row.entries[j]] += row.value(j) * static_cast<Real>(delta[row.entries[j + 1]]);
  }
}

// Asks for what a row will touch. Wide rows are few and frequent; labels among the slots ask for
// what is there anyway.
template <class Real, bool kHasValues>
[[gnu::always_inline]] inline void prefetch_split(const SplitRow<Real, kHasValues>& row,
                                                  const Real* slots) {
  const std::uint32_t end = row.end(SiteList::kAlone);
  for (std::uint32_t j = row.begin(SiteList::kMiddle); j < end; ++j) {
    __builtin_prefetch(slots + row.entries[j]);
  }
}

inline constexpr Index kRowsAhead = 4;  // whose slots are asked for before they are used

// out[i] = the scores of row i of some that follow each other : [n_rows][stride]
template <int kEights, int kFours, Strip kStrip, class Real, bool kHasValues>
LINGUINE_MULTIVERSION void gather_split(SplitRow<Real, kHasValues> first, Index n_rows,
                                        const Real* slots, Index stride, double* out) {
  for (Index i = 0; kStrip != Strip::kOther && i < std::min(kRowsAhead, n_rows); ++i) {
    prefetch_split(first.after(i), slots);
  }
  for (Index i = 0; i < n_rows; ++i, out += stride) {
    const auto row = first.after(i);
    if (kStrip != Strip::kOther && i + kRowsAhead < n_rows) {
      prefetch_split(first.after(i + kRowsAhead), slots);
    }
    Block<Real, 8> eights[kEights > 0 ? kEights : 1] = {};
    Block<Real, 4> four = {};
    for_each_padded<SiteList::kWide>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
      const Real* block = slots + row.entries[j];
      for (int b = 0; b < kEights; ++b) eights[b] += row.value(j) * *block_at<8>(block + 8 * b);
      if constexpr (kFours > 0) four += row.value(j) * *block_at<4>(block + 8 * kEights);
    });
    if constexpr (kStrip != Strip::kOther && kEights > 1) {
      for_each_padded<SiteList::kMiddle>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
        const Real* block = slots + row.entries[j];
        for (int b = 0; b < 2; ++b) eights[b] += row.value(j) * *block_at<8>(block + 8 * b);
      });
    }
    if constexpr (kStrip != Strip::kOther && kEights > 0) {
      for_each_padded<SiteList::kNarrow>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
        eights[0] += row.value(j) * *block_at<8>(slots + row.entries[j]);
      });
    }
    for (int b = 0; b < kEights; ++b) {
      *block_at<8>(out + 8 * b) = __builtin_convertvector(eights[b], Block<double, 8>);
    }
    if constexpr (kFours > 0) {
      *block_at<4>(out + 8 * kEights) = __builtin_convertvector(four, Block<double, 4>);
    }
    if constexpr (kStrip == Strip::kOnly) gather_alone(row, slots, out);
  }
}

template <int kEights, int kFours, Strip kStrip, class Real, bool kHasValues>
LINGUINE_MULTIVERSION void scatter_split(SplitRow<Real, kHasValues> first, Index n_rows,
                                         const double* delta, Index stride, Real* slots) {
  for (Index i = 0; kStrip != Strip::kOther && i < std::min(kRowsAhead, n_rows); ++i) {
    prefetch_split(first.after(i), slots);
  }
  for (Index i = 0; i < n_rows; ++i, delta += stride) {
    const auto row = first.after(i);
    if (kStrip != Strip::kOther && i + kRowsAhead < n_rows) {
      prefetch_split(first.after(i + kRowsAhead), slots);
    }
    Block<Real, 8> eights[kEights > 0 ? kEights : 1] = {};
    Block<Real, 4> four = {};
    for (int b = 0; b < kEights; ++b) {
      const Block<double, 8> wide = *block_at<8>(delta + 8 * b);
      eights[b] = __builtin_convertvector(wide, Block<Real, 8>);
    }
    if constexpr (kFours > 0) {
      const Block<double, 4> wide = *block_at<4>(delta + 8 * kEights);
      four = __builtin_convertvector(wide, Block<Real, 4>);
    }
    for_each_padded<SiteList::kWide>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
      Real* block = slots + row.entries[j];
      for (int b = 0; b < kEights; ++b) *block_at<8>(block + 8 * b) += row.value(j) * eights[b];
      if constexpr (kFours > 0) *block_at<4>(block + 8 * kEights) += row.value(j) * four;
    });
    if constexpr (kStrip != Strip::kOther && kEights > 1) {
      for_each_padded<SiteList::kMiddle>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
        Real* block = slots + row.entries[j];
        for (int b = 0; b < 2; ++b) *block_at<8>(block + 8 * b) += row.value(j) * eights[b];
      });
    }
    if constexpr (kStrip != Strip::kOther && kEights > 0) {
      for_each_padded<SiteList::kNarrow>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
        *block_at<8>(slots + row.entries[j]) += row.value(j) * eights[0];
      });
    }
    if constexpr (kStrip == Strip::kOnly) scatter_alone(row, delta, slots);
  }
}

}  // namespace linguine
