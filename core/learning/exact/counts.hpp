// Counts: one pass over the examples; what every generative model is estimated from.
//
//   returns   sums[f][k] = sum over examples of label k of w x_f  (or w x_f^2)
//   exact     added in example order, in double
#pragma once

#include "core/base/examples.hpp"
#include "core/base/matrix/sites.hpp"

namespace linguine {

template <class Real>
void class_sums(const Sites<Real>& sites, const Examples& examples, Label n_labels, bool squares,
                double* sums /* [n_features][n_labels], zero on entry */) {
  for (Index e = 0; e < examples.size(); ++e) {
    const auto at = as_size(e);
    const double w = examples.weight[at];
    double* column = sums + examples.gold[at];
    sites.with_row(examples.row[at], [&](const auto& row) {
      for (Index j = 0; j < row.count; ++j) {
        const double x = static_cast<double>(row.value(j));
        column[row.feature(j) * n_labels] += w * (squares ? x * x : x);
      }
    });
  }
}

}  // namespace linguine
