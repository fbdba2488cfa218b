// Arc problem: dependency trees to be learned. The arcs' features are made anew whenever they are
// asked for; only weights are kept.
//
//   weights   one table of single cells: first the shared ones, then the rows by relation
//   parts     [modifier][head][relation] and siblings, as tree/labelled.hpp has them
//   threads   `score_parts` and the spaces only read weights, so examples of one step can be asked
//             side by side
//   exact     a score that is no number ends learning: no search could compare it with others
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/base/examples.hpp"
#include "core/base/matrix/blocks.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/features/arc/scores.hpp"
#include "core/inference/tree/sibling_parts.hpp"
#include "core/inference/tree/tree.hpp"
#include "core/learning/cell_problem.hpp"
#include "core/learning/oracle.hpp"

namespace linguine {

struct ArcProblem {
  const ArcFeatures* features = nullptr;
  const TokenColumns* columns = nullptr;
  TokenSources::Prepared prepared;
  Examples examples;  // a sentence each; gold of a word is head * part width + relation
  std::shared_ptr<const Oracle> oracle;
  TreeRules rules;

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
  std::vector<Index> n_sibling_parts;  // [n_examples]; empty: trees of order 1

  Index n_arc_parts(const Example& example) const {
    return example.n_sites() * (example.n_sites() + 1) * oracle->part_width();
  }
  // Steps are compared with those of arcs.
  Index n_leading_parts(const Example& example) const { return n_arc_parts(example); }
  Index n_parts(Index example) const {
    const Index n_siblings = n_sibling_parts.empty() ? 0 : n_sibling_parts[as_size(example)];
    return n_arc_parts(examples[example]) + n_siblings;
  }
  // After the examples are there, if the features have siblings.
  inline void count_siblings(Threads& threads);
};

// One thread's memory: the sentence it is looking at.
struct ArcScratch {
  ArcSentence sentence;
  std::vector<std::int32_t> rows;
  std::vector<float> raw;
  SiblingParts parts;

  static ArcScratch& of_this_thread() {
    thread_local ArcScratch scratch;
    return scratch;
  }
  const ArcSentence& load(const ArcProblem& problem, const Example& example) {
    sentence.load(*problem.features, problem.prepared, *problem.columns, example.first_row,
                  example.first_row + example.n_sites());
    return sentence;
  }
  // Where the sibling parts of the sentence are.
  const SiblingParts& lay_out(const ArcProblem& problem) {
    parts.lay_out(sentence.n_words(), problem.rules.single_root,
                  [&](Index h, Index m) { return h != m && sentence.allows(h, m); });
    return parts;
  }
};

inline void ArcProblem::count_siblings(Threads& threads) {
  constexpr Index kChunk = 256;
  n_sibling_parts.resize(as_size(examples.size()));
  threads.run((examples.size() + kChunk - 1) / kChunk, [&](Index chunk) {
    ArcScratch& scratch = ArcScratch::of_this_thread();
    for (Index e = chunk * kChunk; e < std::min(examples.size(), (chunk + 1) * kChunk); ++e) {
      scratch.load(*this, examples[e]);
      n_sibling_parts[as_size(e)] = scratch.lay_out(*this).size();
    }
  });
}

// Calls use(head, sibling, modifier, part) for all sibling parts, counted from their first.
template <class Use>
void for_each_sibling(const ArcProblem& problem, ArcScratch& scratch, const Use& use) {
  const SiblingParts& parts = scratch.lay_out(problem);
  const Index n = scratch.sentence.n_words();
  for (Index m = 1; m <= n; ++m) {
    for (Index h = 0; h <= n; ++h) {
      if (h == m || !scratch.sentence.allows(h, m)) continue;
      parts.for_each(h, m, problem.rules.single_root,
                     [&](Index c, Index part) { use(h, c, m, part); });
    }
  }
}

template <class LearnedWeights>
void score_parts(const ArcProblem& problem, const Example& example, const LearnedWeights& weights,
                 double* scores) {
  ArcScratch& scratch = ArcScratch::of_this_thread();
  const ArcSentence& sentence = scratch.load(problem, example);
  const Index stride = problem.relation_stride();
  const Label n_relations = problem.oracle->n_columns();
  const auto& plain = weights.plain();
  const auto* cells = plain.theta;
  const auto* rows = cells + problem.first_relation_cell();
  float* raw = at_least(scratch.raw, stride);
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
        scores[r] = plain.scale * (shared + static_cast<double>(raw[r]));
        differences += scores[r] - scores[r];
      }
    }
  }
  if (sentence.has_siblings()) {
    for_each_sibling(problem, scratch, [&](Index h, Index c, Index m, Index part) {
      scores[part] = plain.scale * static_cast<double>(score_sibling(sentence, h, c, m, cells));
      differences += scores[part] - scores[part];
    });
  }
  if (differences != 0) {
    throw std::runtime_error(
        "a score is no longer finite. Lower the learning rate, or give sentences smaller weights.");
  }
}

// Calls use(cell, change) for all weights that a table of parts moves by `least` or more.
template <class Use>
void for_each_change_of(const ArcProblem& problem, const Example& example, const double* parts,
                        double least, const Use& use) {
  ArcScratch& scratch = ArcScratch::of_this_thread();
  const ArcSentence& sentence = scratch.load(problem, example);
  const Index stride = problem.relation_stride();
  const Label n_relations = problem.oracle->n_columns();
  const Index n = example.n_sites();
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
  if (!sentence.has_siblings()) return;
  for_each_sibling(problem, scratch, [&](Index h, Index c, Index m, Index part) {
    const double change = parts[part];
    if (change == 0) return;
    sentence.for_each_sibling_cell(
        h, c, m, [&](std::uint32_t cell, std::size_t) { use(Index{cell}, change); });
  });
}

static_assert(Learnable<ArcProblem, CellLayout, const PlainWeights<float, CellLayout>,
                        ScaledWeights<float, CellLayout>, OnlineOptions>);

}  // namespace linguine
