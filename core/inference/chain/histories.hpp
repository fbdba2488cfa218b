// Chain of order n > 1: the recursions of chain.hpp over n neighbouring labels.
//
//   history   b: the n - 1 labels before a label c, a number of base L; of a site t < n all t
//   max       best_t(b, c) = s_t(c) + max_a best_{t-1}(a b', b'') + M(a, b, c), where b = b' b''
//             ends in the label b'', and M is the sum of A and B_2 .. B_n
//   sum       the same with sums of shares, Q(a, b, c) = exp(M(a, b, c) - top)
//   ends      before site n there is no a: M(START, b, c) stands for it
//   cost      O(T L^(n+1)); memory O(T L^n)
//   given     moves that have their histories, for sums their shares; two sites at least
#pragma once

#include "core/inference/chain/chain.hpp"

namespace linguine {

// Where (a b', b'') lies in the table of the site before, counted from a = 0: rows of histories,
// `stride` cells each.
inline Index cell_before(Index b, Index L, Index stride) {
  return b < L ? b : b / L * stride + b % L;
}

// The top of all e_t, and their shares times a row.
inline double edge_top(const ChainScores& scores, const ChainRules& rules, Index t) {
  if (scores.edges == nullptr) return 0;
  const Index n = scores.n_edge_rows == 0 ? rules.n_labels() : scores.n_edge_rows;
  return top_of_rows(edge_row(scores, rules, t, 0), n, rules.n_labels(), rules.stride());
}
inline void multiply_edges(const ChainScores& scores, const ChainRules& rules, Index t, Index b,
                           double top, double* seen, double* row) {
  std::fill_n(seen, rules.stride(), 0.0);
  exp_all(edge_row(scores, rules, t, b), top, rules.n_labels(), seen);
  multiply_scaled(row, seen, 1.0, rules.stride(), row);
}

// turned[b][a] = table[a b'][b'']: what a maximum or sum over a reads.
inline void turn(const double* table, Index n_histories, Index L, Index stride, double* turned) {
  const Index n_shorter = n_histories / L;
  for (Index a = 0; a < L; ++a) {
    for (Index shorter = 0; shorter < n_shorter; ++shorter) {
      const double* row = table + (a * n_shorter + shorter) * stride;
      double* column = turned + shorter * L * stride + a;
      for (Index last = 0; last < L; ++last) column[last * stride] = row[last];
    }
  }
}

// The same digits read from the end. Divisions are slow, so one digit is left alone.
inline Index reversed(Index number, Index base, Index n_digits) {
  if (n_digits == 1) return number;
  Index out = 0;
  for (Index i = 0; i < n_digits; ++i, number /= base) out = out * base + number % base;
  return out;
}

inline double histories_argmax(const ChainMoves& moves, const ChainScores& scores,
                               ChainWorkspace& work, Label* out) {
  if (scores.n_sites < 2) return chain_argmax(moves, scores, work, out);
  const ChainRules& rules = moves.rules();
  const Label L = rules.n_labels();
  const Index n = rules.order();
  const Index stride = rules.stride();
  const Index n_histories = rules.power(n - 1);
  const Index size = n_histories * stride;
  const Index T = scores.n_sites;
  const HistoryMoves& ways = moves.histories();
  const double* nodes = closed_nodes(moves, scores, work);
  double* best = at_least(work.best, T * size);  // tables of histories, from t = 1
  double* turned = at_least(work.turned, size);
  for (Index t = 1; t < T; ++t) {
    double* now = best + t * size;
    const double* last = t == 1 ? nodes : now - size;
    if (t >= n) turn(last, n_histories, L, stride, turned);
    const Index n_rows = rules.power(std::min(t, n - 1));
    const double* move = ways.scores(t, 0, 0);
    for (Index b = 0; b < n_rows; ++b, move += stride) {
      double* row = now + b * stride;
      if (t < n) {
        const double from = last[cell_before(b, L, stride)];
        for (Index c = 0; c < stride; ++c) row[c] = from + move[c];
      } else {
        best_moves(turned + b * stride, move, size, L, stride, row);
      }
      const double* edge = edge_row(scores, rules, t, b);
      for (Index c = 0; c < L; ++c) {
        row[c] += nodes[t * stride + c] + (edge != nullptr ? edge[c] : 0.0);
      }
    }
  }
  // The last label first, then the one before it: ties go to the lower label, from the end.
  const double* last = best + (T - 1) * size;
  const Index n_digits = std::min(T - 1, n - 1);
  double top = kImpossible;
  Index history = 0;
  out[T - 1] = 0;
  const Index n_last = rules.power(n_digits);
  for (Label c = 0; c < L; ++c) {
    for (Index i = 0; i < n_last; ++i) {
      const Index b = reversed(i, L, n_digits);
      if (last[b * stride + c] <= top) continue;
      top = last[b * stride + c];
      out[T - 1] = c;
      history = b;
    }
  }
  for (Index i = 0, rest = history; i < n_digits; ++i, rest /= L) {
    out[T - 2 - i] = static_cast<Label>(rest % L);
  }
  for (Index t = T - 1; t >= n; --t) {
    const double* before = best + (t - 1) * size + cell_before(history, L, stride);
    const Label first = best_from(before, size / L, ways.scores(t, 0, history) + out[t], size, L);
    out[t - n] = first;
    history = (first * n_histories + history) / L;
  }
  return top;
}

// Log Z, or NaN if shares will not do. work.alpha [T][L^(n-1)][stride] from t = 1.
inline double histories_forward(const ChainMoves& moves, const ChainScores& scores,
                                ChainWorkspace& work) {
  const ChainRules& rules = moves.rules();
  const Index L = rules.n_labels();
  const Index n = rules.order();
  const Index stride = rules.stride();
  const Index size = rules.power(n - 1) * stride;
  const Index T = scores.n_sites;
  const HistoryMoves& ways = moves.histories();
  const double* nodes = closed_nodes(moves, scores, work);
  double* alpha = at_least(work.alpha, T * size);
  double* share = at_least(work.share, T * stride);
  double* scale = at_least(work.scale, T);
  double* turned = at_least(work.turned, size);
  double* seen = at_least(work.next, stride);
  LogProduct total;
  for (Index t = 0; t < T; ++t) {
    const double top = *std::max_element(nodes + t * stride, nodes + t * stride + L);
    if (top == kImpossible) return kImpossible;
    exp_all(nodes + t * stride, top, stride, share + t * stride);
    total.add(top);
    if (t == 0) continue;
    double* now = alpha + t * size;
    const double* last = t == 1 ? share : now - size;
    if (t >= n) turn(last, rules.power(n - 1), L, stride, turned);
    const double top_edge = edge_top(scores, rules, t);
    const Index n_rows = rules.power(std::min(t, n - 1));
    double sum = 0;
    for (Index b = 0; b < n_rows; ++b) {
      double* row = now + b * stride;
      if (t < n) {
        const double from = last[cell_before(b, L, stride)];
        multiply_scaled(ways.shares(t, 0, b), share + t * stride, from, stride, row);
      } else {
        const RowView<double, Dense, true> from{nullptr, turned + b * stride, L};
        from.gather(ways.shares(t, 0, b), size, stride, row);
        multiply_scaled(row, share + t * stride, 1.0, stride, row);
      }
      if (scores.edges != nullptr) multiply_edges(scores, rules, t, b, top_edge, seen, row);
      for (Index c = 0; c < L; ++c) sum += row[c];
    }
    if (!(sum > kSmallestScale)) return std::nan("");
    scale_row(now, 1 / sum, n_rows * stride);
    scale[t] = 1 / sum;
    total.multiply(sum);
    total.add(ways.top() + top_edge);
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

// Adds the shares of the histories and labels at site t to all parts but those of n labels before.
inline void add_history_shares(const ChainRules& rules, const ChainScores& scores, Index t,
                               double weight, const double* alpha, const double* beta,
                               double* shares, const ChainShares& out) {
  const Index L = rules.n_labels();
  const Index stride = rules.stride();
  const auto row_of = [&](Index row) { return out.structural + row * stride; };
  for (Index b = 0; b < rules.power(std::min<Index>(t, rules.order() - 1)); ++b) {
    const auto add_to = [&](double* cells) {
      for (Index c = 0; c < L; ++c) cells[c] += shares[c];
    };
    for (Index c = 0; c < L; ++c) {
      shares[c] = weight * (alpha[b * stride + c] * beta[b * stride + c]);
    }
    add_to(out.nodes + t * stride);
    add_to(row_of(b % L));
    rules.for_each_shared_row(t, b, [&](Index row) { add_to(row_of(row)); });
    if (out.edges != nullptr) add_to(out.edges + edge_offset(scores, rules, t, b));
    if (t == scores.n_sites - 1) add_to(row_of(rules.end_row()));
    for (Index c = 0; t == 1 && c < L; ++c) {
      out.nodes[b] += shares[c];
      row_of(rules.start_row())[b] += shares[c];
    }
  }
}

inline void histories_backward(const ChainMoves& moves, const ChainScores& scores, double weight,
                               ChainWorkspace& work, const ChainShares& out) {
  const ChainRules& rules = moves.rules();
  const Index L = rules.n_labels();
  const Index n = rules.order();
  const Index stride = rules.stride();
  const Index size = rules.power(n - 1) * stride;
  const Index T = scores.n_sites;
  const HistoryMoves& ways = moves.histories();
  double* beta = at_least(work.beta, T * size) + (T - 1) * size;
  double* flow = at_least(work.flow, stride);
  double* expected = at_least(work.expected, size * L);
  double* seen = at_least(work.moves, stride);
  std::fill_n(expected, size * L, 0.0);
  std::fill_n(beta, size, 1.0);
  for (Index t = T - 1; t > 0; --t) {
    const double* now = work.alpha.data() + t * size;
    add_history_shares(rules, scores, t, weight, now, beta, flow, out);
    if (t == 1) break;
    double* before = beta - size;
    std::fill_n(before, size, 0.0);
    const double top_edge = edge_top(scores, rules, t);
    for (Index b = 0; b < rules.power(std::min(t, n - 1)); ++b) {
      multiply_scaled(work.share.data() + t * stride, beta + b * stride, work.scale[as_size(t)],
                      stride, flow);
      if (scores.edges != nullptr) multiply_edges(scores, rules, t, b, top_edge, seen, flow);
      const Index cell = cell_before(b, L, stride);
      if (t >= n) {
        flow_back(ways.shares(t, 0, b), size, flow, now - size + cell, size / L, L, stride,
                  before + cell, size / L, expected + b * stride, size);
      } else {
        multiply_scaled(ways.shares(t, 0, b), flow, 1.0, stride, flow);
        for (Index c = 0; c < L; ++c) before[cell] += flow[c];
      }
    }
    beta = before;
  }
  double* longest = out.structural + rules.first_row(n) * stride;
  for (Index row = 0; row < rules.power(n); ++row) {
    for (Index c = 0; c < L; ++c) longest[row * stride + c] += weight * expected[row * stride + c];
  }
}

}  // namespace linguine
