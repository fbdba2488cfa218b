// Chain rules: the labels of a sequence, what may follow what, and where structural scores lie.
//
//   rows      a chain owns rows of the table of weights: one per label y' (scores of y' -> y), one
//             for the start, one for the end; of order 2 also one per pair (y'', y'), where y'' = L
//             stands for "before the start". Each row has a column per label y
//   forbidden -inf is added to what must not occur, so that no output ever has it
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/types.hpp"

namespace linguine {

class ChainRules {
 public:
  ChainRules() = default;
  // `learns_transitions`: false keeps the weights of transitions at 0; rules still hold.
  ChainRules(Label n_labels, int order, bool learns_transitions = true)
      : n_labels_(n_labels), order_(order), learns_transitions_(learns_transitions) {}

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
  Index pair_row(Index before, Index from) const {
    return n_basic_rows() + before * n_labels_ + from;
  }
  Index n_rows() const {
    return n_basic_rows() + (order_ == 2 ? (Index{n_labels_} + 1) * n_labels_ : 0);
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
  std::vector<double> mask_;
};

}  // namespace linguine
