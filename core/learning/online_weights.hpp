// Online weights: scaled, averaged and lazily penalised, so that a step costs O(active features).
//
//   theta     = scale * v: L2 decay multiplies the scale, never the table (TurboParser's trick)
//   average   sum over steps of theta = c v - u with c = sum of scales; a step adds delta to v and
//             c * delta to u [Eisenstein2018, 2.2.2 and exercise 3]
//   L1        every weight owes u, the sum of all eta_t l1/n so far, and has received q (negative
//   where it was
//             positive); a feature that is next seen is clipped at zero by what is outstanding:
//             w <- max(0, w - (u + q)) or min(0, w + (u - q)). Unlike a soft threshold per step
//             this is not undone by the noise of single gradients: zeros stay [Tsuruoka2009]
//   exact     equal to the eager updates up to rounding; tests/learning compares them step by step
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/weights.hpp"
#include "core/learning/example_parts.hpp"

namespace linguine {

// The arrays of an online learner that outlive a call (partial_fit).
template <class Real>
struct OnlineState {
  Weights<Real> current;           // of a layout's size
  Real* weight_sums = nullptr;     // the same size, or null: sum over steps of the weights
  Real* bias_sums = nullptr;       // [stride]
  Real* weight_squares = nullptr;  // the same size, or null: AdaGrad's sums
  Real* bias_squares = nullptr;    // [stride]
  Index steps = 0;

  bool is_averaged() const { return weight_sums != nullptr; }
};

template <class Real>
LINGUINE_MULTIVERSION void scale_many(double scale, const Real* shift, Index n, double* out) {
  for (Index c = 0; c < n; ++c) out[c] = scale * out[c] + static_cast<double>(shift[c]);
}
// out = scale * out + shift. A call in lanes costs more than a few columns do.
template <class Real>
inline void scale_and_shift(const Real* shift, double scale, Index n, double* out) {
  if (n >= 8) return scale_many(scale, shift, n, out);
  for (Index c = 0; c < n; ++c) out[c] = scale * out[c] + static_cast<double>(shift[c]);
}
// out = scale * in
template <class Real>
LINGUINE_MULTIVERSION void widen(const Real* in, double scale, Index n, double* out) {
  for (Index c = 0; c < n; ++c) out[c] = scale * static_cast<double>(in[c]);
}

template <class Real, class Layout>
class ScaledWeights {
 public:
  ScaledWeights(OnlineState<Real>& state, Layout& layout, bool has_l1)
      : state_(state),
        layout_(layout),
        scaled_delta_(static_cast<std::size_t>(state.current.stride)) {
    if (has_l1) received_.assign(static_cast<std::size_t>(state.current.size()), Real(0));
    if (state_.is_averaged()) {  // sums -> u = c v - sums with c = 0
      negate(state_.weight_sums, state_.current.size());
      negate(state_.bias_sums, state_.current.stride);
    }
  }

  const Layout& layout() const { return layout_; }
  // theta is the table times the scale.
  const Real* table() const { return state_.current.theta; }
  double scale() const { return scale_; }

  // Pays the L1 debt of the row's features; must precede `score` and `add` for that row.
  void prepare(const SiteRow<Real>& at) {
    if (received_.empty()) return;
    layout_.for_each_run(at, [&](Index cell, Index, Index count, Real) { settle(cell, count); });
  }
  void prepare_rows(Index row, Index n_rows) {
    if (!received_.empty()) settle(layout_.begin(row), n_rows * state_.current.stride);
  }

  void score(const SiteRow<Real>& at, double* out) const {
    const auto& w = state_.current;
    layout_.gather(at, w.theta, out);
    if (Layout::kHasBias || scale_ != 1) scale_and_shift(w.bias, scale_, w.n_columns, out);
  }
  // Some sites that follow each other; their part tables do, too.
  void score_sites(const Sites<Real>& sites, Index row, Index n_rows, Index width,
                   double* out) const {
    const auto& w = state_.current;
    layout_.gather_sites(sites, row, n_rows, w.theta, out);
    if (!Layout::kHasBias && scale_ == 1) return;
    for (Index i = 0; i < n_rows; ++i) {
      scale_and_shift(w.bias, scale_, w.n_columns, out + i * width);
    }
  }
  void score_rows(Index row, Index n_rows, double* out) const {
    const auto& w = state_.current;
    widen(w.theta + layout_.begin(row), scale_, n_rows * w.stride, out);
  }

