// Chain on logarithms: forward-backward over pairs of labels, slow and safe for scores of any size.
// What chain.hpp falls back to when shares vanish, and what sums over candidates; of either order.
//
//   cost      O(T k^3) exponentials for k labels a site: the candidates, or all L
#pragma once

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/inference/chain/chain.hpp"
#include "core/inference/chain/restricted.hpp"

namespace linguine {

class ChainLogs {
 public:
  ChainLogs(const ChainMoves& moves, const ChainScores& scores, ChainWorkspace& work)
      : moves_(moves),
        scores_(scores),
        rules_(moves.rules()),
        L_(rules_.n_labels()),
        labels_(scores, rules_.n_labels()),
        begin_(labels_.pair_tables()) {
    nodes_ = closed_nodes(moves, scores, work);
  }

  // Log Z; adds weight times the marginals if `out` is given.
  double run(double weight, const ChainShares* out) {
    const Index T = scores_.n_sites;
    if (T == 1) return single(weight, out);
    alpha_.assign(begin_.back(), kImpossible);
    for (Index t = 1; t < T; ++t) forward(t);
    const auto size = begin_[begin_.size() - 1] - begin_[begin_.size() - 2];
    terms_.assign(alpha_.end() - static_cast<std::ptrdiff_t>(size), alpha_.end());
    const double log_z = log_sum();
    if (out == nullptr || log_z == kImpossible) return log_z;
    beta_.assign(begin_.back(), 0.0);
    for (Index t = T - 1; t > 0; --t) {
      add_shares(t, log_z, weight, *out);
      if (t > 1) backward(t, log_z, weight, *out);
    }
    return log_z;
  }

  // After `run` with marginals: the message into the first site, into a pair of labels at t - 1
  // and t, back from it, and the score of a step.
  double first(Label y) const { return has(0, y) ? nodes_[y] : kImpossible; }
  double alpha(Index t, Label b, Label c) const { return message(alpha_, t, b, c); }
  double beta(Index t, Label b, Label c) const { return message(beta_, t, b, c); }
  double step_of(Index t, Index a, Label b, Label c) const { return pair(a, b, c) + step(t, b, c); }

 private:
  // alpha and beta are tables of pairs (place among the labels of t - 1, of t).
  std::size_t at(Index t, std::size_t i, std::size_t j) const {
    return begin_[as_size(t)] + i * labels_.at(t).size() + j;
  }
  std::size_t place(Index t, Label y) const {
    const auto labels = labels_.at(t);
    return as_size(std::lower_bound(labels.begin(), labels.end(), y) - labels.begin());
  }
  bool has(Index t, Label y) const {
    const auto labels = labels_.at(t);
    return std::binary_search(labels.begin(), labels.end(), y);
  }
  double message(const std::vector<double>& table, Index t, Label b, Label c) const {
    if (!has(t - 1, b) || !has(t, c)) return kImpossible;
    return table[at(t, place(t - 1, b), place(t, c))];
  }
  double* row(const ChainShares& out, Index row) const {
    return out.structural + row * rules_.stride();
  }
  double step(Index t, Label b, Label c) const {
    return nodes_[t * rules_.stride() + c] + moves_.row(b)[c] +
           edge_score(scores_, rules_, t, b, c);
  }
  double pair(Index a, Index b, Label c) const {
    return rules_.order() == 2 ? moves_.pair(a, b, c) : 0.0;
  }
  double log_sum() {
    if (terms_.empty()) return kImpossible;  // a site without candidates
    const double top = *std::max_element(terms_.begin(), terms_.end());
    if (top == kImpossible) return top;
    return softmax_in_place(terms_);
  }

  void forward(Index t) {
    const auto from = labels_.at(t - 1);
    const auto here = labels_.at(t);
    for (std::size_t i = 0; i < from.size(); ++i) {
      for (std::size_t j = 0; j < here.size(); ++j) {
        const Label b = from[i];
        const Label c = here[j];
        double sum = nodes_[b];
        double extra = pair(L_, b, c);
        if (t > 1) {
          const auto first = labels_.at(t - 2);
          terms_.clear();
          for (std::size_t h = 0; h < first.size(); ++h) {
            terms_.push_back(alpha_[at(t - 1, h, i)] + pair(first[h], b, c));
          }
          sum = log_sum();
          extra = 0;
        }
        alpha_[at(t, i, j)] = sum + extra + step(t, b, c);
      }
    }
  }

  // beta of (t - 1, t) -> beta of (t - 2, t - 1); adds the shares of triples.
  void backward(Index t, double log_z, double weight, const ChainShares& out) {
    const auto first = labels_.at(t - 2);
    const auto from = labels_.at(t - 1);
    const auto here = labels_.at(t);
    for (std::size_t h = 0; h < first.size(); ++h) {
      for (std::size_t i = 0; i < from.size(); ++i) {
        const double left = alpha_[at(t - 1, h, i)];
        terms_.clear();
        for (std::size_t j = 0; j < here.size(); ++j) {
          const double rest =
              pair(first[h], from[i], here[j]) + step(t, from[i], here[j]) + beta_[at(t, i, j)];
          terms_.push_back(rest);
          if (rules_.order() == 2 && out.structural != nullptr) {
            row(out, rules_.pair_row(first[h], from[i]))[here[j]] +=
                weight * std::exp(left + rest - log_z);
          }
        }
        beta_[at(t - 1, h, i)] = log_sum();
      }
    }
  }

  double single(double weight, const ChainShares* out) {
    terms_.clear();
    for (const Label y : labels_.at(0)) terms_.push_back(nodes_[y]);
    const double log_z = log_sum();
    if (out == nullptr || log_z == kImpossible) return log_z;
    for (const Label y : labels_.at(0)) {
      const double p = weight * std::exp(nodes_[y] - log_z);
      out->nodes[y] += p;
      if (out->structural == nullptr) continue;
      row(*out, rules_.start_row())[y] += p;
      row(*out, rules_.end_row())[y] += p;
    }
    return log_z;
  }

  void add_shares(Index t, double log_z, double weight, const ChainShares& out) const {
    const Index stride = rules_.stride();
    const auto from = labels_.at(t - 1);
    const auto here = labels_.at(t);
    for (std::size_t i = 0; i < from.size(); ++i) {
      for (std::size_t j = 0; j < here.size(); ++j) {
        const Label b = from[i];
        const Label c = here[j];
        const double p = weight * std::exp(alpha_[at(t, i, j)] + beta_[at(t, i, j)] - log_z);
        out.nodes[t * stride + c] += p;
        if (t == 1) out.nodes[b] += p;
        if (out.edges != nullptr) out.edges[(t * L_ + b) * stride + c] += p;
        if (out.structural == nullptr) continue;
        row(out, b)[c] += p;
        if (t == scores_.n_sites - 1) row(out, rules_.end_row())[c] += p;
        if (t > 1) continue;
        row(out, rules_.start_row())[b] += p;
        if (rules_.order() == 2) row(out, rules_.pair_row(L_, b))[c] += p;
      }
    }
  }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  const ChainRules& rules_;
  const Index L_;
  const SiteLabels labels_;
  const std::vector<std::size_t> begin_;
  const double* nodes_;
  std::vector<double> alpha_;  // tables of pairs, see `at`
  std::vector<double> beta_;
  std::vector<double> terms_;
};

}  // namespace linguine
