// The oracles of the chain: every loss of the table on sequences.
//
//   l = agg_y [ s(y) + rho c(gold, y) ] - s(gold),  c(gold, y) = sum_t cost(gold_t, y_t)
//   partly labelled  gold_t = -1 is not known: s(gold) becomes agg over the outputs that agree with
//             what is known (sum: their log-partition; max: the best of them), and an unknown site
//             costs nothing [YuJoachims2009]
//   refused   gold that the rules forbid: its score would be -inf
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/inference/chain_structure.hpp"
#include "core/inference/cost.hpp"
#include "core/learning/losses.hpp"
#include "core/learning/oracle.hpp"

namespace linguine {

// One thread's memory for the oracles of chains: nothing is allocated per sentence.
struct ChainScratch {
  ChainMemory memory;
  ChainMoves moves;
  AlignedVector<double> nodes;
  std::vector<Label> output;

  static ChainScratch& of_this_thread() {
    thread_local ChainScratch scratch;
    return scratch;
  }
};

// The three tables inside a flat table of parts.
class ChainParts {
 public:
  ChainParts(const ChainRules& rules, bool has_edges, Index n_sites)
      : n_nodes_(n_sites * rules.stride()),
        n_edges_(has_edges ? n_nodes_ * rules.n_labels() : 0),
        n_sites_(n_sites) {}

  ChainScores scores(const double* parts) const {
    return {n_sites_, parts, n_edges_ > 0 ? parts + n_nodes_ : nullptr, structural(parts)};
  }
  ChainShares shares(double* parts) const {
    return {parts, n_edges_ > 0 ? parts + n_nodes_ : nullptr, parts + n_nodes_ + n_edges_};
  }
  const double* structural(const double* parts) const { return parts + n_nodes_ + n_edges_; }
  Index n_nodes() const { return n_nodes_; }

 private:
  Index n_nodes_;
  Index n_edges_;
  Index n_sites_;
};

inline bool is_complete(std::span<const Label> gold) {
  return std::none_of(gold.begin(), gold.end(), [](Label y) { return y < 0; });
}

// Value and gradient of a loss on one sentence. `moves` are the structural scores, prepared;
// gradient cells are added to, times `weight`, after a call of `begin`; of a right answer there is
// nothing to add.
template <class Loss, class Begin>
double chain_loss(ChainMoves& moves, const ChainScores& scores, std::span<const Label> gold,
                  const Cost& cost, double weight, ChainScratch& scratch,
                  const ChainShares& gradient, const Begin& begin) {
  static_assert(!Loss::kSquared, "a squared loss has no structure");
  const ChainRules& rules = moves.rules();
  const Index stride = rules.stride();
  const Index T = scores.n_sites;
  if (T == 0) return 0;
  ChainScores changed;
  const ChainScores* asked = &scores;
  const auto ask_with = [&](const double* nodes) {
    changed = scores;
    changed.nodes = nodes;
    asked = &changed;
  };
  if constexpr (Loss::kAugmented) {
    scratch.nodes.assign(scores.nodes, scores.nodes + T * stride);
    for (Index t = 0; t < T; ++t) {
      const Label y = gold[static_cast<std::size_t>(t)];
      if (y < 0) continue;
      for (Label k = 0; k < rules.n_labels(); ++k) {
        scratch.nodes[static_cast<std::size_t>(t * stride + k)] += cost(y, k);
      }
    }
    ask_with(scratch.nodes.data());
  }
  scratch.output.resize(static_cast<std::size_t>(T));
  double value;
  if constexpr (Loss::kAsks == Asks::kMax) {
    value = best_output(moves, *asked, scratch.memory, scratch.output.data());
    if (std::equal(gold.begin(), gold.end(), scratch.output.begin())) {
      return value - score_of(moves, scores, gold.data());
    }
    begin();
    add_output(rules, scratch.output.data(), T, weight, gradient);
  } else {
    moves.make_shares();
    begin();
    value = log_partition(moves, *asked, weight, scratch.memory, &gradient);
  }
  if (is_complete(gold)) {
    value -= score_of(moves, scores, gold.data());
    add_output(rules, gold.data(), T, -weight, gradient);
  } else {
    scratch.nodes.assign(scores.nodes, scores.nodes + T * stride);
    for (Index t = 0; t < T; ++t) {
      const Label y = gold[static_cast<std::size_t>(t)];
      for (Label k = 0; y >= 0 && k < rules.n_labels(); ++k) {
        if (k != y) scratch.nodes[static_cast<std::size_t>(t * stride + k)] = kImpossible;
      }
    }
    ask_with(scratch.nodes.data());
    if constexpr (Loss::kAsks == Asks::kMax) {
      value -= best_output(moves, *asked, scratch.memory, scratch.output.data());
      add_output(rules, scratch.output.data(), T, -weight, gradient);
    } else {
      value -= log_partition(moves, *asked, -weight, scratch.memory, &gradient);
    }
  }
  return value;
}

class ChainOracle : public Oracle {
 public:
  ChainOracle(ChainRules rules, bool has_edges, Cost cost)
      : rules_(std::move(rules)), has_edges_(has_edges), cost_(std::move(cost)) {}

