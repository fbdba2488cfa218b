// Soft trees: the E-step of inside-outside; what a grammar believes about sentences.
//
//   model     s(x, y) = sum of the logarithms of rules and root + sum_i words[entry_i][tag_i]
//   E-step    counts[r] = sum over sentences of E[how often y uses rule or root r]   [Baker1979]
//   cost      that of inside_outside.hpp, sentences on threads
//   given     words at or below kNever exclude a tag, as they do when a model parses
//   returns   counts, and log p(x) of each sentence: -inf where no tree fits, which counts nothing;
//             0 where there are no words
//   exact     sentences are cut into the same few runs whatever the threads, added up in order
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/work/watch.hpp"
#include "core/inference/constituents/structure.hpp"
#include "core/learning/batch/cell_objective.hpp"
#include "core/learning/span_problem.hpp"

namespace linguine {

class SoftTrees {
 public:
  // Sentences are runs of entries; `examples.gold` are these, not labels.
  SoftTrees(std::shared_ptr<const Grammar> grammar, Examples examples)
      : structure_(std::move(grammar)),
        examples_(std::move(examples)),
        runs_(cut_into_runs(
            examples_, as_size(structure_.grammar().n_structural()) * sizeof(double), kRuns)) {}

  const Grammar& grammar() const { return structure_.grammar(); }
  Index n_sentences() const { return examples_.size(); }

  void expect(const double* words /* [n_entries][n_tags] */, const double* rules /* [n_rules] */,
              Threads& threads, Monitor& monitor, double* counts /* [n_rules] */,
              double* log_p /* [n_sentences] */) const {
    const Index n_rules = grammar().n_structural();
    std::vector<std::vector<double>> found(runs_.size());
    run_polled(threads, monitor, std::ssize(runs_), [&](Index r, Watch& watch) {
      std::vector<double>& sums = found[as_size(r)];
      sums.assign(as_size(n_rules), 0.0);
      Memory memory;
      for (Index e = runs_[as_size(r)].first_example; e < runs_[as_size(r)].last_example; ++e) {
        watch.poll();
        log_p[e] = run_sentence(examples_[e].gold, words, rules, memory, sums.data());
      }
    });
    std::fill_n(counts, n_rules, 0.0);
    for (const std::vector<double>& sums : found) {
      for (Index i = 0; i < n_rules; ++i) counts[i] += sums[as_size(i)];
    }
  }

 private:
  static constexpr Index kRuns = 32;  // sentences cost by the third power of their length

  struct Memory {
    Constituents::Workspace work;
    std::vector<double> scores;
    std::vector<double> shares;
  };

  double run_sentence(std::span<const Label> entries, const double* words, const double* rules,
                      Memory& memory, double* sums) const {
    const Index n = std::ssize(entries);
    const ConstituentParts parts = structure_.parts_of(n);
    const Index n_tags = grammar().n_tags();
    const Index n_rules = grammar().n_structural();
    double* scores = at_least(memory.scores, parts.size());
    double* shares = at_least(memory.shares, parts.size());
    std::fill_n(scores, parts.size(), 0.0);
    std::fill_n(shares, parts.size(), 0.0);
    for (Index i = 0; i < n; ++i) {
      const double* word = words + Index{entries[as_size(i)]} * n_tags;
      double* row = scores + Spans{n}.at(i, i + 1) * structure_.part_width();
      for (Index t = 0; t < n_tags; ++t) row[t] = word[t] <= kNever ? kImpossible : word[t];
    }
    std::copy_n(rules, n_rules, scores + parts.structural());
    structure_.look(scores, Spans{n}.size(), memory.work);
    const double log_p = structure_.log_partition<View::kAsIs>(memory.work, {}, 1.0, shares);
    if (log_p == kImpossible) return log_p;
    const double* found = shares + parts.structural();
    for (Index i = 0; i < n_rules; ++i) sums[i] += found[i];
    return log_p;
  }

  Constituents structure_;
  Examples examples_;
  std::vector<Run> runs_;
};

}  // namespace linguine
