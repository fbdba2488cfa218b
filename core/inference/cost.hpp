// Cost: the price c(gold, y) of answering y where gold was right. c(gold, gold) = 0.
//
//   default   0/1; any non-negative matrix with a zero diagonal can be given, Eq. (2.51) of
//             [Eisenstein2018]
#pragma once

#include <span>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

class Cost {
 public:
  explicit Cost(Label n_labels) : n_labels_(n_labels) {}
  Cost(Label n_labels, std::span<const double> matrix)
      : n_labels_(n_labels), matrix_(matrix.begin(), matrix.end()) {}

  double operator()(Label gold, Label y) const {
    if (matrix_.empty()) return gold == y ? 0.0 : 1.0;
    return matrix_[as_size(gold) * as_size(n_labels_) + as_size(y)];
  }

 private:
  Label n_labels_;
  std::vector<double> matrix_;  // [n_labels][n_labels], empty means 0/1
};

}  // namespace linguine
