// Sums over all dependency trees: log Z and the probability of every arc.
//
//   set       all dependency trees, see tree.hpp; w(h, m) = exp s(h, m)
//   theorem   matrix-tree [Koo2007]: Z is the determinant of L(m, m) = sum_h w(h, m),
//             L(h, m) = -w(h, m)
//   sums only the determinant is computed by removing word after word from the graph,
//               d_v = sum_h w(h, v),  w(h, m) += w(h, v) w(v, m) / d_v,  Z = product of all d_v
//             where h runs over the root and the words that are left. This is Gaussian elimination
//             with the diagonal written as the sum that it is [Grassmann1985]. Nothing is ever
//             subtracted, so every digit is right however far apart the scores are, where the
//             determinant, and the inverse with its differences of large entries, cancel
//   arcs      follow heads from h: let E(h, m) be the probability of meeting the root before m, if
//             each word takes head h with w(h, m) / d_m. Then
//               P(h -> m) = w(h, m) E(h, m) / sum_h' w(h', m) E(h', m),   E(0, m) = 1
//             and E(v, m) = sum_h w(h, v) E(h, m) / d_v when v was removed before m, going back.
//             Each m must be the last: remove one half of the words, go on with the other half by
//             itself; then the other way round. Sums of squares fall by halves: O(n^3) in all
//   one root  weigh arcs from the root by e and let e -> 0: the first term of Z in e is the sum of
//             the trees with one such arc. In d_v the root then vanishes beside any word
//   numbers   doubles, every word's weights divided by its largest. If some d_v or E leaves the
//             range in which what is lost below 1e-308 cannot show, or if d_v has no word, the
//             answer is NaN, and the same code is to be run on LeadingTerm, slow and always right
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/inference/tree/leading_term.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

// The smallest d_v, largest E and smallest sum of w E that doubles are trusted with: a lost 1e-308
// is at most 1e-308 1e100 / 1e-100 in E, which is small beside 1e-90.
inline constexpr double kSmallestPivot = 1e-100;
inline constexpr double kLargestEscape = 1e100;
inline constexpr double kSmallestArcSum = 1e-90;

// Removes words n_left .. n - 1 of a graph, the last first. Row m holds w(h, m): the root, then
// words. Cells of words that are gone, and of words as their own heads, are not used again. False
// if a number is too small to be trusted.
LINGUINE_MULTIVERSION inline bool remove_words(double* rows, Index stride, Index n, Index n_left,
                                               bool single_root, double* pivots) {
  for (Index v = n - 1; v >= n_left; --v) {
    const double* row = rows + v * stride;
    double sum = single_root ? 0.0 : row[0];
    Index h = 1;
    for (; h + 7 <= v; h += 8) {
      const Block<double, 8> next = *block_at<8>(row + h);
      sum +=
          ((next[0] + next[4]) + (next[1] + next[5])) + ((next[2] + next[6]) + (next[3] + next[7]));
    }
    for (; h <= v; ++h) sum += row[h];
    if (!(sum > kSmallestPivot)) return false;
    pivots[v] = sum;
    for (Index m = 0; m < v; ++m) {
      double* to = rows + m * stride;
      const double share = to[1 + v] / sum;
      for (Index b = 0; b <= v; b += 8) *block_at<8>(to + b) += share * *block_at<8>(row + b);
    }
  }
  return true;
}

inline bool remove_words(LeadingTerm* rows, Index stride, Index n, Index n_left, bool,
                         LeadingTerm* pivots) {
  for (Index v = n - 1; v >= n_left; --v) {
    const LeadingTerm* row = rows + v * stride;
    LeadingTerm sum;
    for (Index h = 0; h <= v; ++h) sum = sum + row[h];
    if (sum.is_zero()) return false;
    pivots[v] = sum;
    for (Index m = 0; m < v; ++m) {
      LeadingTerm* to = rows + m * stride;
      if (to[1 + v].is_zero()) continue;
      const LeadingTerm share = to[1 + v] / sum;
      for (Index h = 0; h <= v; ++h) {
        if (h != 1 + m) to[h] = to[h] + share * row[h];
      }
    }
  }
  return true;
}

