// The recursions of trees, compiled once: which of them answers a question.
#include "core/inference/tree/structure.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/numbers/denormals.hpp"

namespace linguine {

double best_tree(const TreeRules& rules, const TreeScores& scores, TreeMemory& memory,
                 Label* heads) {
  if (scores.n_words == 0) return 0;
  const bool found = rules.projective ? memory.eisner.run(rules, scores, heads)
                                      : memory.arborescence.run(rules, scores, heads);
  if (found) return tree_score(scores, heads);
  std::fill_n(heads, scores.n_words, 0);
  return kImpossible;
}

double tree_log_partition(const TreeRules& rules, const TreeScores& scores, double weight,
                          TreeMemory& memory, double* shares) {
  if (scores.n_words == 0) return 0;
  const FlushDenormals flush;  // the sums know what may be lost below 1e-308
  const auto sum_by = [&](auto& sums) { return sums.run(rules, scores, weight, shares); };
  const double log_z = rules.projective ? sum_by(memory.sums) : sum_by(memory.graph_sums);
  if (!std::isnan(log_z)) return log_z;
  return rules.projective ? sum_by(memory.logs) : sum_by(memory.graph_logs);
}

void k_best_trees(const TreeRules& rules, const TreeScores& scores, Index k, TreeMemory& memory,
                  std::vector<std::vector<Label>>& heads, std::vector<double>& values) {
  values.clear();
  if (scores.n_words == 0) {
    heads.assign(k > 0 ? 1 : 0, {});
    values.assign(heads.size(), 0.0);
  } else if (rules.projective) {
    memory.eisner_k_best.run(rules, scores, k, heads);
    for (const auto& tree : heads) values.push_back(tree_score(scores, tree.data()));
  } else {
    memory.partition_k_best.run(scores, k, heads, values, [&](const TreeScores& left, Label* tree) {
      return memory.arborescence.run(rules, left, tree) ? tree_score(left, tree) : kImpossible;
    });
  }
}

}  // namespace linguine
