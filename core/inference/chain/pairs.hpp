// Chain of order 2: the recursions of chain.hpp over pairs of neighbouring labels.
//
//   max       best_t(b, c) = s_t(c) + A(b, c) + max_a best_{t-1}(a, b) + B(a, b, c)
//   sum       the same with sums of shares, Q(a, b, c) = exp(A(b, c) + B(a, b, c) - top)
//   ends      at t = 1 there is no a: B(L, b, c) stands for it
//   cost      O(T L^3)
#pragma once

#include "core/inference/chain/chain.hpp"

namespace linguine {

// The moves of order 2: A + B for every a, as scores and as shares.
class PairMoves {
 public:
  void assign(const ChainMoves& moves) {
    const ChainRules& rules = moves.rules();
    const Index L = rules.n_labels();
    const Index stride = rules.stride();
    scores_.resize(as_size((L + 1) * L * stride));
    for (Index a = 0; a <= L; ++a) {
      for (Index b = 0; b < L; ++b) {
        const double* first = moves.row(b);
        const double* second = moves.row(rules.pair_row(a, b));
        double* to = scores_.data() + (a * L + b) * stride;
        for (Index c = 0; c < stride; ++c) to[c] = first[c] + second[c];
      }
    }
    stride_ = stride;
    n_labels_ = L;
  }
  void make_shares() {
    const Index n_rows = (n_labels_ + 1) * n_labels_;
    top_ = top_of_rows(scores_.data(), n_rows, n_labels_, stride_);
    shares_.assign(scores_.size(), 0.0);
    for (Index row = 0; row < n_rows; ++row) {
      exp_all(scores_.data() + row * stride_, top_, n_labels_, shares_.data() + row * stride_);
    }
  }
  // Cells of (a, b): `stride` of them; (a + 1, b) follows after L rows.
  const double* scores(Index a, Index b) const {
    return scores_.data() + (a * n_labels_ + b) * stride_;
  }
  const double* shares(Index a, Index b) const {
    return shares_.data() + (a * n_labels_ + b) * stride_;
  }
  double top() const { return top_; }

