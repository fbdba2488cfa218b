// Rows: the two things that are ever done with a sparse row phi and a table of blocks.
//
//   gather    out[c]       = sum_j phi_j theta[j][c]        scores of a site
//   scatter   theta[j][c] += phi_j delta[c]                 one step along a site
//   cost      O(non-zeros x columns), bound by the cache misses on theta;
//   benchmarks/suites/classify.py given     a row that is dense, or indexed by 32 or 64 bits, with
//   values or without (all ones) exact     one chain of additions per column in row order; a single
//   column uses four chains
#pragma once

#include <type_traits>

#include "core/base/matrix/blocks.hpp"
#include "core/base/types.hpp"

namespace linguine {

struct Dense {};  // stands for "the index of the j-th entry is j"

template <class Real, class Id, bool kHasValues>
struct RowView {
  const Id* indices;
  const Real* values;
  Index count;

  [[gnu::always_inline]] Index feature(Index j) const {
    if constexpr (std::is_same_v<Id, Dense>) {
      return j;
    } else {
      return static_cast<Index>(indices[j]);
    }
  }
  [[gnu::always_inline]] Real value(Index j) const {
    if constexpr (kHasValues) {
      return values[j];
    } else {
      return Real(1);
    }
  }
};

// How far ahead of the current entry the weights are requested from memory. A round number, not
// tuned.
inline constexpr Index kPrefetchDistance = 16;

template <class Row, class Real>
[[gnu::always_inline]] inline void prefetch_ahead(const Row& row, Index j, const Real* theta,
                                                  Index stride) {
  if (j + kPrefetchDistance < row.count) {
    const Real* next = theta + row.feature(j + kPrefetchDistance) * stride;
    __builtin_prefetch(next);
    if (static_cast<std::size_t>(stride) * sizeof(Real) > 64) {
      __builtin_prefetch(reinterpret_cast<const char*>(next) + 64);
    }
    if (static_cast<std::size_t>(stride) * sizeof(Real) > 128) {
      __builtin_prefetch(reinterpret_cast<const char*>(next) + 128);
    }
  }
}

// One column; `kStride` is 1 or, for a column inside wider rows, 0 (then `stride` counts).
template <int kStride, class Row, class Real>
LINGUINE_MULTIVERSION Real dot_column(Row row, const Real* theta, Index stride) {
  const Index step = kStride == 1 ? 1 : stride;
  double sum[4] = {0, 0, 0, 0};
  Index j = 0;
  for (; j + 4 <= row.count; j += 4) {
    for (int u = 0; u < 4; ++u) {
      sum[u] += static_cast<double>(row.value(j + u)) *
                static_cast<double>(theta[row.feature(j + u) * step]);
    }
  }
  for (; j < row.count; ++j) {
    sum[0] += static_cast<double>(row.value(j)) * static_cast<double>(theta[row.feature(j) * step]);
  }
  return static_cast<Real>((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

template <class Row, class Real>
LINGUINE_MULTIVERSION void add_column(Row row, Real delta, Real* theta) {
  for (Index j = 0; j < row.count; ++j) theta[row.feature(j)] += row.value(j) * delta;
}

// Asks for the entries of a row, to be used two rows later. Not for its weights: the processor
// finds those by itself once the entries are there, and asking twice costs half as much again.
template <class Real, class Id, bool kHasValues>
inline void prefetch_entries(const RowView<Real, Id, kHasValues>& row) {
  constexpr auto kPerLine = static_cast<Index>(64 / sizeof(Real));
  if constexpr (!std::is_same_v<Id, Dense>) {
    for (Index j = 0; j < row.count; j += kPerLine) {
      __builtin_prefetch(row.indices + j);
      if constexpr (kHasValues) __builtin_prefetch(row.values + j);
    }
  }
}

template <int kEights, int kFours, class Row, class Real>
LINGUINE_MULTIVERSION void gather_blocks(Row row, const Real* theta, Index stride, Real* out) {
  Block<Real, 8> eights[kEights > 0 ? kEights : 1] = {};
  Block<Real, 4> four = {};
  for (Index j = 0; j < row.count; ++j) {
    prefetch_ahead(row, j, theta, stride);
    const Real x = row.value(j);
    const Real* weights = theta + row.feature(j) * stride;
    for (int b = 0; b < kEights; ++b) eights[b] += x * *block_at<8>(weights + 8 * b);
    if constexpr (kFours > 0) four += x * *block_at<4>(weights + 8 * kEights);
  }
  for (int b = 0; b < kEights; ++b) *block_at<8>(out + 8 * b) = eights[b];
  if constexpr (kFours > 0) *block_at<4>(out + 8 * kEights) = four;
}

template <int kEights, int kFours, class Row, class Real>
LINGUINE_MULTIVERSION void scatter_blocks(Row row, const Real* delta, Real* theta, Index stride) {
  Block<Real, 8> eights[kEights > 0 ? kEights : 1] = {};
  Block<Real, 4> four = {};
  for (int b = 0; b < kEights; ++b) eights[b] = *block_at<8>(delta + 8 * b);
  if constexpr (kFours > 0) four = *block_at<4>(delta + 8 * kEights);
  for (Index j = 0; j < row.count; ++j) {
    prefetch_ahead(row, j, theta, stride);
    const Real x = row.value(j);
    Real* weights = theta + row.feature(j) * stride;
    for (int b = 0; b < kEights; ++b) *block_at<8>(weights + 8 * b) += x * eights[b];
    if constexpr (kFours > 0) *block_at<4>(weights + 8 * kEights) += x * four;
  }
}

// scores[i] += phi_i (sum_j phi_j parts[j]) for a run of features: gather and scatter back to back.
// The lists are short (a word occurs in a handful of documents), so one call serves the whole run.
template <int kEights, int kFours, class Real>
LINGUINE_MULTIVERSION void gram_blocks(const Index* offsets, const std::int32_t* rows,
                                       const Real* values, Index first, Index last,
                                       const Real* parts, Real* scores, Index stride) {
  for (Index f = first; f < last; ++f) {
    Block<Real, 8> eights[kEights > 0 ? kEights : 1] = {};
    Block<Real, 4> four = {};
    for (Index j = offsets[f]; j < offsets[f + 1]; ++j) {
      const Real x = values[j];
      const Real* from = parts + static_cast<Index>(rows[j]) * stride;
      for (int b = 0; b < kEights; ++b) eights[b] += x * *block_at<8>(from + 8 * b);
      if constexpr (kFours > 0) four += x * *block_at<4>(from + 8 * kEights);
    }
    for (Index j = offsets[f]; j < offsets[f + 1]; ++j) {
      const Real x = values[j];
      Real* to = scores + static_cast<Index>(rows[j]) * stride;
      for (int b = 0; b < kEights; ++b) *block_at<8>(to + 8 * b) += x * eights[b];
      if constexpr (kFours > 0) *block_at<4>(to + 8 * kEights) += x * four;
    }
  }
}

template <class Real>
LINGUINE_MULTIVERSION void gram_column(const Index* offsets, const std::int32_t* rows,
                                       const Real* values, Index first, Index last,
                                       const Real* parts, Real* scores) {
  for (Index f = first; f < last; ++f) {
    double sum = 0;
    for (Index j = offsets[f]; j < offsets[f + 1]; ++j) {
      sum += static_cast<double>(values[j]) * static_cast<double>(parts[rows[j]]);
    }
    const Real total = static_cast<Real>(sum);
    for (Index j = offsets[f]; j < offsets[f + 1]; ++j) scores[rows[j]] += values[j] * total;
  }
}

// Calls `kernel<eights, fours>(offset)` for strips of at most 32 columns: that many accumulators
// stay in registers.
template <class Kernel>
inline void for_each_strip(Index width, Kernel&& kernel) {
  Index done = 0;
  while (done < width) {
    const Index left = width - done;
    if (left >= 32) {
      kernel.template operator()<4, 0>(done), done += 32;
    } else if (left >= 24) {
      left >= 28 ? kernel.template operator()<3, 1>(done) : kernel.template operator()<3, 0>(done);
      done += left >= 28 ? 28 : 24;
    } else if (left >= 16) {
      left >= 20 ? kernel.template operator()<2, 1>(done) : kernel.template operator()<2, 0>(done);
      done += left >= 20 ? 20 : 16;
    } else if (left >= 8) {
      left >= 12 ? kernel.template operator()<1, 1>(done) : kernel.template operator()<1, 0>(done);
      done += left >= 12 ? 12 : 8;
    } else {
      kernel.template operator()<0, 1>(done), done += 4;
    }
  }
}

template <class Row, class Real>
inline void gather(const Row& row, const Real* theta, Index stride, Index width, Real* out) {
  if (width == 1) {
    out[0] = dot_column<1>(row, theta, stride);
    return;
  }
  for_each_strip(width, [&]<int kEights, int kFours>(Index at) {
    gather_blocks<kEights, kFours>(row, theta + at, stride, out + at);
  });
}

// Two columns of wide rows: what a step of the perceptron or of MIRA moves.
template <class Row, class Real>
LINGUINE_MULTIVERSION void add_two_columns(Row row, Real first, Real second, Index gap, Real* theta,
                                           Index stride) {
  for (Index j = 0; j < row.count; ++j) {
    if (j + kPrefetchDistance < row.count) {
      const Real* next = theta + row.feature(j + kPrefetchDistance) * stride;
      __builtin_prefetch(next, 1);
      __builtin_prefetch(next + gap, 1);
    }
    const Real x = row.value(j);
    Real* weights = theta + row.feature(j) * stride;
    weights[0] += x * first;
    weights[gap] += x * second;
  }
}

template <class Row, class Real>
inline void scatter(const Row& row, const Real* delta, Index stride, Index width, Real* theta) {
  if (width == 1) {
    add_column(row, delta[0], theta);
    return;
  }
  if (width >= 12) {
    Index moved[3];
    int n_moved = 0;
    for (Index c = 0; c < width && n_moved < 3; ++c) {
      if (delta[c] != Real(0)) moved[n_moved++] = c;
    }
    if (n_moved == 2) {
      add_two_columns(row, delta[moved[0]], delta[moved[1]], moved[1] - moved[0], theta + moved[0],
                      stride);
      return;
    }
  }
  for_each_strip(width, [&]<int kEights, int kFours>(Index at) {
    scatter_blocks<kEights, kFours>(row, delta + at, theta + at, stride);
  });
}

template <class Real>
inline void gram(const Index* offsets, const std::int32_t* rows, const Real* values, Index first,
                 Index last, const Real* parts, Index stride, Real* scores) {
  if (stride == 1) {
    gram_column(offsets, rows, values, first, last, parts, scores);
    return;
  }
  for_each_strip(stride, [&]<int kEights, int kFours>(Index at) {
    gram_blocks<kEights, kFours>(offsets, rows, values, first, last, parts + at, scores + at,
                                 stride);
  });
}

}  // namespace linguine
