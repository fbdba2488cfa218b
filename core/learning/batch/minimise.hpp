// Minimise: the batch solvers on a problem.
#pragma once

#include <algorithm>

#include "core/learning/batch/batch.hpp"
#include "core/learning/batch/label_objective.hpp"
#include "core/learning/batch/structured_objective.hpp"

namespace linguine {

// Fewer sites than features, a start at zero and a smooth penalty: search in the space of samples.
template <class Real>
Space best_space(const SiteProblem<Real>& problem, const Weights<Real>& start, double l1) {
  if (l1 > 0 || problem.sites->n_rows() >= problem.sites->n_features()) return Space::kWeights;
  const auto is_zero = [](Real w) { return w == Real(0); };
  const bool at_zero = std::all_of(start.theta, start.theta + start.size(), is_zero);
  return at_zero ? Space::kSamples : Space::kWeights;
}

// Any problem, over the cells of a layout, from the weights as they are.
template <class Problem, class Layout, class Real>
Solution minimise_cells(const Problem& problem, const Layout& layout, Weights<Real>& weights,
                        const BatchOptions& options, Threads& threads, Monitor& monitor) {
  StructuredObjective<Problem, Layout, Real> f(problem, layout);
  f.use(threads, monitor);
  f.set_penalty(options.penalty);
  Point<Real> x = f.zero();
  std::copy_n(weights.theta, x.coordinates.size(), x.coordinates.begin());
  const Solution result = minimise_from(f, x, options);
  std::copy(x.coordinates.begin(), x.coordinates.end(), weights.theta);
  return result;
}

// Stored sites: a single label searches in the space of its scores.
template <class Real>
Solution minimise(const SiteProblem<Real>& problem, Weights<Real>& weights,
                  const BatchOptions& options, Monitor& monitor) {
  Threads threads(options.n_threads);
  if (!problem.examples.n_sites.empty()) {
    return minimise_cells(problem, TableLayout<Real>(problem), weights, options, threads, monitor);
  }
  const Space space = best_space(problem, weights, options.l1);
  LabelObjective<Real> f(problem, space, threads, monitor);
  f.set_penalty(options.penalty);
  Point<Real> x = f.at(weights);
  const Solution result = minimise_from(f, x, options);
  f.write(x, weights);
  return result;
}

}  // namespace linguine
