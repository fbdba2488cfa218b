// The chain's answers to the four questions, whatever its order.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/base/memory/aligned.hpp"
#include "core/inference/chain/chain.hpp"
#include "core/inference/chain/histories.hpp"
#include "core/inference/cost.hpp"
#include "core/inference/structure.hpp"

namespace linguine {

struct ChainMemory {
  ChainWorkspace work;
};

// The best output and its score; -inf means that nothing is allowed. The moves have their histories.
double best_output(const ChainMoves& moves, const ChainScores& scores, ChainMemory& memory,
                   Label* out);

// Log Z; adds weight times the marginals to `out` unless it is null. The moves have their shares.
double log_partition(const ChainMoves& moves, const ChainScores& scores, double weight,
                     ChainMemory& memory, const ChainShares* out);
// The same without a way out: NaN if shares will not do. Leaves its messages in the memory.
double log_partition_by_shares(const ChainMoves& moves, const ChainScores& scores, double weight,
                               ChainMemory& memory, const ChainShares* out);

void k_best_outputs(const ChainMoves& moves, const ChainScores& scores, Index k,
                    ChainMemory& memory, std::vector<std::vector<Label>>& outputs,
                    std::vector<double>& values);

// Adds weight to the parts of an output: what argmax looks like in the shape of marginals.
inline void add_output(const ChainRules& rules, const Label* y, Index n_sites, double weight,
                       const ChainShares& out) {
  if (n_sites == 0) return;
  const Index L = rules.n_labels();
  const Index stride = rules.stride();
  out.structural[rules.end_row() * stride + y[n_sites - 1]] += weight;
  for (Index t = 0; t < n_sites; ++t) {
    out.nodes[t * stride + y[t]] += weight;
    rules.for_each_row(y, t, [&](Index row) { out.structural[row * stride + y[t]] += weight; });
    if (t > 0 && out.edges != nullptr) out.edges[(t * L + y[t - 1]) * stride + y[t]] += weight;
  }
}

// The score of an output; forbidden ones have -inf.
inline double score_of(const ChainMoves& moves, const ChainScores& scores, const Label* y) {
  if (scores.n_sites == 0) return 0;
  const ChainRules& rules = moves.rules();
  double sum = moves.start()[y[0]] + moves.end()[y[scores.n_sites - 1]];
  for (Index t = 0; t < scores.n_sites; ++t) {
    sum += scores.nodes[t * rules.stride() + y[t]];
    if (t == 0) continue;
    rules.for_each_row(y, t, [&](Index row) {
      sum += moves.score(row, y[t]);
      if (row < rules.n_labels()) sum += edge_score(scores, rules, t, row, y[t]);
    });
  }
  return sum;
}

// Tables of parts: a row per site; with observed transitions rows per site and label; then the
// structural rows.
class ChainStructure {
 public:
  static constexpr bool kTakesPartlyKnown = true;
  using Table = ChainShares;
  struct Workspace {
    ChainMemory memory;
    ChainMoves own_moves;
    ChainMoves* moves = nullptr;  // those of many sentences, or this one's own
    ChainScores scores;
    AlignedVector<double> nodes;  // of a view
  };

  ChainStructure(ChainRules rules, bool has_edges, Cost cost)
      : rules_(std::move(rules)), has_edges_(has_edges), cost_(std::move(cost)) {}

  const ChainRules& rules() const { return rules_; }
  Label n_columns() const { return rules_.n_labels(); }
  Index part_width() const { return rules_.stride(); }
  Index n_structural() const { return rules_.n_rows(); }

  Table table_at(double* parts, Index n_sites) const {
    const Index n_nodes = n_sites * rules_.stride();
    const Index n_edges = has_edges_ ? n_nodes * rules_.n_labels() : 0;
    return {parts, has_edges_ ? parts + n_nodes : nullptr, parts + n_nodes + n_edges};
  }
  void look(const double* parts, Index n_sites, Workspace& work) const {
    const Index n_nodes = n_sites * rules_.stride();
    const Index n_edges = has_edges_ ? n_nodes * rules_.n_labels() : 0;
    work.own_moves.assign(rules_, parts + n_nodes + n_edges);
    look({n_sites, parts, has_edges_ ? parts + n_nodes : nullptr}, work.own_moves, work);
  }
  // The same with structural scores that are prepared already: what batch learners have.
  void look(const ChainScores& scores, ChainMoves& moves, Workspace& work) const {
    work.scores = scores;
    work.moves = &moves;
  }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    work.moves->make_histories();
    return best_output(*work.moves, scores_of<kView>(work, gold), work.memory, y);
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       const Table& shares) const {
    work.moves->make_shares();
    return linguine::log_partition(*work.moves, scores_of<kView>(work, gold), weight, work.memory,
                                   &shares);
  }
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    k_best_outputs(*work.moves, work.scores, k, work.memory, outputs, values);
  }
  double cost(std::span<const Label> gold, std::span<const Label> y) const {
    double sum = 0;
    for (std::size_t t = 0; t < gold.size(); ++t) sum += gold[t] < 0 ? 0.0 : cost_(gold[t], y[t]);
    return sum;
  }
  double score(const Workspace& work, std::span<const Label> y) const {
    return score_of(*work.moves, work.scores, y.data());
  }
  void add_output(const Workspace&, std::span<const Label> y, double weight,
                  const Table& table) const {
    linguine::add_output(rules_, y.data(), std::ssize(y), weight, table);
  }
  // Weights of transitions that are not learned do not move.
  void keep_frozen(const Table& gradient) const {
    if (rules_.learns_transitions()) return;
    const Index stride = rules_.stride();
    std::fill_n(gradient.structural, rules_.n_labels() * stride, 0.0);
    std::fill(gradient.structural + rules_.n_basic_rows() * stride,
              gradient.structural + rules_.n_rows() * stride, 0.0);
  }

 private:
  // An unknown site costs nothing and agrees with every label.
  template <View kView>
  ChainScores scores_of(Workspace& work, std::span<const Label> gold) const {
    ChainScores scores = work.scores;
    if constexpr (kView == View::kAsIs) return scores;
    const Index stride = rules_.stride();
    work.nodes.assign(scores.nodes, scores.nodes + scores.n_sites * stride);
    for (Index t = 0; t < scores.n_sites; ++t) {
      const Label right = gold[as_size(t)];
      if (right < 0) continue;
      double* node = work.nodes.data() + t * stride;
      for (Label y = 0; y < rules_.n_labels(); ++y) {
        if constexpr (kView == View::kCostly) {
          node[y] += cost_(right, y);
        } else if (y != right) {
          node[y] = kImpossible;
        }
      }
    }
    scores.nodes = work.nodes.data();
    return scores;
  }

  ChainRules rules_;
  bool has_edges_;
  Cost cost_;
};
static_assert(TakesPartlyKnown<ChainStructure> && HasKBest<ChainStructure>);

}  // namespace linguine
