// AdaGrad weights: every weight has its own rate, eta / sqrt(sum of its squared gradients).
//
//   step      G += g^2;  theta -= eta g / sqrt(G)     Eq. (2.75) of [Eisenstein2018], [Duchi2011]
//   penalty   a feature that comes back after m steps first takes them all at once, implicitly:
//             theta <- soft(theta, m r l1/n) / (1 + m r l2/n),  r = eta / sqrt(G): stable for any m
//   average   as in scaled_weights.hpp with all scales 1; a weight counts with the value stored
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/matrix/sites.hpp"
#include "core/learning/online/scaled_weights.hpp"
#include "core/learning/online/step_rules.hpp"

namespace linguine {

// One feature's columns, without branches so that they go in lanes. A column without gradient stays
// put.
//   lags      (or null) such that past * theta - lags is the sum over `past` steps: theta held its
//             old value till now
template <class Real>
LINGUINE_MULTIVERSION void adagrad_step(const Real* delta, Real x, Real eta, Real past,
                                        Index stride, Real* theta, Real* squares, Real* lags) {
  constexpr Real kTiny = std::numeric_limits<Real>::min();
  for (Index c = 0; c < stride; ++c) {
    const Real g = x * delta[c];
    const Real square = squares[c] + g * g;
    const Real change = eta * g / std::sqrt(std::max(square, kTiny));
    squares[c] = square;
    theta[c] += change;
    if (lags != nullptr) lags[c] += past * change;
  }
}

template <class Real, class Layout>
class AdaGradWeights {
 public:
  // `adds_up`: a step has several rows (a mini-batch, or many sites), to be taken together.
  AdaGradWeights(OnlineState<Real>& state, Layout& layout, const StepOptions& options,
                 Index n_examples, bool adds_up, double bias_scale)
      : state_(state),
        layout_(layout),
        adds_up_(adds_up),
        bias_scale_(bias_scale),
        delta_(as_size(state.current.stride)),
        bias_gradient_(as_size(state.current.stride)),
        eta_(options.learning_rate),
        l2_(options.l2 / static_cast<double>(n_examples)),
        l1_(options.l1 / static_cast<double>(n_examples)) {
    if (l2_ > 0 || l1_ > 0) {
      seen_.assign(as_size(layout.size() / layout.unit()), state.steps);
    }
    if (adds_up) gradient_.assign(as_size(state.current.size()), Real(0));
  }
  virtual ~AdaGradWeights() = default;

  const Layout& layout() const { return layout_; }
  PlainWeights<Real, Layout> plain() const {
    return {layout_, state_.current.theta, state_.current.bias};
  }

  void prepare(const SiteRow<Real>& at) {
    if (seen_.empty()) return;
    layout_.for_each_run(at, [&](Index cell, Index, Index count, Real value) {
      if (value != Real(0)) settle(cell, count);  // a stored zero is not an occurrence
    });
  }
  void prepare_rows(Index row, Index n_rows) {
    const Index stride = state_.current.stride;
    for (Index r = 0; !seen_.empty() && r < n_rows; ++r) settle(layout_.begin(row + r), stride);
  }

  // `delta` is minus the gradient by the scores. A mini-batch is one step along its mean gradient,
  // so its rows are added up first and taken together at the tick.
  void add(const SiteRow<Real>& at, const double* delta, double bias_step) {
    const bool has_bias = bias_step != 0;
    const auto& w = state_.current;
    fill_delta(delta);
    layout_.for_each_run(at, [&](Index cell, Index label, Index count, Real value) {
      if (!adds_up_) {
        step(cell, count, delta_.data() + label, value);
      } else if (value != Real(0)) {
        collect(cell, count, delta_.data() + label, value);
      }
    });
    if (adds_up_) {
      for (Index c = 0; has_bias && c < w.n_columns; ++c) {
        bias_gradient_[as_size(c)] += delta_[as_size(c)];
      }
    } else if (has_bias) {
      step_bias(delta_.data());
    }
  }
  void add_row(Index row, const double* delta) {
    fill_delta(delta);
    collect(layout_.begin(row), state_.current.stride, delta_.data(), Real(1));
  }

