// Solution: how far a learner that minimises something came.
#pragma once

#include <vector>

#include "core/base/types.hpp"

namespace linguine {

struct Solution {
  Index n_iterations = 0;
  bool converged = false;
  double objective = 0;
  double gap = 0;  // relative duality gap (the worst column's), where the learner has a dual
  std::vector<double> history;  // after each iteration: the objective, or the gap as estimated
};

}  // namespace linguine
