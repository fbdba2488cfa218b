// OWL-QN: L-BFGS for an objective with l1 |theta|_1, which has a corner at every zero.
//
//   objective F(theta) + l1 |theta|_1, F smooth (objective.hpp, in the space of weights); bias not
//   in l1 algorithm [AndrewGao2007]: the pseudo-gradient chooses an orthant, L-BFGS a direction in
//   it, and the
//             step is cut where a weight would change its sign: there it becomes exactly 0
//   cost      per trial one forward pass, per iteration one backward pass
//   stops     when the decrease over the last five iterations is below tolerance F, and the
//   pseudo-gradient
//             has shrunk by the square root of the tolerance
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/learning/batch.hpp"

namespace linguine {

namespace owlqn {

// The one-sided derivative of smallest size; 0 where neither side descends.
template <class Real>
void pseudo_gradient(const Point<Real>& x, const Point<Real>& g, Real l1, Point<Real>& out) {
  for (std::size_t i = 0; i < x.coordinates.size(); ++i) {
    const Real w = x.coordinates[i];
    const Real derivative = g.coordinates[i];
    Real value = 0;
    if (w > 0) {
      value = derivative + l1;
    } else if (w < 0) {
      value = derivative - l1;
    } else if (derivative + l1 < 0) {
      value = derivative + l1;
    } else if (derivative - l1 > 0) {
      value = derivative - l1;
    }
    out.coordinates[i] = value;
  }
  out.bias = g.bias;
}

template <class Real>
double l1_norm(const Point<Real>& x) {
  double sum = 0;
  for (const Real w : x.coordinates) sum += std::abs(static_cast<double>(w));
  return sum;
}

template <class Real>
double squared(const std::vector<Real>& cells) {
  double sum = 0;
  for (const Real w : cells) sum += static_cast<double>(w) * static_cast<double>(w);
  return sum;
}

}  // namespace owlqn

template <class Real>
BatchResult minimise_owlqn(Objective<Real>& f, Point<Real>& x, double l1,
                           const BatchOptions& options) {
  const Penalty& penalty = f.penalty();
  const Real corner = static_cast<Real>(l1);
  BatchResult result;
  Lbfgs<Real> direction(options.memory);
  Point<Real> g = f.zero();
  Point<Real> g_new = f.zero();
  Point<Real> pseudo = f.zero();
  Point<Real> d = f.zero();
  Point<Real> trial = f.zero();
  auto value_at = [&](const Point<Real>& at) {
    return f.loss_along(at, nullptr, 0, nullptr) +
           0.5 * penalty.l2 * owlqn::squared(at.coordinates) +
           0.5 * penalty.bias_l2 * owlqn::squared(at.bias) + l1 * owlqn::l1_norm(at);
  };
  double value = value_at(x);
  f.gradient_at(x, g);
  double first_size = -1;
  for (Index it = 0; it < options.max_iterations; ++it) {
    owlqn::pseudo_gradient(x, g, corner, pseudo);
    const double size = std::sqrt(owlqn::squared(pseudo.coordinates) + owlqn::squared(pseudo.bias));
    if (first_size < 0) first_size = size;
    const auto past = result.history.size();
    const double recent = past >= 5 ? result.history[past - 5] - value : HUGE_VAL;
    if (size == 0 || (recent <= options.tolerance * std::abs(value) &&
                      size <= std::sqrt(options.tolerance) * first_size)) {
      result.converged = true;
      break;
    }
    direction.compute(f, pseudo, d);
    // Only components that agree with the descent of the pseudo-gradient stay.
    double slope = bias_dot(pseudo, d);
    for (std::size_t i = 0; i < d.coordinates.size(); ++i) {
      if (d.coordinates[i] * pseudo.coordinates[i] >= 0) d.coordinates[i] = 0;
      slope += static_cast<double>(d.coordinates[i]) * static_cast<double>(pseudo.coordinates[i]);
    }
    double alpha = it == 0 ? 1 / std::max(1.0, size) : 1.0;
    double next = HUGE_VAL;
    bool found = false;
    for (int attempt = 0; attempt < 40 && !found; ++attempt, alpha *= 0.5) {
      for (std::size_t i = 0; i < d.coordinates.size(); ++i) {
        const Real w = x.coordinates[i];
        const Real orthant = w != 0 ? w : -pseudo.coordinates[i];
        const Real moved = w + static_cast<Real>(alpha) * d.coordinates[i];
        trial.coordinates[i] = moved * orthant > 0 ? moved : Real(0);
      }
      for (std::size_t c = 0; c < x.bias.size(); ++c) trial.bias[c] = x.bias[c] + alpha * d.bias[c];
      f.map().forward(trial.coordinates.data(), trial.scores.data());
      next = value_at(trial);
      found = next <= value + 1e-4 * alpha * slope;
    }
    if (!found) {
      result.converged = recent <= 100 * options.tolerance * std::abs(value);
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
    f.map().monitor().report("owl-qn", it + 1, options.max_iterations, value);
  }
  result.objective = value;
  return result;
}

}  // namespace linguine
