// The best projective tree.
//
//   set       projective trees, see tree.hpp
//   recursion [Eisner1996], spans of words whose head is at an end, i < j:
//               open(i, j)  = max_k right(i, k) + left(k + 1, j)      i <= k < j, no arc yet
//               right(i, j) = max_k open(i, k) + s(i, k) + right(k, j)   i < k <= j, head i
//               left(i, j)  = max_k left(i, k) + open(k, j) + s(j, k)    i <= k < j, head j
//             best = right(0, n); with a single root max_r left(1, r) + s(0, r) + right(r, n), so
//             that the root is attached when everything else is done
//   order     i falls; for each i the k rise, and as soon as the items (i, k) are final, what they
//             give to all (i, j) is added as rows: three rows read, three written, no reductions.
//             Cells left of the diagonal are -inf and change nothing, so rows start at any block
//   cost      O(n^3) time, four tables of n^2; no back pointers: the tree asks again for the few
//             splits it needs
//   exact     ties go to the lower k at each span, to the lower r at the root
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

// Tables of one sentence, [n + 2][stride] each: i, then j. The last row is all -inf.
struct EisnerChart {
  AlignedVector<double> cells;
  Index stride = 0;
  double* open = nullptr;      // without the arc
  double* right = nullptr;     // complete, head i
  double* left = nullptr;      // complete, head j
  double* left_arc = nullptr;  // open with the arc j -> i

  void lay_out(Index n) {
    stride = whole_blocks(n + 1);
    const Index size = (n + 2) * stride;
    open = at_least(cells, 4 * size);
    right = open + size;
    left = right + size;
    left_arc = left + size;
  }
};

// Row i of the chart from the rows below it. The root's row has nothing to its left.
template <bool kIsRoot>
LINGUINE_MULTIVERSION void fill_row(const TreeScores& scores, Index i, const EisnerChart& chart) {
  const Index n = scores.n_words;
  const Index stride = chart.stride;
  const Index arc_stride = n + 1;
  double* __restrict open = chart.open + i * stride;
  double* __restrict right = chart.right + i * stride;
  double* __restrict left = chart.left + i * stride;
  double* __restrict left_arc = chart.left_arc + i * stride;
  const auto larger = [](double* at, const Block<double, 8>& next) {
    const Block<double, 8> top = *block_at<8>(at);
    *block_at<8>(at) = next > top ? next : top;
  };
  for (Index j = 0; j < stride; j += 8) {
    const Block<double, 8> nothing = kImpossible - Block<double, 8>{};
    *block_at<8>(open + j) = *block_at<8>(chart.left + (i + 1) * stride + j);
    *block_at<8>(right + j) = nothing;
    *block_at<8>(left + j) = nothing;
    *block_at<8>(left_arc + j) = nothing;
  }
  right[i] = left[i] = left_arc[i] = 0;
  const double* into = scores.arcs + (i - 1) * arc_stride;  // s(j, i) at j
  const double* from = scores.arcs + i - arc_stride;        // s(i, j) at j arc_stride
  for (Index k = i + 1; k <= n; ++k) {
    const double right_arc = open[k] + from[k * arc_stride];
    const double right_best = right_arc > right[k] ? right_arc : right[k];
    double left_best = kImpossible;
    if constexpr (!kIsRoot) {
      left_arc[k] = open[k] + into[k];
      left_best = left_arc[k] > left[k] ? left_arc[k] : left[k];
    }
    const double* right_row = chart.right + k * stride;
    const double* left_row = chart.left + (k + 1) * stride;
    const double* arc_row = chart.left_arc + k * stride;
    // From k's own block on: the zeros at k put right_best and left_best in their cells. Written by
    // themselves they would hold up the next load of their block.
    for (Index j = k / 8 * 8; j < stride; j += 8) {
      larger(right + j, right_arc + *block_at<8>(right_row + j));
      larger(open + j, right_best + *block_at<8>(left_row + j));
      if constexpr (!kIsRoot) larger(left + j, left_best + *block_at<8>(arc_row + j));
    }
  }
}

inline void fill_chart(const TreeRules& rules, const TreeScores& scores, EisnerChart& chart) {
  const Index n = scores.n_words;
  chart.lay_out(n);
  for (double* table : {chart.open, chart.right, chart.left, chart.left_arc}) {
    std::fill_n(table + (n + 1) * chart.stride, chart.stride, kImpossible);
  }
  for (Index i = n; i >= 1; --i) fill_row<false>(scores, i, chart);
  if (!rules.single_root) fill_row<true>(scores, 0, chart);
}

// A span of the chart. The root's item, of trees with a single root, is split where its word is.
enum EisnerKind : Label { kOpen, kRight, kLeft, kRoot };
struct EisnerSpan {
  EisnerKind kind;
  Label i;
  Label j;

  static EisnerSpan whole(const TreeRules& rules, Index n) {
    return {rules.single_root ? kRoot : kRight, 0, static_cast<Label>(n)};
  }
  // Splits from first_split to first_split + j - i - 1.
  Label first_split() const { return kind == kRight || kind == kRoot ? i + 1 : i; }
  EisnerSpan left_half(Label k) const {
    if (kind == kRoot) return {kLeft, 1, k};
    return {kind == kOpen ? kRight : kind == kRight ? kOpen : kLeft, i, k};
  }
  EisnerSpan right_half(Label k) const {
    if (kind == kOpen) return {kLeft, k + 1, j};
    return {kind == kLeft ? kOpen : kRight, k, j};
  }
  // The arc that a split stands for.
  void write_head(Label k, Label* heads) const {
    if (kind != kOpen) heads[k - 1] = kind == kLeft ? j : i;
  }
  // The sum in the order of the chart, so that the best of a span is the same number here and
  // there.
  double combine(const TreeScores& scores, Label k, double left, double right) const {
    if (kind == kOpen) return left + right;
    if (kind == kLeft) return left + (right + scores(j, k));
    return (left + scores(i, k)) + right;
  }
  double best(const EisnerChart& chart) const {
    return (kind == kOpen    ? chart.open
            : kind == kRight ? chart.right
                             : chart.left)[i * chart.stride + j];
  }
  double best_at(const EisnerChart& chart, const TreeScores& scores, Label k) const {
    return combine(scores, k, left_half(k).best(chart), right_half(k).best(chart));
  }
};

// Finds and reads the best tree.
class Eisner {
 public:
  // False if there is no tree.
  bool run(const TreeRules& rules, const TreeScores& scores, Label* heads) {
    fill_chart(rules, scores, chart_);
    pending_.assign(1, EisnerSpan::whole(rules, scores.n_words));
    while (!pending_.empty()) {
      const EisnerSpan span = pending_.back();
      pending_.pop_back();
      if (span.i == span.j) continue;
      const Label first = span.first_split();
      Label best = -1;
      double top = kImpossible;
      for (Label k = first; k < first + span.j - span.i; ++k) {
        const double value = span.best_at(chart_, scores, k);
        if (value > top) top = value, best = k;
      }
      if (best < 0) return false;
      span.write_head(best, heads);
      pending_.push_back(span.left_half(best));
      pending_.push_back(span.right_half(best));
    }
    return true;
  }

 private:
  EisnerChart chart_;
  std::vector<EisnerSpan> pending_;  // whose arcs are still to be read
};

}  // namespace linguine