// E of a removed word: out[m] = (row[0] + sum_h row[1 + h] E(h, m)) / pivot for the words m that
// are left. Its heads are the `n_left` words of `left` and `n_removed` of `removed`, rows of E.
LINGUINE_MULTIVERSION inline void escapes_of(const double* row, double pivot, const double* left,
                                             Index n_left, const double* removed, Index n_removed,
                                             Index stride, double* out) {
  for (Index m = 0; m < n_left; m += 8) {
    Block<double, 8> even = row[0] - Block<double, 8>{};
    Block<double, 8> odd = {};
    const double* heads = row + 1;
    const auto add = [&](const double* from, Index count) {
      Index h = 0;
      for (; h + 1 < count; h += 2) {
        even += heads[h] * *block_at<8>(from + h * stride + m);
        odd += heads[h + 1] * *block_at<8>(from + (h + 1) * stride + m);
      }
      if (h < count) even += heads[h] * *block_at<8>(from + h * stride + m);
      heads += count;
    };
    add(left, n_left);
    add(removed, n_removed);
    even = (even + odd) / pivot;
    if (m + 8 <= n_left) {
      *block_at<8>(out + m) = even;
    } else {
      for (Index lane = 0; m + lane < n_left; ++lane) out[m + lane] = even[lane];
    }
  }
}

inline void escapes_of(const LeadingTerm* row, const LeadingTerm& pivot, const LeadingTerm* left,
                       Index n_left, const LeadingTerm* removed, Index n_removed, Index stride,
                       LeadingTerm* out) {
  for (Index m = 0; m < n_left; ++m) {
    LeadingTerm sum = row[0];
    for (Index h = 0; h < n_left; ++h) sum = sum + row[1 + h] * left[h * stride + m];
    for (Index h = 0; h < n_removed; ++h) {
      sum = sum + row[1 + n_left + h] * removed[h * stride + m];
    }
    out[m] = sum / pivot;
  }
}

template <class Number>
class MatrixTree {
 public:
  // Log Z; NaN if doubles do not do. Adds weight P(arc) to `shares` unless it is null.
  double run(const TreeRules& rules, const TreeScores& scores, double weight, double* shares) {
    single_root_ = rules.single_root;
    scores_ = scores;
    lay_out();
    double log_z = weigh_arcs();
    if (log_z == kImpossible) return kImpossible;
    Number* graph = graphs_;
    Number* copy = graph + n_ * stride_;
    std::copy_n(graph, n_ * stride_, copy);
    Number* pivots = pivots_;
    if (!remove_words(copy, stride_, n_, 1, single_root_, pivots)) return failure();
    pivots[0] = copy[0];
    for (Index v = 0; v < n_; ++v) log_z += log_of(pivots[v]);
    if constexpr (kIsExact) {
      Index n_roots = 0;
      for (Index v = 0; v < n_; ++v) n_roots += pivots[v].order;
      if (pivots[0].is_zero() || (single_root_ && n_roots != 1)) return kImpossible;
    } else {
      if (!(copy[0] > 0)) return failure();
    }
    if (shares == nullptr) return log_z;
    if (!split(graph, stride_, 0, n_, copy, pivots)) return failure();
    return add_shares(weight, shares) ? log_z : failure();
  }

 private:
  static constexpr bool kIsExact = std::is_same_v<Number, LeadingTerm>;

  // What a number that is too small means.
  static double failure() { return kIsExact ? kImpossible : std::nan(""); }
  static double log_of(double number) { return std::log(number); }
  static double log_of(const LeadingTerm& number) { return number.log; }

  void lay_out() {
    n_ = scores_.n_words;
    stride_ = whole_blocks(n_ + 1);
    Index size = n_ * stride_;
    for (Index s = n_; s >= 1; s = s == 1 ? 0 : (s + 1) / 2) size += s * whole_blocks(s + 1);
    graphs_.fit(size);
    pivots_.fit(3 * n_ + 64);
    escapes_.fit((n_ + 1) * stride_);
    tops_.fit(stride_);
    sums_.fit(n_);
  }

  // The graph, scaled; returns the logarithm of the scale.
  double weigh_arcs() {
    double log_scale = 0;
    double root_top = single_root_ ? kImpossible : 0;
    for (Index m = 1; m <= n_; ++m) {
      double top = best_head_score(scores_, m, !single_root_);
      if (top == kImpossible) {
        if (!single_root_) return kImpossible;
        top = 0;  // this word must hang on the root
      }
      tops_[m] = top;
      log_scale += top;
      if (single_root_) root_top = std::max(root_top, scores_(0, m) - top);
    }
    if (root_top == kImpossible) return kImpossible;
    for (Index m = 1; m <= n_; ++m) {
      const double* from = scores_.arcs + (m - 1) * (n_ + 1);
      Number* row = graphs_ + (m - 1) * stride_;
      const double root = from[0] - tops_[m] - root_top;
      if constexpr (kIsExact) {
        for (Index h = 1; h <= n_; ++h) row[h] = {from[h] - tops_[m], 0};
        row[0] = {root, single_root_ ? 1 : 0};
      } else {
        exp_all(from, tops_[m], n_ + 1, row);
        row[0] = std::exp(root);
      }
      row[m] = Number{};
    }
    return log_scale + root_top;
  }