  // theta += x (outer) delta;  bias += bias_step * delta
  void add(const SiteRow<Real>& at, const double* delta, double bias_step) {
    auto& w = state_.current;
    layout_.touch(at);
    fill_delta(delta, 1 / scale_);
    layout_.scatter(at, scaled_delta_.data(), w.theta);
    if (state_.is_averaged() && scale_sum_ != 0) {
      fill_delta(delta, scale_sum_ / scale_);
      layout_.scatter(at, scaled_delta_.data(), state_.weight_sums);
    }
    if (bias_step == 0) return;
    for (Index c = 0; c < w.n_columns; ++c) {
      const double change = bias_step * delta[c];
      w.bias[c] += static_cast<Real>(change);
      if (state_.is_averaged()) {
        state_.bias_sums[c] += static_cast<Real>(static_cast<double>(new_steps_) * change);
      }
    }
  }

  void add_row(Index row, const double* delta) {
    auto& w = state_.current;
    const Index begin = layout_.begin(row);
    const Real* mask = layout_.mask();
    for (Index c = 0; c < w.n_columns; ++c) {
      if (delta[c] == 0 || (mask != nullptr && mask[begin + c] == Real(0))) continue;
      w.theta[begin + c] += static_cast<Real>(delta[c] / scale_);
      if (state_.is_averaged()) {
        state_.weight_sums[begin + c] += static_cast<Real>(delta[c] * (scale_sum_ / scale_));
      }
    }
  }

  void decay(double factor) {
    if (factor == 1) return;
    scale_ *= factor;
    if (scale_ < 1e-6) rebase();
  }
  // The loss and the weight of the example whose parts are added next.
  void meet(double, double) {}
  void owe_l1(double amount) { owed_ += amount / scale_; }

  // Ends a step: the weights as they are now enter the average.
  void tick() {
    scale_sum_ += scale_;
    ++new_steps_;
    ++state_.steps;
  }

  // All lazy work is done; the arrays hold plain weights and plain sums. Work may go on afterwards.
  void flush() {
    rebase();
    if (!state_.is_averaged()) return;
    // u = -(sum so far); the bias counts steps instead of scales.
    for (Index c = 0; c < state_.current.stride; ++c) {
      state_.bias_sums[c] -= static_cast<Real>(static_cast<double>(new_steps_) *
                                               static_cast<double>(state_.current.bias[c]));
    }
    new_steps_ = 0;
  }
  // After the last flush: u back to sums.
  void close() {
    flush();
    if (!state_.is_averaged()) return;
    negate(state_.weight_sums, state_.current.size());
    negate(state_.bias_sums, state_.current.stride);
  }
  // The average so far, valid right after `flush`.
  Real average(const Real* u, Index i) const {
    return static_cast<Real>(-static_cast<double>(u[i]) / static_cast<double>(state_.steps));
  }

 private:
  static void negate(Real* cells, Index count) {
    for (Index i = 0; i < count; ++i) cells[i] = -cells[i];
  }
  void fill_delta(const double* delta, double factor) {
    for (Index c = 0; c < state_.current.n_columns; ++c) {
      scaled_delta_[static_cast<std::size_t>(c)] = static_cast<Real>(delta[c] * factor);
    }
  }
  void settle(Index begin, Index count) {
    const Real u = static_cast<Real>(owed_);
    for (Index c = begin; c < begin + count; ++c) {
      const Real z = state_.current.theta[c];
      Real& q = received_[static_cast<std::size_t>(c)];
      const Real next = z > 0 ? std::max(Real(0), z - (u + q))
                              : (z < 0 ? std::min(Real(0), z + (u - q)) : Real(0));
      q += next - z;
      state_.current.theta[c] = next;
    }
  }
  // Folds the scale into the table.
  void rebase() {
    auto& w = state_.current;
    if (!received_.empty()) settle(0, w.size());
    if (state_.is_averaged() && scale_sum_ != 0) {
      const Real sum = static_cast<Real>(scale_sum_);
      for (Index i = 0; i < w.size(); ++i) state_.weight_sums[i] -= sum * w.theta[i];
    }
    scale_sum_ = 0;
    if (scale_ != 1) {
      const Real scale = static_cast<Real>(scale_);
      for (Index i = 0; i < w.size(); ++i) w.theta[i] *= scale;
      for (Real& q : received_) q *= scale;
      owed_ *= scale_;
      scale_ = 1;
    }
  }

  OnlineState<Real>& state_;
  Layout& layout_;
  std::vector<Real> scaled_delta_;
  std::vector<Real> received_;  // a cell each: q, in units of the scale; empty without L1
  double owed_ = 0;             // u, in units of the scale
  double scale_ = 1;
  double scale_sum_ = 0;  // c, since the last rebase
  Index new_steps_ = 0;   // steps since the last flush (for the bias)
};

}  // namespace linguine
