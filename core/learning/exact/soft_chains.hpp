// Soft chains: the E-step of Baum-Welch; what a hidden Markov model believes about sentences.
//
//   model     s(x, y) = sum_t theta_{y_t} . phi_t + the structural scores of y: logarithms of p
//   E-step    q[t][y] = w p(y_t = y | x), moves[r][y] = sum of w E[how often y uses cell (r, y)],
//             over the outputs that agree with the labels that are known (gold -1: hidden)
//   cost      that of forward-backward, O(tokens L^2), and O(non-zeros L) for the scores
//   given     scores of any size; -inf in a structural row is a move that must not be
//   returns   q, moves, and log p(x) of each sentence that has tokens
//   exact     sentences are cut into the same few runs whatever the threads, whose moves are added
//             in order; a sentence that no output agrees with has log p = -inf and counts nothing
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/matrix/sites.hpp"
#include "core/base/work/watch.hpp"
#include "core/inference/chain/structure.hpp"
#include "core/learning/batch/cell_objective.hpp"
#include "core/model/scores.hpp"

namespace linguine {

class SoftChains {
 public:
  SoftChains(const Sites<double>& sites, Examples examples, ChainRules rules)
      : sites_(sites),
        examples_(std::move(examples)),
        chain_(std::move(rules), false, Cost(1)),
        runs_(cut_into_runs(examples_, moves_size() * sizeof(double), kRuns)) {}

  Index n_sites() const { return sites_.n_rows(); }
  Index n_features() const { return sites_.n_features(); }
  Index n_sentences() const { return examples_.size(); }
  const ChainRules& rules() const { return chain_.rules(); }

  void expect(const double* theta /* [n_features][L] */,
              const double* structural /* [n_rows][stride] */, Threads& threads, Monitor& monitor,
              double* q /* [n_sites][L] */, double* moves /* [n_rows][stride] */,
              double* log_p /* [n_sentences] */) const {
    const auto size = static_cast<Index>(moves_size());
    ChainMoves scores;
    scores.assign(rules(), structural);
    scores.make_shares();
    std::vector<std::vector<double>> found(runs_.size());
    run_polled(threads, monitor, std::ssize(runs_), [&](Index r, Watch& watch) {
      std::vector<double>& sums = found[as_size(r)];
      sums.assign(as_size(size), 0.0);
      Memory memory;
      for (Index e = runs_[as_size(r)].first_example; e < runs_[as_size(r)].last_example; ++e) {
        watch.poll();
        log_p[e] = run_sentence(examples_[e], theta, scores, memory, q, sums.data());
      }
    });
    std::fill_n(moves, size, 0.0);
    for (const std::vector<double>& sums : found) {
      for (Index i = 0; i < size; ++i) moves[i] += sums[as_size(i)];
    }
  }

 private:
  static constexpr Index kRuns = 16;
  std::size_t moves_size() const { return as_size(rules().n_rows() * rules().stride()); }

  struct Memory {
    AlignedVector<double> nodes;   // [T][stride] of one sentence
    AlignedVector<double> shares;  // the same
    ChainStructure::Workspace work;
  };

  double run_sentence(const Example& example, const double* theta, ChainMoves& moves,
                      Memory& memory, double* q, double* sums) const {
    const Index L = rules().n_labels();
    const Index stride = rules().stride();
    const Index T = example.n_sites();
    const std::vector<double>& zero = no_bias();
    memory.nodes.assign(as_size(T * stride), 0.0);
    memory.shares.assign(as_size(T * stride), 0.0);
    for (Index t = 0; t < T; ++t) {
      sites_.with_row(example.first_row + t, [&](const auto& row) {
        score_row(row, ScoreTable<double>{theta, L, zero.data(), L},
                  memory.nodes.data() + t * stride);
      });
    }
    chain_.look({T, memory.nodes.data(), nullptr}, moves, memory.work);
    const ChainShares shares{memory.shares.data(), nullptr, sums};
    const bool is_hidden =
        std::all_of(example.gold.begin(), example.gold.end(), [](Label y) { return y < 0; });
    const double log_p =
        is_hidden ? chain_.log_partition<View::kAsIs>(memory.work, {}, example.weight, shares)
                  : chain_.log_partition<View::kAgreeing>(memory.work, example.gold, example.weight,
                                                          shares);
    for (Index t = 0; t < T; ++t) {
      std::copy_n(memory.shares.data() + t * stride, L, q + (example.first_row + t) * L);
    }
    return log_p;
  }
  const std::vector<double>& no_bias() const {
    thread_local std::vector<double> zero;
    zero.assign(as_size(rules().n_labels()), 0.0);
    return zero;
  }

  Sites<double> sites_;
  Examples examples_;
  ChainStructure chain_;
  std::vector<Run> runs_;
};

}  // namespace linguine
