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
  Weights<Real> current;
  Real* weight_sums = nullptr;     // [n_features][stride] or null: sum over steps of the weights
  Real* bias_sums = nullptr;       // [stride]
  Real* weight_squares = nullptr;  // [n_features][stride] or null: AdaGrad's sums
  Real* bias_squares = nullptr;    // [stride]
  Index steps = 0;

  bool is_averaged() const { return weight_sums != nullptr; }
};

template <class Real>
class ScaledWeights {
 public:
  // `skips_zeros`: rows that are all zero are known and not read. Worth it where rows are wide and
  // most of them are rare features that no step has ever needed.
  ScaledWeights(OnlineState<Real>& state, bool has_l1, bool skips_zeros)
      : state_(state), scaled_delta_(static_cast<std::size_t>(state.current.stride)) {
    if (skips_zeros) find_touched();
    if (has_l1) received_.assign(static_cast<std::size_t>(state.current.size()), Real(0));
    if (state_.is_averaged()) {  // sums -> u = c v - sums with c = 0
      negate(state_.weight_sums, state_.current.size());
      negate(state_.bias_sums, state_.current.stride);
    }
  }

  // theta is the table times the scale.
  const Real* table() const { return state_.current.theta; }
  double scale() const { return scale_; }

  // Pays the L1 debt of the row's features; must precede `score` and `add` for that row.
  void prepare(const SiteRow<Real>& at) {
    if (received_.empty()) return;
    at.sites->with_row(at.row, [&](const auto& r) {
      for (Index j = 0; j < r.count; ++j) settle(at.base + r.feature(j) * at.step);
    });
  }
  void prepare_row(Index row) {
    if (!received_.empty()) settle(row);
  }

  void prefetch(const SiteRow<Real>& at) const {
    const auto& w = state_.current;
    if (touched_.empty()) return;
    with_touched(at, [&](const auto& row) {
      for (Index j = 0; j < row.count; ++j) {
        const char* line = reinterpret_cast<const char*>(w.theta + row.feature(j) * w.stride);
        __builtin_prefetch(line);
        if (static_cast<std::size_t>(w.stride) * sizeof(Real) > 64) __builtin_prefetch(line + 64);
      }
    });
  }
  void score(const SiteRow<Real>& at, Real* raw, double* out) const {
    const auto& w = state_.current;
    if (touched_.empty()) {
      at.sites->gather_row(at.row, w.theta + at.base * w.stride, at.step * w.stride, w.stride, raw);
    } else {
      with_touched(at, [&](const auto& row) { gather(row, w.theta, w.stride, w.stride, raw); });
    }
    for (Index c = 0; c < w.n_columns; ++c) {
      out[c] = scale_ * static_cast<double>(raw[c]) + static_cast<double>(w.bias[c]);
    }
  }
  void score_row(Index row, double* out) const {
    const auto& w = state_.current;
    for (Index c = 0; c < w.n_columns; ++c) {
      out[c] = scale_ * static_cast<double>(w.theta[row * w.stride + c]);
    }
  }

  // theta += x (outer) delta;  bias += bias_step * delta
  void add(const SiteRow<Real>& at, const double* delta, double bias_step) {
    auto& w = state_.current;
    if (!touched_.empty()) {
      at.sites->with_row(at.row, [&](const auto& r) {
        for (Index j = 0; j < r.count; ++j) touch(at.base + r.feature(j) * at.step);
      });
    }
    fill_delta(delta, 1 / scale_);
    at.sites->scatter_row(at.row, scaled_delta_.data(), at.step * w.stride, w.stride,
                          w.theta + at.base * w.stride);
    if (state_.is_averaged() && scale_sum_ != 0) {
      fill_delta(delta, scale_sum_ / scale_);
      at.sites->scatter_row(at.row, scaled_delta_.data(), at.step * w.stride, w.stride,
                            state_.weight_sums + at.base * w.stride);
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
    for (Index c = 0; c < w.n_columns; ++c) {
      const Index cell = row * w.stride + c;
      w.theta[cell] += static_cast<Real>(delta[c] / scale_);
      if (state_.is_averaged()) {
        state_.weight_sums[cell] += static_cast<Real>(delta[c] * (scale_sum_ / scale_));
      }
    }
  }

  void decay(double factor) {
    if (factor == 1) return;
    scale_ *= factor;
    if (scale_ < 1e-6) rebase();
  }
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
  void touch(Index row) {
    touched_[static_cast<std::size_t>(row) / 64] |= std::uint64_t{1} << (row % 64);
  }
  void find_touched() {
    const auto& w = state_.current;
    touched_.assign(static_cast<std::size_t>(w.n_features / 64 + 1), 0);
    for (Index i = 0; i < w.size(); ++i) {
      if (w.theta[i] != Real(0)) touch(i / w.stride);
    }
  }
  // Calls `use(row view)` with the entries whose weights are not all zero, as rows of the table.
  template <class Use>
  void with_touched(const SiteRow<Real>& at, const Use& use) const {
    at.sites->with_row(at.row, [&](const auto& r) {
      if (rows_.size() < static_cast<std::size_t>(r.count)) {
        rows_.resize(static_cast<std::size_t>(r.count));
        values_.resize(static_cast<std::size_t>(r.count));
      }
      std::size_t n = 0;
      bool plain = true;
      for (Index j = 0; j < r.count; ++j) {
        const Index row = at.base + r.feature(j) * at.step;
        rows_[n] = row;
        values_[n] = r.value(j);
        plain &= r.value(j) == Real(1);
        n += (touched_[static_cast<std::size_t>(row) / 64] >> (row % 64)) & 1;
      }
      const auto count = static_cast<Index>(n);
      if (plain) {
        use(RowView<Real, Index, false>{rows_.data(), nullptr, count});
      } else {
        use(RowView<Real, Index, true>{rows_.data(), values_.data(), count});
      }
    });
  }
  static void negate(Real* cells, Index count) {
    for (Index i = 0; i < count; ++i) cells[i] = -cells[i];
  }
  void fill_delta(const double* delta, double factor) {
    for (Index c = 0; c < state_.current.n_columns; ++c) {
      scaled_delta_[static_cast<std::size_t>(c)] = static_cast<Real>(delta[c] * factor);
    }
  }
  void settle(Index feature) {
    const Index at = feature * state_.current.stride;
    const Real u = static_cast<Real>(owed_);
    for (Index c = at; c < at + state_.current.n_columns; ++c) {
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
    if (!received_.empty()) {
      for (Index f = 0; f < w.n_features; ++f) settle(f);
    }
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
  std::vector<std::uint64_t> touched_;  // a bit per row; empty: not asked for
  mutable std::vector<Index> rows_;     // of the site at hand
  mutable std::vector<Real> values_;
  std::vector<Real> scaled_delta_;
  std::vector<Real> received_;  // [n_features][stride] q, in units of the scale; empty without L1
  double owed_ = 0;             // u, in units of the scale
  double scale_ = 1;
  double scale_sum_ = 0;  // c, since the last rebase
  Index new_steps_ = 0;   // steps since the last flush (for the bias)
};

}  // namespace linguine
