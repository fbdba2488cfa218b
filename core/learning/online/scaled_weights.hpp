// Scaled weights: scaled, averaged and lazily penalised, so that a step costs O(active features).
//
//   theta     = scale * v: L2 decay multiplies the scale, never the table (TurboParser's trick)
//   average   sum over steps of theta = c v - u with c = sum of scales; a step adds delta to v and
//             c * delta to u [Eisenstein2018, 2.2.2 and exercise 3]. A weight that does not move
//             keeps v and u, so a call on a few rows of a table leaves the others right
//   L1        every weight owes u, the sum of all eta_t l1/n so far, and has received q (negative
//             where it was positive); a feature that is next seen is clipped at zero by what is
//             outstanding: w <- max(0, w - (u + q)) or min(0, w + (u - q)). Unlike a soft threshold
//             per step this is not undone by the noise of single gradients: zeros stay
//             [Tsuruoka2009]
//   exact     equal to the eager updates up to rounding; tests/learning compares them step by step
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/matrix/weights.hpp"
#include "core/learning/layouts/part_rows.hpp"

namespace linguine {

// What outlives a call of an online learner (partial_fit).
template <class Real>
struct OnlineState {
  Weights<Real> current;           // of a layout's size: v, and the bias as it is
  Real* weight_lags = nullptr;     // the same size, or null: u, what the sum over steps lacks
  Real* bias_lags = nullptr;       // [stride] the same of the bias, whose scales are all 1
  Real* weight_squares = nullptr;  // the same size, or null: AdaGrad's sums
  Real* bias_squares = nullptr;    // [stride]
  Index steps = 0;
  double scale = 1;
  double scale_sum = 0;  // c
  // The scales and sums of scales that were folded into the table in this call: rows that were not
  // given need them, too.
  std::vector<std::pair<double, double>> folds;

  bool is_averaged() const { return weight_lags != nullptr; }
  Real average_weight(Index i) const {
    return (static_cast<Real>(scale_sum) * current.theta[i] - weight_lags[i]) /
           static_cast<Real>(steps);
  }
  Real average_bias(Index c) const {
    return (static_cast<Real>(steps) * current.bias[c] - bias_lags[c]) / static_cast<Real>(steps);
  }
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

// Weights as they are read: scale * table + bias, wherever a layout puts them.
template <class Real, class Layout>
struct PlainWeights {
  const Layout& layout;
  const Real* theta;
  const Real* bias;
  double scale = 1;

  const PlainWeights& plain() const { return *this; }
  void prepare(const SiteRow<Real>&) const {}
  void prepare_rows(Index, Index) const {}
  void score(const SiteRow<Real>& at, double* out) const {
    layout.gather(at, theta, out);
    shift(out);
  }
  // Some sites that follow each other; their part tables do, too.
  void score_sites(const Sites<Real>& sites, Index row, Index n_rows, Index width,
                   double* out) const {
    layout.gather_sites(sites, row, n_rows, theta, out);
    for (Index i = 0; i < n_rows; ++i) shift(out + i * width);
  }
  void score_rows(Index row, Index n_rows, double* out) const {
    widen(theta + layout.begin(row), scale, n_rows * layout.stride(), out);
  }

 private:
  void shift(double* out) const {
    if (Layout::kHasBias || scale != 1) scale_and_shift(bias, scale, layout.n_columns(), out);
  }
};

template <class Real, class Layout>
class ScaledWeights {
 public:
  ScaledWeights(OnlineState<Real>& state, Layout& layout, bool has_l1)
      : state_(state), layout_(layout), scaled_delta_(as_size(state.current.stride)) {
    if (has_l1) received_.assign(as_size(state.current.size()), Real(0));
  }

  const Layout& layout() const { return layout_; }
  PlainWeights<Real, Layout> plain() const {
    return {layout_, state_.current.theta, state_.current.bias, state_.scale};
  }

  // Pays the L1 debt of the row's features; must precede `score` and `add` for that row.
  void prepare(const SiteRow<Real>& at) {
    if (received_.empty()) return;
    layout_.for_each_run(at, [&](Index cell, Index, Index count, Real) { settle(cell, count); });
  }
  void prepare_rows(Index row, Index n_rows) {
    if (!received_.empty()) settle(layout_.begin(row), n_rows * state_.current.stride);
  }