  const ChainRules& rules() const { return rules_; }
  const Cost& cost() const { return cost_; }
  Label n_columns() const override { return rules_.n_labels(); }
  Label n_blocks() const override { return 1; }
  Index part_width() const override { return rules_.stride(); }
  Index n_structural() const override { return rules_.n_rows(); }

  // The same with structural scores that are prepared already: what batch learners ask.
  virtual double evaluate_prepared(ChainMoves& moves, const ChainScores& scores,
                                   std::span<const Label> gold, double weight,
                                   const ChainShares& gradient) const = 0;

  void candidates(std::span<const Label> gold, std::span<const double> scores, Label k,
                  std::vector<Candidate>& out) const override {
    const ChainParts parts = parts_of(gold);
    ChainScratch& scratch = ChainScratch::of_this_thread();
    scratch.moves.assign(rules_, parts.structural(scores.data()));
    const ChainScores asked = parts.scores(scores.data());
    if (!is_complete(gold)) throw std::invalid_argument("k-best MIRA needs every label");
    const double gold_score = score_of(scratch.moves, asked, gold.data());
    std::vector<std::vector<Label>> outputs;
    std::vector<double> values;
    k_best_outputs(scratch.moves, asked, Index{k} + 1, scratch.memory, outputs, values);
    out.clear();
    for (std::size_t j = 0; j < outputs.size() && static_cast<Label>(out.size()) < k; ++j) {
      if (std::equal(gold.begin(), gold.end(), outputs[j].begin())) continue;
      Candidate candidate{std::vector<double>(scores.size(), 0.0), 0.0};
      const ChainShares shares = parts.shares(candidate.difference.data());
      add_output(rules_, gold.data(), asked.n_sites, 1.0, shares);
      add_output(rules_, outputs[j].data(), asked.n_sites, -1.0, shares);
      keep_transitions(shares);
      candidate.loss = values[j] - gold_score;
      for (std::size_t t = 0; t < gold.size(); ++t) {
        candidate.loss += cost_(gold[t], outputs[j][t]);
      }
      out.push_back(std::move(candidate));
    }
  }

  Index n_right(std::span<const Label> gold, std::span<const double> scores) const override {
    const ChainParts parts = parts_of(gold);
    ChainScratch& scratch = ChainScratch::of_this_thread();
    scratch.moves.assign(rules_, parts.structural(scores.data()));
    scratch.output.resize(gold.size());
    best_output(scratch.moves, parts.scores(scores.data()), scratch.memory, scratch.output.data());
    Index right = 0;
    for (std::size_t t = 0; t < gold.size(); ++t) right += scratch.output[t] == gold[t];
    return right;
  }

  bool has_edges() const { return has_edges_; }

 protected:
  // Weights of transitions that are not learned do not move.
  void keep_transitions(const ChainShares& gradient) const {
    if (rules_.learns_transitions()) return;
    const Index stride = rules_.stride();
    std::fill_n(gradient.structural, rules_.n_labels() * stride, 0.0);
    std::fill(gradient.structural + rules_.n_basic_rows() * stride,
              gradient.structural + rules_.n_rows() * stride, 0.0);
  }
  ChainParts parts_of(std::span<const Label> gold) const {
    return {rules_, has_edges_, static_cast<Index>(gold.size())};
  }

 private:
  ChainRules rules_;
  bool has_edges_;
  Cost cost_;
};

template <class Loss>
class ChainLossOracle final : public ChainOracle {
 public:
  using ChainOracle::ChainOracle;
  double evaluate_prepared(ChainMoves& moves, const ChainScores& scores,
                           std::span<const Label> gold, double weight,
                           const ChainShares& gradient) const override {
    return chain_loss<Loss>(moves, scores, gold, cost(), weight, ChainScratch::of_this_thread(),
                            gradient, [] {});
  }

  double evaluate(std::span<const Label> gold, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    const ChainParts parts = parts_of(gold);
    ChainScratch& scratch = ChainScratch::of_this_thread();
    scratch.moves.assign(rules(), parts.structural(scores.data()));
    const ChainShares shares = parts.shares(gradient.data());
    bool is_zero = true;
    const auto begin = [&] {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      is_zero = false;
    };
    block_values[0] = chain_loss<Loss>(scratch.moves, parts.scores(scores.data()), gold, cost(),
                                       1.0, scratch, shares, begin);
    if (is_zero) {
      gradient = {};
    } else {
      keep_transitions(shares);
    }
    return block_values[0];
  }
};

template <class... Losses>
struct ChainLossTable {
  static std::shared_ptr<const ChainOracle> make(const std::string& name, const ChainRules& rules,
                                                 bool has_edges, const Cost& cost) {
    std::shared_ptr<const ChainOracle> oracle;
    auto take = [&]<class Loss>() {
      if (name == Loss::kName) {
        oracle = std::make_shared<ChainLossOracle<Loss>>(rules, has_edges, cost);
      }
    };
    (take.template operator()<Losses>(), ...);
    if (!oracle) throw std::invalid_argument("a sequence has no loss '" + name + "'");
    return oracle;
  }
};
using ChainLosses = ChainLossTable<PerceptronLoss, HingeLoss, LogisticLoss, SoftmaxMarginLoss>;

}  // namespace linguine
