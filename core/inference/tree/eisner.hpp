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
  std::vector<double> cells;
  Index stride = 0;
  double* open = nullptr;      // without the arc
  double* right = nullptr;     // complete, head i
  double* left = nullptr;      // complete, head j
  double* left_arc = nullptr;  // open with the arc j -> i
  std::vector<Label> pending;  // spans whose arcs are still to be read: kind, i, j

  void lay_out(Index n) {
    stride = whole_blocks(n + 1);
    const Index size = (n + 2) * stride;
    open = whole_lines(at_least(cells, 4 * size + kLineCells));
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

// Reads the tree from a full chart.
class EisnerTree {
 public:
  EisnerTree(const TreeScores& scores, EisnerChart& chart, Label* heads)
      : scores_(scores), chart_(chart), heads_(heads) {}

  // False if there is no tree.
  bool read(const TreeRules& rules) {
    const Index n = scores_.n_words;
    const Index stride = chart_.stride;
    chart_.pending.clear();
    if (rules.single_root) {
      Index root = 0;
      double top = kImpossible;
      for (Index r = 1; r <= n; ++r) {
        const double value = single_root_value(r);
        if (value > top) top = value, root = r;
      }
      if (top == kImpossible) return false;
      heads_[root - 1] = 0;
      push(kLeft, 1, root);
      push(kRight, root, n);
    } else {
      if (chart_.right[n] == kImpossible) return false;
      push(kRight, 0, n);
    }
    while (!chart_.pending.empty()) {
      const Label j = pop();
      const Label i = pop();
      const Label kind = pop();
      if (i == j) continue;
      const double* right = chart_.right;
      const double* left = chart_.left;
      if (kind == kOpen) {
        const Index k = best_split(i, j - 1, right + i * stride, 1, left + stride + j, stride);
        push(kRight, i, k);
        push(kLeft, k + 1, j);
      } else if (kind == kRight) {
        const Index k = best_right(i, j);
        heads_[k - 1] = i;
        push(kOpen, i, k);
        push(kRight, k, j);
      } else {
        const Index k = best_split(i, j - 1, left + i * stride, 1, chart_.left_arc + j, stride);
        heads_[k - 1] = j;
        push(kLeft, i, k);
        push(kOpen, k, j);
      }
    }
    return true;
  }

 private:
  enum Kind : Label { kOpen, kRight, kLeft };

  double single_root_value(Index r) const {
    const Index stride = chart_.stride;
    return chart_.left[stride + r] + scores_(0, r) + chart_.right[r * stride + scores_.n_words];
  }
  // The lowest k in first .. last with the largest a[k] + b[k].
  static Index best_split(Index first, Index last, const double* a, Index a_stride, const double* b,
                          Index b_stride) {
    Index best = first;
    double top = a[first * a_stride] + b[first * b_stride];
    for (Index k = first + 1; k <= last; ++k) {
      const double value = a[k * a_stride] + b[k * b_stride];
      if (value > top) top = value, best = k;
    }
    return best;
  }
  Index best_right(Index i, Index j) const {
    const Index stride = chart_.stride;
    Index best = j;
    double top = kImpossible;
    for (Index k = i + 1; k <= j; ++k) {
      const double arc = chart_.open[i * stride + k] + scores_(i, k);
      const double value = arc + chart_.right[k * stride + j];
      if (value > top) top = value, best = k;
    }
    return best;
  }
  void push(Kind kind, Index i, Index j) {
    chart_.pending.insert(chart_.pending.end(),
                          {kind, static_cast<Label>(i), static_cast<Label>(j)});
  }
  Label pop() {
    const Label last = chart_.pending.back();
    chart_.pending.pop_back();
    return last;
  }

  const TreeScores& scores_;
  EisnerChart& chart_;
  Label* heads_;
};

inline bool best_projective_tree(const TreeRules& rules, const TreeScores& scores,
                                 EisnerChart& chart, Label* heads) {
  fill_chart(rules, scores, chart);
  return EisnerTree(scores, chart, heads).read(rules);
}

}  // namespace linguine
