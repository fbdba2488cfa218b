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

}  // namespace linguine
