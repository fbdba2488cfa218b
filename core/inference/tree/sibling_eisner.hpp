// The best projective tree under scores of arcs and of neighbouring siblings.
//
//   score     s(y) = sum over words m of s(h, m) + s(h, c, m), c the sibling of m next to it on
//             the side of h, 0 if m is the first modifier of h on its side
//   recursion [McDonaldPereira2006], spans i < j:
//               join(i, j)  = max_k right(i, k) + left(k + 1, j)              i <= k < j
//               open(i, j)  = s(i, j) + max of left(i + 1, j) + s(i, 0, j) and
//                             open(i, k) + join(k, j) + s(i, k, j)            i < k < j, head i
//               nepo(i, j)  = s(j, i) + max of right(i, j - 1) + s(j, 0, i) and
//                             join(i, k) + nepo(k, j) + s(j, k, i)            i < k < j, head j
//               right(i, j) = max_k open(i, k) + right(k, j)                  i < k <= j
//               left(i, j)  = max_k left(i, k) + nepo(k, j)                   i <= k < j
//             best = right(0, n); with a single root max_r left(1, r) + s(0, r) + s(0, 0, r) +
//             right(r, n)
//   cost      O(n^3) time; tables of n^2, each also transposed so that every maximum runs over
//             neighbours in memory. Scores of siblings are asked for a row at a time, never stored;
//             no back pointers: the tree asks again for the few splits it needs
//   exact     ties go to the lower k, and to no sibling
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

// max_k a[k] + b[k]
LINGUINE_MULTIVERSION inline double largest_sum(const double* a, const double* b, Index n) {
  double top = kImpossible;
  for (Index k = 0; k < n; ++k) {
    const double sum = a[k] + b[k];
    top = sum > top ? sum : top;
  }
  return top;
}
LINGUINE_MULTIVERSION inline double largest_sum(const double* a, const double* b, const double* c,
                                                Index n) {
  double top = kImpossible;
  for (Index k = 0; k < n; ++k) {
    const double sum = a[k] + b[k] + c[k];
    top = sum > top ? sum : top;
  }
  return top;
}

class SiblingEisner {
 public:
  // Heads of the best tree; false if there is none. `siblings(h, m, row)` writes s(h, c, m) to
  // row[c] for all c between h and m, and s(h, 0, m) to row[0]; kImpossible excludes.
  template <class Siblings>
  bool run(const TreeRules& rules, const TreeScores& scores, const Siblings& siblings,
           Label* heads) {
    scores_ = scores;
    lay_out();
    for (Index i = n_; i >= (rules.single_root ? 1 : 0); --i) {
      right_[at(i, i)] = right_t_[at(i, i)] = 0;
      left_[at(i, i)] = left_t_[at(i, i)] = 0;
      for (Index j = i + 1; j <= n_; ++j) fill_span(i, j, siblings);
    }
    if (!begin_reading(rules, siblings, heads)) return false;
    while (!pending_.empty()) {
      const Span span = pending_.back();
      pending_.pop_back();
      if (span.i < span.j) read_span(span.kind, span.i, span.j, siblings, heads);
    }
    return true;
  }

 private:
  enum Kind : Label { kJoin, kOpen, kNepo, kRight, kLeft };
  struct Span {
    Kind kind;
    Index i;
    Index j;
  };
  struct Choice {
    double value;
    Index k;
  };

  void lay_out() {
    n_ = scores_.n_words;
    stride_ = n_ + 2;
    const Index size = stride_ * stride_;
    double* cells = at_least(cells_, 8 * size);
    std::fill_n(cells, 8 * size, kImpossible);
    for (double** table :
         {&right_, &right_t_, &left_, &left_t_, &join_, &join_t_, &open_, &nepo_t_}) {
      *table = cells;
      cells += size;
    }
    row_.fit(n_ + 1);
  }
  Index at(Index i, Index j) const { return i * stride_ + j; }

  template <class Siblings>
  void fill_span(Index i, Index j, const Siblings& siblings) {
    const Index width = j - i;
    join_[at(i, j)] = join_t_[at(j, i)] =
        largest_sum(right_ + at(i, i), left_t_ + at(j, i + 1), width);
    const double rightward = scores_(i, j);
    if (rightward != kImpossible) {
      siblings(i, j, row_);
      const double first = left_[at(i + 1, j)] + row_[0];
      const double later =
          largest_sum(open_ + at(i, i + 1), join_t_ + at(j, i + 1), row_ + i + 1, width - 1);
      open_[at(i, j)] = rightward + (later > first ? later : first);
    }
    const double leftward = i == 0 ? kImpossible : scores_(j, i);
    if (leftward != kImpossible) {
      siblings(j, i, row_);
      const double first = right_[at(i, j - 1)] + row_[0];
      const double later =
          largest_sum(join_ + at(i, i + 1), nepo_t_ + at(j, i + 1), row_ + i + 1, width - 1);
      nepo_t_[at(j, i)] = leftward + (later > first ? later : first);
    }
    left_[at(i, j)] = left_t_[at(j, i)] = largest_sum(left_ + at(i, i), nepo_t_ + at(j, i), width);
    right_[at(i, j)] = right_t_[at(j, i)] =
        largest_sum(open_ + at(i, i + 1), right_t_ + at(j, i + 1), width);
  }

