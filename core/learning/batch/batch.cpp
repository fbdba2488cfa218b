// The loop of the batch solvers, and the solvers by name: a row of the switch is all that a new
// direction needs.
#include "core/learning/batch/batch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/learning/batch/directions.hpp"
#include "core/learning/batch/line_search.hpp"
#include "core/learning/batch/owlqn.hpp"

namespace linguine {

namespace {

constexpr Index kWindow = 5;

enum class Search { kArmijo, kWolfe };

template <class Real>
Solution descend(Objective<Real>& f, Point<Real>& x, Direction<Real>&& direction, Search search,
                 const BatchOptions& options, const char* phase) {
  const Penalty& penalty = f.penalty();
  Solution result;
  Point<Real> g = f.zero();
  Point<Real> g_new = f.zero();
  Point<Real> d = f.zero();
  const double total_weight = f.total_weight();

  double squared_bias = bias_dot(x, x);
  double squared_norm = inner_products<Real>(f, {&x}, {&x})[0] - squared_bias;
  auto penalty_at = [&](double norm, double bias) {
    return 0.5 * penalty.l2 * norm + 0.5 * penalty.bias_l2 * bias;
  };
  double value = f.loss_along(x, nullptr, 0, nullptr) + penalty_at(squared_norm, squared_bias);
  f.gradient_at(x, g);
  double last_alpha = 1;
  double last_decrease = value;

  for (Index it = 0;; ++it) {
    direction.compute(f, g, d);
    auto products = inner_products<Real>(f, {&g, &x, &d}, {&g, &d});
    if (products[1] >= 0) {  // not a descent direction: forget the past
      direction.reset();
      direction.compute(f, g, d);
      products = inner_products<Real>(f, {&g, &x, &d}, {&g, &d});
    }
    const double bias_gradient = bias_dot(g, g);
    const double gradient_norm = products[0] - bias_gradient;
    // The bias has no strong convexity of its own; 1/20 of the total weight is a usual curvature.
    const double certificate =
        (penalty.l2 > 0 ? gradient_norm / (2 * penalty.l2) : HUGE_VAL) +
        (bias_gradient > 0 ? bias_gradient / (2 * std::max(penalty.bias_l2, 0.05 * total_weight))
                           : 0);
    const double goal = options.tolerance * std::abs(value);
    bool done = certificate <= goal || products[0] == 0;
    if (direction.knows_curvature() && it >= kWindow) {
      const double recent = result.history[as_size(it - kWindow)] - value;
      done = done || (-0.5 * products[1] <= goal && recent <= goal);
    }
    if (done || it == options.max_iterations) {
      result.converged = done;
      break;
    }
    f.finish_direction(d);
    const double bias_xd = bias_dot(x, d);
    const double bias_dd = bias_dot(d, d);
    const double xd = products[3] - bias_xd;
    const double dd = products[5] - bias_dd;
    auto evaluate = [&](double alpha) {
      Trial trial;
      trial.alpha = alpha;
      trial.value = f.loss_along(x, &d, alpha, &trial.slope) +
                    penalty_at(squared_norm + alpha * (2 * xd + alpha * dd),
                               squared_bias + alpha * (2 * bias_xd + alpha * bias_dd));
      trial.slope += penalty.l2 * (xd + alpha * dd) + penalty.bias_l2 * (bias_xd + alpha * bias_dd);
      return trial;
    };
    const Trial start{0, value, products[1], false};
    const double first =
        it == 0 || (!direction.knows_curvature() && search == Search::kArmijo)
            ? (it == 0 ? 1 / std::max(1.0, std::sqrt(products[0])) : 2 * last_alpha)
            : (direction.knows_curvature() ? 1.0 : last_alpha);
    // A closer look at the ray pays where a trial costs no pass over the data.
    const double careful = f.has_cheap_trials() ? 0.5 : 0.9;
    const double sigma = direction.knows_curvature() ? careful : 0.1;
    const Trial step = search == Search::kArmijo ? armijo(start, first, evaluate)
                                                 : wolfe(start, first, sigma, evaluate);
    if (!step.found) {  // rounding has won: there is nothing left to gain along any direction
      result.converged = certificate <= 100 * goal || last_decrease <= goal;
      break;
    }
    combine_points<Real>(f, {1.0, step.alpha}, {&x, &d}, x);
    if (!f.carries_scores() && !x.scores.empty()) {
      const std::vector<const Real*> scores{x.scores.data(), d.scores.data()};
      const std::vector<double> factors{1.0, step.alpha};
      combine<Real>(factors, scores, x.scores.data(), std::ssize(x.scores), f.threads());
    }
    squared_bias = bias_dot(x, x);
    squared_norm = inner_products<Real>(f, {&x}, {&x})[0] - squared_bias;
    last_decrease = value - step.value;
    value = step.value;
    last_alpha = step.alpha;
    f.gradient_at(x, g_new);
    direction.observe(f, d, step.alpha, g, g_new);
    std::swap(g, g_new);
    result.n_iterations = it + 1;
    result.history.push_back(value);
    f.monitor().report(phase, it + 1, options.max_iterations, value);
  }
  result.objective = value;
  return result;
}

}  // namespace

template <class Real>
Solution minimise_from(Objective<Real>& f, Point<Real>& x, const BatchOptions& options) {
  const char* name = name_of(kSolvers, options.solver);
  switch (options.solver) {
    case Solver::kLbfgs:
      return descend<Real>(f, x, Lbfgs<Real>(options.memory), Search::kWolfe, options, name);
    case Solver::kConjugateGradient:
      return descend<Real>(f, x, ConjugateGradient<Real>(), Search::kWolfe, options, name);
    case Solver::kGradientDescent:
      return descend<Real>(f, x, Steepest<Real>(), Search::kArmijo, options, name);
    default:
      return minimise_owlqn<Real>(f, x, options.l1, options);
  }
}
template Solution minimise_from(Objective<float>&, Point<float>&, const BatchOptions&);
template Solution minimise_from(Objective<double>&, Point<double>&, const BatchOptions&);

}  // namespace linguine
