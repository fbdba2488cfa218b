// Spans: how probable the labels of some neighbouring sites are, from messages made once a sentence.
//
//   value     p(y_b .. y_{e-1} are these and y_e is not `stop`): the message into y_b, the steps
//             within the span, and the sum over y_e of a step and the message back from it
//   cost      one forward-backward pass; then O(length + L) a span, order 2 O(length + L^2)
//   numbers   the messages of chain.hpp and pairs.hpp, whose products are probabilities as they
//             are; of candidates, and where shares will not do, those of logs.hpp
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/inference/chain/logs.hpp"
#include "core/inference/chain/structure.hpp"

namespace linguine {

class ChainSpans {
 public:
  // `marginals` are added to, as by log_partition. The scores and the memory stay as they are for
  // as long as there are questions.
  ChainSpans(const ChainMoves& moves, const ChainScores& scores, ChainMemory& memory,
             const ChainShares& marginals)
      : moves_(moves),
        scores_(scores),
        memory_(memory),
        labels_(scores, moves.rules().n_labels()),
        by_pairs_(moves.rules().order() == 2 && scores.n_sites > 1) {
    log_z_ = log_partition_by_shares(moves, scores, 1.0, memory, &marginals);
    if (!std::isnan(log_z_)) return;
    logs_.emplace(moves, scores, memory.work);
    log_z_ = logs_->run(1.0, &marginals);
  }

  bool is_possible() const { return log_z_ != kImpossible; }

  double probability(Index first, std::span<const Label> labels, Label stop) {
    if (!labels.empty()) return std::exp(log_probability(first, labels, stop));
    if (first == scores_.n_sites) return 1;
    double sum = 0;
    for (const Label y : labels_.at(first)) {
      if (y != stop) sum += std::exp(log_probability(first, {&y, 1}, -1));
    }
    return sum;
  }

 private:
  double log_probability(Index first, std::span<const Label> labels, Label stop) {
    enter(first, labels[0]);
    Index t = first + 1;
    for (; t < first + std::ssize(labels); ++t) {
      const Label b = labels[as_size(t - first - 1)];
      const Label c = labels[as_size(t - first)];
      const double value = step_from_all(t, b, c);
      before_.assign(1, {b, value});
    }
    const double rest = t == scores_.n_sites ? log_sum_before() : leave(t, labels.back(), stop);
    return logs_ ? rest - log_z_ : rest;
  }

  // before_: the labels before y, and the sums of all that leads through each of them to y.
  void enter(Index t, Label y) {
    before_.clear();
    const Label L = moves_.rules().n_labels();
    if (logs_ && t == 0) {
      before_.emplace_back(L, logs_->first(y));
    } else if (logs_) {
      for (const Label a : labels_.at(t - 1)) before_.emplace_back(a, logs_->alpha(t, a, y));
    } else if (by_pairs_ && t > 0) {
      const double* alpha = memory_.work.alpha.data() + t * L * stride();
      for (Label a = 0; a < L; ++a) before_.emplace_back(a, std::log(alpha[a * stride() + y]));
    } else {
      const auto& from = by_pairs_ ? memory_.work.share : memory_.work.alpha;
      before_.emplace_back(L, std::log(from[as_size(t * stride() + y)]));
    }
  }
  double log_sum_before() {
    terms_.clear();
    for (const auto& [a, value] : before_) terms_.push_back(value);
    return log_sum(terms_);
  }
  double step_from_all(Index t, Label b, Label c) {
    terms_.clear();
    for (const auto& [a, value] : before_) terms_.push_back(value + step(t, a, b, c));
    return log_sum(terms_);
  }
  double leave(Index t, Label b, Label stop) {
    std::vector<double> ways;
    for (const Label c : labels_.at(t)) {
      if (c != stop) ways.push_back(step_from_all(t, b, c) + rest(t, b, c));
    }
    return log_sum(ways);
  }
  static double log_sum(std::vector<double>& terms) {
    const bool is_possible =
        std::any_of(terms.begin(), terms.end(), [](double term) { return term != kImpossible; });
    return is_possible ? softmax_in_place(terms) : kImpossible;
  }

  Index stride() const { return moves_.rules().stride(); }
  double step(Index t, Label a, Label b, Label c) const {
    if (logs_) return logs_->step_of(t, a, b, c);
    const double edge = edge_score(scores_, moves_.rules(), t, b, c);
    const double move = by_pairs_ ? memory_.pairs.moves.scores(a, b)[c] : moves_.row(b)[c];
    return move + edge - move_top(t) + std::log(memory_.work.share[as_size(t * stride() + c)]) +
           std::log(memory_.work.scale[as_size(t)]);
  }
  // What the shares of moves into a site were divided by, as the forward passes do it.
  double move_top(Index t) const {
    if (by_pairs_) return edge_top(scores_, moves_.rules(), t) + memory_.pairs.moves.top();
    if (scores_.edges == nullptr) return moves_.top();
    const Index L = moves_.rules().n_labels();
    return top_of_rows(moves_into(moves_, scores_, t, memory_.work), L, L, stride());
  }
  double rest(Index t, Label b, Label c) const {
    if (logs_) return logs_->beta(t, b, c);
    const Index L = moves_.rules().n_labels();
    const Index at = by_pairs_ ? (t * L + b) * stride() + c : t * stride() + c;
    return std::log(memory_.work.beta[as_size(at)]);
  }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  ChainMemory& memory_;
  const SiteLabels labels_;
  const bool by_pairs_;
  double log_z_ = 0;
  std::optional<ChainLogs> logs_;
  std::vector<std::pair<Label, double>> before_;
  std::vector<double> terms_;
};

}  // namespace linguine