  virtual void meet(double, double) {}
  void decay(double) {}
  void owe_l1(double) {}
  void tick() {
    move();
    std::fill(bias_gradient_.begin(), bias_gradient_.end(), Real(0));
    touched_.clear();
    ++state_.steps;
    state_.scale_sum += 1;
  }

  void flush() {
    if (!seen_.empty()) {
      layout_.for_all_runs([&](Index cell, Index count) { settle(cell, count); });
    }
  }
  void close() { flush(); }

 protected:
  // A step along the gradients that were added up, which are zero afterwards. A run whose gradient
  // went back to zero in between was noted twice; the second time there is nothing left.
  virtual void move() {
    for (const auto& [cell, count] : touched_) {
      step(cell, count, gradient_.data() + cell, Real(1));
      std::fill_n(gradient_.data() + cell, count, Real(0));
    }
    if (adds_up_) step_bias(bias_gradient_.data());
  }

  void fill_delta(const double* delta) {
    for (Index c = 0; c < state_.current.n_columns; ++c) {
      delta_[as_size(c)] = static_cast<Real>(delta[c]);
    }
  }
  void collect(Index cell, Index count, const Real* delta, Real x) {
    Real* gradient = gradient_.data() + cell;
    if (std::all_of(gradient, gradient + count, [](Real g) { return g == Real(0); })) {
      touched_.emplace_back(cell, count);
    }
    if (const Real* mask = layout_.mask(); mask != nullptr) {
      for (Index c = 0; c < count; ++c) gradient[c] += x * delta[c] * mask[cell + c];
    } else {
      for (Index c = 0; c < count; ++c) gradient[c] += x * delta[c];
    }
  }
  void step(Index cell, Index count, const Real* delta, Real x) {
    adagrad_step(delta, x, static_cast<Real>(eta_), past(), count, state_.current.theta + cell,
                 state_.weight_squares + cell,
                 state_.is_averaged() ? state_.weight_lags + cell : nullptr);
  }
  // The rate of a coordinate does not depend on its feature's size; only what the weight means
  // does.
  void step_bias(const Real* delta) {
    const Real past = static_cast<Real>(state_.steps);
    adagrad_step(delta, Real(1), static_cast<Real>(bias_scale_ * eta_), past, state_.current.stride,
                 state_.current.bias, state_.bias_squares,
                 state_.is_averaged() ? state_.bias_lags : nullptr);
  }
  Real past() const { return static_cast<Real>(state_.scale_sum); }

  void settle(Index cell, Index count) {
    Index& seen = seen_[as_size(cell / layout_.unit())];
    const double missed = static_cast<double>(state_.steps - seen);
    seen = state_.steps;
    if (missed == 0) return;
    for (Index c = cell; c < cell + count; ++c) {
      const double square = static_cast<double>(state_.weight_squares[c]);
      const double old = static_cast<double>(state_.current.theta[c]);
      if (square == 0 || old == 0) continue;
      const double rate = missed * eta_ / std::sqrt(square);
      const double shrunk = std::max(std::abs(old) - rate * l1_, 0.0) / (1 + rate * l2_);
      const double next = std::copysign(shrunk, old);
      state_.current.theta[c] = static_cast<Real>(next);
      if (state_.is_averaged()) {
        state_.weight_lags[c] += past() * static_cast<Real>(next - old);
      }
    }
  }

  OnlineState<Real>& state_;
  Layout& layout_;
  bool adds_up_;
  double bias_scale_;
  std::vector<Real> delta_;
  std::vector<Real> bias_gradient_;  // [stride] of the mini-batch
  std::vector<Real> gradient_;       // of the mini-batch, a cell each; zero between steps
  std::vector<std::pair<Index, Index>> touched_;  // runs of cells that have one
  double eta_;
  double l2_;
  double l1_;
  std::vector<Index> seen_;  // a run each: step of the last settlement
};

}  // namespace linguine
