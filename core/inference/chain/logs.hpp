// Chain on logarithms: forward-backward over histories, slow and safe for scores of any size. What
// chain.hpp falls back to when shares vanish, and what sums over candidates; of any order, order 1
// by pairs of labels, too.
//
//   cost      O(T k^(n+1)) exponentials for k labels a site: the candidates, or all L; n >= 2
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
        labels_(scores, rules_, std::max(rules_.order(), 2)),
        begin_(labels_.tables()) {
    nodes_ = closed_nodes(moves, scores, work);
  }

  // Log Z; adds weight times the marginals if `out` is given.
  double run(double weight, const ChainShares* out) {
    const Index T = scores_.n_sites;
    alpha_.assign(begin_.back(), kImpossible);
    for (Index i = 0; i < labels_.size(0); ++i)
      alpha_[as_size(i)] = nodes_[labels_.at(0)[as_size(i)]];
    for (Index t = 1; t < T; ++t) forward(t);
    const auto size = begin_[begin_.size() - 1] - begin_[begin_.size() - 2];
    terms_.assign(alpha_.end() - static_cast<std::ptrdiff_t>(size), alpha_.end());
    const double log_z = log_sum();
    if (out == nullptr || log_z == kImpossible) return log_z;
    if (T == 1) add_single(log_z, weight, *out);
    beta_.assign(begin_.back(), 0.0);
    for (Index t = T - 1; t > 0; --t) {
      add_shares(t, log_z, weight, *out);
      if (t > 1) backward(t, log_z, weight, *out);
    }
    return log_z;
  }

  // After `run` with marginals: the message into a history and a place at t, back from it, and the
  // score of a step from (h, b).
  const SiteLabels& labels() const { return labels_; }
  double alpha(Index t, Index b, Index j) const { return alpha_[at(t, b, j)]; }
  double beta(Index t, Index b, Index j) const { return beta_[at(t, b, j)]; }
  double step_of(Index t, Index h, Index b, Label c) const {
    const Index code = labels_.code(t, b);
    return longest(t, h, code, c) + shared_score(moves_, t, code, c) + step(t, code, c);
  }

 private:
  std::size_t at(Index t, Index b, Index j) const {
    return begin_[as_size(t)] + as_size(b * labels_.size(t) + j);
  }
  double* row(const ChainShares& out, Index row) const {
    return out.structural + row * rules_.stride();
  }
  double step(Index t, Index code, Label c) const {
    return nodes_[t * rules_.stride() + c] + moves_.row(code % rules_.n_labels())[c] +
           edge_score(scores_, rules_, t, code, c);
  }
  bool has_longest(Index t) const { return rules_.order() > 1 && t >= rules_.order(); }
  Index longest_row(Index t, Index h, Index code) const {
    return rules_.longest_row(labels_.at(t - rules_.order())[as_size(h)], code);
  }
  double longest(Index t, Index h, Index code, Label c) const {
    return has_longest(t) ? moves_.score(longest_row(t, h, code), c) : 0.0;
  }
  double log_sum() {
    if (terms_.empty()) return kImpossible;  // a site without candidates
    const double top = *std::max_element(terms_.begin(), terms_.end());
    if (top == kImpossible) return top;
    return softmax_in_place(terms_);
  }

  void forward(Index t) {
    const auto here = labels_.at(t);
    const Index n_before = labels_.n_before(t);
    for (Index b = 0; b < n_before; ++b) {
      const Index code = labels_.code(t, b);
      for (std::size_t j = 0; j < here.size(); ++j) {
        const Label c = here[j];
        const double* last = alpha_.data() + begin_[as_size(t - 1)] + b;
        double sum = *last;
        if (t >= labels_.depth()) {
          terms_.clear();
          for (Index h = 0; h < labels_.n_first(t); ++h) {
            terms_.push_back(last[h * n_before] + longest(t, h, code, c));
          }
          sum = log_sum();
        }
        alpha_[at(t, b, static_cast<Index>(j))] =
            sum + shared_score(moves_, t, code, c) + step(t, code, c);
      }
    }
  }

  // beta of t -> beta of t - 1; adds the shares of the longest histories.
  void backward(Index t, double log_z, double weight, const ChainShares& out) {
    const auto here = labels_.at(t);
    const Index n_before = labels_.n_before(t);
    for (Index h = 0; h < labels_.n_first(t); ++h) {
      for (Index b = 0; b < n_before; ++b) {
        const std::size_t last = begin_[as_size(t - 1)] + as_size(h * n_before + b);
        const Index code = labels_.code(t, b);
        terms_.clear();
        for (std::size_t j = 0; j < here.size(); ++j) {
          const Label c = here[j];
          const double rest = longest(t, h, code, c) + shared_score(moves_, t, code, c) +
                              step(t, code, c) + beta_[at(t, b, static_cast<Index>(j))];
          terms_.push_back(rest);
          if (has_longest(t) && out.structural != nullptr) {
            row(out, longest_row(t, h, code))[c] += weight * std::exp(alpha_[last] + rest - log_z);
          }
        }
        beta_[last] = log_sum();
      }
    }
  }

  void add_single(double log_z, double weight, const ChainShares& out) const {
    for (const Label y : labels_.at(0)) {
      const double p = weight * std::exp(nodes_[y] - log_z);
      out.nodes[y] += p;
      if (out.structural == nullptr) continue;
      row(out, rules_.start_row())[y] += p;
      row(out, rules_.end_row())[y] += p;
    }
  }

  void add_shares(Index t, double log_z, double weight, const ChainShares& out) const {
    const auto here = labels_.at(t);
    for (Index b = 0; b < labels_.n_before(t); ++b) {
      const Index code = labels_.code(t, b);
      const Index from = code % rules_.n_labels();
      for (std::size_t j = 0; j < here.size(); ++j) {
        const Label c = here[j];
        const auto cell = at(t, b, static_cast<Index>(j));
        const double p = weight * std::exp(alpha_[cell] + beta_[cell] - log_z);
        out.nodes[t * rules_.stride() + c] += p;
        if (t == 1) out.nodes[from] += p;
        if (out.edges != nullptr) out.edges[edge_offset(scores_, rules_, t, code) + c] += p;
        if (out.structural == nullptr) continue;
        row(out, from)[c] += p;
        if (t == scores_.n_sites - 1) row(out, rules_.end_row())[c] += p;
        if (t == 1) row(out, rules_.start_row())[from] += p;
        rules_.for_each_shared_row(t, code, [&](Index shared) { row(out, shared)[c] += p; });
      }
    }
  }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  const ChainRules& rules_;
  const SiteLabels labels_;
  const std::vector<std::size_t> begin_;
  const double* nodes_;
  std::vector<double> alpha_;  // tables of all sites, see `at`
  std::vector<double> beta_;
  std::vector<double> terms_;
};

}  // namespace linguine
