// Tree problem: dependency trees to be learned. The arcs' features are made anew whenever they are
// asked for; only weights are kept.
//
//   weights   one table of single cells: first the shared ones, then the rows by relation
//   parts     [modifier][head][relation], as the oracle has them
//   threads   `score_parts` and the spaces only read weights, so examples of one step can be asked
//             side by side
//   exact     a score that is no number ends learning: no search could compare it with others
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/base/blocks.hpp"
#include "core/base/examples.hpp"
#include "core/base/room.hpp"
#include "core/features/arc_scores.hpp"
#include "core/learning/example_parts.hpp"
#include "core/learning/online.hpp"
#include "core/learning/oracle.hpp"

namespace linguine {

struct TreeProblem {
  const ArcFeatures* features = nullptr;
  const TokenColumns* columns = nullptr;
  TokenSources::Prepared prepared;
  Examples examples;  // a sentence each; gold of a word is head * part width + relation
  std::shared_ptr<const Oracle> oracle;

  Index relation_stride() const { return stride_of(oracle->n_columns()); }
  Index first_relation_cell() const { return features->bits.n_cells(); }
  bool has_relations() const { return oracle->n_columns() > 1; }
  // The weights are single cells.
  Index n_columns() const { return 1; }
  Index stride() const { return 1; }
  Index n_weight_rows() const {
    return first_relation_cell() +
           (has_relations() ? features->bits.n_rows() * relation_stride() : 0);
  }
  Index n_part_rows(const Example& example) const {
    return example.n_sites() * (example.n_sites() + 1);
  }
};

// One thread's memory: the sentence it is looking at.
struct ArcScratch {
  ArcSentence sentence;
  std::vector<std::int32_t> rows;
  std::vector<float> raw;

  static ArcScratch& of_this_thread() {
    thread_local ArcScratch scratch;
    return scratch;
  }
  const ArcSentence& load(const TreeProblem& problem, const Example& example) {
    sentence.load(*problem.features, problem.prepared, *problem.columns, example.first_row,
                  example.first_row + example.n_sites());
    return sentence;
  }
};

template <class LearnedWeights>
void score_parts(const TreeProblem& problem, const Example& example, const LearnedWeights& weights,
                 double* scores) {
  ArcScratch& scratch = ArcScratch::of_this_thread();
  const ArcSentence& sentence = scratch.load(problem, example);
  const Index stride = problem.relation_stride();
  const Label n_relations = problem.oracle->n_columns();
  const auto* cells = weights.table();
  const auto* rows = cells + problem.first_relation_cell();
  float* raw = room(scratch.raw, stride);
  const Index n = example.n_sites();
  double differences = 0;  // of every score from itself: 0, or no number
  for (Index m = 1; m <= n; ++m) {
    for (Index h = 0; h <= n; ++h, scores += stride) {
      if (h == m || !sentence.allows(h, m)) {
        scores[0] = kImpossible;
        continue;
      }
      const auto shared = static_cast<double>(score_shared(sentence, h, m, cells));
      if (problem.has_relations()) {
        score_relations(sentence, h, m, rows, stride, scratch.rows, raw);
      } else {
        raw[0] = 0;
      }
      for (Label r = 0; r < n_relations; ++r) {
        scores[r] = weights.scale() * (shared + static_cast<double>(raw[r]));
        differences += scores[r] - scores[r];
      }
    }
  }
  if (differences != 0) {
    throw std::runtime_error(
        "a score is no longer finite. Lower the learning rate, or give sentences smaller weights.");
  }
}

// Calls use(cell, change) for all weights that a table of parts moves. Changes below `kNothing`
// times the largest are left out: a share of one in a million is not worth its cache misses.
template <class Use>
void for_each_change(const TreeProblem& problem, const Example& example, const double* parts,
                     const Use& use) {
  constexpr double kNothing = 1e-6;
  ArcScratch& scratch = ArcScratch::of_this_thread();
  const ArcSentence& sentence = scratch.load(problem, example);
  const Index stride = problem.relation_stride();
  const Label n_relations = problem.oracle->n_columns();
  const Index n = example.n_sites();
  double largest = 0;
  for (Index i = 0; i < n * (n + 1) * stride; ++i) largest = std::max(largest, std::abs(parts[i]));
  const double least = kNothing * largest;
  const auto counts = [&](double change) { return change != 0 && std::abs(change) >= least; };
  for (Index m = 1; m <= n; ++m) {
    for (Index h = 0; h <= n; ++h, parts += stride) {
      double total = 0;
      for (Label r = 0; r < n_relations; ++r) total += parts[r];
      if (!has_parts(parts, n_relations)) continue;
      if (counts(total)) {
        sentence.for_each_cell(h, m,
                               [&](std::uint32_t cell, std::size_t) { use(Index{cell}, total); });
      }
      if (!problem.has_relations()) continue;
      scratch.rows.clear();
      sentence.for_each_row(h, m, [&](std::uint64_t row, std::size_t) {
        scratch.rows.push_back(static_cast<std::int32_t>(row));
      });
      for (Label r = 0; r < n_relations; ++r) {
        if (!counts(parts[r])) continue;
        for (const std::int32_t row : scratch.rows) {
          use(problem.first_relation_cell() + Index{row} * stride + r, parts[r]);
        }
      }
    }
  }
}

template <class LearnedWeights>
void add_parts(const TreeProblem& problem, const Example& example, const double* delta,
               double /*bias_step*/, LearnedWeights& weights) {
  for_each_change(problem, example, delta,
                  [&](Index cell, double change) { weights.add_row(cell, &change); });
}

inline void collect_cells(const TreeProblem& problem, const Example& example,
                          std::span<const double> parts, SparseCells& cells) {
  cells.clear();
  for_each_change(problem, example, parts.data(),
                  [&](Index cell, double change) { cells.emplace_back(cell, change); });
  sort_and_add_up(cells);
}

template <class Use>
double with_space(const TreeProblem& problem, const Example& example,
                  const OnlineOptions& /*options*/, const Use& use) {
  return use(ManySitesSpace<TreeProblem>(problem, example));
}

template <class Real>
void prefetch_next(const TreeProblem&, Index, const OnlineState<Real>&) {}

}  // namespace linguine
