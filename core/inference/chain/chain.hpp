// Chain: one label for each of T sites, scored with those before it; tagging.
//
//   set       y in {0 .. L-1}^T without forbidden transitions
//   score     sum_t s_t(y_t) + start(y_0) + end(y_{T-1})
//             + sum_{t>0} A(y_{t-1}, y_t) + e_t(y_{t-1}, y_t) + sum_k B_k(y_{t-k}, .., y_t), the
//             last for k = 2 .. order: histories.hpp
//   max       Viterbi: best_t(y) = s_t(y) + max_y' best_{t-1}(y') + A(y', y)   Fig. 1.9 of
//             [Zhang2010]; ties go to the lower label, from the end
//   sum       forward-backward on shares, not logarithms: every step is divided by its own sum, and
//             the logarithms of the sums add up to log Z. If a sum comes near the smallest numbers
//             (scores hundreds apart), the example is done again on logarithms
//   cost      O(T L^2), order n O(T L^(n+1)); kernels.hpp over padded rows
//   given     tables of doubles, rows of `stride` cells; -inf is a label that is not allowed
//   memory    O(T L), order n O(T L^n); a workspace keeps it for the next example
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/base/matrix/rows.hpp"
#include "core/base/memory/aligned.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/inference/chain/kernels.hpp"
#include "core/inference/chain/moves.hpp"
#include "core/inference/chain/rules.hpp"

