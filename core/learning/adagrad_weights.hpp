// AdaGrad weights: every weight has its own rate, eta / sqrt(sum of its squared gradients).
//
//   step      G += g^2;  theta -= eta g / sqrt(G)                     Eq. (2.75) of [Eisenstein2018], [Duchi2011]
//   penalty   a feature that comes back after m steps first takes them all at once, implicitly:
//             theta <- soft(theta, m r l1/n) / (1 + m r l2/n),  r = eta / sqrt(G): stable for any m
//   average   a weight counts in the average with the value that is stored
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/sites.hpp"
#include "core/learning/online_weights.hpp"
#include "core/learning/step_rules.hpp"

namespace linguine {

template <class Real>
class AdaGradWeights {
 public:
  AdaGradWeights(OnlineState<Real>& state, const StepOptions& options, Index n_examples)
      : state_(state),
        eta_(options.learning_rate),
        l2_(options.l2 / static_cast<double>(n_examples)),
        l1_(options.l1 / static_cast<double>(n_examples)),
        first_step_(state.steps) {
    if (l2_ > 0 || l1_ > 0) {
      seen_.assign(static_cast<std::size_t>(state.current.n_features), state.steps);
    }
  }

  void prepare(const Sites<Real>& sites, Index row) {
    if (seen_.empty()) return;
    sites.with_row(row, [&](const auto& r) {
      for (Index j = 0; j < r.count; ++j) settle(r.feature(j));
    });
  }

  void score(const Sites<Real>& sites, Index row, Real* raw, std::vector<double>& out) const {
    const auto& w = state_.current;
    sites.gather_row(row, w.theta, w.stride, w.stride, raw);
    for (std::size_t c = 0; c < out.size(); ++c) {
      out[c] = static_cast<double>(raw[c]) + static_cast<double>(w.bias[c]);
    }
  }

  // `delta` is minus the gradient by the scores.
  void add(const Sites<Real>& sites, Index row, const std::vector<double>& delta, bool has_bias) {
    auto& w = state_.current;
    const double past = static_cast<double>(state_.steps - first_step_);
    auto step = [&](Real* theta, Real* sums, Real* squares, double x) {
      for (std::size_t c = 0; c < delta.size(); ++c) {
        const double g = x * delta[c];
        if (g == 0) continue;
        const double square = static_cast<double>(squares[c]) + g * g;
        squares[c] = static_cast<Real>(square);
        const double change = eta_ * g / std::sqrt(square);
        theta[c] += static_cast<Real>(change);
        // sums = (steps so far) * theta + what `close` adds: the weight held its old value until now.
        if (sums) sums[c] -= static_cast<Real>(past * change);
      }
    };
    sites.with_row(row, [&](const auto& r) {
      for (Index j = 0; j < r.count; ++j) {
        const Index at = r.feature(j) * w.stride;
        step(w.theta + at, state_.is_averaged() ? state_.weight_sums + at : nullptr,
             state_.weight_squares + at, static_cast<double>(r.value(j)));
      }
    });
    if (has_bias) {
      step(w.bias, state_.is_averaged() ? state_.bias_sums : nullptr, state_.bias_squares, 1.0);
    }
  }

  void decay(double) {}
  void owe_l1(double) {}
  void tick() { ++state_.steps; }

  void flush() {
    if (!seen_.empty()) {
      for (Index f = 0; f < state_.current.n_features; ++f) settle(f);
    }
    if (state_.is_averaged()) {
      const Real steps = static_cast<Real>(state_.steps - first_step_);
      for (Index i = 0; i < state_.current.size(); ++i) {
        state_.weight_sums[i] += steps * state_.current.theta[i];
      }
      for (Index c = 0; c < state_.current.stride; ++c) {
        state_.bias_sums[c] += steps * state_.current.bias[c];
      }
    }
    first_step_ = state_.steps;
  }
  void close() { flush(); }
  Real average(const Real* sums, Index i) const {
    return static_cast<Real>(static_cast<double>(sums[i]) / static_cast<double>(state_.steps));
  }

 private:
  void settle(Index feature) {
    Index& seen = seen_[static_cast<std::size_t>(feature)];
    const double missed = static_cast<double>(state_.steps - seen);
    seen = state_.steps;
    if (missed == 0) return;
    const double past = static_cast<double>(state_.steps - first_step_);
    const Index at = feature * state_.current.stride;
    for (Index c = at; c < at + state_.current.n_columns; ++c) {
      const double square = static_cast<double>(state_.weight_squares[c]);
      const double old = static_cast<double>(state_.current.theta[c]);
      if (square == 0 || old == 0) continue;
      const double rate = missed * eta_ / std::sqrt(square);
      const double shrunk = std::max(std::abs(old) - rate * l1_, 0.0) / (1 + rate * l2_);
      const double next = std::copysign(shrunk, old);
      state_.current.theta[c] = static_cast<Real>(next);
      if (state_.is_averaged()) {
        state_.weight_sums[c] -= static_cast<Real>(past * (next - old));
      }
    }
  }

  OnlineState<Real>& state_;
  double eta_;
  double l2_;
  double l1_;
  Index first_step_;        // steps before the sums were last brought up to date
  std::vector<Index> seen_;  // [n_features] step of the last settlement
};

}  // namespace linguine
