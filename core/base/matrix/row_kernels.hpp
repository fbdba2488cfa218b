// Row kernels: what rows.hpp declares. Only the units that compile them look in here.
#pragma once

#include <cstring>
#include <type_traits>

#include "core/base/matrix/blocks.hpp"
#include "core/base/matrix/rows.hpp"

namespace linguine {

// How far ahead of the current entry the weights are requested from memory. A round number, not
// tuned.
inline constexpr Index kPrefetchDistance = 16;

template <class Row, class Real>
[[gnu::always_inline]] inline void prefetch_ahead(const Row& row, Index j, const Real* theta,
                                                  Index stride) {
  if (j + kPrefetchDistance < row.count) {
    const Real* next = theta + row.feature(j + kPrefetchDistance) * stride;
    __builtin_prefetch(next);
    if (as_size(stride) * sizeof(Real) > 64) {
      __builtin_prefetch(reinterpret_cast<const char*>(next) + 64);
    }
    if (as_size(stride) * sizeof(Real) > 128) {
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

template <int kEights, int kFours, class Row, class Real>
LINGUINE_MULTIVERSION void gather_blocks(Row row, const Real* theta, Index stride, Real* out) {
  Strip<Real, kEights, kFours> sums;
  for (Index j = 0; j < row.count; ++j) {
    prefetch_ahead(row, j, theta, stride);
    sums.add(row.value(j), theta + row.feature(j) * stride);
  }
  sums.store(out);
}

template <int kEights, int kFours, class Row, class Real>
LINGUINE_MULTIVERSION void scatter_blocks(Row row, const Real* delta, Real* theta, Index stride) {
  Strip<Real, kEights, kFours> change;
  change.load(delta);
  for (Index j = 0; j < row.count; ++j) {
    prefetch_ahead(row, j, theta, stride);
    change.add_to(row.value(j), theta + row.feature(j) * stride);
  }
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

template <int kEights, int kFours, class Row, class Real>
LINGUINE_MULTIVERSION void scatter_scaled_blocks(Row row, const Real* delta, const Real* scales,
                                                 Real* theta, Index stride) {
  Strip<Real, kEights, kFours> change;
  change.load(delta);
  for (Index j = 0; j < row.count; ++j) {
    prefetch_ahead(row, j, theta, stride);
    prefetch_ahead(row, j, scales, stride);
    const Index at = row.feature(j) * stride;
    change.add_scaled_to(row.value(j), scales + at, theta + at);
  }
}

// One column, alone or of wide rows: what most steps move once the others are settled.
template <class Row, class Real>
LINGUINE_MULTIVERSION void add_scaled_column(Row row, Real delta, const Real* scales, Real* theta,
                                             Index stride) {
  for (Index j = 0; j < row.count; ++j) {
    const Index at = row.feature(j) * stride;
    theta[at] += row.value(j) * delta * scales[at];
  }
}

template <int kEights, int kFours, class Row, class Real>
LINGUINE_MULTIVERSION void gather_square_blocks(Row row, const Real* scales, Index stride,
                                                Real* out) {
  Strip<Real, kEights, kFours> sums;
  for (Index j = 0; j < row.count; ++j) {
    prefetch_ahead(row, j, scales, stride);
    sums.add(row.value(j) * row.value(j), scales + row.feature(j) * stride);
  }
  sums.store(out);
}

// Integer tests only, so that it runs in lanes: a float is NaN or infinite when all its exponent
// bits are set.
template <class Real, class Row>
LINGUINE_MULTIVERSION bool row_is_sound(Row row, Index n_features) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kExponent = sizeof(Real) == 4 ? Bits(0x7f800000U) : Bits(0x7ff0000000000000ULL);
  bool sound = true;
  for (Index j = 0; j < row.count; ++j) {
    const Real value = row.value(j);
    Bits bits;
    std::memcpy(&bits, &value, sizeof(bits));
    sound &= (bits & kExponent) != kExponent;
  }
  for (Index j = 0; j < row.count; ++j) {
    sound &= static_cast<std::uint64_t>(row.feature(j)) < static_cast<std::uint64_t>(n_features);
  }
  return sound;
}

template <class Id>
LINGUINE_MULTIVERSION bool ids_ascend(const Id* ids, Index count) {
  bool ascends = true;
  for (Index j = 1; j < count; ++j) ascends &= ids[j - 1] < ids[j];
  return ascends;
}

template <class Row>
LINGUINE_MULTIVERSION double squared_norm_of(Row row) {
  double sum[4] = {0, 0, 0, 0};
  for (Index j = 0; j < row.count; ++j) {
    sum[j % 4] += static_cast<double>(row.value(j)) * static_cast<double>(row.value(j));
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

template <class Row>
LINGUINE_MULTIVERSION std::int32_t nonzeros_of(Row row) {
  std::int32_t count = 0;
  for (Index j = 0; j < row.count; ++j) count += row.value(j) != 0;
  return count;
}

template <class Real, class Id, bool kHasValues>
void RowView<Real, Id, kHasValues>::gather(const Real* theta, Index stride, Index width,
                                           Real* out) const {
  if (width == 1) {
    out[0] = dot_column<1>(*this, theta, stride);
    return;
  }
  for_each_strip(width, [&]<int kEights, int kFours>(Index at) {
    gather_blocks<kEights, kFours>(*this, theta + at, stride, out + at);
  });
}

template <class Real, class Id, bool kHasValues>
void RowView<Real, Id, kHasValues>::scatter(const Real* delta, Index stride, Index width,
                                            Real* theta) const {
  if (width == 1) {
    add_column(*this, delta[0], theta);
    return;
  }
  if (width >= 12) {
    Index moved[3];
    int n_moved = 0;
    for (Index c = 0; c < width && n_moved < 3; ++c) {
      if (delta[c] != Real(0)) moved[n_moved++] = c;
    }
    if (n_moved == 2) {
      add_two_columns(*this, delta[moved[0]], delta[moved[1]], moved[1] - moved[0],
                      theta + moved[0], stride);
      return;
    }
  }
  for_each_strip(width, [&]<int kEights, int kFours>(Index at) {
    scatter_blocks<kEights, kFours>(*this, delta + at, theta + at, stride);
  });
}

template <class Real, class Id, bool kHasValues>
void RowView<Real, Id, kHasValues>::scatter_scaled(const Real* delta, const Real* scales,
                                                   Index stride, Index width, Real* theta) const {
  Index moved = 0;
  int n_moved = 0;
  for (Index c = 0; c < width && n_moved < 2; ++c) {
    if (delta[c] != Real(0)) moved = c, ++n_moved;
  }
  if (n_moved < 2) {
    add_scaled_column(*this, delta[moved], scales + moved, theta + moved, stride);
    return;
  }
  for_each_strip(width, [&]<int kEights, int kFours>(Index at) {
    scatter_scaled_blocks<kEights, kFours>(*this, delta + at, scales + at, theta + at, stride);
  });
}

template <class Real, class Id, bool kHasValues>
void RowView<Real, Id, kHasValues>::gather_squares(const Real* scales, Index stride, Index width,
                                                   Real* out) const {
  if (width == 1) {
    double sum = 0;
    for (Index j = 0; j < count; ++j) {
      const auto x = static_cast<double>(value(j));
      sum += x * x * static_cast<double>(scales[feature(j)]);
    }
    out[0] = static_cast<Real>(sum);
    return;
  }
  // Once per example, not per visit: strips of two widths do.
  Index at = 0;
  for (; at + 8 <= width; at += 8) gather_square_blocks<1, 0>(*this, scales + at, stride, out + at);
  if (at < width) gather_square_blocks<0, 1>(*this, scales + at, stride, out + at);
}

template <class Real, class Id, bool kHasValues>
Real RowView<Real, Id, kHasValues>::dot(const Real* theta, Index stride) const {
  return stride == 1 ? dot_column<1>(*this, theta, 1) : dot_column<0>(*this, theta, stride);
}

template <class Real, class Id, bool kHasValues>
bool RowView<Real, Id, kHasValues>::is_sound(Index n_features) const {
  return row_is_sound<Real>(*this, n_features);
}

template <class Real, class Id, bool kHasValues>
bool RowView<Real, Id, kHasValues>::ascends() const {
  if constexpr (std::is_same_v<Id, Dense>) {
    return true;
  } else {
    return ids_ascend(indices, count);
  }
}

template <class Real, class Id, bool kHasValues>
double RowView<Real, Id, kHasValues>::squared_norm() const {
  return squared_norm_of(*this);
}

template <class Real, class Id, bool kHasValues>
std::int32_t RowView<Real, Id, kHasValues>::nonzeros() const {
  return nonzeros_of(*this);
}

template <int kEights, int kFours, class Real>
LINGUINE_MULTIVERSION void gram_blocks(const Index* offsets, const std::int32_t* rows,
                                       const Real* values, Index first, Index last,
                                       const Real* parts, Real* scores, Index stride) {
  for (Index f = first; f < last; ++f) {
    Strip<Real, kEights, kFours> sums;
    for (Index j = offsets[f]; j < offsets[f + 1]; ++j) {
      sums.add(values[j], parts + static_cast<Index>(rows[j]) * stride);
    }
    for (Index j = offsets[f]; j < offsets[f + 1]; ++j) {
      sums.add_to(values[j], scores + static_cast<Index>(rows[j]) * stride);
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

template <class Real>
void gram(const Index* offsets, const std::int32_t* rows, const Real* values, Index first,
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
