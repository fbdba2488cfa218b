// Dual coordinate descent for scores: support vector regression.
//
//   problem   min_w 1/2 |w|^2 + sum_i C_i max(0, |w.x_i - t_i| - epsilon), C_i = weight_i / l2; the
//             bias is the weight of a constant feature `bias_scale`, so it is penalised
//   dual      max D = sum_i (t_i beta_i - epsilon |beta_i|) - 1/2 |w|^2, w = sum_i beta_i x_i,
//             |beta_i| <= C_i
//   algorithm Alg. 4 of [HoLin2012]: visit the examples in random order and solve for beta_i, which
//             is a soft threshold between two bounds; what stands firmly at 0 or at a bound is
//             skipped until the next measurement
//   stops     when P - D <= tolerance P, measured on all examples; small problems are polished as
//             in columns.hpp
//   cost      O(non-zeros) per epoch, one thread
//   returns   w and the bias; the gap
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/matrix/weights.hpp"
#include "core/base/numbers/random.hpp"
#include "core/base/work/monitor.hpp"
#include "core/learning/dual/options.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

template <class Real>
class ScoreDescent {
 public:
  // `targets` [n_examples]
  ScoreDescent(const SiteProblem<Real>& problem, std::vector<double> targets, double epsilon,
               const DualOptions& options, Weights<Real>& weights)
      : problem_(problem),
        targets_(std::move(targets)),
        epsilon_(epsilon),
        options_(options),
        weights_(weights),
        norms_(squared_norms(problem, options.bias_scale)),
        beta_(targets_.size(), 0.0),
        active_(targets_.size(), 1),
        delta_(as_size(weights.stride), Real(0)),
        raw_(as_size(weights.stride), Real(0)) {}

  Solution run(Monitor& monitor) {
    std::vector<Index> order(targets_.size());
    std::iota(order.begin(), order.end(), 0);
    Random random(options_.seed);
    GapClock clock(options_.tolerance);
    const Index polish = polish_epochs(problem_, 1);
    Solution result;
    result.gap = 1;
    for (Index epoch = 1; epoch <= options_.max_iterations; ++epoch) {
      random.shuffle(std::span<Index>(order));
      const double before = dual_;
      run_epoch(order, monitor);
      const double gain = dual_ - before;
      const bool is_last = epoch == options_.max_iterations;
      if (is_last || clock.is_due(epoch, gain, dual_)) {
        result.gap = measure();
        clock.measured(epoch, gain, dual_, result.gap);
      }
      result.n_iterations = epoch;
      result.history.push_back(primal_);
      monitor.report("dual", epoch, options_.max_iterations, primal_);
      const bool is_polished = widest_ <= kPolished || epoch >= polish;
      result.converged = result.gap <= options_.tolerance;
      if (result.converged && is_polished) break;
    }
    weights_.bias[0] = static_cast<Real>(bias_ * options_.bias_scale);
    result.objective = primal_;
    return result;
  }

 private:
  double C(std::size_t e) const { return problem_.examples.weight[e] / options_.l2; }
  double score(Index row) {
    problem_.sites->gather_row(row, weights_.theta, weights_.stride, 1, raw_.data());
    return static_cast<double>(raw_[0]) + options_.bias_scale * bias_;
  }

  // How far the conditions of optimality are missed: negative means firmly met.
  double violation(double beta, double slope, double most) const {
    if (beta == 0) return std::abs(slope) - epsilon_;
    const double outward = beta > 0 ? slope + epsilon_ : -slope + epsilon_;
    return std::abs(beta) >= most ? outward : std::abs(outward);
  }

  void run_epoch(const std::vector<Index>& order, Monitor& monitor) {
    const double before = widest_;
    widest_ = 0;
    Index visited = 0;
    for (const Index i : order) {
      if (++visited % 256 == 0) monitor.poll();
      if (const auto later = as_size(visited + 1); later < order.size()) {
        problem_.sites->prefetch(problem_.examples.row[as_size(order[later])]);
      }
      if (active_[as_size(i)]) visit(as_size(i), before);
    }
  }

  void visit(std::size_t e, double widest_before) {
    const Index row = problem_.examples.row[e];
    const double slope = score(row) - targets_[e];
    const double most = C(e);
    const double missed = violation(beta_[e], slope, most);
    if (missed < kNoViolation) {
      if (options_.shrinking && -missed > widest_before) active_[e] = 0;
      return;
    }
    widest_ = std::max(widest_, missed);
    const double norm = norms_[e] > 0 ? norms_[e] : 1e-12;
    const double u = norm * beta_[e] - slope;
    const double size = std::min(std::max(std::abs(u) - epsilon_, 0.0) / norm, most);
    const double next = std::copysign(size, u);
    const double change = next - beta_[e];
    if (change == 0) return;
    dual_ -= change * (slope + 0.5 * norm * change) + epsilon_ * (size - std::abs(beta_[e]));
    beta_[e] = next;
    delta_[0] = static_cast<Real>(change);
    problem_.sites->scatter_row(row, delta_.data(), weights_.stride, 1, weights_.theta);
    bias_ += options_.bias_scale * change;
  }

  // The relative gap on all examples; wakes those that were left out by mistake.
  double measure() {
    double loss = 0;
    double norm = 0;
    double linear = 0;
    for (std::size_t e = 0; e < targets_.size(); ++e) {
      const double s = score(problem_.examples.row[e]);
      const double slope = s - targets_[e];
      loss += C(e) * std::max(0.0, std::abs(slope) - epsilon_);
      norm += beta_[e] * s;
      linear += targets_[e] * beta_[e] - epsilon_ * std::abs(beta_[e]);
      if (violation(beta_[e], slope, C(e)) > 0) active_[e] = 1;
    }
    dual_ = linear - 0.5 * norm;
    primal_ = options_.l2 * (0.5 * norm + loss);
    return relative_gap(primal_, options_.l2 * dual_);
  }

  const SiteProblem<Real>& problem_;
  std::vector<double> targets_;  // [n_examples]
  double epsilon_;
  const DualOptions& options_;
  Weights<Real>& weights_;
  std::vector<double> norms_;  // [n_examples] |x|^2 with the constant feature
  std::vector<double> beta_;   // [n_examples]
  std::vector<char> active_;   // [n_examples]
  std::vector<Real> delta_;    // [stride]
  std::vector<Real> raw_;      // [stride]
  double bias_ = 0;            // weight of the constant feature
  double dual_ = 0;            // D / l2, up to date at every moment
  double primal_ = 0;
  double widest_ = HUGE_VAL;  // violation of the last epoch
};

}  // namespace linguine
