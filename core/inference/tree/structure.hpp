// The dependency tree's answers to the four questions, projective or not.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/inference/tree/arborescence.hpp"
#include "core/inference/tree/eisner.hpp"
#include "core/inference/tree/eisner_k_best.hpp"
#include "core/inference/tree/inside.hpp"
#include "core/inference/tree/inside_logs.hpp"
#include "core/inference/tree/matrix_tree.hpp"
#include "core/inference/tree/partition_k_best.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

// One thread's memory: nothing is allocated per sentence once it has grown.
struct TreeMemory {
  Eisner eisner;
  Arborescence arborescence;
  EisnerKBest eisner_k_best;
  PartitionKBest partition_k_best;
  ProjectiveSums sums;
  ProjectiveLogs logs;
  MatrixTree<double> graph_sums;
  MatrixTree<LeadingTerm> graph_logs;
};

// Heads [n] of the best tree and its score; all heads 0 and kImpossible if there is no tree. The
// empty sentence has one tree, of score 0. The two headers say how ties are broken.
double best_tree(const TreeRules& rules, const TreeScores& scores, TreeMemory& memory,
                 Label* heads);

// Log Z, kImpossible if there is no tree. Adds weight P(arc) to `shares`, of the scores' layout,
// unless it is null; cells with h = m are left alone.
double tree_log_partition(const TreeRules& rules, const TreeScores& scores, double weight,
                          TreeMemory& memory, double* shares);

// The k best trees, best first and all different, and their scores; fewer where there are no more.
// A search adds scores in its own order: of two trees that differ in the last digit only, either
// may come first.
void k_best_trees(const TreeRules& rules, const TreeScores& scores, Index k, TreeMemory& memory,
                  std::vector<std::vector<Label>>& heads, std::vector<double>& values);

}  // namespace linguine
