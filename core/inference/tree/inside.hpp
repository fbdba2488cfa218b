// Sums over projective trees: log Z and the probability of every arc.
//
//   set       projective trees, see tree.hpp
//   recursion Eisner's, see eisner.hpp, with sums for maxima and products for sums (inside); every
//             step is then taken back in reverse order with derivatives (outside), and
//               P(h -> m) = inside(arc) d Z / d inside(arc) / Z
//             Spans of [Eisner1996] split in one way only, so no tree is counted twice
//   numbers   not logarithms: exp(s(h, m) - max_h s(h, m)) / c. A sentence of n words has fewer
//             than 27/4 to the n projective trees, so with c = sqrt(27/4) sums stay between c^n and
//             c^-n when the best heads make a tree
//   exact     if Z is so small that what was lost below the smallest numbers could show in the 12th
//             digit, the answer is not given (NaN) and inside_logs.hpp is to be asked
//   cost      O(n^3) time, eight tables of n^2
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

// Tables of one sentence, [n + 2][stride] each: i, then j. Below the diagonal all is 0.
struct InsideChart {
  AlignedVector<double> cells;
  std::vector<double> arcs;  // [n][n + 1] exp of the scores, scaled
  Index stride = 0;
  struct Tables {
    double* right = nullptr;      // complete, head i
    double* left = nullptr;       // complete, head j
    double* left_arc = nullptr;   // with the arc j -> i
    double* right_arc = nullptr;  // with the arc i -> j; inside only
    double* open = nullptr;       // without the arc; of the outside one row is kept at a time
  };
  Tables inside;
  Tables outside;

  void lay_out(Index n) {
    stride = whole_blocks(n + 1);
    const Index size = (n + 2) * stride;
    double* at = at_least(cells, 8 * size + stride);
    for (double** table : {&inside.right, &inside.left, &inside.left_arc, &inside.right_arc,
                           &inside.open, &outside.right, &outside.left, &outside.left_arc}) {
      *table = at;
      at += size;
    }
    outside.open = at;
  }
};

// Writes one cell as part of its block: a cell written by itself holds up the next load of the
// block.
[[gnu::always_inline]] inline void set_cell(double* row, Index k, double value) {
  constexpr Block<Index, 8> kLanes = {0, 1, 2, 3, 4, 5, 6, 7};
  double* at = row + k / 8 * 8;
  const Block<double, 8> before = *block_at<8>(at);
  *block_at<8>(at) = kLanes == k % 8 ? value - Block<double, 8>{} : before;
}

// Row i of the inside sums from the rows below it.
template <bool kIsRoot>
LINGUINE_MULTIVERSION void inside_row(const double* arcs, Index n, Index i,
                                      const InsideChart& chart) {
  const Index stride = chart.stride;
  double* __restrict open = chart.inside.open + i * stride;
  double* __restrict right = chart.inside.right + i * stride;
  double* __restrict left = chart.inside.left + i * stride;
  double* __restrict right_arc = chart.inside.right_arc + i * stride;
  double* __restrict left_arc = chart.inside.left_arc + i * stride;
  for (Index j = 0; j < stride; j += 8) {
    const Block<double, 8> nothing = {};
    *block_at<8>(open + j) = *block_at<8>(chart.inside.left + (i + 1) * stride + j);
    *block_at<8>(right + j) = nothing;
    *block_at<8>(left + j) = nothing;
    *block_at<8>(right_arc + j) = nothing;
    *block_at<8>(left_arc + j) = nothing;
  }
  const double* into = arcs + (i - 1) * (n + 1);
  const double* from = arcs + i - (n + 1);
  for (Index k = i + 1; k <= n; ++k) {
    const double to_right = open[k] * from[k * (n + 1)];
    const double all_right = right[k] + to_right;
    double all_left = 0;
    right_arc[k] = to_right;
    if constexpr (!kIsRoot) {
      left_arc[k] = open[k] * into[k];
      all_left = left[k] + left_arc[k];
      set_cell(left, k, all_left);
    }
    const double* right_row = chart.inside.right + k * stride;
    const double* left_row = chart.inside.left + (k + 1) * stride;
    const double* arc_row = chart.inside.left_arc + k * stride;
    // From k's own block on: right(k, k) = 1 adds the arc to right[k].
    for (Index j = k / 8 * 8; j < stride; j += 8) {
      *block_at<8>(right + j) += to_right * *block_at<8>(right_row + j);
      *block_at<8>(open + j) += all_right * *block_at<8>(left_row + j);
      if constexpr (!kIsRoot) *block_at<8>(left + j) += all_left * *block_at<8>(arc_row + j);
    }
  }
  right[i] = left[i] = 1;
}

[[gnu::always_inline]] inline double sum_of(const Block<double, 8>& v) {
  return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}

