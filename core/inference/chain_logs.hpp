// Chain on logarithms: forward-backward over pairs of labels, slow and safe for scores of any size.
// What chain.hpp falls back to when shares vanish; of either order.
//
//   cost      O(T L^3) exponentials
#pragma once

#include "core/base/logmath.hpp"
#include "core/inference/chain.hpp"

namespace linguine {

class ChainLogs {
 public:
  ChainLogs(const ChainMoves& moves, const ChainScores& scores, ChainWorkspace& work)
      : moves_(moves), scores_(scores), rules_(moves.rules()), L_(rules_.n_labels()) {
    nodes_ = closed_nodes(moves, scores, work);
  }

  // Log Z; adds weight times the marginals if `out` is given.
  double run(double weight, const ChainShares* out) {
    const Index T = scores_.n_sites;
    const auto size = static_cast<std::size_t>(L_ * L_);
    if (T == 1) return single(weight, out);
    std::vector<double> alpha(size * static_cast<std::size_t>(T), kImpossible);
    for (Index t = 1; t < T; ++t) {
      for (Index b = 0; b < L_; ++b) {
        for (Index c = 0; c < L_; ++c) {
          double sum = nodes_[b];
          double extra = pair(L_, b, c);
          if (t > 1) {
            terms_.clear();
            for (Index a = 0; a < L_; ++a) {
              terms_.push_back(alpha[at(t - 1, a, b)] + pair(a, b, c));
            }
            sum = log_sum();
            extra = 0;
          }
          alpha[at(t, b, c)] = sum + extra + step(t, b, c);
        }
      }
    }
    terms_.assign(alpha.end() - static_cast<std::ptrdiff_t>(size), alpha.end());
    const double log_z = log_sum();
    if (out == nullptr || log_z == kImpossible) return log_z;
    std::vector<double> beta(size, 0.0);
    std::vector<double> before(size);
    for (Index t = T - 1; t > 0; --t) {
      add_shares(t, alpha, beta, log_z, weight, *out);
      if (t == 1) break;
      for (Index a = 0; a < L_; ++a) {
        for (Index b = 0; b < L_; ++b) {
          terms_.clear();
          for (Index c = 0; c < L_; ++c) {
            const double rest = pair(a, b, c) + step(t, b, c) + beta[at(0, b, c)];
            terms_.push_back(rest);
            if (rules_.order() == 2) {
              row(*out, rules_.pair_row(a, b))[c] +=
                  weight * std::exp(alpha[at(t - 1, a, b)] + rest - log_z);
            }
          }
          before[at(0, a, b)] = log_sum();
        }
      }
      beta.swap(before);
    }
    return log_z;
  }

 private:
  std::size_t at(Index t, Index b, Index c) const {
    return static_cast<std::size_t>((t * L_ + b) * L_ + c);
  }
  double* row(const ChainShares& out, Index row) const {
    return out.structural + row * rules_.stride();
  }
  double step(Index t, Index b, Index c) const {
    const double edge =
        scores_.edges == nullptr ? 0.0 : scores_.edges[(t * L_ + b) * rules_.stride() + c];
    return nodes_[t * rules_.stride() + c] + moves_.row(b)[c] + edge;
  }
  double pair(Index a, Index b, Index c) const {
    return rules_.order() == 2 ? moves_.row(rules_.pair_row(a, b))[c] : 0.0;
  }
  double log_sum() {
    const double top = *std::max_element(terms_.begin(), terms_.end());
    if (top == kImpossible) return top;
    return softmax_in_place(terms_);
  }

  double single(double weight, const ChainShares* out) {
    terms_.assign(nodes_, nodes_ + L_);
    const double log_z = log_sum();
    if (out == nullptr || log_z == kImpossible) return log_z;
    for (Index y = 0; y < L_; ++y) {
      const double p = weight * std::exp(nodes_[y] - log_z);
      out->nodes[y] += p;
      row(*out, rules_.start_row())[y] += p;
      row(*out, rules_.end_row())[y] += p;
    }
    return log_z;
  }

  void add_shares(Index t, const std::vector<double>& alpha, const std::vector<double>& beta,
                  double log_z, double weight, const ChainShares& out) const {
    const Index stride = rules_.stride();
    for (Index b = 0; b < L_; ++b) {
      for (Index c = 0; c < L_; ++c) {
        const double p = weight * std::exp(alpha[at(t, b, c)] + beta[at(0, b, c)] - log_z);
        out.nodes[t * stride + c] += p;
        row(out, b)[c] += p;
        if (out.edges != nullptr) out.edges[(t * L_ + b) * stride + c] += p;
        if (t == scores_.n_sites - 1) row(out, rules_.end_row())[c] += p;
        if (t > 1) continue;
        out.nodes[b] += p;
        row(out, rules_.start_row())[b] += p;
        if (rules_.order() == 2) row(out, rules_.pair_row(L_, b))[c] += p;
      }
    }
  }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  const ChainRules& rules_;
  const Index L_;
  const double* nodes_;
  std::vector<double> terms_;
};

}  // namespace linguine
