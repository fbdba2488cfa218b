// Constituency model: finished weights, read by as many threads as like to. The only way to parse.
//
//   parse     the best tree (cky.hpp); no tree: false
//   given     a tag for each word, or -1 where it is to be found: trees have no others
//   share     P(span has a column), from the sum over all trees
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/features/span/sentence.hpp"
#include "core/inference/constituents/structure.hpp"
#include "core/learning/span_problem.hpp"

namespace linguine {

template <class Real>
struct ConstituencyModel {
  SpanFeatures features;
  std::shared_ptr<const Grammar> grammar;
  const Real* theta = nullptr;  // as SpanWeights lays them out
  Index n_lexicon = 0;

  // One thread's memory.
  struct Work {
    SpanSentence sentence;
    Constituents::Workspace space;
    std::vector<Real> raw;
    std::vector<double> scores;
    std::vector<double> shares;
    std::vector<Label> y;
    const std::int32_t* lexicon = nullptr;  // [n_words] entries
    const std::int32_t* given = nullptr;    // [n_words] tags that are known, or -1; null: none is
    ConstituentScores of_words{};
  };

  // Tokens first..last-1.
  void load(const PreparedSpans& prepared, const TokenColumns& columns, const std::int32_t* lexicon,
            const std::int32_t* given, Index first, Index last, Work& work) const {
    work.sentence.load(features, prepared, columns, first, last);
    work.lexicon = lexicon + first;
    work.given = given == nullptr ? nullptr : given + first;
    at_least(work.y, Spans{last - first}.size());
  }
  // work.y is the best tree; false if there is none. A grammar that looks at words only needs no
  // table of spans.
  bool parse(Work& work) const {
    if (features.look_at_spans()) {
      score(work);
      return Constituents(grammar).best<View::kAsIs>(work.space, {}, work.y.data()) != kImpossible;
    }
    Cky cky(scores_of_words(work), work.space.chart);
    if (cky.fill() == kImpossible) return false;
    cky.write(work.y.data());
    return true;
  }
  // work.scores [parts] are the scores of all parts.
  void score(Work& work) const {
    const Constituents structure(grammar);
    const Index n = work.sentence.n_words();
    double* scores = at_least(work.scores, structure.parts_of(n).size());
    score_spans(where(), work.sentence, work.lexicon, theta, 1.0, work.raw, scores);
    for (Index i = 0; i < n; ++i) keep_given(work, i, scores + Spans{n}.at(i, i + 1) * stride());
    structure.look(scores, Spans{n}.size(), work.space);
  }
  // work.shares [parts] are the shares of all parts; returns log Z.
  double marginals(Work& work) const {
    score(work);
    const Constituents structure(grammar);
    const Index n_parts = structure.parts_of(work.space.n_words).size();
    std::fill_n(at_least(work.shares, n_parts), n_parts, 0.0);
    return structure.log_partition<View::kAsIs>(work.space, {}, 1.0, work.shares.data());
  }
  std::span<const Label> output(const Work& work) const {
    return {work.y.data(), as_size(Spans{work.sentence.n_words()}.size())};
  }
  SpanWeights where() const { return {&features, grammar.get(), n_lexicon}; }
  Index stride() const { return where().stride(); }

 private:
  // row [stride] of a word: no tag but the given one, which is possible whatever the lexicon says.
  void keep_given(const Work& work, Index word, double* row) const {
    if (work.given == nullptr || work.given[word] < 0) return;
    const Label tag = work.given[word];
    const double own = row[tag];
    std::fill_n(row, grammar->n_tags(), kImpossible);
    row[tag] = own == kImpossible ? 0 : own;
  }
  // work.scores [n_words][stride], then rules and roots.
  const ConstituentScores& scores_of_words(Work& work) const {
    const Index stride = this->stride();
    const Index n = work.sentence.n_words();
    const Index n_rules = grammar->n_structural();
    double* rows = at_least(work.scores, n * stride + n_rules);
    Real* raw = at_least(work.raw, stride);
    for (Index i = 0; i < n; ++i) {
      score_word(where(), work.sentence, i, work.lexicon[i], theta, raw);
      std::copy_n(raw, stride, rows + i * stride);
      keep_given(work, i, rows + i * stride);
    }
    double* rules = rows + n * stride;
    std::copy_n(theta + where().structural(), n_rules, rules);
    work.of_words = {grammar.get(),
                     n,
                     stride,
                     rows,
                     nullptr,
                     nullptr,
                     rules,
                     rules + grammar->n_binary(),
                     rules + grammar->n_binary() + grammar->n_unary()};
    return work.of_words;
  }
};

}  // namespace linguine