 private:
  AlignedVector<double> scores_;
  AlignedVector<double> shares_;
  Index stride_ = 0;
  Index n_labels_ = 0;
  double top_ = 0;
};

struct PairWorkspace {
  PairMoves moves;
  AlignedVector<double> turned;  // [L][stride] the last table, transposed
};

// The top of all e_t, and their shares times a row.
inline double edge_top(const ChainScores& scores, const ChainRules& rules, Index t) {
  if (scores.edges == nullptr) return 0;
  return top_of_rows(edge_row(scores, rules, t, 0), rules.n_labels(), rules.n_labels(),
                     rules.stride());
}
inline void multiply_edges(const ChainScores& scores, const ChainRules& rules, Index t, Index b,
                           double top, double* seen, double* row) {
  const double* edge = edge_row(scores, rules, t, b);
  if (edge == nullptr) return;
  std::fill_n(seen, rules.stride(), 0.0);
  exp_all(edge, top, rules.n_labels(), seen);
  multiply_scaled(row, seen, 1.0, rules.stride(), row);
}

inline void turn(const double* table, Index L, Index stride, double* turned) {
  for (Index a = 0; a < L; ++a) {
    for (Index b = 0; b < L; ++b) turned[b * stride + a] = table[a * stride + b];
  }
}

inline double pairs_argmax(const ChainMoves& moves, const ChainScores& scores, ChainWorkspace& work,
                           PairWorkspace& pairs, Label* out) {
  if (scores.n_sites < 2) return chain_argmax(moves, scores, work, out);
  const ChainRules& rules = moves.rules();
  const Label L = rules.n_labels();
  const Index stride = rules.stride();
  const Index size = L * stride;
  const Index T = scores.n_sites;
  pairs.moves.assign(moves);
  const double* nodes = closed_nodes(moves, scores, work);
  double* best = at_least(work.best, T * size);  // tables of pairs, from t = 1
  double* turned = at_least(pairs.turned, size);
  for (Index t = 1; t < T; ++t) {
    double* now = best + t * size;
    if (t > 1) turn(now - size, L, stride, turned);
    for (Index b = 0; b < L; ++b) {
      double* row = now + b * stride;
      if (t == 1) {
        for (Index c = 0; c < stride; ++c) row[c] = nodes[b] + pairs.moves.scores(L, b)[c];
      } else {
        best_moves(turned + b * stride, pairs.moves.scores(0, b), size, L, stride, row);
      }
      for (Index c = 0; c < L; ++c) {
        row[c] += nodes[t * stride + c] + edge_score(scores, rules, t, b, c);
      }
    }
  }
  // The last label first, then the one before it: ties go to the lower label, from the end.
  const double* last = best + (T - 1) * size;
  double top = kImpossible;
  out[T - 1] = 0;
  out[T - 2] = 0;
  for (Label c = 0; c < L; ++c) {
    for (Label b = 0; b < L; ++b) {
      if (last[b * stride + c] <= top) continue;
      top = last[b * stride + c];
      out[T - 1] = c;
      out[T - 2] = b;
    }
  }
  for (Index t = T - 1; t > 1; --t) {
    const double* before = best + (t - 1) * size + out[t - 1];
    out[t - 2] = best_from(before, stride, pairs.moves.scores(0, out[t - 1]) + out[t], size, L);
  }
  return top;
}

// Log Z, or NaN if shares will not do. work.alpha [T][L][stride] from t = 1.
inline double pairs_forward(const ChainMoves& moves, const ChainScores& scores,
                            ChainWorkspace& work, PairWorkspace& pairs) {
  const ChainRules& rules = moves.rules();
  const Index L = rules.n_labels();
  const Index stride = rules.stride();
  const Index size = L * stride;
  const Index T = scores.n_sites;
  pairs.moves.assign(moves);
  pairs.moves.make_shares();
  const double* nodes = closed_nodes(moves, scores, work);
  double* alpha = at_least(work.alpha, T * size);
  double* share = at_least(work.share, T * stride);
  double* scale = at_least(work.scale, T);
  double* turned = at_least(pairs.turned, size);
  double* seen = at_least(work.next, stride);
  LogProduct total;
  for (Index t = 0; t < T; ++t) {
    const double top = *std::max_element(nodes + t * stride, nodes + t * stride + L);
    if (top == kImpossible) return kImpossible;
    exp_all(nodes + t * stride, top, stride, share + t * stride);
    total.add(top);
    if (t == 0) continue;
    double* now = alpha + t * size;
    if (t > 1) turn(now - size, L, stride, turned);
    const double top_edge = edge_top(scores, rules, t);
    double sum = 0;
    for (Index b = 0; b < L; ++b) {
      double* row = now + b * stride;
      if (t == 1) {
        multiply_scaled(pairs.moves.shares(L, b), share + t * stride, share[b], stride, row);
      } else {
        const RowView<double, Dense, true> ways{nullptr, turned + b * stride, L};
        ways.gather(pairs.moves.shares(0, b), size, stride, row);
        multiply_scaled(row, share + t * stride, 1.0, stride, row);
      }
      multiply_edges(scores, rules, t, b, top_edge, seen, row);
      for (Index c = 0; c < L; ++c) sum += row[c];
    }
    if (!(sum > kSmallestScale)) return std::nan("");
    scale_row(now, 1 / sum, size);
    scale[t] = 1 / sum;
    total.multiply(sum);
    total.add(pairs.moves.top() + top_edge);
  }
  return total.value();
}

// before[a] = sum_c row_a[c] flow[c]; expected_a[c] += weights[a] row_a[c] flow[c] for all a.
LINGUINE_MULTIVERSION inline void flow_back(const double* rows, Index row_stride,
                                            const double* flow, const double* weights,
                                            Index weight_stride, Index L, Index stride,
                                            double* before, Index before_stride, double* expected,
                                            Index expected_stride) {
  for (Index a = 0; a < L; ++a) {
    const double* row = rows + a * row_stride;
    double* to = expected + a * expected_stride;
    const double weight = weights[a * weight_stride];
    Block<double, 4> sum = {};
    for (Index c = 0; c < stride; c += 4) {
      const Block<double, 4> through = *block_at<4>(row + c) * *block_at<4>(flow + c);
      *block_at<4>(to + c) += weight * through;
      sum += through;
    }
    before[a * before_stride] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
}

inline void pairs_backward(const ChainMoves& moves, const ChainScores& scores, double weight,
                           ChainWorkspace& work, PairWorkspace& pairs, const ChainShares& out) {
  const ChainRules& rules = moves.rules();
  const Index L = rules.n_labels();
  const Index stride = rules.stride();
  const Index size = L * stride;
  const Index T = scores.n_sites;
  double* beta = at_least(work.beta, T * size) + (T - 1) * size;
  double* flow = at_least(work.flow, stride);
  double* expected = at_least(work.expected, size * (L + 1));
  double* seen = at_least(work.moves, stride);
  std::fill_n(expected, size * (L + 1), 0.0);
  std::fill_n(beta, size, 1.0);
  const auto row_of = [&](Index row) { return out.structural + row * stride; };
  for (Index t = T - 1; t > 0; --t) {
    const double* now = work.alpha.data() + t * size;
    for (Index b = 0; b < L; ++b) {
      for (Index c = 0; c < L; ++c) {
        const double p = weight * (now[b * stride + c] * beta[b * stride + c]);
        out.nodes[t * stride + c] += p;
        row_of(b)[c] += p;
        if (out.edges != nullptr) out.edges[(t * L + b) * stride + c] += p;
        if (t == T - 1) row_of(rules.end_row())[c] += p;
        if (t == 1) {
          out.nodes[b] += p;
          row_of(rules.start_row())[b] += p;
          row_of(rules.pair_row(L, b))[c] += p;
        }
      }
    }
    if (t == 1) break;
    double* before = beta - size;
    std::fill_n(before, size, 0.0);
    const double top_edge = edge_top(scores, rules, t);
    for (Index b = 0; b < L; ++b) {
      multiply_scaled(work.share.data() + t * stride, beta + b * stride, work.scale[as_size(t)],
                      stride, flow);
      multiply_edges(scores, rules, t, b, top_edge, seen, flow);
      flow_back(pairs.moves.shares(0, b), size, flow, now - size + b, stride, L, stride, before + b,
                stride, expected + b * stride, size);
    }
    beta = before;
  }
  for (Index a = 0; a < L; ++a) {
    for (Index b = 0; b < L; ++b) {
      for (Index c = 0; c < L; ++c) {
        row_of(rules.pair_row(a, b))[c] += weight * expected[(a * L + b) * stride + c];
      }
    }
  }
}

}  // namespace linguine
