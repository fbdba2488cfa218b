// Split kernels: what split_rows.hpp declares. Only the units that compile them look in here.
#pragma once

#include <algorithm>

#include "core/base/matrix/blocks.hpp"
#include "core/learning/layouts/split_rows.hpp"

namespace linguine {

template <SiteList kList, class Row, class Use>
[[gnu::always_inline]] inline void for_each_padded(const Row& row, const Use& use) {
  const std::uint32_t end = row.end(kList);
  for (std::uint32_t j = row.begin(kList); j < end; j += kPadding) {
    for (std::uint32_t k = 0; k < kPadding; ++k) use(j + k);
  }
}

// A row of more than 32 labels is done in strips: the first has all blocks, the others the wide
// ones alone, and lone cells come after the last.
enum class Place : std::uint8_t { kOnly, kFirst, kOther };

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

template <int kEights, int kFours, Place kPlace, class Real, bool kHasValues>
LINGUINE_MULTIVERSION void gather_split(SplitRow<Real, kHasValues> first, Index n_rows,
                                        const Real* slots, Index stride, double* out) {
  for (Index i = 0; kPlace != Place::kOther && i < std::min(kRowsAhead, n_rows); ++i) {
    prefetch_split(first.after(i), slots);
  }
  for (Index i = 0; i < n_rows; ++i, out += stride) {
    const auto row = first.after(i);
    if (kPlace != Place::kOther && i + kRowsAhead < n_rows) {
      prefetch_split(first.after(i + kRowsAhead), slots);
    }
    Strip<Real, kEights, kFours> sums;
    for_each_padded<SiteList::kWide>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
      sums.add(row.value(j), slots + row.entries[j]);
    });
    if constexpr (kPlace != Place::kOther && kEights > 1) {
      for_each_padded<SiteList::kMiddle>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
        sums.template add_first<2>(row.value(j), slots + row.entries[j]);
      });
    }
    if constexpr (kPlace != Place::kOther && kEights > 0) {
      for_each_padded<SiteList::kNarrow>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
        sums.template add_first<1>(row.value(j), slots + row.entries[j]);
      });
    }
    sums.store(out);
    if constexpr (kPlace == Place::kOnly) gather_alone(row, slots, out);
  }
}

template <int kEights, int kFours, Place kPlace, class Real, bool kHasValues>
LINGUINE_MULTIVERSION void scatter_split(SplitRow<Real, kHasValues> first, Index n_rows,
                                         const double* delta, Index stride, Real* slots) {
  for (Index i = 0; kPlace != Place::kOther && i < std::min(kRowsAhead, n_rows); ++i) {
    prefetch_split(first.after(i), slots);
  }
  for (Index i = 0; i < n_rows; ++i, delta += stride) {
    const auto row = first.after(i);
    if (kPlace != Place::kOther && i + kRowsAhead < n_rows) {
      prefetch_split(first.after(i + kRowsAhead), slots);
    }
    Strip<Real, kEights, kFours> change;
    change.load(delta);
    for_each_padded<SiteList::kWide>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
      change.add_to(row.value(j), slots + row.entries[j]);
    });
    if constexpr (kPlace != Place::kOther && kEights > 1) {
      for_each_padded<SiteList::kMiddle>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
        change.template add_first_to<2>(row.value(j), slots + row.entries[j]);
      });
    }
    if constexpr (kPlace != Place::kOther && kEights > 0) {
      for_each_padded<SiteList::kNarrow>(row, [&](std::uint32_t j) __attribute__((always_inline)) {
        change.template add_first_to<1>(row.value(j), slots + row.entries[j]);
      });
    }
    if constexpr (kPlace == Place::kOnly) scatter_alone(row, delta, slots);
  }
}

// Calls kernel<eights, fours, place>(first label) for all strips of a row.
template <class Kernel>
void for_each_placed_strip(Index stride, const Kernel& kernel) {
  for_each_strip(stride, [&]<int kEights, int kFours>(Index at) {
    if (stride <= 32) {
      kernel.template operator()<kEights, kFours, Place::kOnly>(at);
    } else if (at > 0) {
      kernel.template operator()<kEights, kFours, Place::kOther>(at);
    } else if constexpr (kEights == 4) {  // the first strip of many is a whole one
      kernel.template operator()<kEights, kFours, Place::kFirst>(at);
    }
  });
}

template <class Real, bool kHasValues>
void SplitRow<Real, kHasValues>::gather(Index n_rows, const Real* slots, Index stride,
                                        double* out) const {
  for_each_placed_strip(stride, [&]<int kEights, int kFours, Place kPlace>(Index at) {
    gather_split<kEights, kFours, kPlace>(*this, n_rows, slots + at, stride, out + at);
  });
  for (Index i = 0; stride > 32 && i < n_rows; ++i) gather_alone(after(i), slots, out + i * stride);
}

template <class Real, bool kHasValues>
void SplitRow<Real, kHasValues>::scatter(Index n_rows, const double* delta, Index stride,
                                         Real* slots) const {
  for_each_placed_strip(stride, [&]<int kEights, int kFours, Place kPlace>(Index at) {
    scatter_split<kEights, kFours, kPlace>(*this, n_rows, delta + at, stride, slots + at);
  });
  for (Index i = 0; stride > 32 && i < n_rows; ++i) {
    scatter_alone(after(i), delta + i * stride, slots);
  }
}

}  // namespace linguine