namespace linguine {

// What a chain is asked about.
struct ChainScores {
  Index n_sites = 0;
  const double* nodes = nullptr;  // [T][stride]
  const double* edges = nullptr;  // [T][E][stride] into each site (the first is not read), or null
  // The labels that each site is tried with, ascending; null is all of them.
  const Index* candidate_offsets = nullptr;  // [T + 1]
  const Label* candidates = nullptr;
  Index n_edge_rows = 0;  // E: histories that edges know apart; 0 is L, for the label before
};

// e_t(b, c) of an observed transition, b being the labels before: a row of c, or nothing.
inline Index edge_offset(const ChainScores& scores, const ChainRules& rules, Index t, Index b) {
  const Index n = scores.n_edge_rows == 0 ? rules.n_labels() : scores.n_edge_rows;
  return (t * n + b % n) * rules.stride();
}
inline const double* edge_row(const ChainScores& scores, const ChainRules& rules, Index t,
                              Index b) {
  return scores.edges == nullptr ? nullptr : scores.edges + edge_offset(scores, rules, t, b);
}
inline double edge_score(const ChainScores& scores, const ChainRules& rules, Index t, Index b,
                         Index c) {
  return scores.edges == nullptr ? 0.0 : edge_row(scores, rules, t, b)[c];
}

// Where marginals go: same shapes; cells are added to. Of candidates only `nodes`, the rest null.
struct ChainShares {
  double* nodes = nullptr;
  double* edges = nullptr;
  double* structural = nullptr;
};

// One thread's memory.
struct ChainWorkspace {
  AlignedVector<double> nodes;     // [T][stride] scores with start and end
  AlignedVector<double> best;      // [T][stride], order n [T][L^(n-1)][stride]
  AlignedVector<double> ways;      // [T][stride] the best way into each label
  AlignedVector<double> alpha;     // as best
  AlignedVector<double> share;     // [T][stride] exp(node - its top)
  AlignedVector<double> scale;     // [T]
  AlignedVector<double> beta;      // as best
  AlignedVector<double> turned;    // [L^(n-1)][stride] of order n: the last table, as moves lie
  AlignedVector<double> next;      // [stride]
  AlignedVector<double> moves;     // [L][stride] of one site
  AlignedVector<double> expected;  // [stride][stride], order n [L^n][stride]: sums over sites
  AlignedVector<double> flow;      // [T][stride], order n [stride]
};

// Node scores with the start's and the end's; padding is -inf.
inline double* closed_nodes(const ChainMoves& moves, const ChainScores& scores,
                            ChainWorkspace& work) {
  const Index L = moves.rules().n_labels();
  const Index stride = moves.rules().stride();
  double* nodes = at_least(work.nodes, scores.n_sites * stride);
  std::copy_n(scores.nodes, scores.n_sites * stride, nodes);
  for (Index t = 0; t < scores.n_sites; ++t) {
    for (Index y = L; y < stride; ++y) nodes[t * stride + y] = kImpossible;
  }
  for (Index y = 0; y < L; ++y) {
    nodes[y] += moves.start()[y];
    nodes[(scores.n_sites - 1) * stride + y] += moves.end()[y];
  }
  return nodes;
}

// A + e_t: the scores of moves into site t of a chain with observed transitions.
inline const double* moves_into(const ChainMoves& moves, const ChainScores& scores, Index t,
                                ChainWorkspace& work) {
  if (scores.edges == nullptr) return moves.row(0);
  const Index n = moves.rules().n_labels() * moves.rules().stride();
  double* sum = at_least(work.moves, n);
  const double* edge = scores.edges + t * n;
  for (Index i = 0; i < n; ++i) sum[i] = moves.row(0)[i] + edge[i];
  return sum;
}

inline Label best_label(const double* scores, Label n_labels) {
  return static_cast<Label>(std::max_element(scores, scores + n_labels) - scores);
}

// out = a + b
LINGUINE_MULTIVERSION inline void add_rows(const double* a, const double* b, Index n, double* out) {
  for (Index i = 0; i < n; ++i) out[i] = a[i] + b[i];
}

// The lowest `from` whose way into a label is the best one, known to be `top`. Frequent labels come
// first, so it is soon found.
inline Label find_from(const double* scores, const double* moves, Index row_stride, Label n_from,
                       double top) {
  for (Label from = 0; from < n_from; ++from) {
    if (scores[from] + moves[from * row_stride] == top) return from;
  }
  return 0;  // not a number, or nothing is allowed
}

// The steps of Viterbi into sites first .. last - 1, whose scores are in `nodes` from there on.
inline void best_ways(const ChainMoves& moves, const ChainScores& scores, Index first, Index last,
                      const double* nodes, ChainWorkspace& work) {
  const Label L = moves.rules().n_labels();
  const Index stride = moves.rules().stride();
  double* ways = work.ways.data() + first * stride;
  double* best = work.best.data() + first * stride;
  if (scores.edges == nullptr && stride <= 32) {
    for_each_strip(stride, [&]<int kEights, int kFours>(Index) {
      best_steps<kEights, kFours>(nodes, moves.row(0), stride, L, last - first, ways, best);
    });
    return;
  }
  for (Index t = first; t < last; ++t, ways += stride, best += stride, nodes += stride) {
    best_moves(best - stride, moves_into(moves, scores, t, work), stride, L, stride, ways);
    add_rows(ways, nodes, stride, best);
  }
}

// The best output; returns its score. -inf means that nothing is allowed.
inline double chain_argmax(const ChainMoves& moves, const ChainScores& scores, ChainWorkspace& work,
                           Label* out) {
  const Label L = moves.rules().n_labels();
  const Index stride = moves.rules().stride();
  const Index T = scores.n_sites;
  if (T == 0) return 0;
  double* best = at_least(work.best, T * stride);
  double* ways = at_least(work.ways, T * stride);
  double* last = at_least(work.next, stride);  // the last site and what it ends with
  add_rows(scores.nodes, moves.start(), stride, best);
  add_rows(T == 1 ? best : scores.nodes + (T - 1) * stride, moves.end(), stride, last);
  if (T == 1) {
    std::copy_n(last, stride, best);
  } else {
    best_ways(moves, scores, 1, T - 1, scores.nodes + stride, work);
    best_ways(moves, scores, T - 1, T, last, work);
  }
  const double* end = best + (T - 1) * stride;
  out[T - 1] = best_label(end, L);
  const double score = end[out[T - 1]];
  for (Index t = T - 1; t > 0; --t) {
    const double* into = moves_into(moves, scores, t, work) + out[t];
    out[t - 1] = find_from(best + (t - 1) * stride, into, stride, L, ways[t * stride + out[t]]);
  }
  return score;
}

// Below this, a step's sum may have lost what it should have kept.
inline constexpr double kSmallestScale = 1e-200;

// c = a . b elementwise, and the sum of c.
LINGUINE_MULTIVERSION inline double multiply_and_sum(const double* a, const double* b, Index n,
                                                     double* c) {
  Block<double, 4> sum = {};
  for (Index i = 0; i < n; i += 4) {
    const Block<double, 4> product = *block_at<4>(a + i) * *block_at<4>(b + i);
    *block_at<4>(c + i) = product;
    sum += product;
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

LINGUINE_MULTIVERSION inline void scale_row(double* row, double factor, Index n) {
  for (Index i = 0; i < n; ++i) row[i] *= factor;
}

// a . b . factor elementwise.
LINGUINE_MULTIVERSION inline void multiply_scaled(const double* a, const double* b, double factor,
                                                  Index n, double* out) {
  for (Index i = 0; i < n; ++i) out[i] = a[i] * b[i] * factor;
}

// out += factor (a . b) elementwise.
LINGUINE_MULTIVERSION inline void add_products(const double* a, const double* b, double factor,
                                               Index n, double* out) {
  for (Index i = 0; i < n; ++i) out[i] += factor * (a[i] * b[i]);
}

// Shares of the moves into site t; their top is returned.
inline double move_shares(const ChainMoves& moves, const ChainScores& scores, Index t,
                          ChainWorkspace& work) {
  const Index L = moves.rules().n_labels();
  const Index stride = moves.rules().stride();
  moves_into(moves, scores, t, work);
  double* cells = work.moves.data();
  const double top = top_of_rows(cells, L, L, stride);
  for (Index from = 0; from < L; ++from) {
    double* row = cells + from * stride;
    exp_all(row, top, L, row);
    std::fill(row + L, row + stride, 0.0);
  }
  return top;
}

// The forward pass on shares; log Z, or NaN if shares will not do.
inline double chain_forward(const ChainMoves& moves, const ChainScores& scores,
                            ChainWorkspace& work) {
  const Index stride = moves.rules().stride();
  const Index L = moves.rules().n_labels();
  const Index T = scores.n_sites;
  const double* nodes = closed_nodes(moves, scores, work);
  double* alpha = at_least(work.alpha, T * stride);
  double* share = at_least(work.share, T * stride);
  double* scale = at_least(work.scale, T);
  LogProduct total;
  for (Index t = 0; t < T; ++t) {
    const double* node = nodes + t * stride;
    double* now = alpha + t * stride;
    const double top = top_of(node, stride);
    if (top == kImpossible) return kImpossible;
    exp_all(node, top, stride, share + t * stride);
    double sum = 0;
    if (t == 0) {
      std::copy_n(share, stride, now);
      for (Index y = 0; y < L; ++y) sum += now[y];
    } else {
      const bool observed = scores.edges != nullptr;
      const double move_top = observed ? move_shares(moves, scores, t, work) : moves.top();
      flow(now - stride, observed ? work.moves.data() : moves.shares(), stride, L, stride, now);
      sum = multiply_and_sum(now, share + t * stride, stride, now);
      total.add(move_top);
    }
    if (!(sum > kSmallestScale)) return std::nan("");
    scale_row(now, 1 / sum, stride);
    scale[t] = 1 / sum;
    total.multiply(sum);
    total.add(top);
  }
  return total.value();
}

// The backward pass; adds weight times the marginals.
inline void chain_backward(const ChainMoves& moves, const ChainScores& scores, double weight,
                           ChainWorkspace& work, const ChainShares& out) {
  const Index stride = moves.rules().stride();
  const Index L = moves.rules().n_labels();
  const Index T = scores.n_sites;
  const bool observed = scores.edges != nullptr;
  double* beta = at_least(work.beta, T * stride) + (T - 1) * stride;
  double* flows = at_least(work.flow, T * stride);
  std::fill_n(beta, stride, 1.0);
  for (Index t = T - 1; t >= 0; --t) {
    const double* now = work.alpha.data() + t * stride;
    double* node = out.nodes + t * stride;
    add_products(now, beta, weight, stride, node);
    if (t == 0) break;
    double* into = flows + t * stride;
    multiply_scaled(work.share.data() + t * stride, beta, work.scale[as_size(t)], stride, into);
    beta -= stride;
    if (!observed) {
      flow(into, moves.transposed(), stride, L, stride, beta);
      continue;
    }
    std::fill_n(beta, stride, 1.0);
    const double* before = now - stride;
    move_shares(moves, scores, t, work);
    for (Index from = 0; from < L; ++from) {
      const double* row = work.moves.data() + from * stride;
      double* edge = out.edges + (t * L + from) * stride;
      double* sums = out.structural + from * stride;
      double sum = 0;
      for (Index y = 0; y < L; ++y) {
        const double through = row[y] * into[y];
        sum += through;
        edge[y] += weight * before[from] * through;
        sums[y] += weight * before[from] * through;
      }
      beta[from] = sum;
    }
  }
  if (!observed && T > 1) {
    double* expected = at_least(work.expected, stride * stride);
    std::fill_n(expected, stride * stride, 0.0);
    add_outer(work.alpha.data(), flows + stride, T - 1, stride, expected);
    add_products(expected, moves.shares(), weight, L * stride, out.structural);
  }
  for (Index y = 0; y < L; ++y) {  // the ends' shares are those of the nodes there
    out.structural[moves.rules().start_row() * stride + y] +=
        weight * (work.alpha[as_size(y)] * beta[y]);
    out.structural[moves.rules().end_row() * stride + y] +=
        weight * work.alpha[as_size((T - 1) * stride + y)];
  }
}

}  // namespace linguine
