// Structured oracle: every loss of the table on every structure, written once.
//
//   value     l = agg_y [ s(y) + rho c(gold, y) ] - s(gold)
//             rho c(gold, y) after the argmax where the loss pays afterwards
//   gradient  what the structure answered minus gold; of a right answer there is none
//   partly    gold_t = -1 is not known: s(gold) becomes agg over the outputs that agree with what
//             is known (sum: their log-partition; max: the best of them) [YuJoachims2009]
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/inference/structure.hpp"
#include "core/learning/losses.hpp"
#include "core/learning/oracle.hpp"

namespace linguine {

// One thread's memory: nothing is allocated per example once it has grown.
template <Structure S>
struct OracleMemory {
  typename S::Workspace work;
  std::vector<Label> output;

  static OracleMemory& of_this_thread() {
    thread_local OracleMemory memory;
    return memory;
  }
};

inline bool is_known(std::span<const Label> gold) {
  return std::none_of(gold.begin(), gold.end(), [](Label y) { return y < 0; });
}

// agg over the outputs that agree with what is known of gold; adds weight times its parts.
template <TakesPartlyKnown S>
double agreeing(const StructuredLoss& loss, const S& structure, OracleMemory<S>& memory,
                std::span<const Label> gold, double weight, const typename S::Table& table) {
  if constexpr (HasSums<S>) {
    if (loss.asks == Asks::kSum) {
      return structure.template log_partition<View::kAgreeing>(memory.work, gold, weight, table);
    }
  }
  Label* y = at_least(memory.output, std::ssize(gold));
  const double value = structure.template best<View::kAgreeing>(memory.work, gold, y);
  structure.add_output(memory.work, {y, gold.size()}, weight, table);
  return value;
}

// What an output costs where gold is right.
template <Structure S>
double cost_of(const S& structure, const OracleMemory<S>& memory, std::span<const Label> gold,
               std::span<const Label> y) {
  if constexpr (DiffersByExample<S>) {
    return structure.cost(memory.work, gold, y);
  } else {
    return structure.cost(gold, y);
  }
}

// The log-partition that a loss asks for, or the score of the best output `y`.
template <Structure S>
double log_partition_of(const StructuredLoss& loss, const S& structure, OracleMemory<S>& memory,
                        std::span<const Label> gold, double weight,
                        const typename S::Table& table) {
  auto& work = memory.work;
  return loss.is_augmented
             ? structure.template log_partition<View::kCostly>(work, gold, weight, table)
             : structure.template log_partition<View::kAsIs>(work, gold, weight, table);
}
template <Structure S>
double best_of(const StructuredLoss& loss, const S& structure, OracleMemory<S>& memory,
               std::span<const Label> gold, Label* y) {
  return loss.is_augmented ? structure.template best<View::kCostly>(memory.work, gold, y)
                           : structure.template best<View::kAsIs>(memory.work, gold, y);
}

// Value and gradient of a loss after the structure has looked. Cells of the table are added to,
// times `weight`, after a call of `begin`; of a right answer there is nothing to add.
template <Structure S, class Begin>
double structured_loss(const StructuredLoss& loss, const S& structure, OracleMemory<S>& memory,
                       std::span<const Label> gold, double weight, const typename S::Table& table,
                       const Begin& begin) {
  bool is_right = false;
  double value = 0;
  if (loss.asks == Asks::kSum) {
    begin();
    if constexpr (HasSums<S>) {
      value = log_partition_of(loss, structure, memory, gold, weight, table);
    }
  } else {
    Label* y = at_least(memory.output, std::ssize(gold));
    value = best_of(loss, structure, memory, gold, y);
    is_right = std::equal(gold.begin(), gold.end(), y);
    if (!is_right) {
      begin();
      structure.add_output(memory.work, {y, gold.size()}, weight, table);
      if (loss.pays_afterwards) value += cost_of(structure, memory, gold, {y, gold.size()});
    }
  }
  if constexpr (TakesPartlyKnown<S>) {
    if (!is_known(gold)) {
      return value - agreeing(loss, structure, memory, gold, -weight, table);
    }
  }
  const double gold_score = structure.score(memory.work, gold);
  if (!is_right) structure.add_output(memory.work, gold, -weight, table);
  return value - gold_score;
}

template <Structure S>
class StructuredOracle final : public Oracle {
 public:
  StructuredOracle(const StructuredLoss& loss, S structure)
      : loss_(loss), structure_(std::move(structure)) {}

