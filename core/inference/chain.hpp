// Chain: one label for each of T sites, scored with its neighbour (or two); tagging.
//
//   set       y in {0 .. L-1}^T without forbidden transitions
//   score     sum_t s_t(y_t) + start(y_0) + end(y_{T-1}) + sum_{t>0} A(y_{t-1}, y_t) + e_t(y_{t-1},
//             y_t) [+ sum_{t>0} B(y_{t-2}, y_{t-1}, y_t)]
//   max       Viterbi: best_t(y) = s_t(y) + max_y' best_{t-1}(y') + A(y', y)         Eq. (1.9) of
//             [LxMLS]; ties go to the lower label, from the end
//   sum       forward-backward on shares, not logarithms: every step is divided by its own sum, and
//             the logarithms of the sums add up to log Z. If a sum comes near the smallest numbers
//             (scores hundreds apart), the example is done again on logarithms
//   cost      O(T L^2), order 2 O(T L^3); kernels of rows.hpp over padded rows
//   given     tables of doubles, rows of `stride` cells; -inf is a label that is not allowed
//   memory    O(T L), order 2 O(T L^2); a workspace keeps it for the next example
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/base/exponential.hpp"
#include "core/base/room.hpp"
#include "core/base/rows.hpp"
#include "core/inference/chain_rules.hpp"

