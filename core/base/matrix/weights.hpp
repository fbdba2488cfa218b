// Weights: theta[feature][column] with the columns of a feature side by side, and a bias per
// column. A view; the arrays belong to the caller.
#pragma once

#include "core/base/matrix/blocks.hpp"
#include "core/base/types.hpp"

namespace linguine {

template <class Real>
struct Weights {
  Real* theta = nullptr;  // [n_features][stride], padding zero
  Real* bias = nullptr;   // [stride], padding zero; longer where a loss has numbers of its own
  Index n_features = 0;
  Index n_columns = 0;
  Index stride = 1;

  Index size() const { return n_features * stride; }
};

}  // namespace linguine
