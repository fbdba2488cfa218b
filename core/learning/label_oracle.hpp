// The oracles of a single label that are not those of every structure:
//
//   pinned          two labels have one column, the score of label 1; label 0 is pinned to 0
//   one-versus-all  a pinned problem per label, side by side
//   squared         compares scores with targets, and asks no structure anything
//
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

#include "core/inference/label/structure.hpp"
#include "core/learning/losses.hpp"
#include "core/learning/oracle.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine {

// Value and derivative of a loss of the table over two scores, 0 and `score`.
template <class Loss>
double pinned_loss(const Cost& cost, Label gold, double score, double& gradient) {
  std::array<double, 2> parts{0.0, score};
  const auto right = as_size(gold);
  const double gold_score = parts[right];
  if constexpr (Loss::kAugmented) parts[1 - right] += cost(gold, 1 - gold);
  double value;
  if constexpr (Loss::kAsks == Asks::kMax) {
    const std::size_t z = parts[1] > parts[0] ? 1 : 0;
    value = parts[z] - gold_score;
    gradient = static_cast<double>(z) - static_cast<double>(right);
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

// One site: is the label with the highest score the right one?
class LabelOracle : public Oracle {
 public:
  Index n_right(std::span<const Label> gold, std::span<const double> scores) const override {
    if (scores.size() == 1) return (scores[0] > 0 ? 1 : 0) == gold[0];
    return std::max_element(scores.begin(), scores.end()) - scores.begin() == gold[0];
  }
};

template <class Loss>
class PinnedOracle final : public LabelOracle {
 public:
  explicit PinnedOracle(Cost cost) : cost_(std::move(cost)) {}

  Label n_columns() const override { return 1; }
  Label n_blocks() const override { return 1; }
  double evaluate(std::span<const Label> gold, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    return block_values[0] = pinned_loss<Loss>(cost_, gold[0], scores[0], gradient[0]);
  }
  void candidates(std::span<const Label> gold, std::span<const double> scores, Label,
                  std::vector<Candidate>& out) const override {
    const double towards = gold[0] == 1 ? 1 : -1;
    out.clear();
    out.push_back({{towards}, cost_(gold[0], 1 - gold[0]) - towards * scores[0]});
  }

 private:
  Cost cost_;
};

// K binary problems side by side: column k asks "label k or not?" [Zhang2010 1.2].
template <class Loss>
class OneVersusAllOracle final : public LabelOracle {
 public:
  explicit OneVersusAllOracle(Label n_labels) : n_labels_(n_labels), cost_(2) {}

  Label n_columns() const override { return n_labels_; }
  Label n_blocks() const override { return n_labels_; }

  double evaluate(std::span<const Label> gold, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    double total = 0;
    for (Label k = 0; k < n_labels_; ++k) {
      const auto at = as_size(k);
      block_values[at] = pinned_loss<Loss>(cost_, gold[0] == k ? 1 : 0, scores[at], gradient[at]);
      total += block_values[at];
    }
    return total;
  }
  void candidates(std::span<const Label>, std::span<const double>, Label,
                  std::vector<Candidate>&) const override {
    throw std::logic_error("one-versus-all has one candidate per column; use k_best=1");
  }

 private:
  Label n_labels_;
  Cost cost_;
};

// Squared loss, 1/2 sum_k (s_k - t_k)^2 with t = +1 for gold and -1 for the rest [Zhang2010 1.3].
class SquaredOracle final : public LabelOracle {
 public:
  explicit SquaredOracle(Label n_labels) : n_labels_(n_labels) {}

  Label n_columns() const override { return n_labels_ == 2 ? 1 : n_labels_; }
  Label n_blocks() const override { return n_columns(); }
  double evaluate(std::span<const Label> gold, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    double total = 0;
    for (Label k = 0; k < n_columns(); ++k) {
      const auto at = as_size(k);
      gradient[at] = scores[at] - target(gold[0], k);
      block_values[at] = 0.5 * gradient[at] * gradient[at];
      total += block_values[at];
    }
    return total;
  }
  void candidates(std::span<const Label>, std::span<const double>, Label,
                  std::vector<Candidate>&) const override {
    throw std::logic_error("squared loss has no candidates");
  }
  double target(Label gold, Label column) const {
    return (n_labels_ == 2 ? gold == 1 : gold == column) ? 1.0 : -1.0;
  }

 private:
  Label n_labels_;
};

inline std::shared_ptr<const Oracle> make_label_oracle(const std::string& loss, Label n_labels,
                                                       bool one_versus_all, const Cost& cost) {
  if (loss == "squared") return std::make_shared<SquaredOracle>(n_labels);
  if (n_labels != 2 && !one_versus_all) return make_oracle(loss, LabelStructure(n_labels, cost));
  return Losses::make<std::shared_ptr<const Oracle>>(
      loss, [&]<class Loss>(Loss) -> std::shared_ptr<const Oracle> {
        if (n_labels == 2) return std::make_shared<PinnedOracle<Loss>>(cost);
        return std::make_shared<OneVersusAllOracle<Loss>>(n_labels);
      });
}

}  // namespace linguine
