// Constituents: the structure of binarised trees over the words of a sentence.
//
//   output    a code for every span (grammar.hpp): 0 where the tree has none, else the binary rule
//             or the tag, and the unary rule on top
//   parts     ConstituentParts: columns of spans, columns of splits, rules, roots
//   search    cky.hpp; sums inside_outside.hpp; k_best.hpp
//   cost      over the spans of the answer: 1 for a symbol that gold does not have there, and 1 for
//             another unary rule's parent (none, too) than gold's
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/inference/constituents/inside_outside.hpp"
#include "core/inference/constituents/k_best.hpp"
#include "core/inference/structure.hpp"

namespace linguine {

class Constituents {
 public:
  using Table = double*;
  struct Workspace {
    const double* scores = nullptr;
    Index n_words = 0;
    std::vector<double> costly;  // [n_spans][width] scores with costs
    CkyChart chart;
    InsideChart sums;
  };

  explicit Constituents(std::shared_ptr<const Grammar> grammar)
      : grammar_(std::move(grammar)), width_(stride_of(grammar_->n_columns())) {}

  const Grammar& grammar() const { return *grammar_; }
  Label n_columns() const { return grammar_->n_columns(); }
  Index part_width() const { return width_; }
  Index n_structural() const { return 0; }  // they are single cells, behind the rows
  Table table_at(double* parts, Index) const { return parts; }
  ConstituentParts parts_of(Index n_words) const { return {n_words, width_, grammar_.get()}; }

  void look(const double* scores, Index n_spans, Workspace& work) const {
    work.scores = scores;
    work.n_words = Spans::words_in(n_spans);
  }
  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    const ConstituentScores scores = seen<kView>(work, gold);
    Cky cky(scores, work.chart);
    const double value = cky.fill();
    if (value == kImpossible) {
      std::fill_n(y, Spans{work.n_words}.size(), 0);
    } else {
      cky.write(y);
    }
    return value;
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       Table table) const {
    return constituent_log_partition(seen<kView>(work, gold), parts_of(work.n_words), weight,
                                     work.sums, table);
  }
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    const ConstituentScores scores = seen<View::kAsIs>(work, {});
    ConstituentsKBest(scores).run(k, outputs, values);
  }
  double cost(std::span<const Label> gold, std::span<const Label> y) const {
    double sum = 0;
    for_each_span(y, [&](Index i, Index j, std::size_t span) {
      const bool is_word = j == i + 1;
      const auto [bottom, top] = columns(gold[span], is_word);
      const auto [own_bottom, own_top] = columns(y[span], is_word);
      sum += (bottom != own_bottom) + (top != own_top);
    });
    return sum;
  }
  double score(const Workspace& work, std::span<const Label> y) const {
    double sum = 0;
    for_each_part(work.n_words, y, [&](Index part) { sum += work.scores[part]; });
    if (!std::isfinite(sum)) throw std::invalid_argument("a part of the gold tree is excluded");
    return sum;
  }
  void add_output(const Workspace& work, std::span<const Label> y, double weight,
                  Table table) const {
    for_each_part(work.n_words, y, [&](Index part) { table[part] += weight; });
  }
  void keep_frozen(Table) const {}

  // Calls use(part) for the parts of an output.
  template <class Use>
  void for_each_part(Index n_words, std::span<const Label> y, const Use& use) const {
    const ConstituentParts parts = parts_of(n_words);
    const Spans spans{n_words};
    for_each_span(y, [&](Index i, Index j, std::size_t span) {
      const bool is_word = j == i + 1;
      const auto [bottom, top] = columns(y[span], is_word);
      const Index row = static_cast<Index>(span) * width_;
      use(row + bottom);
      if (top >= 0) {
        use(row + top);
        use(parts.unary(grammar_->unary_of(y[span])));
      }
      if (i == 0 && j == n_words) use(parts.root(grammar_->top_of(y[span], is_word)));
      if (is_word) return;
      use(parts.binary(grammar_->bottom_of(y[span])));
      Index k = i + 1;  // both children are there for one split only
      while (y[as_size(spans.at(i, k))] == 0 || y[as_size(spans.at(k, j))] == 0) {
        if (++k == j) throw std::invalid_argument("an output is not a tree");
      }
      use(parts.split(k) + bottom);
    });
  }

 private:
  // Columns of the symbol and of the unary rule, -1 where there is none.
  std::pair<Label, Label> columns(Label code, bool is_word) const {
    if (code <= 0) return {-1, -1};
    const Index unary = grammar_->unary_of(code);
    return {grammar_->bottom_column(code, is_word),
            unary < 0 ? -1 : grammar_->column_of_unary(unary)};
  }
  // Calls use(i, j, index) for the spans that are there.
  template <class Use>
  void for_each_span(std::span<const Label> y, const Use& use) const {
    const Index n = Spans::words_in(std::ssize(y));
    std::size_t span = 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j <= n; ++j, ++span) {
        if (y[span] > 0) use(i, j, span);
      }
    }
  }
  template <View kView>
  ConstituentScores seen(Workspace& work, std::span<const Label> gold) const {
    static_assert(kView != View::kAgreeing, "trees are known or not");
    const ConstituentParts parts = parts_of(work.n_words);
    const double* spans = work.scores;
    if constexpr (kView == View::kCostly) {
      add_costs(work, gold);
      spans = work.costly.data();
    }
    const double* of_rules = work.scores + parts.structural();
    return {grammar_.get(),
            work.n_words,
            width_,
            nullptr,
            spans,
            work.scores + Spans{work.n_words}.size() * width_,
            of_rules,
            of_rules + grammar_->n_binary(),
            of_rules + grammar_->n_binary() + grammar_->n_unary()};
  }
  // A symbol costs 1 unless it is gold's. A unary rule costs 1 unless it is gold's; where gold has
  // one, so does having none, which is said by the symbol: there the right rule gets it back.
  void add_costs(Workspace& work, std::span<const Label> gold) const {
    const Spans all{work.n_words};
    const Label n_bottom = std::max(grammar_->n_tags(), grammar_->n_symbols() - grammar_->n_tags());
    double* row = at_least(work.costly, all.size() * width_);
    const double* scores = work.scores;
    std::size_t span = 0;
    for (Index i = 0; i < work.n_words; ++i) {
      for (Index j = i + 1; j <= work.n_words; ++j, ++span, row += width_, scores += width_) {
        const auto [bottom, top] = columns(gold[span], j == i + 1);
        const double for_bottom = top >= 0 ? 2 : 1;
        const double for_top = top >= 0 ? 0 : 1;
        for (Label c = 0; c < n_columns(); ++c) {
          row[c] = scores[c] + (c < n_bottom ? for_bottom : for_top);
        }
        std::copy(scores + n_columns(), scores + width_, row + n_columns());
        if (bottom >= 0) row[bottom] -= 1;
        if (top >= 0) row[top] -= 1;
      }
    }
  }

  std::shared_ptr<const Grammar> grammar_;
  Index width_;
};
static_assert(HasSums<Constituents> && HasKBest<Constituents>);

}  // namespace linguine
