// Label gradient: the sum of the losses of single labels at given weights, and its derivatives,
// asked for once, as of a part of many.
//
//   algorithm rows are gathered, examples looked at, rows scattered in their order by one thread; a
//             solver that asks again and again has a transpose instead (label_objective.hpp), whose
//             making costs several times what it is used for here
//   cost      O(non-zeros x columns); memory two tables of scores
//   exact     one chain of additions per cell, in row order
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/matrix/weights.hpp"
#include "core/learning/batch/label_objective.hpp"

namespace linguine {

// Adds to `by_weights` [n_features][stride], writes `by_bias` [n_columns and what is free].
template <class Real>
double label_gradient(const SiteProblem<Real>& problem, const Weights<Real>& at, Threads& threads,
                      Monitor& monitor, Real* by_weights, std::span<double> by_bias) {
  const Sites<Real>& sites = *problem.sites;
  const Index stride = problem.stride();
  LinearMap<Real> map(sites, stride, threads, monitor);
  std::vector<Real> scores(as_size(sites.n_rows() * stride));
  std::vector<Real> parts(scores.size());
  map.forward(at.theta, scores.data());
  const std::vector<double> bias(at.bias, at.bias + by_bias.size());
  const double value = total_loss<Real>(problem, scores.data(), nullptr, 0, bias, threads,
                                        parts.data(), by_bias, nullptr);
  for (Index i = 0; i < sites.n_rows(); ++i) {
    const Real* mine = parts.data() + i * stride;
    const auto is_zero = [](Real g) { return g == Real(0); };
    if (std::all_of(mine, mine + stride, is_zero)) continue;  // no example, or nothing to learn
    sites.scatter_row(i, mine, stride, stride, by_weights);
  }
  return value;
}

}  // namespace linguine
