// Point: a place, a gradient or a direction in the search of a batch solver, and what is added to
// the loss. A solver sees an objective through a handful of questions (label_objective.hpp for labels,
// cell_objective.hpp for structures answer them).
#pragma once

#include <vector>

#include "core/base/types.hpp"

namespace linguine {

template <class Real>
struct Point {
  std::vector<Real> coordinates;
  std::vector<Real> scores;  // [n_sites][stride], without bias
  std::vector<double> bias;  // [n_columns]
};

struct Penalty {
  double l2 = 0;
  double bias_l2 = 0;
  bool has_bias = true;
};

}  // namespace linguine
