// Constituency model: finished weights, read by as many threads as like to. The only way to parse.
//
//   parse     the best tree (cky.hpp); no tree: false
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
  };

  // Scores the parts of tokens first..last-1.
  void load(const PreparedSpans& prepared, const TokenColumns& columns, const std::int32_t* lexicon,
            Index first, Index last, Work& work) const {
    const Constituents structure(grammar);
    const Index n = last - first;
    work.sentence.load(features, prepared, columns, first, last);
    double* scores = at_least(work.scores, structure.parts_of(n).size());
    score_spans(SpanWeights{&features, grammar.get(), n_lexicon}, work.sentence, lexicon + first,
                theta, 1.0, work.raw, scores);
    structure.look(scores, Spans{n}.size(), work.space);
    at_least(work.y, Spans{n}.size());
  }
  // work.y is the best tree; false if there is none.
  bool parse(Work& work) const {
    return Constituents(grammar).best<View::kAsIs>(work.space, {}, work.y.data()) != kImpossible;
  }
  // work.shares [parts] are the shares of all parts; returns log Z.
  double marginals(Work& work) const {
    const Constituents structure(grammar);
    const Index n_parts = structure.parts_of(work.space.n_words).size();
    std::fill_n(at_least(work.shares, n_parts), n_parts, 0.0);
    return structure.log_partition<View::kAsIs>(work.space, {}, 1.0, work.shares.data());
  }
  std::span<const Label> output(const Work& work) const {
    return {work.y.data(), as_size(Spans{work.space.n_words}.size())};
  }
};

}  // namespace linguine
