// AROW weights: every weight has a variance that shrinks as the weight is learned, and steps in
// proportion to it; rare features are learned fast and frequent ones stay.
//
//   objective min KL(N(mu', S') | N(mu, S)) + C/2 l(mu')^2 + C/2 d'S'd,  S diagonal
//   step      v = sum_i S_i d_i^2;  beta = 1 / (v + 1/(C w));  d = f(y) - f(y_hat), l the hinge
//             mu_i += l beta S_i d_i                            Fig. 1 of [Crammer2009], 1/r = C w
//             1/S_i += C w d_i^2                                the diagonal of its inverse of S
//   given     S = learning_rate before the first example; weight_squares keep 1/S - 1/learning_rate
//   average   a weight counts in the average with the value that is stored
#pragma once

#include <algorithm>

#include "core/learning/online/adagrad_weights.hpp"

namespace linguine {

// One feature's columns; `size` is what a bias of that size stands for, 1 elsewhere.
template <class Real>
struct ArowStep {
  Real alpha;      // l beta
  Real certainty;  // C w
  Real first;      // 1 / variance before the first example
  Real past;       // steps before this one

  // `lags` as in adagrad_step.
  void take(const Real* d, Real factor, Real size, Index count, Real* theta, Real* squares,
            Real* lags) const {
    for (Index c = 0; c < count; ++c) {
      const Real g = factor * size * d[c];
      const Real change = size * alpha * g / (first + squares[c]);
      squares[c] += certainty * g * g;
      theta[c] += change;
      if (lags != nullptr) lags[c] += past * change;
    }
  }
};

template <class Real, class Layout>
class ArowWeights final : public AdaGradWeights<Real, Layout> {
  using Base = AdaGradWeights<Real, Layout>;

 public:
  ArowWeights(OnlineState<Real>& state, Layout& layout, const StepOptions& options,
              Index n_examples, double bias_scale)
      : Base(state, layout, options, n_examples, /*adds_up=*/true, bias_scale),
        C_(options.C),
        first_(1 / options.learning_rate) {}

  void meet(double loss, double weight) override {
    loss_ = loss;
    weight_ = weight;
  }

 private:
  void move() override {
    auto& runs = this->touched_;  // some of them twice
    std::sort(runs.begin(), runs.end());
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    if (weight_ > 0 && loss_ > 0) step_all();
    for (const auto& [cell, count] : runs) {
      std::fill_n(this->gradient_.data() + cell, count, Real(0));
    }
  }
  // The gradient was multiplied with the example's weight, as that of all rules.
  void step_all() {
    const auto& runs = this->touched_;
    auto& state = this->state_;
    const Index stride = state.current.stride;
    const double factor = 1 / weight_;
    const double size = this->bias_scale_;
    double v = size * size * spread(this->bias_gradient_.data(), state.bias_squares, stride);
    for (const auto& [cell, count] : runs) {
      v += spread(this->gradient_.data() + cell, state.weight_squares + cell, count);
    }
    v *= factor * factor;
    const double certainty = C_ * weight_;
    const double alpha = loss_ * factor / (v + 1 / certainty);
    const ArowStep<Real> step{static_cast<Real>(alpha), static_cast<Real>(certainty),
                              static_cast<Real>(first_), this->past()};
    const Real back = static_cast<Real>(factor);
    for (const auto& [cell, count] : runs) {
      step.take(this->gradient_.data() + cell, back, Real(1), count, state.current.theta + cell,
                state.weight_squares + cell,
                state.is_averaged() ? state.weight_lags + cell : nullptr);
    }
    step.take(this->bias_gradient_.data(), back, static_cast<Real>(size), stride,
              state.current.bias, state.bias_squares,
              state.is_averaged() ? state.bias_lags : nullptr);
  }

  double spread(const Real* d, const Real* squares, Index count) const {
    double sum = 0;
    for (Index c = 0; c < count; ++c) {
      const double g = static_cast<double>(d[c]);
      sum += g * g / (first_ + static_cast<double>(squares[c]));
    }
    return sum;
  }

  double C_;
  double first_;
  double loss_ = 0;
  double weight_ = 0;
};

}  // namespace linguine
