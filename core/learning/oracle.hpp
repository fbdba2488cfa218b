// Oracle: all that a learner knows about structure and loss. It is the only place where they meet.
//
//   evaluate    value of the loss at these scores, and its derivative by the scores
//   candidates  the best wrong outputs with their cost, for MIRA with k constraints
//   given       scores [n_columns] of the example's site
//   columns     K >= 3 labels: one each. K = 2: one, the score of label 1, label 0 being pinned to
//   0. blocks      a joint loss is one block over all columns; one-versus-all is a block per column
#pragma once

#include <span>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

struct Candidate {
  std::vector<double> difference;  // [n_columns] parts of gold minus parts of the candidate
  double loss;                     // cost(gold, candidate) - (score of gold - score of candidate)
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual Label n_columns() const = 0;
  virtual Label n_blocks() const = 0;
  // `block_values` [n_blocks] receives the loss of each block; the sum is returned.
  virtual double evaluate(Label gold, std::span<const double> scores, std::span<double> gradient,
                          std::span<double> block_values) const = 0;
  virtual void candidates(Label gold, std::span<const double> scores, Label k,
                          std::vector<Candidate>& out) const = 0;
};

}  // namespace linguine