// Takes row i back: gives the derivatives of its cells to the rows below and adds its arcs' shares.
template <bool kIsRoot>
LINGUINE_MULTIVERSION void outside_row(const double* arcs, Index n, Index i, double weight,
                                       const InsideChart& chart, double* shares) {
  const Index stride = chart.stride;
  const auto& inside = chart.inside;
  const auto& outside = chart.outside;
  double* __restrict d_open = outside.open;
  double* __restrict d_right = outside.right + i * stride;
  double* __restrict d_left = outside.left + i * stride;
  double* __restrict d_left_arc = outside.left_arc + i * stride;
  const double* right = inside.right + i * stride;
  const double* left = inside.left + i * stride;
  const double* right_arc = inside.right_arc + i * stride;
  const double* left_arc = inside.left_arc + i * stride;
  std::fill_n(d_open, stride, 0.0);
  // What blocks have written to cells that do not exist.
  for (double* row : {d_right, d_left, d_left_arc}) std::fill_n(row, i + 1, 0.0);
  const double* into = arcs + (i - 1) * (n + 1);
  const double* from = arcs + i - (n + 1);
  double* into_shares = shares + (i - 1) * (n + 1);
  double* from_shares = shares + i - (n + 1);
  for (Index k = n; k > i; --k) {
    Block<double, 8> open_sum = {};
    Block<double, 8> right_sum = {};
    Block<double, 8> left_sum = {};
    const double* left_row = inside.left + (k + 1) * stride;
    const double* right_row = inside.right + k * stride;
    const double* arc_row = inside.left_arc + k * stride;
    double* d_left_row = outside.left + (k + 1) * stride;
    double* d_right_row = outside.right + k * stride;
    double* d_arc_row = outside.left_arc + k * stride;
    for (Index j = k / 8 * 8; j < stride; j += 8) {
      const Block<double, 8> d = *block_at<8>(d_open + j);  // has right(i, k) left(k + 1, j)
      open_sum += d * *block_at<8>(left_row + j);
      *block_at<8>(d_left_row + j) += right[k] * d;
      const Block<double, 8> e = *block_at<8>(d_right + j);  // has right_arc(i, k) right(k, j)
      right_sum += e * *block_at<8>(right_row + j);
      *block_at<8>(d_right_row + j) += right_arc[k] * e;
      if constexpr (!kIsRoot) {
        const Block<double, 8> f = *block_at<8>(d_left + j);  // has left(i, k) left_arc(k, j)
        left_sum += f * *block_at<8>(arc_row + j);
        *block_at<8>(d_arc_row + j) += left[k] * f;
      }
    }
    // right(i, k) itself has right_arc(i, k), so what it gets now goes to both.
    const double from_open = sum_of(open_sum);
    const double d_right_arc = sum_of(right_sum) + from_open;
    set_cell(d_right, k, d_right[k] + from_open);
    from_shares[k * (n + 1)] += weight * (d_right_arc * right_arc[k]);
    double d_open_cell = d_right_arc * from[k * (n + 1)];
    if constexpr (!kIsRoot) {
      const double d_left_cell = d_left[k] + sum_of(left_sum);
      set_cell(d_left, k, d_left_cell);
      const double d_arc = d_left_arc[k] + d_left_cell;
      into_shares[k] += weight * (d_arc * left_arc[k]);
      d_open_cell += d_arc * into[k];
    }
    set_cell(d_open, k, d_open_cell);
  }
  double* d_next = outside.left + (i + 1) * stride;
  for (Index j = 0; j < stride; j += 8) *block_at<8>(d_next + j) += *block_at<8>(d_open + j);
}

class ProjectiveSums {
 public:
  // Log Z; NaN if it cannot be had exactly. Adds weight P(arc) to `shares` unless it is null.
  double run(const TreeRules& rules, const TreeScores& scores, double weight, double* shares) {
    n_ = scores.n_words;
    const double half = std::log(27.0 / 4) / 2;
    double log_scale = 0;
    double* arcs = at_least(chart_.arcs, n_ * (n_ + 1));
    for (Index m = 1; m <= n_; ++m) {
      const double top = best_head_score(scores, m, true);
      if (top == kImpossible) return kImpossible;
      const Index row = (m - 1) * (n_ + 1);
      exp_all(scores.arcs + row, top + half, n_ + 1, arcs + row);
      log_scale += top + half;
    }
    chart_.lay_out(n_);
    const Index stride = chart_.stride;
    const auto& inside = chart_.inside;
    for (double* table : {inside.right, inside.left, inside.left_arc}) {
      std::fill_n(table + (n_ + 1) * stride, stride, 0.0);
    }
    for (Index i = n_; i >= 1; --i) inside_row<false>(arcs, n_, i, chart_);
    if (!rules.single_root) inside_row<true>(arcs, n_, 0, chart_);
    const double z = rules.single_root ? single_root_sum(arcs) : inside.right[n_];
    // Each of O(n^3) sums may have lost 1e-308, to be multiplied by an outside sum of c^n at most.
    const double log_z = std::log(z);
    if (!(log_z > -640 + half * static_cast<double>(n_)) || !std::isfinite(z)) return std::nan("");
    if (shares != nullptr) add_shares(rules, arcs, weight / z, shares);
    return log_z + log_scale;
  }

 private:
  double single_root_sum(const double* arcs) const {
    double sum = 0;
    for (Index r = 1; r <= n_; ++r) {
      sum += chart_.inside.left[chart_.stride + r] * arcs[(r - 1) * (n_ + 1)] *
             chart_.inside.right[r * chart_.stride + n_];
    }
    return sum;
  }

  void add_shares(const TreeRules& rules, const double* arcs, double weight, double* shares) {
    const Index stride = chart_.stride;
    const auto& inside = chart_.inside;
    const auto& outside = chart_.outside;
    for (double* table : {outside.right, outside.left, outside.left_arc}) {
      std::fill_n(table, (n_ + 2) * stride, 0.0);
    }
    if (rules.single_root) {
      for (Index r = 1; r <= n_; ++r) {
        const double arc = arcs[(r - 1) * (n_ + 1)];
        const double left = inside.left[stride + r];
        const double right = inside.right[r * stride + n_];
        outside.left[stride + r] = arc * right;
        outside.right[r * stride + n_] = left * arc;
        shares[(r - 1) * (n_ + 1)] += weight * (left * arc * right);
      }
    } else {
      outside.right[n_] = 1;
      outside_row<true>(arcs, n_, 0, weight, chart_, shares);
    }
    for (Index i = 1; i <= n_; ++i) outside_row<false>(arcs, n_, i, weight, chart_, shares);
  }

  Index n_ = 0;
  InsideChart chart_;
};

}  // namespace linguine
