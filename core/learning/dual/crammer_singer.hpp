// Crammer-Singer: the joint multiclass SVM in the dual, one example at a time.
//
//   problem   min 1/2 sum_k |w_k|^2 + sum_i C_i max_k [ s_k + cost(y_i, k) ] - s_{y_i}
//             [CrammerSinger2001]
//   dual      w_k = sum_i alpha_ik x_i,  sum_k alpha_ik = 0,  alpha_ik <= C_i [k = y_i]
//   algorithm sequential dual method of [Keerthi2008]: for one example, all K alphas at once,
//             exactly, by finding the threshold beta with sum_k min(C_ik, (beta - B_k) / |x|^2) = 0
//             (sort, then scan)
//   hard      C infinite: alpha_iy has no bound. P is that of the weights stretched until they meet
//             the worst margin, infinite if they separate nothing; these weights are returned
//   stops     when P - D <= tolerance P, measured exactly on all examples
//   shrinking an example that met its margin by more than the last epoch's largest violation rests
//             until the next measurement
//   cost      O(non-zeros x K + K log K) per example
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/matrix/hot_first.hpp"
#include "core/base/matrix/weights.hpp"
#include "core/base/memory/big_array.hpp"
#include "core/base/numbers/random.hpp"
#include "core/base/work/monitor.hpp"
#include "core/inference/cost.hpp"
#include "core/learning/dual/options.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

template <class Real>
class CrammerSinger {
 public:
  CrammerSinger(const SiteProblem<Real>& problem, const Cost& cost, const DualOptions& options,
                Weights<Real>& weights, Threads& threads, Monitor& monitor)
      : problem_(problem),
        cost_(cost),
        options_(options),
        weights_(weights),
        monitor_(monitor),
        hot_(*problem.sites, weights.stride * static_cast<Index>(sizeof(Real)), threads),
        theta_(BigArray<Real>::zeros(weights.size())),
        K_(as_size(problem.n_labels)),
        alpha_(as_size(problem.examples.size()) * K_, 0.0),
        resting_(as_size(problem.examples.size()), 0),
        bias_(K_, 0.0),
        raw_(as_size(weights.stride)),
        delta_(as_size(weights.stride)),
        G_(K_),
        B_(K_),
        sorted_(K_) {
    norms_ = squared_norms(problem, options.bias_scale);
  }

  Solution run() {
    GapClock clock(options_.tolerance);
    const Index polish = polish_epochs(problem_, problem_.n_columns());
    Solution result;
    std::vector<Index> order(as_size(problem_.examples.size()));
    std::iota(order.begin(), order.end(), 0);
    Random random(options_.seed);
    for (Index epoch = 1; epoch <= options_.max_iterations && !result.converged; ++epoch) {
      random.shuffle(std::span<Index>(order));
      widest_now_ = 0;
      const double before = dual_;
      Index visited = 0;
      for (const Index e : order) {
        if (++visited % 256 == 0) monitor_.poll();
        if (!resting_[as_size(e)]) visit(e);
      }
      widest_ = widest_now_ > 0 ? widest_now_ : HUGE_VAL;
      const double gain = dual_ - before;
      if (clock.is_due(epoch, gain, dual_) || epoch == options_.max_iterations) {
        measure(result);
        result.converged =
            result.gap <= options_.tolerance && (widest_now_ <= kPolished || epoch >= polish);
        clock.measured(epoch, gain, dual_, result.gap);
      }
      result.n_iterations = epoch;
      result.history.push_back(result.objective);
      monitor_.report("crammer-singer", epoch, options_.max_iterations, result.objective);
    }
    result.converged = result.gap <= options_.tolerance;
    write(std::isfinite(stretch_) ? stretch_ : 1.0);
    return result;
  }

 private:
  void write(double stretch) {
    for (Index f = 0; f < weights_.n_features; ++f) {
      const Real* row = theta_.data() + hot_.rank(f) * weights_.stride;
      Real* out = weights_.theta + f * weights_.stride;
      for (Index k = 0; k < weights_.stride; ++k) out[k] = static_cast<Real>(stretch * row[k]);
    }
    for (std::size_t k = 0; k < K_; ++k) {
      weights_.bias[k] = static_cast<Real>(stretch * bias_[k] * options_.bias_scale);
    }
    if (options_.multipliers == nullptr) return;
    std::transform(alpha_.begin(), alpha_.end(), options_.multipliers,
                   [&](double alpha) { return stretch * alpha; });
  }
  bool is_hard() const { return options_.l2 == 0; }
  double C(Index e) const { return problem_.examples.weight[as_size(e)] / options_.l2; }
  Label gold(Index e) const { return problem_.examples.gold[as_size(e)]; }
  double* alphas(Index e) { return alpha_.data() + as_size(e) * K_; }

