// Blocks: the columns of one feature, side by side in memory, moved eight or four at a time.
//
//   layout    theta[feature][stride], stride = n_columns rounded up to a multiple of 4 (1 stays 1)
//   why       one cache miss brings the weights of all labels
//   exact     every column is its own chain of multiply-adds, so how columns are grouped
//             into blocks (or dealt out to threads) never changes a bit of the result
#pragma once

#include "core/base/types.hpp"

namespace linguine {

inline Index stride_of(Index n_columns) {
  return n_columns <= 1 ? 1 : (n_columns + 3) / 4 * 4;
}

template <class Real, int kLanes>
struct BlockType {
  typedef Real type __attribute__((vector_size(kLanes * sizeof(Real))));
  // The same lanes wherever they lie in memory.
  typedef Real packed
      __attribute__((vector_size(kLanes * sizeof(Real)), aligned(sizeof(Real)), may_alias));
};
template <class Real, int kLanes>
using Block = typename BlockType<Real, kLanes>::type;

template <int kLanes, class Real>
[[gnu::always_inline]] inline const typename BlockType<Real, kLanes>::packed* block_at(
    const Real* p) {
  return reinterpret_cast<const typename BlockType<Real, kLanes>::packed*>(p);
}
template <int kLanes, class Real>
[[gnu::always_inline]] inline typename BlockType<Real, kLanes>::packed* block_at(Real* p) {
  return reinterpret_cast<typename BlockType<Real, kLanes>::packed*>(p);
}

// Columns that stay in registers: kEights blocks of eight and at most one of four. What is loaded
// and stored may be of another precision.
template <class Real, int kEights, int kFours>
struct Strip {
  Block<Real, 8> eights[kEights > 0 ? kEights : 1] = {};
  Block<Real, 4> four = {};

  template <class From>
  [[gnu::always_inline]] void load(const From* from) {
    for (int b = 0; b < kEights; ++b) {
      const Block<From, 8> block = *block_at<8>(from + 8 * b);
      eights[b] = __builtin_convertvector(block, Block<Real, 8>);
    }
    if constexpr (kFours > 0) {
      const Block<From, 4> block = *block_at<4>(from + 8 * kEights);
      four = __builtin_convertvector(block, Block<Real, 4>);
    }
  }
  template <class To>
  [[gnu::always_inline]] void store(To* to) const {
    for (int b = 0; b < kEights; ++b) {
      *block_at<8>(to + 8 * b) = __builtin_convertvector(eights[b], Block<To, 8>);
    }
    if constexpr (kFours > 0) {
      *block_at<4>(to + 8 * kEights) = __builtin_convertvector(four, Block<To, 4>);
    }
  }
  // this += x from; the same with the first kMost blocks of eight alone
  [[gnu::always_inline]] void add(Real x, const Real* from) {
    add_first<kEights>(x, from);
    if constexpr (kFours > 0) four += x * *block_at<4>(from + 8 * kEights);
  }
  template <int kMost>
  [[gnu::always_inline]] void add_first(Real x, const Real* from) {
    for (int b = 0; b < kMost; ++b) eights[b] += x * *block_at<8>(from + 8 * b);
  }
  // to += x this
  [[gnu::always_inline]] void add_to(Real x, Real* to) const {
    add_first_to<kEights>(x, to);
    if constexpr (kFours > 0) *block_at<4>(to + 8 * kEights) += x * four;
  }
  // to += x this * scales
  [[gnu::always_inline]] void add_scaled_to(Real x, const Real* scales, Real* to) const {
    for (int b = 0; b < kEights; ++b) {
      *block_at<8>(to + 8 * b) += (x * eights[b]) * *block_at<8>(scales + 8 * b);
    }
    if constexpr (kFours > 0) {
      *block_at<4>(to + 8 * kEights) += (x * four) * *block_at<4>(scales + 8 * kEights);
    }
  }
  template <int kMost>
  [[gnu::always_inline]] void add_first_to(Real x, Real* to) const {
    for (int b = 0; b < kMost; ++b) *block_at<8>(to + 8 * b) += x * eights[b];
  }
  [[gnu::always_inline]] void add(const Strip& other) {
    for (int b = 0; b < kEights; ++b) eights[b] += other.eights[b];
    if constexpr (kFours > 0) four += other.four;
  }
  [[gnu::always_inline]] void shift(Real x) {
    for (int b = 0; b < kEights; ++b) eights[b] += x;
    if constexpr (kFours > 0) four += x;
  }
  // this = max(this, other), and max(this, x + from)
  [[gnu::always_inline]] void raise(const Strip& other) {
    for (int b = 0; b < kEights; ++b) {
      eights[b] = other.eights[b] > eights[b] ? other.eights[b] : eights[b];
    }
    if constexpr (kFours > 0) four = other.four > four ? other.four : four;
  }
  [[gnu::always_inline]] void raise(Real x, const Real* from) {
    Strip other;
    other.load(from);
    other.shift(x);
    raise(other);
  }
};

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

}  // namespace linguine
