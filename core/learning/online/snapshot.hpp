// Snapshots: what an online learner needs to look back on. The weights that would be used for
// prediction after each epoch, how much they changed, and the state of the best epoch on held-out
// data.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/work/monitor.hpp"
#include "core/learning/online/scaled_weights.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

template <class Real>
class Snapshots {
 public:
  Snapshots(OnlineState<Real>& state, bool keeps_best, bool measures_change)
      : state_(state), keeps_best_(keeps_best), measures_change_(measures_change) {}

  // Valid right after a flush of the weights.
  void take() {
    if (measures_change_) previous_ = now_;
    const auto& w = state_.current;
    now_.resize(as_size(w.size() + w.stride));
    for (Index i = 0; i < w.size(); ++i) {
      now_[as_size(i)] = state_.is_averaged() ? state_.average_weight(i) : w.theta[i];
    }
    for (Index c = 0; c < w.stride; ++c) {
      now_[as_size(w.size() + c)] = state_.is_averaged() ? state_.average_bias(c) : w.bias[c];
    }
  }

  // Euclidean distance to the snapshot before; infinite after the first.
  double change() const {
    if (previous_.empty()) return HUGE_VAL;
    double sum = 0;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      const double difference = static_cast<double>(now_[i]) - static_cast<double>(previous_[i]);
      sum += difference * difference;
    }
    return std::sqrt(sum);
  }

  // Is the accuracy on held-out data the best so far? Then the state is kept.
  template <class Problem, class Layout>
  bool improves(const Problem& held_out, const Layout& layout, Monitor& monitor) {
    const double accuracy = accuracy_on(held_out, layout, monitor);
    if (accuracy <= best_accuracy_) return false;
    best_accuracy_ = accuracy;
    best_ = now_;
    return true;
  }

  // Puts the best epoch's prediction weights in place of the current ones (and of the average).
  void restore_best() {
    if (!keeps_best_ || best_.empty()) return;
    const auto& w = state_.current;
    state_.scale = 1;
    state_.scale_sum = static_cast<double>(state_.steps);
    for (Index i = 0; i < w.size(); ++i) {
      w.theta[i] = best_[as_size(i)];
      if (state_.is_averaged()) state_.weight_lags[i] = 0;
    }
    for (Index c = 0; c < w.stride; ++c) {
      w.bias[c] = best_[as_size(w.size() + c)];
      if (state_.is_averaged()) state_.bias_lags[c] = 0;
    }
  }

 private:
  template <class Problem, class Layout>
  double accuracy_on(const Problem& held_out, const Layout& layout, Monitor& monitor) const {
    PlainWeights<Real, Layout> weights{layout, now_.data(), now_.data() + state_.current.size()};
    std::vector<double> scores;
    double right = 0;
    double total = 0;
    for (Index e = 0; e < held_out.examples.size(); ++e) {
      monitor.poll();
      const Example example = held_out.examples[e];
      scores.resize(as_size(held_out.n_parts(e)));
      score_parts(held_out, example, weights, scores.data());
      const auto n_right = static_cast<double>(held_out.oracle->n_right(example, scores));
      total += example.weight * static_cast<double>(example.n_sites());
      right += example.weight * n_right;
    }
    return right / total;
  }

  OnlineState<Real>& state_;
  bool keeps_best_;
  bool measures_change_;
  double best_accuracy_ = -1;
  std::vector<Real> now_;
  std::vector<Real> previous_;
  std::vector<Real> best_;
};

}  // namespace linguine
