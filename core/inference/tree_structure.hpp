// The dependency tree's answers to the four questions, projective or not.
#pragma once

#include <algorithm>

#include "core/inference/arborescence.hpp"
#include "core/inference/eisner.hpp"
#include "core/inference/tree.hpp"

namespace linguine {

// One thread's memory: nothing is allocated per sentence once it has grown.
struct TreeMemory {
  EisnerChart chart;
  ArborescenceMemory arborescence;
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

}  // namespace linguine
