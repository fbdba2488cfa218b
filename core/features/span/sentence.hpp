// Span sentence: one sentence ready to be asked for the features of its words, spans and splits.
//
//   rows      2^bits rows of weights with a column for every label. The templates are those of
//             arcs: of a span the head stands for its first word and the modifier for its last; of
//             a word both are the word; of a split they are the words to its left and right
#pragma once

#include <cstdint>
#include <vector>

#include "core/features/arc/scores.hpp"
#include "core/features/arc/sentence.hpp"

namespace linguine {

enum class SpanKind : std::uint8_t { kWord, kSpan, kSplit };
inline constexpr std::size_t kSpanKinds = 3;

struct SpanFeatures {
  const ArcFeatures* of[kSpanKinds] = {nullptr, nullptr, nullptr};

  Index n_rows() const { return of[0]->bits.n_rows(); }
  // Whether spans and splits have any, or only words.
  bool look_at_spans() const { return of[1]->plan.n_templates() + of[2]->plan.n_templates() > 0; }
};

struct PreparedSpans {
  TokenSources::Prepared of[kSpanKinds];

  static PreparedSpans make(const SpanFeatures& features, const TokenColumns& columns,
                            Threads& threads) {
    PreparedSpans prepared;
    for (std::size_t kind = 0; kind < kSpanKinds; ++kind) {
      prepared.of[kind] = features.of[kind]->plan.sources.prepare(columns, threads);
    }
    return prepared;
  }
};

class SpanSentence {
 public:
  void load(const SpanFeatures& features, const PreparedSpans& prepared,
            const TokenColumns& columns, Index first, Index last) {
    n_words_ = last - first;
    for (std::size_t kind = 0; kind < kSpanKinds; ++kind) {
      sentences_[kind].load(*features.of[kind], prepared.of[kind], columns, first, last);
    }
  }
  Index n_words() const { return n_words_; }

  // out [stride] = the scores of all columns for words i..j-1.
  template <class Real>
  void score_span(Index i, Index j, const Real* weights, Index stride, Real* out) {
    const SpanKind kind = j == i + 1 ? SpanKind::kWord : SpanKind::kSpan;
    score_relations(of(kind), i + 1, j, weights, stride, rows_, out);
  }
  // The same between words k-1 and k.
  template <class Real>
  void score_split(Index k, const Real* weights, Index stride, Real* out) {
    score_relations(of(SpanKind::kSplit), k, k + 1, weights, stride, rows_, out);
  }
  // The rows of weights of a span, and of a split.
  const std::vector<std::int32_t>& rows_of_span(Index i, Index j) {
    return collect(j == i + 1 ? SpanKind::kWord : SpanKind::kSpan, i + 1, j);
  }
  const std::vector<std::int32_t>& rows_of_split(Index k) {
    return collect(SpanKind::kSplit, k, k + 1);
  }

 private:
  const ArcSentence& of(SpanKind kind) const { return sentences_[static_cast<std::size_t>(kind)]; }
  const std::vector<std::int32_t>& collect(SpanKind kind, Index head, Index modifier) {
    rows_.clear();
    of(kind).for_each_row(head, modifier, [&](std::uint64_t row, std::size_t) {
      rows_.push_back(static_cast<std::int32_t>(row));
    });
    return rows_;
  }

  Index n_words_ = 0;
  ArcSentence sentences_[kSpanKinds];
  std::vector<std::int32_t> rows_;
};

}  // namespace linguine
