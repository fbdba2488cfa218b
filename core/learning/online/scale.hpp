// Scale: how large the numbers of the examples are. Step sizes follow it.
//
//   returns   the mean over sites of |x|^2, and the root mean square of their non-zero numbers. A
//             step moves many sites at once, but mostly weights that they do not share
#pragma once

#include <cmath>

#include "core/learning/problem.hpp"

namespace linguine {

struct Scale {
  double mean_squared_norm = 0;
  double typical_value = 1;  // 1 where there is nothing to measure
};

template <class Real>
Scale measure_scale(const SiteProblem<Real>& problem) {
  double total = 0;
  double n_sites = 0;
  double count = 0;
  for (Index e = 0; e < problem.examples.size(); ++e) {
    const Example example = problem.examples[e];
    n_sites += static_cast<double>(example.n_sites());
    for (Index row = example.first_row; row < example.first_row + example.n_sites(); ++row) {
      total += problem.sites->squared_norm(row);
      count += static_cast<double>(problem.sites->nonzeros(row));
    }
  }
  Scale scale;
  scale.mean_squared_norm = total / n_sites;
  const double typical = count > 0 ? std::sqrt(total / count) : 0.0;
  if (typical > 0 && std::isfinite(typical)) scale.typical_value = typical;
  return scale;
}

}  // namespace linguine