  // E(h, m) for words h and m in first .. first + n - 1, whose graph is given. `free` is memory for
  // smaller graphs.
  bool split(const Number* graph, Index stride, Index first, Index n, Number* free,
             Number* pivots) {
    if (n == 1) {
      escapes_[first * stride_ + first] = Number{};
      return true;
    }
    const Index half = (n + 1) / 2;
    return keep(graph, stride, first, n, 0, half, free, pivots) &&
           keep(graph, stride, first, n, half, n - half, free, pivots);
  }

  // Removes all but `n_left` words from `begin` on, goes on with these, and comes back.
  bool keep(const Number* graph, Index stride, Index first, Index n, Index begin, Index n_left,
            Number* free, Number* pivots) {
    const Index inner_stride = whole_blocks(n + 1);
    const Index removed = begin == 0 ? n_left : 0;  // the other half
    const Index n_removed = n - n_left;
    for (Index v = 0; v < n; ++v) {  // those that stay come first
      const Index old = v < n_left ? begin + v : removed + v - n_left;
      const Number* from = graph + old * stride;
      Number* to = free + v * inner_stride;
      to[0] = from[0];
      std::copy_n(from + 1 + begin, n_left, to + 1);
      std::copy_n(from + 1 + removed, n_removed, to + 1 + n_left);
    }
    if (!remove_words(free, inner_stride, n, n_left, single_root_, pivots)) return false;
    if (!split(free, inner_stride, first + begin, n_left, free + n * inner_stride, pivots + n)) {
      return false;
    }
    const auto escapes = [&](Index v) { return escapes_ + (first + v) * stride_ + first + begin; };
    for (Index v = n_left; v < n; ++v) {
      escapes_of(free + v * inner_stride, pivots[v], escapes(begin), n_left, escapes(removed),
                 v - n_left, stride_, escapes(removed + v - n_left));
    }
    return true;
  }

  bool add_shares(double weight, double* shares) {
    const Number* graph = graphs_;
    Number* sums = sums_;
    for (Index m = 0; m < n_; ++m) sums[m] = graph[m * stride_];
    double top = 0;
    for (Index h = 0; h < n_; ++h) {
      const Number* escapes = escapes_ + h * stride_;
      for (Index m = 0; m < n_; ++m) {
        if constexpr (!kIsExact) top = escapes[m] > top ? escapes[m] : top;
        sums[m] = sums[m] + graph[m * stride_ + 1 + h] * escapes[m];
      }
    }
    if constexpr (!kIsExact) {
      for (Index m = 0; m < n_; ++m) {
        if (!(sums[m] > kSmallestArcSum) || !std::isfinite(sums[m])) return false;
      }
      if (!(top < kLargestEscape)) return false;
    }
    for (Index m = 0; m < n_; ++m) {
      const Number* row = graph + m * stride_;
      double* to = shares + m * (n_ + 1);
      to[0] += weight * probability(row[0], sums[m]);
      for (Index h = 0; h < n_; ++h) {
        if (h == m) continue;
        const Number& escape = escapes_[h * stride_ + m];
        to[1 + h] += weight * probability(row[1 + h] * escape, sums[m]);
      }
    }
    return true;
  }
  static double probability(double part, double sum) { return part / sum; }
  static double probability(const LeadingTerm& part, const LeadingTerm& sum) {
    return part.is_zero() || part.order > sum.order ? 0.0 : std::exp(part.log - sum.log);
  }

  bool single_root_ = true;
  TreeScores scores_;
  Index n_ = 0;
  Index stride_ = 0;
  Room<Number> graphs_;   // the graph, then smaller and smaller halves
  Room<Number> pivots_;   // d_v of each of them
  Room<Number> escapes_;  // [n][stride] E
  Room<double> tops_;     // [n + 1] what the weights of each word are divided by
  Room<Number> sums_;     // [n]
};

}  // namespace linguine
