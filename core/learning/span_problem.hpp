// Span problem: constituency trees to be learned. The features of spans are made anew whenever they
// are asked for; only weights are kept.
//
//   weights   rows of features, then a row for each entry of the lexicon (which tags a word has),
//             both with a cell for every column; then rules and roots
//   parts     ConstituentParts
//   exact     a score that is no number ends learning: no search could compare it with others
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/examples.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/features/span/sentence.hpp"
#include "core/inference/constituents/grammar.hpp"
#include "core/learning/cell_problem.hpp"
#include "core/learning/oracle.hpp"

namespace linguine {

// Where the weights of a constituency parser lie.
struct SpanWeights {
  const SpanFeatures* features = nullptr;
  const Grammar* grammar = nullptr;
  Index n_lexicon = 0;

  Index stride() const { return stride_of(grammar->n_columns()); }
  Index lexicon_row(Index entry) const { return (features->n_rows() + entry) * stride(); }
  Index structural() const { return lexicon_row(n_lexicon); }
  Index size() const { return structural() + grammar->n_structural(); }
};

// A weight of the lexicon that excludes a tag: finite, so that it can be saved.
inline constexpr double kNever = -40;

// raw [stride]: the scores of a word's features and of its entry in the lexicon, -1 for none.
template <class Real>
void score_word(const SpanWeights& where, SpanSentence& sentence, Index word, std::int32_t entry,
                const Real* theta, Real* raw) {
  sentence.score_span(word, word + 1, theta, where.stride(), raw);
  if (entry < 0) return;
  const Real* row = theta + where.lexicon_row(entry);
  for (Index c = 0; c < where.stride(); ++c) {
    raw[c] = row[c] <= Real(kNever) ? static_cast<Real>(kImpossible) : raw[c] + row[c];
  }
}

// scores [parts]: those of features and lexicon, times `scale`; `raw` is a thread's memory.
// lexicon [n_words] is the entry of each word, -1 for none.
template <class Real>
void score_spans(const SpanWeights& where, SpanSentence& sentence, const std::int32_t* lexicon,
                 const Real* theta, double scale, std::vector<Real>& memory, double* scores) {
  const Index stride = where.stride();
  const Index n = sentence.n_words();
  Real* raw = at_least(memory, stride);
  const auto write = [&] {
    for (Index c = 0; c < stride; ++c) scores[c] = scale * static_cast<double>(raw[c]);
    scores += stride;
  };
  for (Index i = 0; i < n; ++i) {
    for (Index j = i + 1; j <= n; ++j) {
      if (j == i + 1) {
        score_word(where, sentence, i, lexicon[i], theta, raw);
      } else {
        sentence.score_span(i, j, theta, stride, raw);
      }
      write();
    }
  }
  for (Index k = 1; k < n; ++k) {
    sentence.score_split(k, theta, stride, raw);
    write();
  }
  const Real* structural = theta + where.structural();
  for (Index i = 0; i < where.grammar->n_structural(); ++i) {
    scores[i] = scale * static_cast<double>(structural[i]);
  }
}

struct SpanProblem {
  SpanFeatures features;
  const TokenColumns* columns = nullptr;
  PreparedSpans prepared;
  std::shared_ptr<const Grammar> grammar;
  const std::int32_t* lexicon = nullptr;  // [n_tokens] the entry of each token
  Index n_lexicon = 0;
  Examples examples;               // a sentence each; gold has a code for every span
  std::vector<Index> first_token;  // [n_examples]
  std::shared_ptr<const Oracle> oracle;

  SpanWeights where() const { return {&features, grammar.get(), n_lexicon}; }
  // The weights are single cells.
  Index n_columns() const { return 1; }
  Index stride() const { return 1; }
  Index n_weight_rows() const { return where().size(); }
  ConstituentParts parts_of(const Example& example) const {
    return {Spans::words_in(example.n_sites()), stride_of(grammar->n_columns()), grammar.get()};
  }
  Index n_parts(Index example) const { return parts_of(examples[example]).size(); }
  Index n_leading_parts(const Example& example) const { return parts_of(example).size(); }
  Index token_of(const Example& example) const {
    const auto at = std::lower_bound(examples.row.begin(), examples.row.end(), example.first_row);
    return first_token[as_size(at - examples.row.begin())];
  }
};

// One thread's memory: the sentence it is looking at.
struct SpanScratch {
  SpanSentence sentence;
  std::vector<float> raw;
  std::vector<std::pair<Index, double>> moved;

  static SpanScratch& of_this_thread() {
    thread_local SpanScratch scratch;
    return scratch;
  }
  Index load(const SpanProblem& problem, const Example& example) {
    const Index first = problem.token_of(example);
    sentence.load(problem.features, problem.prepared, *problem.columns, first,
                  first + Spans::words_in(example.n_sites()));
    return first;
  }
};

template <class LearnedWeights>
void score_parts(const SpanProblem& problem, const Example& example, const LearnedWeights& weights,
                 double* scores) {
  SpanScratch& scratch = SpanScratch::of_this_thread();
  const Index first = scratch.load(problem, example);
  const auto& plain = weights.plain();
  score_spans(problem.where(), scratch.sentence, problem.lexicon + first, plain.theta, plain.scale,
              scratch.raw, scores);
  double differences = 0;  // of every score from itself: 0, or no number
  const Index n_parts = problem.n_leading_parts(example);
  for (Index i = 0; i < n_parts; ++i) differences += scores[i] - scores[i];
  if (differences != 0) {
    throw std::runtime_error(
        "a score is no longer finite. Lower the learning rate, or give sentences smaller weights.");
  }
}

// Calls use(cell, change) for all weights that a table of parts moves by `least` or more.
template <class Use>
void for_each_change_of(const SpanProblem& problem, const Example& example, const double* parts,
                        double least, const Use& use) {
  SpanScratch& scratch = SpanScratch::of_this_thread();
  const Index first = scratch.load(problem, example);
  const SpanWeights where = problem.where();
  const Index stride = where.stride();
  const Index n = scratch.sentence.n_words();
  const auto counts = [&](double change) { return change != 0 && std::abs(change) >= least; };
  // Only the few columns that move, for every row.
  std::vector<std::pair<Index, double>>& moved = scratch.moved;
  const auto find_moved = [&] {
    moved.clear();
    for (Index c = 0; c < stride; ++c) {
      if (counts(parts[c])) moved.emplace_back(c, parts[c]);
    }
    parts += stride;
    return !moved.empty();
  };
  const auto move_row = [&](Index cell) {
    for (const auto& [column, change] : moved) use(cell + column, change);
  };
  for (Index i = 0; i < n; ++i) {
    for (Index j = i + 1; j <= n; ++j) {
      if (!find_moved()) continue;
      for (const std::int32_t row : scratch.sentence.rows_of_span(i, j))
        move_row(Index{row} * stride);
      const std::int32_t entry = j == i + 1 ? problem.lexicon[first + i] : -1;
      if (entry >= 0) move_row(where.lexicon_row(entry));
    }
  }
  for (Index k = 1; k < n; ++k) {
    if (!find_moved()) continue;
    for (const std::int32_t row : scratch.sentence.rows_of_split(k)) move_row(Index{row} * stride);
  }
  for (Index i = 0; i < problem.grammar->n_structural(); ++i) {
    if (counts(parts[i])) use(where.structural() + i, parts[i]);
  }
}

static_assert(Learnable<SpanProblem, CellLayout, const PlainWeights<float, CellLayout>,
                        ScaledWeights<float, CellLayout>, OnlineOptions>);

}  // namespace linguine