  Label n_columns() const override { return structure_.n_columns(); }
  Label n_blocks() const override { return 1; }
  Index part_width() const override { return structure_.part_width(); }
  Index n_structural() const override { return structure_.n_structural(); }

  double evaluate(const Example& example, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    const std::span<const Label> gold = example.gold;
    OracleMemory<S>& memory = look(example, scores);
    const auto table = structure_.table_at(gradient.data(), std::ssize(gold));
    bool is_zero = true;
    double value = structured_loss(loss_, structure_, memory, gold, 1.0, table, [&] {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      is_zero = false;
    });
    if (is_zero) {
      gradient = {};
    } else {
      structure_.keep_frozen(table);
    }
    if (loss_.is_squared) {
      for (double& part : gradient) part *= 2 * value;
      value *= value;
    }
    block_values[0] = value;
    return value;
  }

  void candidates(const Example& example, std::span<const double> scores, Label k,
                  std::vector<Candidate>& out) const override {
    if constexpr (HasKBest<S>) {
      const std::span<const Label> gold = example.gold;
      if (TakesPartlyKnown<S> && !is_known(gold)) {
        throw std::invalid_argument("k-best MIRA needs every label");
      }
      OracleMemory<S>& memory = look(example, scores);
      const double gold_score = structure_.score(memory.work, gold);
      std::vector<std::vector<Label>> outputs;
      std::vector<double> values;
      structure_.k_best(memory.work, Index{k} + 1, outputs, values);
      out.clear();
      for (std::size_t j = 0; j < outputs.size() && static_cast<Label>(out.size()) < k; ++j) {
        if (std::equal(gold.begin(), gold.end(), outputs[j].begin())) continue;
        Candidate candidate{
            std::vector<double>(scores.size(), 0.0),
            cost_of(structure_, memory, gold, outputs[j]) - (gold_score - values[j])};
        const auto table = structure_.table_at(candidate.difference.data(), std::ssize(gold));
        structure_.add_output(memory.work, gold, 1.0, table);
        structure_.add_output(memory.work, outputs[j], -1.0, table);
        structure_.keep_frozen(table);
        out.push_back(std::move(candidate));
      }
    } else {
      throw std::invalid_argument("this structure has no list of the k best outputs");
    }
  }

  Index n_right(const Example& example, std::span<const double> scores) const override {
    const std::span<const Label> gold = example.gold;
    OracleMemory<S>& memory = look(example, scores);
    Label* y = at_least(memory.output, std::ssize(gold));
    structure_.template best<View::kAsIs>(memory.work, gold, y);
    Index right = 0;
    for (std::size_t t = 0; t < gold.size(); ++t) right += y[t] == gold[t];
    return right;
  }

 private:
  OracleMemory<S>& look(const Example& example, std::span<const double> scores) const {
    OracleMemory<S>& memory = OracleMemory<S>::of_this_thread();
    if constexpr (DiffersByExample<S>) {
      structure_.look(scores.data(), example, memory.work);
    } else {
      structure_.look(scores.data(), example.n_sites(), memory.work);
    }
    return memory;
  }

  StructuredLoss loss_;
  S structure_;
};

// A structure with the loss of a name; one that asks for more than the structure has is refused.
template <Structure S>
std::shared_ptr<const Oracle> make_oracle(const std::string& loss, const S& structure) {
  const auto facts = Losses::make<StructuredLoss>(loss, []<class Loss>(Loss) {
    if constexpr (Loss::kAsks == Asks::kSum && !HasSums<S>) {
      throw std::invalid_argument("the loss '" + std::string(Loss::kName) +
                                  "' needs sums, which this structure does not have");
    }
    return StructuredLoss::of<Loss>();
  });
  return std::make_shared<StructuredOracle<S>>(facts, structure);
}

}  // namespace linguine
