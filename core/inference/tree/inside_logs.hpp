// Sums over projective trees on logarithms: slower than inside.hpp, safe for scores of any size.
//
//   inside    Eisner's recursion with log-sums, see eisner.hpp
//   outside   probabilities handed down from wide spans to narrow ones. A span has probability p;
//             each of its splits gets the share of p that it has of the span's sum, and so do both
//             halves of the split. No number is ever larger than 1, and what is too small for a
//             double is a probability of 0
//   layout    both halves of a split lie in rows, so that a sum runs over two of them: spans with
//             head i in rows by i and, where j is shared, again in rows by j
//   cost      O(n^3) exponentials
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

// log sum_k exp(a[k] + b[k])
LINGUINE_MULTIVERSION inline double log_sum_of_pairs(const double* a, const double* b,
                                                     Index count) {
  double top = kImpossible;
  for (Index k = 0; k < count; ++k) top = a[k] + b[k] > top ? a[k] + b[k] : top;
  if (top == kImpossible) return kImpossible;
  double sum = 0;
  for (Index k = 0; k < count; ++k) sum += exp_of(a[k] + b[k] - top);
  return top + std::log(sum);
}

// Gives p to the splits by their share of `log_sum`.
LINGUINE_MULTIVERSION inline void hand_down(double p, double log_sum, const double* a,
                                            const double* b, Index count, double* a_shares,
                                            double* b_shares) {
  for (Index k = 0; k < count; ++k) {
    const double share = p * exp_of(a[k] + b[k] - log_sum);
    a_shares[k] += share;
    b_shares[k] += share;
  }
}

class ProjectiveLogs {
 public:
  // Log Z; adds weight P(arc) to `shares` unless it is null.
  double run(const TreeRules& rules, const TreeScores& scores, double weight, double* shares) {
    scores_ = scores;
    lay_out();
    for (Index i = 0; i <= n_; ++i) set_right(i, i, 0), set_left(i, i, 0);
    for (Index width = 1; width <= n_; ++width) {
      for (Index i = rules.single_root ? 1 : 0; i + width <= n_; ++i) add_span(i, i + width);
    }
    const double log_z = rules.single_root ? single_root_sum() : logs_.right[n_];
    if (log_z == kImpossible || shares == nullptr) return log_z;
    std::fill_n(shares_.right, kTables * stride_ * stride_, 0.0);
    if (rules.single_root) {
      for (Index r = 1; r <= n_; ++r) {
        const double p = exp_of(root_value(r) - log_z);
        shares_.left[at(1, r)] += p;
        shares_.right[at(r, n_)] += p;
        shares[(r - 1) * (n_ + 1)] += weight * p;
      }
    } else {
      shares_.right[n_] = 1;
    }
    for (Index width = n_; width >= 1; --width) {
      for (Index i = rules.single_root ? 1 : 0; i + width <= n_; ++i) {
        share_span(i, i + width, weight, shares);
      }
    }
    return log_z;
  }

 private:
  static constexpr Index kTables = 7;
  struct Tables {             // [n + 2][stride]
    double* right;            // [i][j]
    double* right_by_end;     // [j][i]
    double* left;             // [i][j]
    double* left_by_end;      // [j][i]
    double* right_arc;        // [i][j]
    double* left_arc_by_end;  // [j][i]
    double* open;             // [i][j]
  };

  void lay_out() {
    n_ = scores_.n_words;
    stride_ = n_ + 2;
    double* next = at_least(cells_, 2 * kTables * stride_ * stride_);
    for (Tables* tables : {&logs_, &shares_}) {
      for (double** table :
           {&tables->right, &tables->right_by_end, &tables->left, &tables->left_by_end,
            &tables->right_arc, &tables->left_arc_by_end, &tables->open}) {
        *table = next;
        next += stride_ * stride_;
      }
    }
  }
  Index at(Index row, Index column) const { return row * stride_ + column; }
  void set_right(Index i, Index j, double value) {
    logs_.right[at(i, j)] = logs_.right_by_end[at(j, i)] = value;
  }
  void set_left(Index i, Index j, double value) {
    logs_.left[at(i, j)] = logs_.left_by_end[at(j, i)] = value;
  }

  // Splits: open(i, j) at k = i .. j - 1, right(i, j) at i + 1 .. j, left(i, j) at i .. j - 1.
  void add_span(Index i, Index j) {
    const Index n_splits = j - i;
    const double open =
        log_sum_of_pairs(logs_.right + at(i, i), logs_.left_by_end + at(j, i + 1), n_splits);
    logs_.open[at(i, j)] = open;
    logs_.right_arc[at(i, j)] = open + scores_(i, j);
    set_right(i, j,
              log_sum_of_pairs(logs_.right_arc + at(i, i + 1), logs_.right_by_end + at(j, i + 1),
                               n_splits));
    if (i == 0) return;
    logs_.left_arc_by_end[at(j, i)] = open + scores_(j, i);
    set_left(i, j,
             log_sum_of_pairs(logs_.left + at(i, i), logs_.left_arc_by_end + at(j, i), n_splits));
  }

  void share_span(Index i, Index j, double weight, double* shares) {
    const Index n_splits = j - i;
    const double right = shares_.right[at(i, j)] + shares_.right_by_end[at(j, i)];
    if (right > 0) {
      hand_down(right, logs_.right[at(i, j)], logs_.right_arc + at(i, i + 1),
                logs_.right_by_end + at(j, i + 1), n_splits, shares_.right_arc + at(i, i + 1),
                shares_.right_by_end + at(j, i + 1));
    }
    const double left = shares_.left[at(i, j)] + shares_.left_by_end[at(j, i)];
    if (left > 0) {
      hand_down(left, logs_.left[at(i, j)], logs_.left + at(i, i), logs_.left_arc_by_end + at(j, i),
                n_splits, shares_.left + at(i, i), shares_.left_arc_by_end + at(j, i));
    }
    const double to_right = shares_.right_arc[at(i, j)];
    const double to_left = shares_.left_arc_by_end[at(j, i)];
    shares[(j - 1) * (n_ + 1) + i] += weight * to_right;
    if (i > 0) shares[(i - 1) * (n_ + 1) + j] += weight * to_left;
    if (to_right + to_left > 0) {
      hand_down(to_right + to_left, logs_.open[at(i, j)], logs_.right + at(i, i),
                logs_.left_by_end + at(j, i + 1), n_splits, shares_.right + at(i, i),
                shares_.left_by_end + at(j, i + 1));
    }
  }

  double root_value(Index r) const {
    return logs_.left[at(1, r)] + scores_(0, r) + logs_.right[at(r, n_)];
  }
  double single_root_sum() const {
    double top = kImpossible;
    for (Index r = 1; r <= n_; ++r) top = std::max(top, root_value(r));
    if (top == kImpossible) return top;
    double sum = 0;
    for (Index r = 1; r <= n_; ++r) sum += exp_of(root_value(r) - top);
    return top + std::log(sum);
  }

  TreeScores scores_;
  Index n_ = 0;
  Index stride_ = 0;
  std::vector<double> cells_;
  Tables logs_;
  Tables shares_;
};

}  // namespace linguine
