// The recursions of chains, compiled once: which of them answers a question.
#include "core/inference/chain/structure.hpp"

#include "core/inference/chain/k_best.hpp"
#include "core/inference/chain/logs.hpp"
#include "core/inference/chain/restricted.hpp"

namespace linguine {

double best_output(const ChainMoves& moves, const ChainScores& scores, ChainMemory& memory,
                   Label* out) {
  if (scores.candidates != nullptr) return CandidateArgmax(moves, scores).run(out);
  return moves.rules().order() > 1 ? histories_argmax(moves, scores, memory.work, out)
                                   : chain_argmax(moves, scores, memory.work, out);
}

double log_partition_by_shares(const ChainMoves& moves, const ChainScores& scores, double weight,
                               ChainMemory& memory, const ChainShares* out) {
  if (scores.n_sites == 0) return 0;
  if (scores.candidates != nullptr) return std::nan("");
  const bool by_histories = moves.rules().order() > 1 && scores.n_sites > 1;
  const double log_z = by_histories ? histories_forward(moves, scores, memory.work)
                                    : chain_forward(moves, scores, memory.work);
  if (std::isnan(log_z) || out == nullptr || log_z == kImpossible) return log_z;
  if (by_histories) {
    histories_backward(moves, scores, weight, memory.work, *out);
  } else {
    chain_backward(moves, scores, weight, memory.work, *out);
  }
  return log_z;
}

double log_partition(const ChainMoves& moves, const ChainScores& scores, double weight,
                     ChainMemory& memory, const ChainShares* out) {
  const double log_z = log_partition_by_shares(moves, scores, weight, memory, out);
  return std::isnan(log_z) ? ChainLogs(moves, scores, memory.work).run(weight, out) : log_z;
}

void k_best_outputs(const ChainMoves& moves, const ChainScores& scores, Index k,
                    ChainMemory& memory, std::vector<std::vector<Label>>& outputs,
                    std::vector<double>& values) {
  ChainKBest(moves, scores, memory.work).run(k, outputs, values);
}

}  // namespace linguine