  // G_k = s_k + cost(gold, k)
  void gather_gradient(Index e) {
    hot_.sites().gather_row(problem_.examples.row[as_size(e)], theta_.data(), weights_.stride,
                            weights_.stride, raw_.data());
    for (std::size_t k = 0; k < K_; ++k) {
      G_[k] = static_cast<double>(raw_[k]) + options_.bias_scale * bias_[k] +
              cost_(gold(e), static_cast<Label>(k));
    }
  }

  // max_k G_k - min over k that can still fall: 0 at the optimum of this example.
  double violation(Index e, const double* alpha, double c) const {
    double highest = -HUGE_VAL;
    double lowest = HUGE_VAL;
    for (std::size_t k = 0; k < K_; ++k) {
      highest = std::max(highest, G_[k]);
      const double bound = static_cast<Label>(k) == gold(e) ? c : 0.0;
      if (alpha[k] < bound) lowest = std::min(lowest, G_[k]);
    }
    return highest - lowest;
  }

  void visit(Index e) {
    const double c = C(e);
    double* alpha = alphas(e);
    gather_gradient(e);
    const double distance = violation(e, alpha, c);
    widest_now_ = std::max(widest_now_, distance);
    const auto y = as_size(gold(e));
    if (distance <= kNoViolation) {
      const bool is_zero = std::all_of(alpha, alpha + K_, [](double a) { return a == 0; });
      if (options_.shrinking && is_zero) {
        double runner_up = -HUGE_VAL;
        for (std::size_t k = 0; k < K_; ++k) {
          if (k != y) runner_up = std::max(runner_up, G_[k]);
        }
        resting_[as_size(e)] = G_[y] - runner_up > widest_;
      }
      return;
    }
    const double norm = std::max(norms_[as_size(e)], 1e-12);
    for (std::size_t k = 0; k < K_; ++k) B_[k] = G_[k] - norm * alpha[k];
    const double beta = threshold(y, norm, c);
    for (std::size_t k = 0; k < K_; ++k) {
      const double next = std::min(k == y ? c : 0.0, (beta - B_[k]) / norm);
      const double change = next - alpha[k];
      dual_ -= change * (G_[k] + 0.5 * norm * change);
      delta_[k] = static_cast<Real>(change);
      alpha[k] = next;
      bias_[k] += options_.bias_scale * static_cast<double>(delta_[k]);
    }
    hot_.sites().scatter_row(problem_.examples.row[as_size(e)], delta_.data(), weights_.stride,
                             weights_.stride, theta_.data());
  }

  // Alg. 3 of [Keerthi2008]: with D_k = B_k + norm C_ik in falling order, beta = (sum of the first
  // r D - norm C) / r.
  double threshold(std::size_t y, double norm, double c) {
    sorted_ = B_;
    sorted_[y] += norm * c;
    std::sort(sorted_.begin(), sorted_.end(), std::greater<>());
    double beta = is_hard() ? B_[y] : sorted_[0] - norm * c;  // of y, which is then the first
    std::size_t r = 1;
    for (; r < K_ && beta < static_cast<double>(r) * sorted_[r]; ++r) beta += sorted_[r];
    return beta / static_cast<double>(r);
  }

  void measure(Solution& result) {
    double norm = 0;
    double loss = 0;
    double linear = 0;
    double missed = 0;
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      const double c = C(e);
      const double* alpha = alphas(e);
      gather_gradient(e);
      const auto y = as_size(gold(e));
      if (!is_hard()) loss += c * (*std::max_element(G_.begin(), G_.end()) - G_[y]);
      for (std::size_t k = 0; k < K_; ++k) {
        const double cost = cost_(gold(e), static_cast<Label>(k));
        if (is_hard() && k != y)
          missed = std::max(missed, missed_share(G_[y] - G_[k] + cost, cost));
        norm += alpha[k] * (G_[k] - cost);
        linear += alpha[k] * cost;
      }
      if (violation(e, alpha, c) > kNoViolation) resting_[as_size(e)] = 0;
    }
    if (is_hard()) stretch_ = stretch_to_meet(missed);
    result.objective = options_.unit() * (0.5 * norm * stretch_ * stretch_ + loss);
    dual_ = -0.5 * norm - linear;
    result.gap = relative_gap(result.objective, options_.unit() * dual_);
  }

  const SiteProblem<Real>& problem_;
  const Cost& cost_;
  const DualOptions& options_;
  Weights<Real>& weights_;
  Monitor& monitor_;
  HotFirst<Real> hot_;
  BigArray<Real> theta_;  // [n_features][stride], hot features first
  std::size_t K_;
  std::vector<double> alpha_;  // [n][K]
  std::vector<char> resting_;  // [n]
  std::vector<double> norms_;  // [n]
  std::vector<double> bias_;   // [K]
  std::vector<Real> raw_;
  std::vector<Real> delta_;
  std::vector<double> G_;
  std::vector<double> B_;
  std::vector<double> sorted_;
  double dual_ = 0;     // D / l2, up to date at every moment
  double stretch_ = 1;  // of a hard margin: what makes the weights meet all margins
  double widest_ = HUGE_VAL;
  double widest_now_ = 0;
};

}  // namespace linguine
