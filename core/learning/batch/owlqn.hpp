// OWL-QN: L-BFGS for an objective with l1 |theta|_1, which has a corner at every zero.
//
//   objective F(theta) + l1 |theta|_1, F smooth, in the space of weights; bias not in l1
//   algorithm [AndrewGao2007]: the pseudo-gradient chooses an orthant, L-BFGS a direction in it,
//             and the step is cut where a weight would change its sign: there it becomes exactly 0
//   cost      per trial one forward pass, per iteration one backward pass
//   stops     when the decrease over the last five iterations is below tolerance F, and the
//             pseudo-gradient has shrunk by the square root of the tolerance; or when the decrease
//             is a thousandth of that and the pseudo-gradient, too, of what it was
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/learning/batch/batch.hpp"
#include "core/learning/batch/directions.hpp"

namespace linguine {

namespace owlqn {

// The one-sided derivative of smallest size; 0 where neither side descends. Returns its squared
// length.
template <class Real>
double pseudo_gradient(const Point<Real>& x, const Point<Real>& g, Real l1, Threads& threads,
                       Point<Real>& out) {
  out.bias = g.bias;
  const double squares = sum_cells(x.coordinates.size(), threads, [&](std::size_t i) {
    const Real w = x.coordinates[i];
    const Real right = g.coordinates[i] + l1;
    const Real left = g.coordinates[i] - l1;
    const Real at_zero = right < 0 ? right : (left > 0 ? left : Real(0));
    const Real value = w > 0 ? right : (w < 0 ? left : at_zero);
    out.coordinates[i] = value;
    return static_cast<double>(value) * static_cast<double>(value);
  });
  return squares + bias_dot(g, g);
}

// Only components that agree with the descent of the pseudo-gradient stay. Returns the slope along
// d.
template <class Real>
double keep_descending(const Point<Real>& pseudo, Threads& threads, Point<Real>& d) {
  const double slope = sum_cells(d.coordinates.size(), threads, [&](std::size_t i) {
    if (d.coordinates[i] * pseudo.coordinates[i] >= 0) d.coordinates[i] = 0;
    return static_cast<double>(d.coordinates[i]) * static_cast<double>(pseudo.coordinates[i]);
  });
  return slope + bias_dot(pseudo, d);
}

// x + alpha d, cut at zero where a weight would leave its orthant.
template <class Real>
void step_within_orthant(const Point<Real>& x, const Point<Real>& pseudo, const Point<Real>& d,
                         double alpha, Threads& threads, Point<Real>& trial) {
  for_all_cells(d.coordinates.size(), threads, [&](std::size_t i) {
    const Real w = x.coordinates[i];
    const Real orthant = w != 0 ? w : -pseudo.coordinates[i];
    const Real moved = w + static_cast<Real>(alpha) * d.coordinates[i];
    trial.coordinates[i] = moved * orthant > 0 ? moved : Real(0);
  });
  for (std::size_t c = 0; c < x.bias.size(); ++c) trial.bias[c] = x.bias[c] + alpha * d.bias[c];
}

template <class Real>
double penalty_of(const Point<Real>& x, const Penalty& penalty, double l1, Threads& threads) {
  const double weights = sum_cells(x.coordinates.size(), threads, [&](std::size_t i) {
    const double w = static_cast<double>(x.coordinates[i]);
    return w * (0.5 * penalty.l2 * w) + l1 * std::abs(w);
  });
  return weights + 0.5 * penalty.bias_l2 * bias_dot(x, x);
}

}  // namespace owlqn

template <class Real>
Solution minimise_owlqn(Objective<Real>& f, Point<Real>& x, double l1,
                        const BatchOptions& options) {
  const Real corner = static_cast<Real>(l1);
  Threads& threads = f.threads();
  Solution result;
  Lbfgs<Real> direction(options.memory);
  Point<Real> g = f.zero();
  Point<Real> g_new = f.zero();
  Point<Real> pseudo = f.zero();
  Point<Real> d = f.zero();
  Point<Real> trial = f.zero();
  auto value_at = [&](const Point<Real>& at) {
    return f.loss_along(at, nullptr, 0, nullptr) + owlqn::penalty_of(at, f.penalty(), l1, threads);
  };
  double value = value_at(x);
  f.gradient_at(x, g);
  constexpr double kNothing = 1e-3;
  constexpr double kFlat = 1e-3;
  double first_size = -1;
  for (Index it = 0; it < options.max_iterations; ++it) {
    const double size = std::sqrt(owlqn::pseudo_gradient(x, g, corner, threads, pseudo));
    if (first_size < 0) first_size = size;
    const auto past = result.history.size();
    const double recent = past >= 5 ? result.history[past - 5] - value : HUGE_VAL;
    const double goal = options.tolerance * std::abs(value);
    const bool is_done = recent <= goal && size <= std::sqrt(options.tolerance) * first_size;
    // Gradients of single numbers may never be as small as a strict tolerance asks.
    const bool has_rounding_won = recent <= kNothing * goal && size <= kFlat * first_size;
    if (size == 0 || is_done || has_rounding_won) {
      result.converged = true;
      break;
    }
    direction.compute(f, pseudo, d);
    const double slope = owlqn::keep_descending(pseudo, threads, d);
    double alpha = it == 0 ? 1 / std::max(1.0, size) : 1.0;
    double next = HUGE_VAL;
    bool found = false;
    for (int attempt = 0; attempt < 40 && !found; ++attempt, alpha *= 0.5) {
      owlqn::step_within_orthant(x, pseudo, d, alpha, threads, trial);
      f.finish_direction(trial);
      next = value_at(trial);
      found = next <= value + 1e-4 * alpha * slope;
    }
    if (!found) {
      result.converged = recent <= 100 * goal;
      break;
    }
    f.gradient_at(trial, g_new);
    combine_points<Real>(f, {1.0, -1.0}, {&trial, &x}, d);
    direction.observe(f, d, 1.0, g, g_new);
    std::swap(x, trial);
    std::swap(g, g_new);
    value = next;
    result.n_iterations = it + 1;
    result.history.push_back(value);
    f.monitor().report("owl-qn", it + 1, options.max_iterations, value);
  }
  result.objective = value;
  return result;
}

}  // namespace linguine
