// The recursions of trees, compiled once: which of them answers a question.
#include "core/inference/tree/structure.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/numbers/denormals.hpp"

namespace linguine {

double best_tree(const TreeRules& rules, const TreeScores& scores, TreeMemory& memory,
                 Label* heads) {
  if (scores.n_words == 0) return 0;
  const bool found = rules.projective ? best_projective_tree(rules, scores, memory.chart, heads)
                                      : Arborescence(rules, scores, memory.arborescence).run(heads);
  if (found) return tree_score(scores, heads);
  std::fill_n(heads, scores.n_words, 0);
  return kImpossible;
}

double tree_log_partition(const TreeRules& rules, const TreeScores& scores, double weight,
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

void k_best_trees(const TreeRules& rules, const TreeScores& scores, Index k, TreeMemory& memory,
                  std::vector<std::vector<Label>>& heads, std::vector<double>& values) {
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
