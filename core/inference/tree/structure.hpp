// The dependency tree's answers to the four questions, projective or not.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/numbers/denormals.hpp"
#include "core/inference/tree/arborescence.hpp"
#include "core/inference/tree/arborescence_k_best.hpp"
#include "core/inference/tree/eisner.hpp"
#include "core/inference/tree/eisner_k_best.hpp"
#include "core/inference/tree/inside.hpp"
#include "core/inference/tree/inside_logs.hpp"
#include "core/inference/tree/matrix_tree.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

// One thread's memory: nothing is allocated per sentence once it has grown.
struct TreeMemory {
  EisnerChart chart;
  ArborescenceMemory arborescence;
  EisnerKBestMemory chart_k_best;
  ArborescenceKBestMemory arborescence_k_best;
  InsideChart inside;
  InsideLogs inside_logs;
  MatrixTreeMemory<double> graph;
  MatrixTreeMemory<LeadingTerm> graph_logs;
};

// Heads [n] of the best tree and its score; all heads 0 and kImpossible if there is no tree. The
// empty sentence has one tree, of score 0. The two headers say how ties are broken.
inline double best_tree(const TreeRules& rules, const TreeScores& scores, TreeMemory& memory,
                        Label* heads) {
  if (scores.n_words == 0) return 0;
  const bool found = rules.projective ? best_projective_tree(rules, scores, memory.chart, heads)
                                      : Arborescence(rules, scores, memory.arborescence).run(heads);
  if (found) return tree_score(scores, heads);
  std::fill_n(heads, scores.n_words, 0);
  return kImpossible;
}

// Log Z, kImpossible if there is no tree. Adds weight P(arc) to `shares`, of the scores' layout,
// unless it is null; cells with h = m are left alone.
inline double tree_log_partition(const TreeRules& rules, const TreeScores& scores, double weight,
                                 TreeMemory& memory, double* shares) {
  if (scores.n_words == 0) return 0;
  const FlushDenormals flush;  // the sums know what may be lost below 1e-308
  if (rules.projective) {
    const double log_z = ProjectiveSums(rules, scores, memory.inside).run(weight, shares);
    if (!std::isnan(log_z)) return log_z;
    return ProjectiveLogs(rules, scores, memory.inside_logs).run(weight, shares);
  }
  const double log_z = MatrixTree<double>(rules, scores, memory.graph).run(weight, shares);
  if (!std::isnan(log_z)) return log_z;
  return MatrixTree<LeadingTerm>(rules, scores, memory.graph_logs).run(weight, shares);
}

// The k best trees, best first and all different, and their scores; fewer where there are no more.
// A search adds scores in its own order: of two trees that differ in the last digit only, either
// may come first.
inline void k_best_trees(const TreeRules& rules, const TreeScores& scores, Index k,
                         TreeMemory& memory, std::vector<std::vector<Label>>& heads,
                         std::vector<double>& values) {
  values.clear();
  if (scores.n_words == 0) {
    heads.assign(k > 0 ? 1 : 0, {});
  } else if (rules.projective) {
    EisnerKBest(rules, scores, memory.chart, memory.chart_k_best).run(k, heads);
  } else {
    ArborescenceKBest(rules, scores, memory.arborescence, memory.arborescence_k_best).run(k, heads);
  }
  for (const std::vector<Label>& tree : heads) values.push_back(tree_score(scores, tree.data()));
}

}  // namespace linguine
