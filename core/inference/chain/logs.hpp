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
    std::vector<double> alpha(begin_.back(), kImpossible);
    for (Index t = 1; t < T; ++t) forward(t, alpha);
    const auto size = begin_[begin_.size() - 1] - begin_[begin_.size() - 2];
    terms_.assign(alpha.end() - static_cast<std::ptrdiff_t>(size), alpha.end());
    const double log_z = log_sum();
    if (out == nullptr || log_z == kImpossible) return log_z;
    std::vector<double> beta(size, 0.0);
    std::vector<double> before;
    for (Index t = T - 1; t > 0; --t) {
      add_shares(t, alpha, beta, log_z, weight, *out);
      if (t == 1) break;
      backward(t, alpha, beta, before, log_z, weight, *out);
      beta.swap(before);
    }
    return log_z;
  }

 private:
  // alpha and beta are tables of pairs (place among the labels of t - 1, of t).
  std::size_t at(Index t, std::size_t i, std::size_t j) const {
    return begin_[static_cast<std::size_t>(t)] + i * labels_.at(t).size() + j;
  }
  double* row(const ChainShares& out, Index row) const {
    return out.structural + row * rules_.stride();
  }
  double step(Index t, Label b, Label c) const {
    const double edge =
        scores_.edges == nullptr ? 0.0 : scores_.edges[(t * L_ + b) * rules_.stride() + c];
    return nodes_[t * rules_.stride() + c] + moves_.row(b)[c] + edge;
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

  void forward(Index t, std::vector<double>& alpha) {
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
            terms_.push_back(alpha[at(t - 1, h, i)] + pair(first[h], b, c));
          }
          sum = log_sum();
          extra = 0;
        }
        alpha[at(t, i, j)] = sum + extra + step(t, b, c);
      }
    }
  }

  // beta of (t - 1, t) -> before of (t - 2, t - 1); adds the shares of triples.
  void backward(Index t, const std::vector<double>& alpha, const std::vector<double>& beta,
                std::vector<double>& before, double log_z, double weight, const ChainShares& out) {
    const auto first = labels_.at(t - 2);
    const auto from = labels_.at(t - 1);
    const auto here = labels_.at(t);
    before.resize(first.size() * from.size());
    for (std::size_t h = 0; h < first.size(); ++h) {
      for (std::size_t i = 0; i < from.size(); ++i) {
        const double left = alpha[at(t - 1, h, i)];
        terms_.clear();
        for (std::size_t j = 0; j < here.size(); ++j) {
          const double rest = pair(first[h], from[i], here[j]) + step(t, from[i], here[j]) +
                              beta[i * here.size() + j];
          terms_.push_back(rest);
          if (rules_.order() == 2 && out.structural != nullptr) {
            row(out, rules_.pair_row(first[h], from[i]))[here[j]] +=
                weight * std::exp(left + rest - log_z);
          }
        }
        before[h * from.size() + i] = log_sum();
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

  void add_shares(Index t, const std::vector<double>& alpha, const std::vector<double>& beta,
                  double log_z, double weight, const ChainShares& out) const {
    const Index stride = rules_.stride();
    const auto from = labels_.at(t - 1);
    const auto here = labels_.at(t);
    for (std::size_t i = 0; i < from.size(); ++i) {
      for (std::size_t j = 0; j < here.size(); ++j) {
        const Label b = from[i];
        const Label c = here[j];
        const double p = weight * std::exp(alpha[at(t, i, j)] + beta[i * here.size() + j] - log_z);
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
  std::vector<double> terms_;
};

}  // namespace linguine