  // The lowest k in first .. last with the largest a[k] + b[k] + c[k].
  static Choice choose(Index first, Index last, const double* a, const double* b,
                       const double* c = nullptr) {
    Choice best{kImpossible, first};
    for (Index k = first; k <= last; ++k) {
      const double value = a[k] + b[k] + (c == nullptr ? 0.0 : c[k]);
      if (value > best.value) best = {value, k};
    }
    return best;
  }

  template <class Siblings>
  bool begin_reading(const TreeRules& rules, const Siblings& siblings, Label* heads) {
    pending_.clear();
    if (rules.single_root) {
      Choice root{kImpossible, 0};
      for (Index r = 1; r <= n_; ++r) {
        if (scores_(0, r) == kImpossible) continue;
        siblings(0, r, row_);
        const double value = left_[at(1, r)] + scores_(0, r) + row_[0] + right_[at(r, n_)];
        if (value > root.value) root = {value, r};
      }
      if (root.value == kImpossible) return false;
      heads[root.k - 1] = 0;
      push(kLeft, 1, root.k);
      push(kRight, root.k, n_);
    } else {
      if (right_[at(0, n_)] == kImpossible) return false;
      push(kRight, 0, n_);
    }
    return true;
  }
  template <class Siblings>
  void read_span(Kind kind, Index i, Index j, const Siblings& siblings, Label* heads) {
    if (kind == kJoin) {
      const Index k = choose(i, j - 1, right_ + at(i, 0), left_t_ + at(j, 1)).k;
      push(kRight, i, k);
      push(kLeft, k + 1, j);
    } else if (kind == kRight) {
      const Index k = choose(i + 1, j, open_ + at(i, 0), right_t_ + at(j, 0)).k;
      push(kOpen, i, k);
      push(kRight, k, j);
    } else if (kind == kLeft) {
      const Index k = choose(i, j - 1, left_ + at(i, 0), nepo_t_ + at(j, 0)).k;
      push(kLeft, i, k);
      push(kNepo, k, j);
    } else if (kind == kOpen) {
      heads[j - 1] = static_cast<Label>(i);
      siblings(i, j, row_);
      const Choice later = choose(i + 1, j - 1, open_ + at(i, 0), join_t_ + at(j, 0), row_);
      if (later.value > left_[at(i + 1, j)] + row_[0]) {
        push(kOpen, i, later.k);
        push(kJoin, later.k, j);
      } else {
        push(kLeft, i + 1, j);
      }
    } else {
      heads[i - 1] = static_cast<Label>(j);
      siblings(j, i, row_);
      const Choice later = choose(i + 1, j - 1, join_ + at(i, 0), nepo_t_ + at(j, 0), row_);
      if (later.value > right_[at(i, j - 1)] + row_[0]) {
        push(kJoin, i, later.k);
        push(kNepo, later.k, j);
      } else {
        push(kRight, i, j - 1);
      }
    }
  }
  void push(Kind kind, Index i, Index j) { pending_.push_back({kind, i, j}); }

  TreeScores scores_;
  Index n_ = 0;
  Index stride_ = 0;
  std::vector<double> cells_;
  double* right_ = nullptr;    // [i][j]
  double* right_t_ = nullptr;  // [j][i]
  double* left_ = nullptr;
  double* left_t_ = nullptr;
  double* join_ = nullptr;
  double* join_t_ = nullptr;
  double* open_ = nullptr;
  double* nepo_t_ = nullptr;
  Room<double> row_;           // siblings of one arc
  std::vector<Span> pending_;  // whose arcs are still to be read
};

// The sibling of each word, as above; siblings [n].
inline void find_siblings(const Label* heads, Index n, Label* siblings) {
  std::fill_n(siblings, n, 0);
  for (Index m = 1; m <= n; ++m) {
    const Index h = heads[m - 1];
    const Index step = h < m ? -1 : 1;
    for (Index c = m + step; c != h; c += step) {
      if (heads[c - 1] == h) {
        siblings[m - 1] = static_cast<Label>(c);
        break;
      }
    }
  }
}

}  // namespace linguine