namespace linguine {

// What a chain is asked about.
struct ChainScores {
  Index n_sites = 0;
  const double* nodes = nullptr;  // [T][stride]
  const double* edges = nullptr;  // [T][L][stride] into each site (the first is not read), or null
  const double* structural = nullptr;  // [n_rows][stride] without the mask
};

// Where marginals go: same shapes; cells are added to.
struct ChainShares {
  double* nodes = nullptr;
  double* edges = nullptr;
  double* structural = nullptr;
};

using DenseRow = RowView<double, Dense, true>;

// best[y] = max_from scores[from] + moves[from][y]. Which `from` it was is found again for the few
// that are on the best output: keeping them all would cost more than the maximum. Two chains, as
// below.
template <int kEights, int kFours>
LINGUINE_MULTIVERSION void best_strip(const double* scores, const double* moves, Index row_stride,
                                      Index n_from, double* best) {
  const auto larger = [](auto& top, const auto& next) { top = next > top ? next : top; };
  Block<double, 8> even[kEights > 0 ? kEights : 1];
  Block<double, 8> odd[kEights > 0 ? kEights : 1];
  Block<double, 4> even_four;
  Block<double, 4> odd_four;
  for (int b = 0; b < kEights; ++b) even[b] = odd[b] = scores[0] + *block_at<8>(moves + 8 * b);
  if constexpr (kFours > 0) even_four = odd_four = scores[0] + *block_at<4>(moves + 8 * kEights);
  Index from = 1;
  for (; from + 1 < n_from; from += 2) {
    const double* row = moves + from * row_stride;
    const double* next = row + row_stride;
    for (int b = 0; b < kEights; ++b) {
      larger(even[b], scores[from] + *block_at<8>(row + 8 * b));
      larger(odd[b], scores[from + 1] + *block_at<8>(next + 8 * b));
    }
    if constexpr (kFours > 0) {
      larger(even_four, scores[from] + *block_at<4>(row + 8 * kEights));
      larger(odd_four, scores[from + 1] + *block_at<4>(next + 8 * kEights));
    }
  }
  if (from < n_from) {
    const double* row = moves + from * row_stride;
    for (int b = 0; b < kEights; ++b) larger(even[b], scores[from] + *block_at<8>(row + 8 * b));
    if constexpr (kFours > 0) larger(even_four, scores[from] + *block_at<4>(row + 8 * kEights));
  }
  for (int b = 0; b < kEights; ++b) {
    larger(even[b], odd[b]);
    *block_at<8>(best + 8 * b) = even[b];
  }
  if constexpr (kFours > 0) {
    larger(even_four, odd_four);
    *block_at<4>(best + 8 * kEights) = even_four;
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
  Block<double, 8> even[kEights > 0 ? kEights : 1] = {};
  Block<double, 8> odd[kEights > 0 ? kEights : 1] = {};
  Block<double, 4> even_four = {};
  Block<double, 4> odd_four = {};
  Index from = 0;
  for (; from + 1 < n_from; from += 2) {
    const double* row = moves + from * row_stride;
    const double* next = row + row_stride;
    for (int b = 0; b < kEights; ++b) {
      even[b] += a[from] * *block_at<8>(row + 8 * b);
      odd[b] += a[from + 1] * *block_at<8>(next + 8 * b);
    }
    if constexpr (kFours > 0) {
      even_four += a[from] * *block_at<4>(row + 8 * kEights);
      odd_four += a[from + 1] * *block_at<4>(next + 8 * kEights);
    }
  }
  if (from < n_from) {
    const double* row = moves + from * row_stride;
    for (int b = 0; b < kEights; ++b) even[b] += a[from] * *block_at<8>(row + 8 * b);
    if constexpr (kFours > 0) even_four += a[from] * *block_at<4>(row + 8 * kEights);
  }
  for (int b = 0; b < kEights; ++b) *block_at<8>(out + 8 * b) = even[b] + odd[b];
  if constexpr (kFours > 0) *block_at<4>(out + 8 * kEights) = even_four + odd_four;
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
    Block<double, 8> eights[kRows][kEights > 0 ? kEights : 1] = {};
    Block<double, 4> fours[kRows] = {};
    for (Index t = 0; t < n_steps; ++t) {
      const double* left = a + t * stride + from;
      const double* right = b + t * stride;
      for (int r = 0; r < kRows; ++r) {
        for (int e = 0; e < kEights; ++e) eights[r][e] += left[r] * *block_at<8>(right + 8 * e);
        if constexpr (kFours > 0) fours[r] += left[r] * *block_at<4>(right + 8 * kEights);
      }
    }
    for (int r = 0; r < kRows; ++r) {
      double* row = out + (from + r) * stride;
      for (int e = 0; e < kEights; ++e) *block_at<8>(row + 8 * e) += eights[r][e];
      if constexpr (kFours > 0) *block_at<4>(row + 8 * kEights) += fours[r];
    }
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

// The structural scores of one or many examples, masked; as shares when they are asked for.
class ChainMoves {
 public:
  void assign(const ChainRules& rules, const double* structural) {
    rules_ = &rules;
    const auto n = static_cast<std::size_t>(rules.n_rows() * rules.stride());
    scores_.assign(structural, structural + n);
    if (rules.has_mask()) {
      const auto n_basic = static_cast<std::size_t>(rules.n_basic_rows() * rules.stride());
      for (std::size_t i = 0; i < n_basic; ++i) scores_[i] += rules.mask()[i];
    }
    has_shares_ = false;
  }

  const ChainRules& rules() const { return *rules_; }
  const double* row(Index row) const { return scores_.data() + row * rules_->stride(); }
  const double* start() const { return row(rules_->start_row()); }
  const double* end() const { return row(rules_->end_row()); }

  // exp(A - top): [L][stride], and its transpose. Padding is zero.
  void make_shares() {
    if (has_shares_) return;
    const Index L = rules_->n_labels();
    const Index stride = rules_->stride();
    const auto n = static_cast<std::size_t>(L * stride);
    shares_.assign(n, 0.0);
    transposed_.assign(n, 0.0);
    top_ = kImpossible;
    for (Index from = 0; from < L; ++from) {
      top_ = std::max(top_, *std::max_element(row(from), row(from) + L));
    }
    if (top_ == kImpossible) top_ = 0;
    for (Index from = 0; from < L; ++from) {
      double* to = shares_.data() + from * stride;
      exp_all(row(from), top_, L, to);
      for (Index y = 0; y < L; ++y) {
        transposed_[static_cast<std::size_t>(y * stride + from)] = to[y];
      }
    }
    has_shares_ = true;
  }
  double top() const { return top_; }
  const double* shares() const { return shares_.data(); }
  const double* transposed() const { return transposed_.data(); }

 private:
  const ChainRules* rules_ = nullptr;
  std::vector<double> scores_;  // [n_rows][stride]
  std::vector<double> shares_;
  std::vector<double> transposed_;
  double top_ = 0;
  bool has_shares_ = false;
};

// One thread's memory.
struct ChainWorkspace {
  std::vector<double> nodes;     // [T][stride] scores with start and end
  std::vector<double> best;      // [T][stride], order 2 [T][L][stride]
  std::vector<double> alpha;     // [T][stride], order 2 [T][L][stride]
  std::vector<double> share;     // [T][stride] exp(node - its top)
  std::vector<double> scale;     // [T]
  std::vector<double> beta;      // [stride], order 2 [L][stride]
  std::vector<double> next;      // same shape
  std::vector<double> moves;     // [L][stride] of one site
  std::vector<double> expected;  // [L][stride] sums over sites
  std::vector<double> flow;      // [stride], order 2 [L][stride]
};

// Node scores with the start's and the end's; padding is -inf. Every chain goes through here.
inline double* closed_nodes(const ChainMoves& moves, const ChainScores& scores,
                            ChainWorkspace& work) {
  const Index L = moves.rules().n_labels();
  const Index stride = moves.rules().stride();
  double* nodes = room(work.nodes, scores.n_sites * stride);
  for (Index t = 0; t < scores.n_sites; ++t) {
    double* row = nodes + t * stride;
    std::copy_n(scores.nodes + t * stride, L, row);
    std::fill(row + L, row + stride, kImpossible);
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
  double* sum = room(work.moves, n);
  const double* edge = scores.edges + t * n;
  for (Index i = 0; i < n; ++i) sum[i] = moves.row(0)[i] + edge[i];
  return sum;
}

inline Label best_label(const double* scores, Label n_labels) {
  return static_cast<Label>(std::max_element(scores, scores + n_labels) - scores);
}

// The best output; returns its score. -inf means that nothing is allowed.
inline double chain_argmax(const ChainMoves& moves, const ChainScores& scores, ChainWorkspace& work,
                           Label* out) {
  const Label L = moves.rules().n_labels();
  const Index stride = moves.rules().stride();
  const Index T = scores.n_sites;
  if (T == 0) return 0;
  const double* nodes = closed_nodes(moves, scores, work);
  double* best = room(work.best, T * stride);
  std::copy_n(nodes, stride, best);
  for (Index t = 1; t < T; ++t) {
    double* now = best + t * stride;
    best_moves(now - stride, moves_into(moves, scores, t, work), stride, L, stride, now);
    const double* node = nodes + t * stride;
    for (Index y = 0; y < stride; ++y) now[y] += node[y];
  }
  const double* last = best + (T - 1) * stride;
  out[T - 1] = best_label(last, L);
  const double score = last[out[T - 1]];
  for (Index t = T - 1; t > 0; --t) {
    const double* into = moves_into(moves, scores, t, work) + out[t];
    out[t - 1] = best_from(best + (t - 1) * stride, 1, into, stride, L);
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

// Shares of the moves into site t; their top is returned.
inline double move_shares(const ChainMoves& moves, const ChainScores& scores, Index t,
                          ChainWorkspace& work) {
  const Index L = moves.rules().n_labels();
  const Index stride = moves.rules().stride();
  moves_into(moves, scores, t, work);
  double* cells = work.moves.data();
  double top = kImpossible;
  for (Index from = 0; from < L; ++from) {
    const double* row = cells + from * stride;
    top = std::max(top, *std::max_element(row, row + L));
  }
  if (top == kImpossible) return 0;
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
  double* alpha = room(work.alpha, T * stride);
  double* share = room(work.share, T * stride);
  double* scale = room(work.scale, T);
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
  double* beta = room(work.beta, stride);
  double* flows = room(work.flow, T * stride);
  std::fill_n(beta, stride, 1.0);
  for (Index t = T - 1; t >= 0; --t) {
    const double* now = work.alpha.data() + t * stride;
    double* node = out.nodes + t * stride;
    for (Index y = 0; y < L; ++y) node[y] += weight * (now[y] * beta[y]);
    if (t == 0) break;
    double* into = flows + t * stride;
    multiply_scaled(work.share.data() + t * stride, beta, work.scale[static_cast<std::size_t>(t)],
                    stride, into);
    if (!observed) {
      flow(into, moves.transposed(), stride, L, stride, beta);
      continue;
    }
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
    double* expected = room(work.expected, stride * stride);
    std::fill_n(expected, stride * stride, 0.0);
    add_outer(work.alpha.data(), flows + stride, T - 1, stride, expected);
    for (Index i = 0; i < L * stride; ++i) {
      out.structural[i] += weight * (expected[i] * moves.shares()[i]);
    }
  }
  for (Index y = 0; y < L; ++y) {  // the ends' shares are those of the nodes there
    out.structural[moves.rules().start_row() * stride + y] +=
        weight * (work.alpha[static_cast<std::size_t>(y)] * beta[y]);
    out.structural[moves.rules().end_row() * stride + y] +=
        weight * work.alpha[static_cast<std::size_t>((T - 1) * stride + y)];
  }
}

}  // namespace linguine
