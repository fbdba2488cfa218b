// The batch solvers by name: a row here is all that a new direction needs.
#pragma once

#include <stdexcept>
#include <string>

#include "core/learning/batch.hpp"
#include "core/learning/objective.hpp"
#include "core/learning/owlqn.hpp"
#include "core/learning/structured_objective.hpp"

namespace linguine {

// Fewer sites than features, a start at zero and a smooth penalty: search in the space of samples.
template <class Real>
Space best_space(const SiteProblem<Real>& problem, const Weights<Real>& start, double l1) {
  if (l1 > 0 || problem.sites->n_rows() >= problem.sites->n_features()) return Space::kWeights;
  const auto is_zero = [](Real w) { return w == Real(0); };
  const bool at_zero = std::all_of(start.theta, start.theta + start.size(), is_zero) &&
                       std::all_of(start.bias, start.bias + start.stride, is_zero);
  return at_zero ? Space::kSamples : Space::kWeights;
}

// Any objective that answers a solver's questions.
template <class Real, class Objective>
BatchResult minimise_from(Objective& f, Point<Real>& x, const std::string& solver, double l1,
                          const BatchOptions& options) {
  if (solver == "lbfgs") {
    Lbfgs<Real> direction(options.memory);
    return descend<Real>(f, x, direction, Search::kWolfe, options, "lbfgs");
  }
  if (solver == "conjugate-gradient") {
    ConjugateGradient<Real> direction;
    return descend<Real>(f, x, direction, Search::kWolfe, options, "conjugate-gradient");
  }
  if (solver == "gradient-descent") {
    Steepest<Real> direction;
    return descend<Real>(f, x, direction, Search::kArmijo, options, "gradient-descent");
  }
  if (solver == "owl-qn") return minimise_owlqn<Real>(f, x, l1, options);
  throw std::invalid_argument("unknown batch solver '" + solver + "'");
}

// Any problem, over the cells of a layout, from the weights as they are.
template <class Problem, class Layout, class Real>
BatchResult minimise_cells(const Problem& problem, const Layout& layout, Weights<Real>& weights,
                           const std::string& solver, Penalty penalty, double l1,
                           const BatchOptions& options, Threads& threads, Monitor& monitor) {
  StructuredObjective<Problem, Layout, Real> f(problem, layout);
  f.use(threads, monitor);
  f.set_penalty(penalty);
  Point<Real> x = f.zero();
  std::copy_n(weights.theta, x.coordinates.size(), x.coordinates.begin());
  const BatchResult result = minimise_from<Real>(f, x, solver, l1, options);
  std::copy(x.coordinates.begin(), x.coordinates.end(), weights.theta);
  return result;
}

// Stored sites: a single label searches in the space of its scores.
template <class Real>
BatchResult minimise(const SiteProblem<Real>& problem, Weights<Real>& weights,
                     const std::string& solver, Penalty penalty, double l1,
                     const BatchOptions& options, int n_threads, Monitor& monitor) {
  Threads threads(n_threads);
  if (!problem.examples.n_sites.empty()) {
    return minimise_cells(problem, TableLayout<Real>(problem), weights, solver, penalty, l1,
                          options, threads, monitor);
  }
  const Space space = best_space(problem, weights, l1);
  Objective<Real> f(problem, penalty, space, threads, monitor);
  Point<Real> x = space == Space::kSamples ? f.zero() : f.at(weights);
  const BatchResult result = minimise_from<Real>(f, x, solver, l1, options);
  f.write(x, weights);
  return result;
}

}  // namespace linguine
