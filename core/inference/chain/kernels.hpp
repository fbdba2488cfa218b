// Kernels of the chain: steps of max and of sum over padded rows of scores, in lanes.
#pragma once

#include <algorithm>

#include "core/base/matrix/blocks.hpp"
#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/types.hpp"

namespace linguine {

// best[y] = max_from scores[from] + moves[from][y], and with `nodes` the same plus nodes[y] in
// `sums`. Which `from` it was is found again for the few that are on the best output: keeping them
// all would cost more than the maximum. Two chains, as below; the last row may be taken twice.
template <int kEights, int kFours>
[[gnu::always_inline]] inline void best_into(const double* scores, const double* moves,
                                             Index row_stride, Index n_from, double* best,
                                             const double* nodes, double* sums) {
  Strip<double, kEights, kFours> even;
  even.load(moves);
  even.shift(scores[0]);
  Strip<double, kEights, kFours> odd = even;
  for (Index from = 1; from < n_from; from += 2) {
    const Index then = from + 1 < n_from ? from + 1 : from;
    even.raise(scores[from], moves + from * row_stride);
    odd.raise(scores[then], moves + then * row_stride);
  }
  even.raise(odd);
  even.store(best);
  if (nodes == nullptr) return;
  even.add(1.0, nodes);
  even.store(sums);
}

template <int kEights, int kFours>
LINGUINE_MULTIVERSION void best_strip(const double* scores, const double* moves, Index row_stride,
                                      Index n_from, double* best) {
  best_into<kEights, kFours>(scores, moves, row_stride, n_from, best, nullptr, nullptr);
}

// Viterbi's steps over some sites whose moves are the same, after the one whose scores are the row
// before `best`. All labels are in one strip.
template <int kEights, int kFours>
LINGUINE_MULTIVERSION void best_steps(const double* nodes, const double* moves, Index stride,
                                      Index n_labels, Index n_steps, double* ways, double* best) {
  for (Index t = 0; t < n_steps; ++t) {
    best_into<kEights, kFours>(best + (t - 1) * stride, moves, stride, n_labels, ways + t * stride,
                               nodes + t * stride, best + t * stride);
  }
}

inline void best_moves(const double* scores, const double* moves, Index row_stride, Index n_from,
                       Index n_to, double* best) {
  for_each_strip(n_to, [&]<int kEights, int kFours>(Index at) {
    best_strip<kEights, kFours>(scores, moves + at, row_stride, n_from, best + at);
  });
}

// The lowest `from` that gives the maximum into one label: its cells are `row_stride` apart.
inline Label best_from(const double* scores, Index score_stride, const double* moves,
                       Index row_stride, Label n_from) {
  Label best = 0;
  double top = scores[0] + moves[0];
  for (Label from = 1; from < n_from; ++from) {
    const double candidate = scores[from * score_stride] + moves[from * row_stride];
    if (candidate <= top) continue;
    top = candidate;
    best = from;
  }
  return best;
}

// out[y] = sum_from a[from] moves[from][y]. Two chains of additions a column, even and odd rows: a
// short sum waits for the latency of its additions, not for their number.
template <int kEights, int kFours>
LINGUINE_MULTIVERSION void flow_strip(const double* a, const double* moves, Index row_stride,
                                      Index n_from, double* out) {
  Strip<double, kEights, kFours> even;
  Strip<double, kEights, kFours> odd;
  Index from = 0;
  for (; from + 1 < n_from; from += 2) {
    even.add(a[from], moves + from * row_stride);
    odd.add(a[from + 1], moves + (from + 1) * row_stride);
  }
  if (from < n_from) even.add(a[from], moves + from * row_stride);
  even.add(odd);
  even.store(out);
}

inline void flow(const double* a, const double* moves, Index row_stride, Index n_from, Index n_to,
                 double* out) {
  for_each_strip(n_to, [&]<int kEights, int kFours>(Index at) {
    flow_strip<kEights, kFours>(a, moves + at, row_stride, n_from, out + at);
  });
}

// out[from][y] += sum_t a[t][from] b[t][y]: four rows at a time, so that sums stay in registers.
template <int kEights, int kFours>
LINGUINE_MULTIVERSION void outer_strip(const double* a, const double* b, Index n_steps,
                                       Index stride, double* out) {
  constexpr int kRows = 4;
  for (Index from = 0; from < stride; from += kRows) {
    Strip<double, kEights, kFours> rows[kRows];
    for (Index t = 0; t < n_steps; ++t) {
      for (int r = 0; r < kRows; ++r) rows[r].add(a[t * stride + from + r], b + t * stride);
    }
    for (int r = 0; r < kRows; ++r) rows[r].add_to(1.0, out + (from + r) * stride);
  }
}

inline void add_outer(const double* a, const double* b, Index n_steps, Index stride, double* out) {
  for_each_strip(stride, [&]<int kEights, int kFours>(Index at) {
    outer_strip<kEights, kFours>(a, b + at, n_steps, stride, out + at);
  });
}

// The largest of a padded row.
LINGUINE_MULTIVERSION inline double top_of(const double* row, Index stride) {
  Block<double, 4> top = *block_at<4>(row);
  for (Index i = 4; i < stride; i += 4) {
    const Block<double, 4> next = *block_at<4>(row + i);
    top = next > top ? next : top;
  }
  return std::max(std::max(top[0], top[1]), std::max(top[2], top[3]));
}

// The largest of the first cells of some rows; 0 where nothing is allowed.
inline double top_of_rows(const double* rows, Index n_rows, Index n_cells, Index stride) {
  double top = kImpossible;
  for (Index r = 0; r < n_rows; ++r) {
    const double* row = rows + r * stride;
    top = std::max(top, *std::max_element(row, row + n_cells));
  }
  return top == kImpossible ? 0 : top;
}

}  // namespace linguine