  // theta += x (outer) delta;  bias += bias_step * delta
  void add(const SiteRow<Real>& at, const double* delta, double bias_step) {
    auto& w = state_.current;
    layout_.touch(at);
    fill_delta(delta, 1 / state_.scale);
    layout_.scatter(at, scaled_delta_.data(), w.theta);
    if (state_.is_averaged() && state_.scale_sum != 0) {
      fill_delta(delta, state_.scale_sum / state_.scale);
      layout_.scatter(at, scaled_delta_.data(), state_.weight_lags);
    }
    if (bias_step == 0) return;
    for (Index c = 0; c < w.n_columns; ++c) {
      const double change = bias_step * delta[c];
      w.bias[c] += static_cast<Real>(change);
      if (state_.is_averaged()) {
        state_.bias_lags[c] += static_cast<Real>(static_cast<double>(state_.steps) * change);
      }
    }
  }

  void add_row(Index row, const double* delta) {
    auto& w = state_.current;
    const Index begin = layout_.begin(row);
    const Real* mask = layout_.mask();
    for (Index c = 0; c < w.n_columns; ++c) {
      if (delta[c] == 0 || (mask != nullptr && mask[begin + c] == Real(0))) continue;
      w.theta[begin + c] += static_cast<Real>(delta[c] / state_.scale);
      if (state_.is_averaged()) {
        state_.weight_lags[begin + c] +=
            static_cast<Real>(delta[c] * (state_.scale_sum / state_.scale));
      }
    }
  }

  void decay(double factor) {
    if (factor == 1) return;
    state_.scale *= factor;
    if (state_.scale < 1e-6) rebase();
  }
  // The loss and the weight of the example whose parts are added next.
  void meet(double, double) {}
  void owe_l1(double amount) { owed_ += amount / state_.scale; }

  // Ends a step: the weights as they are now enter the average.
  void tick() {
    state_.scale_sum += state_.scale;
    ++state_.steps;
  }

  // The table holds plain weights. Work may go on afterwards.
  void flush() { rebase(); }
  // Only debts cannot wait for the next call; the scale and u can.
  void close() {
    if (!received_.empty()) rebase();
  }

 private:
  void fill_delta(const double* delta, double factor) {
    for (Index c = 0; c < state_.current.n_columns; ++c) {
      scaled_delta_[as_size(c)] = static_cast<Real>(delta[c] * factor);
    }
  }
  void settle(Index begin, Index count) {
    const Real u = static_cast<Real>(owed_);
    for (Index c = begin; c < begin + count; ++c) {
      const Real z = state_.current.theta[c];
      Real& q = received_[as_size(c)];
      const Real next = z > 0 ? std::max(Real(0), z - (u + q))
                              : (z < 0 ? std::min(Real(0), z + (u - q)) : Real(0));
      q += next - z;
      state_.current.theta[c] = next;
    }
  }
  // Folds the scale into the table, and the sum of scales into u.
  void rebase() {
    auto& w = state_.current;
    if (!received_.empty()) settle(0, w.size());
    if (state_.scale != 1 || state_.scale_sum != 0) {
      state_.folds.emplace_back(state_.scale, state_.scale_sum);
    }
    if (state_.is_averaged() && state_.scale_sum != 0) {
      const Real sum = static_cast<Real>(state_.scale_sum);
      for (Index i = 0; i < w.size(); ++i) state_.weight_lags[i] -= sum * w.theta[i];
    }
    state_.scale_sum = 0;
    if (state_.scale != 1) {
      const Real scale = static_cast<Real>(state_.scale);
      for (Index i = 0; i < w.size(); ++i) w.theta[i] *= scale;
      for (Real& q : received_) q *= scale;
      owed_ *= state_.scale;
      state_.scale = 1;
    }
  }

  OnlineState<Real>& state_;
  Layout& layout_;
  std::vector<Real> scaled_delta_;
  std::vector<Real> received_;  // a cell each: q, in units of the scale; empty without L1
  double owed_ = 0;             // u, in units of the scale
};

}  // namespace linguine
