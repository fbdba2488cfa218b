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
template <class Loss, TakesPartlyKnown S>
double agreeing(const S& structure, OracleMemory<S>& memory, std::span<const Label> gold,
                double weight, const typename S::Table& table) {
  if constexpr (Loss::kAsks == Asks::kSum) {
    return structure.template log_partition<View::kAgreeing>(memory.work, gold, weight, table);
  } else {
    Label* y = at_least(memory.output, std::ssize(gold));
    const double value = structure.template best<View::kAgreeing>(memory.work, gold, y);
    structure.add_output(memory.work, {y, gold.size()}, weight, table);
    return value;
  }
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

// Value and gradient of a loss after the structure has looked. Cells of the table are added to,
// times `weight`, after a call of `begin`; of a right answer there is nothing to add.
template <class Loss, Structure S, class Begin>
double structured_loss(const S& structure, OracleMemory<S>& memory, std::span<const Label> gold,
                       double weight, const typename S::Table& table, const Begin& begin) {
  constexpr View kAsked = Loss::kAugmented ? View::kCostly : View::kAsIs;
  bool is_right = false;
  double value;
  if constexpr (Loss::kAsks == Asks::kSum) {
    begin();
    value = structure.template log_partition<kAsked>(memory.work, gold, weight, table);
  } else {
    Label* y = at_least(memory.output, std::ssize(gold));
    value = structure.template best<kAsked>(memory.work, gold, y);
    is_right = std::equal(gold.begin(), gold.end(), y);
    if (!is_right) {
      begin();
      structure.add_output(memory.work, {y, gold.size()}, weight, table);
      if constexpr (Loss::kPaysAfterwards) {
        value += cost_of(structure, memory, gold, {y, gold.size()});
      }
    }
  }
  if constexpr (TakesPartlyKnown<S>) {
    if (!is_known(gold)) {
      return value - agreeing<Loss>(structure, memory, gold, -weight, table);
    }
  }
  const double gold_score = structure.score(memory.work, gold);
  if (!is_right) structure.add_output(memory.work, gold, -weight, table);
  return value - gold_score;
}

// What an oracle answers whatever the loss is, compiled once for a structure.
template <Structure S>
class StructureOracle : public Oracle {
 public:
  explicit StructureOracle(S structure) : structure_(std::move(structure)) {}

  Label n_columns() const override { return structure_.n_columns(); }
  Label n_blocks() const override { return 1; }
  Index part_width() const override { return structure_.part_width(); }
  Index n_structural() const override { return structure_.n_structural(); }

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

 protected:
  OracleMemory<S>& look(const Example& example, std::span<const double> scores) const {
    OracleMemory<S>& memory = OracleMemory<S>::of_this_thread();
    if constexpr (DiffersByExample<S>) {
      structure_.look(scores.data(), example, memory.work);
    } else {
      structure_.look(scores.data(), example.n_sites(), memory.work);
    }
    return memory;
  }

  S structure_;
};

template <Structure S, class Loss>
class StructuredOracle final : public StructureOracle<S> {
 public:
  using StructureOracle<S>::StructureOracle;

  double evaluate(const Example& example, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    const std::span<const Label> gold = example.gold;
    OracleMemory<S>& memory = this->look(example, scores);
    const auto table = this->structure_.table_at(gradient.data(), std::ssize(gold));
    bool is_zero = true;
    double value = structured_loss<Loss>(this->structure_, memory, gold, 1.0, table, [&] {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      is_zero = false;
    });
    if (is_zero) {
      gradient = {};
    } else {
      this->structure_.keep_frozen(table);
    }
    if constexpr (Loss::kSquared) {
      for (double& part : gradient) part *= 2 * value;
      value *= value;
    }
    block_values[0] = value;
    return value;
  }
};

// A structure with the loss of a name; one that asks for more than the structure has is refused.
template <Structure S>
std::shared_ptr<const Oracle> make_oracle(const std::string& loss, const S& structure) {
  return Losses::make<std::shared_ptr<const Oracle>>(
      loss, [&]<class Loss>(Loss) -> std::shared_ptr<const Oracle> {
        if constexpr (Loss::kAsks == Asks::kSum && !HasSums<S>) {
          throw std::invalid_argument("the loss '" + std::string(Loss::kName) +
                                      "' needs sums, which this structure does not have");
        } else {
          return std::make_shared<StructuredOracle<S, Loss>>(structure);
        }
      });
}

}  // namespace linguine
