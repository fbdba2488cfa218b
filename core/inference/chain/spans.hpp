// Spans: how probable the labels of some neighbouring sites are, from messages made once a sentence.
//
//   value     p(y_b .. y_{e-1} are these and y_e is not `stop`): the message into y_b, the steps
//             within the span, and the sum over y_e of a step and the message back from it
//   cost      one forward-backward pass; then O(length + L) a span, order n O((length + L) L^(n-1))
//   numbers   the messages of chain.hpp and histories.hpp, whose products are probabilities as they
//             are; of candidates, and where shares will not do, those of logs.hpp
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
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
        labels_(scores, moves.rules(), moves.rules().order()),
        by_histories_(moves.rules().order() > 1 && scores.n_sites > 1) {
    log_z_ = log_partition_by_shares(moves, scores, 1.0, memory, &marginals);
    if (!std::isnan(log_z_)) return;
    logs_.emplace(moves, scores, memory.work);
    log_z_ = logs_->run(1.0, &marginals);
  }

  bool is_possible() const { return log_z_ != kImpossible; }

  double probability(Index first, std::span<const Label> span, Label stop) {
    if (!span.empty()) return std::exp(log_probability(first, span, stop));
    if (first == scores_.n_sites) return 1;
    double sum = 0;
    for (const Label y : labels().at(first)) {
      if (y != stop) sum += std::exp(log_probability(first, {&y, 1}, -1));
    }
    return sum;
  }

 private:
  // The sum of all that leads through a history to a label.
  struct Way {
    Index history;
    double value;
  };

  double log_probability(Index first, std::span<const Label> span, Label stop) {
    Index t = first;
    for (const Label y : span) {
      if (!labels().has(t++, y)) return kImpossible;
    }
    std::vector<Way> ways = enter(first, labels().place(first, span[0]));
    for (t = first + 1; t < first + std::ssize(span); ++t) {
      const Index before = labels().place(t - 1, span[as_size(t - first - 1)]);
      ways = advance(ways, t, before, span[as_size(t - first)]);
    }
    std::vector<double> terms;
    if (t == scores_.n_sites) {
      for (const Way& way : ways) terms.push_back(way.value);
    } else {
      const Index before = labels().place(t - 1, span.back());
      for (const Label c : labels().at(t)) {
        if (c == stop) continue;
        for (const Way& way : advance(ways, t, before, c)) {
          terms.push_back(way.value + rest(t, way.history, labels().place(t, c)));
        }
      }
    }
    const double value = log_sum(terms);
    return logs_ ? value - log_z_ : value;
  }

  std::vector<Way> enter(Index t, Index j) const {
    std::vector<Way> ways;
    for (Index b = 0; b < labels().n_before(t); ++b) {
      ways.push_back({b, logs_ ? logs_->alpha(t, b, j) : std::log(alpha(t, b, j))});
    }
    return ways;
  }
  // From the ways to place j at t - 1 to those to c at t; what is no longer part of the history is
  // summed over.
  std::vector<Way> advance(const std::vector<Way>& from, Index t, Index j, Label c) const {
    const Index n_before = labels().n_before(t);
    std::vector<Way> moved;
    for (const Way& way : from) {
      const Index cell = way.history * labels().size(t - 1) + j;
      const Index b = cell % n_before;
      moved.push_back({b, way.value + step(t, cell / n_before, b, c)});
    }
    std::stable_sort(moved.begin(), moved.end(),
                     [](const Way& a, const Way& b) { return a.history < b.history; });
    std::vector<Way> ways;
    std::vector<double> terms;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      terms.push_back(moved[i].value);
      if (i + 1 < moved.size() && moved[i + 1].history == moved[i].history) continue;
      ways.push_back({moved[i].history, log_sum(terms)});
      terms.clear();
    }
    return ways;
  }
  static double log_sum(std::vector<double>& terms) {
    const bool is_possible =
        std::any_of(terms.begin(), terms.end(), [](double term) { return term != kImpossible; });
    return is_possible ? softmax_in_place(terms) : kImpossible;
  }

  const SiteLabels& labels() const { return logs_ ? logs_->labels() : labels_; }
  Index stride() const { return moves_.rules().stride(); }
  // Where a cell lies in tables of all histories.
  std::size_t at(Index t, Index b, Index j) const {
    return as_size((t * moves_.rules().power(moves_.rules().order() - 1) + b) * stride() + j);
  }
  double alpha(Index t, Index b, Index j) const {
    return t == 0 && by_histories_ ? memory_.work.share[as_size(j)]
                                   : memory_.work.alpha[at(t, b, j)];
  }
  double step(Index t, Index h, Index b, Label c) const {
    if (logs_) return logs_->step_of(t, h, b, c);
    const double edge = edge_score(scores_, moves_.rules(), t, by_histories_ ? b : h, c);
    const double move = by_histories_ ? moves_.histories().scores(t, h, b)[c] : moves_.row(h)[c];
    return move + edge - move_top(t) + std::log(memory_.work.share[as_size(t * stride() + c)]) +
           std::log(memory_.work.scale[as_size(t)]);
  }
  // What the shares of moves into a site were divided by, as the forward passes do it.
  double move_top(Index t) const {
    if (by_histories_) return edge_top(scores_, moves_.rules(), t) + moves_.histories().top();
    if (scores_.edges == nullptr) return moves_.top();
    const Index L = moves_.rules().n_labels();
    return top_of_rows(moves_into(moves_, scores_, t, memory_.work), L, L, stride());
  }
  double rest(Index t, Index b, Index j) const {
    return logs_ ? logs_->beta(t, b, j) : std::log(memory_.work.beta[at(t, b, j)]);
  }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  ChainMemory& memory_;
  const SiteLabels labels_;
  const bool by_histories_;
  double log_z_ = 0;
  std::optional<ChainLogs> logs_;
};

}  // namespace linguine
