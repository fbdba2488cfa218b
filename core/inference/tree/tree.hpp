// Dependency trees: each word of a sentence hangs on another word or on the root.
//
//   set       heads h_1 .. h_n in {0 .. n} whose arcs h_m -> m form a tree rooted at 0; projective
//             ones have no crossing arcs, and with a single root exactly one word hangs on 0
//   score     s(y) = sum_m s(h_m, m), the arc-factored model of [McDonald2005]
//   given     s(h, m) at arcs[(m - 1) (n + 1) + h]; -inf (kImpossible) excludes an arc, cells with
//             h = m are never read. Relations are already maximised or summed into their arc
#pragma once

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/types.hpp"

namespace linguine {

struct TreeScores {
  Index n_words = 0;
  const double* arcs = nullptr;  // [n][n + 1] modifier, head

  double operator()(Index head, Index modifier) const {
    return arcs[(modifier - 1) * (n_words + 1) + head];
  }
};

struct TreeRules {
  bool projective = true;
  bool single_root = true;
};

// The score of given heads; kImpossible if one of the arcs is.
inline double tree_score(const TreeScores& scores, const Label* heads) {
  double sum = 0;
  for (Index m = 1; m <= scores.n_words; ++m) sum += scores(heads[m - 1], m);
  return sum;
}

// The largest score of a head of m; the root is left out if asked.
inline double best_head_score(const TreeScores& scores, Index m, bool with_root) {
  const double* row = scores.arcs + (m - 1) * (scores.n_words + 1);
  double top = kImpossible;
  for (Index h = with_root ? 0 : 1; h < m; ++h) top = row[h] > top ? row[h] : top;
  for (Index h = m + 1; h <= scores.n_words; ++h) top = row[h] > top ? row[h] : top;
  return top;
}

}  // namespace linguine
