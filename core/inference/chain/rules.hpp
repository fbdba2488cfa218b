// Chain rules: the labels of a sequence, what may follow what, and where structural scores lie.
//
//   rows      a chain owns rows of the table of weights: one per label y' (scores of y' -> y), one
//             for the start, one for the end; then for k = 2 .. order one per k labels before y.
//             Each row has a column per label y
//   history   labels one after another are a number of base L; the first of k labels may be L,
//             which stands for "before the start". So a site t < order has the rows of 1 .. t
//             labels before it, and the row of START and t labels
//   forbidden -inf is added to what must not occur, so that no output ever has it
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/types.hpp"

namespace linguine {

class ChainRules {
 public:
  static constexpr int kMostOrder = 15;

  ChainRules() = default;
  // `learns_transitions`: false keeps the weights of transitions at 0; rules still hold.
  ChainRules(Label n_labels, int order, bool learns_transitions = true)
      : n_labels_(n_labels), order_(order), learns_transitions_(learns_transitions) {
    first_rows_[2] = n_basic_rows();
    for (std::size_t k = 1; k <= as_size(order); ++k) {
      powers_[k] = powers_[k - 1] * n_labels;
      if (k > 1) first_rows_[k + 1] = first_rows_[k] + powers_[k] + powers_[k - 1];
    }
  }

  // Zero marks what is forbidden. `transitions` [L][L], `start` and `end` [L].
  void forbid(std::span<const std::uint8_t> transitions, std::span<const std::uint8_t> start,
              std::span<const std::uint8_t> end) {
    mask_.assign(at(n_basic_rows() * stride()), 0.0);
    for (Label from = 0; from < n_labels_; ++from) {
      for (Label to = 0; to < n_labels_; ++to) {
        if (transitions[at(Index{from} * n_labels_ + to)] == 0) mask(from, to) = kImpossible;
      }
    }
    for (Label y = 0; y < n_labels_; ++y) {
      if (start[at(y)] == 0) mask(start_row(), y) = kImpossible;
      if (end[at(y)] == 0) mask(end_row(), y) = kImpossible;
    }
  }

  Label n_labels() const { return n_labels_; }
  int order() const { return order_; }
  bool learns_transitions() const { return learns_transitions_; }
  Index stride() const { return (Index{n_labels_} + 3) / 4 * 4; }
  Index start_row() const { return n_labels_; }
  Index end_row() const { return Index{n_labels_} + 1; }
  Index n_basic_rows() const { return Index{n_labels_} + 2; }
  Index n_rows() const { return first_row(order_ + 1); }
  // The number of histories of k labels.
  Index power(Index k) const { return powers_[at(k)]; }
  // Where the rows of k labels before begin.
  Index first_row(Index k) const { return first_rows_[at(k)]; }
  // The row of the longest histories: a label, then the code of order - 1 labels.
  Index longest_row(Index first, Index code) const {
    return first_row(order_) + first * power(order_ - 1) + code;
  }
  // The rows of two labels and more that site t > 0 has after the history `code`, the order - 1
  // labels before it, or all if there are fewer; without the longest, which one more label decides.
  template <class Use>
  void for_each_shared_row(Index t, Index code, const Use& use) const {
    for (Index k = 2; k < order_ && k <= t; ++k) use(first_row(k) + code % power(k));
    if (t < order_) use(first_row(t + 1) + n_labels_ * power(t) + code);
  }
  // All rows that site t of an output has, shorter first; up to a label that is not known.
  template <class Use>
  void for_each_row(const Label* y, Index t, const Use& use) const {
    if (t == 0) return use(start_row());
    Index code = 0;
    for (Index k = 1; k <= order_ && k <= t; ++k) {
      if (y[t - k] < 0) return;
      code += y[t - k] * power(k - 1);
      use(first_row(k) + code);
    }
    if (t < order_) use(first_row(t + 1) + n_labels_ * power(t) + code);
  }
  bool has_mask() const { return !mask_.empty(); }
  // [n_basic_rows][stride] 0 or -inf.
  const double* mask() const { return mask_.data(); }
  bool allows(Label from, Label to) const { return mask_.empty() || mask_value(from, to) == 0; }
  bool allows_start(Label y) const { return mask_.empty() || mask_value(start_row(), y) == 0; }
  bool allows_end(Label y) const { return mask_.empty() || mask_value(end_row(), y) == 0; }

 private:
  static std::size_t at(Index i) { return as_size(i); }
  double& mask(Index row, Label y) { return mask_[at(row * stride() + y)]; }
  double mask_value(Index row, Label y) const { return mask_[at(row * stride() + y)]; }

  Label n_labels_ = 0;
  int order_ = 1;
  bool learns_transitions_ = true;
  std::array<Index, kMostOrder + 1> powers_{1};     // [k] L^k
  std::array<Index, kMostOrder + 2> first_rows_{};  // [k] of k labels; those of one come first
  std::vector<double> mask_;
};

}  // namespace linguine
