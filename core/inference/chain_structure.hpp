// The chain's answers to the four questions, whatever its order.
#pragma once

#include <string>

#include "core/inference/chain.hpp"
#include "core/inference/chain_candidates.hpp"
#include "core/inference/chain_k_best.hpp"
#include "core/inference/chain_logs.hpp"
#include "core/inference/chain_pairs.hpp"

namespace linguine {

struct ChainMemory {
  ChainWorkspace work;
  PairWorkspace pairs;
};

inline double best_output(const ChainMoves& moves, const ChainScores& scores, ChainMemory& memory,
                          Label* out) {
  if (scores.candidates != nullptr) return CandidateArgmax(moves, scores).run(out);
  return moves.rules().order() == 2 ? pairs_argmax(moves, scores, memory.work, memory.pairs, out)
                                    : chain_argmax(moves, scores, memory.work, out);
}

// Log Z; adds weight times the marginals to `out` unless it is null. The moves have their shares.
inline double log_partition(const ChainMoves& moves, const ChainScores& scores, double weight,
                            ChainMemory& memory, const ChainShares* out) {
  if (scores.n_sites == 0) return 0;
  if (scores.candidates != nullptr) return ChainLogs(moves, scores, memory.work).run(weight, out);
  const bool by_pairs = moves.rules().order() == 2 && scores.n_sites > 1;
  const double log_z = by_pairs ? pairs_forward(moves, scores, memory.work, memory.pairs)
                                : chain_forward(moves, scores, memory.work);
  if (std::isnan(log_z)) return ChainLogs(moves, scores, memory.work).run(weight, out);
  if (out == nullptr || log_z == kImpossible) return log_z;
  if (by_pairs) {
    pairs_backward(moves, scores, weight, memory.work, memory.pairs, *out);
  } else {
    chain_backward(moves, scores, weight, memory.work, *out);
  }
  return log_z;
}

inline void k_best_outputs(const ChainMoves& moves, const ChainScores& scores, Index k,
                           ChainMemory& memory, std::vector<std::vector<Label>>& outputs,
                           std::vector<double>& values) {
  ChainKBest(moves, scores, memory.work).run(k, outputs, values);
}

// Adds weight to the parts of an output: what argmax looks like in the shape of marginals.
inline void add_output(const ChainRules& rules, const Label* y, Index n_sites, double weight,
                       const ChainShares& out) {
  if (n_sites == 0) return;
  const Index L = rules.n_labels();
  const Index stride = rules.stride();
  const auto cell = [&](Index row, Label label) -> double& {
    return out.structural[row * stride + label];
  };
  cell(rules.start_row(), y[0]) += weight;
  cell(rules.end_row(), y[n_sites - 1]) += weight;
  for (Index t = 0; t < n_sites; ++t) {
    out.nodes[t * stride + y[t]] += weight;
    if (t == 0) continue;
    cell(y[t - 1], y[t]) += weight;
    if (out.edges != nullptr) out.edges[(t * L + y[t - 1]) * stride + y[t]] += weight;
    if (rules.order() == 2) cell(rules.pair_row(t == 1 ? L : y[t - 2], y[t - 1]), y[t]) += weight;
  }
}

// The score of an output; forbidden ones have -inf.
inline double score_of(const ChainMoves& moves, const ChainScores& scores, const Label* y) {
  if (scores.n_sites == 0) return 0;
  const ChainRules& rules = moves.rules();
  const Index L = rules.n_labels();
  double sum = moves.start()[y[0]] + moves.end()[y[scores.n_sites - 1]];
  for (Index t = 0; t < scores.n_sites; ++t) {
    sum += scores.nodes[t * rules.stride() + y[t]];
    if (t == 0) continue;
    sum += moves.row(y[t - 1])[y[t]];
    if (scores.edges != nullptr) {
      sum += scores.edges[(t * L + y[t - 1]) * rules.stride() + y[t]];
    }
    if (rules.order() == 2) {
      sum += moves.pair(t == 1 ? L : y[t - 2], y[t - 1], y[t]);
    }
  }
  return sum;
}

}  // namespace linguine
