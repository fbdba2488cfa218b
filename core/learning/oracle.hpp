// Oracle: all that a learner knows about structure and loss. It is the only place where they meet.
//
//   evaluate    value of the loss at these scores, and its derivative by the scores
//   candidates  the best wrong outputs with their cost, for MIRA with k constraints
//   parts       a table of scores, [rows][part_width]: first a row per site, then (with observed
//               transitions) rows per site and label, then the structural rows of the weights
//   label       one site, no structural rows. K >= 3 labels: a column each. K = 2: one, the score
//               of label 1, label 0 being pinned to 0
//   example     gold, and which one it is: structures may differ from example to example
//   free        numbers of a loss of its own, which no feature moves (thresholds of ordered values):
//               of a single label they stand behind the scores, and are learned as the bias is
//   blocks      a joint loss is one block over all parts; one-versus-all is a block per column
#pragma once

#include <span>
#include <vector>

#include "core/base/examples.hpp"
#include "core/base/types.hpp"

namespace linguine {

struct Candidate {
  std::vector<double> difference;  // [parts] parts of gold minus parts of the candidate
  double loss;                     // cost(gold, candidate) - (score of gold - score of candidate)
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual Label n_columns() const = 0;
  virtual Label n_blocks() const = 0;
  virtual Index part_width() const { return n_columns(); }
  // Rows of the weights that belong to the structure, not to a feature.
  virtual Index n_structural() const { return 0; }
  virtual Label n_free() const { return 0; }
  // `gradient` [parts] is written, or made empty where it is zero: most answers of a trained model
  // are right. `block_values` [n_blocks] receives the loss of each block; the sum is returned.
  virtual double evaluate(const Example& example, std::span<const double> scores,
                          std::span<double>& gradient, std::span<double> block_values) const = 0;
  virtual void candidates(const Example& example, std::span<const double> scores, Label k,
                          std::vector<Candidate>& out) const = 0;
  // How many of the sites the best output labels as gold does.
  virtual Index n_right(const Example& example, std::span<const double> scores) const = 0;
};

}  // namespace linguine
