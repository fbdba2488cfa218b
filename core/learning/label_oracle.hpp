// The oracles of the label structure: a loss of the table, jointly over all labels or one column at
// a time, and the squared loss.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/inference/label.hpp"
#include "core/learning/losses.hpp"
#include "core/learning/oracle.hpp"

namespace linguine {

// Turns scores into value and gradient for any structure: ask, subtract gold.
//   parts     in: the scores; out: the gradient
template <class Loss, Structure S>
inline double ask(const S& structure, Label gold, std::span<double> parts) {
  const double gold_score = parts[static_cast<std::size_t>(gold)];
  if constexpr (Loss::kAugmented) structure.add_cost(gold, parts);
  double value;
  if constexpr (Loss::kAsks == Asks::kMax) {
    const Label z = structure.argmax(parts);
    value = parts[static_cast<std::size_t>(z)] - gold_score;
    for (double& part : parts) part = 0;
    parts[static_cast<std::size_t>(z)] += 1;
  } else {
    value = structure.marginals(parts) - gold_score;
  }
  parts[static_cast<std::size_t>(gold)] -= 1;
  if constexpr (Loss::kSquared) {
    for (double& part : parts) part *= 2 * value;
    value *= value;
  }
  return value;
}

// Two labels, the first pinned to score 0; `score` is that of the second. Returns the value.
template <class Loss>
inline double ask_pinned(const LabelStructure& structure, Label gold, double score,
                         double& gradient) {
  std::array<double, 2> parts{0.0, score};
  const double value = ask<Loss>(structure, gold, parts);
  gradient = parts[1];
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
class JointOracle final : public LabelOracle {
 public:
  JointOracle(Label n_labels, Cost cost) : n_labels_(n_labels), structure_(std::move(cost)) {}

  Label n_columns() const override { return n_labels_ == 2 ? 1 : n_labels_; }
  Label n_blocks() const override { return 1; }

  double evaluate(std::span<const Label> golds, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    const Label gold = golds[0];
    if (n_labels_ == 2) {
      block_values[0] = ask_pinned<Loss>(structure_, gold, scores[0], gradient[0]);
    } else {
      std::copy(scores.begin(), scores.end(), gradient.begin());
      block_values[0] = ask<Loss>(structure_, gold, gradient);
    }
    return block_values[0];
  }

  void candidates(std::span<const Label> golds, std::span<const double> scores, Label k,
                  std::vector<Candidate>& out) const override {
    const Label gold = golds[0];
    const std::array<double, 2> pinned{0.0, scores[0]};
    const std::span<const double> parts = n_labels_ == 2 ? std::span<const double>(pinned) : scores;
    std::vector<Label> best;
    structure_.k_best(parts, k + 1, best);
    out.clear();
    for (const Label y : best) {
      if (y == gold || static_cast<Label>(out.size()) == k) continue;
      Candidate candidate{std::vector<double>(static_cast<std::size_t>(n_columns()), 0.0), 0.0};
      if (n_labels_ == 2) {
        candidate.difference[0] = gold == 1 ? 1 : -1;
      } else {
        candidate.difference[static_cast<std::size_t>(gold)] = 1;
        candidate.difference[static_cast<std::size_t>(y)] = -1;
      }
      candidate.loss = structure_.cost()(gold, y) - parts[static_cast<std::size_t>(gold)] +
                       parts[static_cast<std::size_t>(y)];
      out.push_back(std::move(candidate));
    }
  }

 private:
  Label n_labels_;
  LabelStructure structure_;
};

// K binary problems side by side: column k asks "label k or not?" [Zhang2010 1.2].
template <class Loss>
class OneVersusAllOracle final : public LabelOracle {
 public:
  explicit OneVersusAllOracle(Label n_labels) : n_labels_(n_labels), binary_(Cost(2)) {}

  Label n_columns() const override { return n_labels_; }
  Label n_blocks() const override { return n_labels_; }

  double evaluate(std::span<const Label> golds, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    const Label gold = golds[0];
    double total = 0;
    for (Label k = 0; k < n_labels_; ++k) {
      const auto at = static_cast<std::size_t>(k);
      block_values[at] = ask_pinned<Loss>(binary_, gold == k ? 1 : 0, scores[at], gradient[at]);
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
  LabelStructure binary_;
};

// Squared loss, 1/2 sum_k (s_k - t_k)^2 with t = +1 for gold and -1 for the rest [Zhang2010 1.3].
class SquaredOracle final : public LabelOracle {
 public:
  explicit SquaredOracle(Label n_labels) : n_labels_(n_labels) {}

  Label n_columns() const override { return n_labels_ == 2 ? 1 : n_labels_; }
  Label n_blocks() const override { return n_columns(); }
  double evaluate(std::span<const Label> golds, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    const Label gold = golds[0];
    double total = 0;
    for (Label k = 0; k < n_columns(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      gradient[at] = scores[at] - target(gold, k);
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

// The table of names. A new loss is a struct in losses.hpp and its name here.
template <class... Losses>
struct LossTable {
  static std::unique_ptr<Oracle> make(const std::string& name, Label n_labels, bool one_versus_all,
                                      const Cost& cost) {
    std::unique_ptr<Oracle> oracle;
    auto take = [&]<class Loss>() {
      if (name != Loss::kName) return;
      if (one_versus_all && n_labels != 2) {
        oracle = std::make_unique<OneVersusAllOracle<Loss>>(n_labels);
      } else {
        oracle = std::make_unique<JointOracle<Loss>>(n_labels, cost);
      }
    };
    (take.template operator()<Losses>(), ...);
    if (name == "squared") oracle = std::make_unique<SquaredOracle>(n_labels);
    if (!oracle) throw std::invalid_argument("unknown loss '" + name + "'");
    return oracle;
  }
};
using LabelLosses =
    LossTable<PerceptronLoss, HingeLoss, SquaredHingeLoss, LogisticLoss, SoftmaxMarginLoss>;

}  // namespace linguine
