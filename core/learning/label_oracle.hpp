// The oracles of a single label that are not those of every structure: columns side by side, each
// with a loss of its own. Two labels have one column, the score of label 1; label 0 is pinned to 0.
// More have a column each that asks "label k or not?" [Zhang2010 1.2].
//
//   pinned   a loss of the table over two scores, 0 and the column's
//   squared  compares the column with +1 or -1 [Zhang2010 1.3], and asks no structure anything
//
// Where gold is a set of labels, each of them is right in its column; there are at least three.
// Three labels or more in one loss are the structured oracle of LabelStructure.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/base/label_sets.hpp"
#include "core/inference/label/structure.hpp"
#include "core/learning/losses.hpp"
#include "core/learning/oracle.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine {

template <class Loss>
class PinnedLoss {
 public:
  explicit PinnedLoss(Cost cost) : cost_(std::move(cost)) {}

  // Value and derivative; is the column's label the right one?
  double operator()(bool is_right, double score, double& gradient) const {
    std::array<double, 2> parts{0.0, score};
    const std::size_t right = is_right ? 1 : 0;
    const double gold_score = parts[right];
    if constexpr (Loss::kAugmented) parts[1 - right] += price(is_right);
    double value;
    if constexpr (Loss::kAsks == Asks::kMax) {
      const std::size_t z = parts[1] > parts[0] ? 1 : 0;
      value = parts[z] - gold_score;
      gradient = static_cast<double>(z) - static_cast<double>(right);
      if constexpr (Loss::kPaysAfterwards) value += z == right ? 0.0 : price(is_right);
    } else {
      value = softmax_in_place(parts) - gold_score;
      gradient = parts[1] - static_cast<double>(right);
    }
    if constexpr (Loss::kSquared) {
      gradient *= 2 * value;
      value *= value;
    }
    return value;
  }
  Candidate candidate(bool is_right, double score) const {
    const double towards = is_right ? 1 : -1;
    return {{towards}, price(is_right) - towards * score};
  }

 private:
  double price(bool is_right) const { return is_right ? cost_(1, 0) : cost_(0, 1); }
  Cost cost_;
};

// 1/2 (s - t)^2 with t = +1 for gold and -1 for the rest.
struct SquaredLoss {
  double operator()(bool is_right, double score, double& gradient) const {
    gradient = score - (is_right ? 1.0 : -1.0);
    return 0.5 * gradient * gradient;
  }
  Candidate candidate(bool, double) const {
    throw std::logic_error("squared loss has no candidates");
  }
};

template <class ColumnLoss>
class ColumnsOracle final : public Oracle {
 public:
  ColumnsOracle(Label n_labels, ColumnLoss loss, std::shared_ptr<const LabelSets> sets = nullptr)
      : n_labels_(n_labels), loss_(std::move(loss)), sets_(std::move(sets)) {}

  Label n_columns() const override { return n_labels_ == 2 ? 1 : n_labels_; }
  Label n_blocks() const override { return n_columns(); }
  double evaluate(const Example& example, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    if (n_labels_ == 2)
      return block_values[0] = loss_(example.gold[0] == 1, scores[0], gradient[0]);
    const std::span<const Label> right = right_labels(sets_.get(), example.gold[0]);
    std::size_t next = 0;
    double total = 0;
    for (std::size_t k = 0; k < scores.size(); ++k) {
      const bool is_one = next < right.size() && right[next] == static_cast<Label>(k);
      next += is_one ? 1 : 0;
      block_values[k] = loss_(is_one, scores[k], gradient[k]);
      total += block_values[k];
    }
    return total;
  }
  void candidates(const Example& example, std::span<const double> scores, Label,
                  std::vector<Candidate>& out) const override {
    out.assign(1, loss_.candidate(is_right(example.gold[0], 0), scores[0]));
    if (n_columns() == 1) return;
    throw std::logic_error("one-versus-all has one candidate per column; use k_best=1");
  }
  // One site: is the label with the highest score a right one? Of no labels: is it below 0?
  Index n_right(const Example& example, std::span<const double> scores) const override {
    if (scores.size() == 1) return (scores[0] > 0 ? 1 : 0) == example.gold[0];
    const auto best = std::max_element(scores.begin(), scores.end());
    const std::span<const Label> right = right_labels(sets_.get(), example.gold[0]);
    if (right.empty()) return *best <= 0;
    return std::find(right.begin(), right.end(), best - scores.begin()) != right.end();
  }

 private:
  bool is_right(Label gold, std::size_t column) const {
    return gold == (n_labels_ == 2 ? 1 : static_cast<Label>(column));
  }
  Label n_labels_;
  ColumnLoss loss_;
  std::shared_ptr<const LabelSets> sets_;  // or null: gold is the label
};

inline std::shared_ptr<const Oracle> make_label_oracle(const std::string& loss, Label n_labels,
                                                       bool one_versus_all, const Cost& cost,
                                                       std::shared_ptr<const LabelSets> sets) {
  if (loss == "squared") {
    return std::make_shared<ColumnsOracle<SquaredLoss>>(n_labels, SquaredLoss(), sets);
  }
  if (n_labels != 2 && !one_versus_all) return make_oracle(loss, LabelStructure(n_labels, cost));
  return Losses::make<std::shared_ptr<const Oracle>>(
      loss, [&]<class Loss>(Loss) -> std::shared_ptr<const Oracle> {
        const PinnedLoss<Loss> pinned(n_labels == 2 ? cost : Cost(2));
        return std::make_shared<ColumnsOracle<PinnedLoss<Loss>>>(n_labels, pinned, sets);
      });
}

}  // namespace linguine
