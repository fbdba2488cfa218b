// Local scores: those of a chain, normalised at each site given the labels before it; a MEMM.
//
//   set       p(y) = prod_t exp(s_t(y_t) + A(y_{t-1}, y_t)) / sum_y exp(s_t(y) + A(y_{t-1}, y))
//   algorithm the normaliser of site t depends on y_{t-1} alone, so it is a score of the site
//             before; of order n it depends on n labels, and is a score of the edge before, which
//             then has a row per history
//   cost      O(T L^(n+1)) exponentials
//   returns   logarithms of probabilities, up to a constant of the sentence
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/inference/chain/chain.hpp"

namespace linguine {

class LocalScores {
 public:
  // `scores` are those in `nodes` and, if there are observed transitions, `edges`.
  LocalScores(const ChainMoves& moves, ChainScores& scores, std::vector<double>& nodes,
              std::vector<double>& edges)
      : moves_(moves), rules_(moves.rules()), scores_(scores), nodes_(nodes), edges_(edges) {}

  // What a normaliser is taken from has been read already.
  void normalise() {
    const Label L = rules_.n_labels();
    const Index n = rules_.order();
    if (n > 1) give_edges_histories();
    for (Index t = 1; t < scores_.n_sites; ++t) {
      for (Index before = 0; before < rules_.power(std::min(t, n)); ++before) {
        const double sum = normaliser(t, before);
        if (n == 1 || t == 1) {
          nodes_[as_size((t - 1) * rules_.stride() + before)] -= sum;
        } else {
          const Index row = edge_offset(scores_, rules_, t - 1, before / L);
          edges_[as_size(row + before % L)] -= sum;
        }
      }
    }
  }

 private:
  // A row of edges for every history of order - 1 labels; those that are there know the last one.
  void give_edges_histories() {
    const Index T = scores_.n_sites;
    const Index size = rules_.n_labels() * rules_.stride();
    const Index n_copies = rules_.power(rules_.order() - 2);
    if (scores_.edges == nullptr) {
      edges_.assign(as_size(T * n_copies * size), 0.0);
    } else if (n_copies > 1) {
      const std::vector<double> observed(edges_.begin(), edges_.begin() + T * size);
      edges_.resize(as_size(T * n_copies * size));
      for (Index i = 0; i < T * n_copies; ++i) {
        std::copy_n(observed.begin() + i / n_copies * size, size, edges_.begin() + i * size);
      }
    }
    scores_.edges = edges_.data();
    scores_.n_edge_rows = rules_.power(rules_.order() - 1);
  }

  // Log of the sum of exp scores at site t after the labels `before`, up to `order` of them.
  double normaliser(Index t, Index before) {
    const Index n = rules_.order();
    const double* node = nodes_.data() + t * rules_.stride();
    const double* move = moves_.row(before % rules_.n_labels());
    const double* edge = edge_row(scores_, rules_, t, before);
    terms_.clear();
    for (Label y = 0; y < rules_.n_labels(); ++y) {
      terms_.push_back(node[y] + move[y] + (edge == nullptr ? 0.0 : edge[y]));
    }
    const auto add_row = [&](Index row) {
      for (Label y = 0; y < rules_.n_labels(); ++y) terms_[as_size(y)] += moves_.row(row)[y];
    };
    rules_.for_each_shared_row(t, before % rules_.power(n - 1), add_row);
    if (n > 1 && t >= n) add_row(rules_.first_row(n) + before);
    const bool is_possible = *std::max_element(terms_.begin(), terms_.end()) != kImpossible;
    return is_possible ? softmax_in_place(terms_) : 0.0;
  }

  const ChainMoves& moves_;
  const ChainRules& rules_;
  ChainScores& scores_;
  std::vector<double>& nodes_;
  std::vector<double>& edges_;
  std::vector<double> terms_;
};

}  // namespace linguine
