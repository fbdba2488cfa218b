// CKY: the best tree, exactly.
//
//   set       trees over words 0..n-1 whose spans are built by binary rules from tags, with at most
//             one unary rule on top of each span
//   score     s(y) = sum over spans of rows[span][column] (symbol, and parent of the unary rule)
//                  + splits[k][column] + binary[rule] + unary[rule] + root[symbol]
//   recursion bottom[i,j][A] = rows[i,j][A]
//                  + max over k, A -> B C of binary + splits[k][A] + top[i,k][B] + top[k,j][C]
//             top[i,j][A] = max(bottom[i,j][A], max over A -> B of unary + rows[i,j][A'] + bottom[B])
//             [Younger1967]
//   cost      O(n^3 |rules|) time, O(n^2 |symbols|) memory; only rules whose left child is there
//   exact     ties go to the split and the rule that come first, and to no unary rule
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/log_sum_exp.hpp"
#include "core/inference/constituents/grammar.hpp"

namespace linguine {

// Scores of the parts of one sentence.
struct ConstituentScores {
  const Grammar* grammar;
  Index n_words;
  Index width;
  const double* spans;   // [n_spans][width]
  const double* splits;  // [n_words - 1][width]
  const double* binary;
  const double* unary;
  const double* roots;

  const double* row(Index i, Index j) const { return spans + Spans{n_words}.at(i, j) * width; }
  const double* split(Index k) const { return splits + (k - 1) * width; }
};

struct CkyChart {
  std::vector<double> bottom;         // [n_spans][n_symbols]
  std::vector<double> top;            // [n_spans][n_symbols]
  std::vector<std::int32_t> split;    // [n_spans][n_symbols] of bottom
  std::vector<std::int32_t> rule;     // [n_spans][n_symbols] of bottom
  std::vector<std::int32_t> unary;    // [n_spans][n_symbols] of top; -1: none
  std::vector<std::int32_t> there;    // [n_spans][n_symbols] the symbols that a span can have
  std::vector<std::int32_t> n_there;  // [n_spans]
  std::vector<double> value;          // [n_symbols] of one split; impossible in between
  std::vector<std::int32_t> which;    // [n_symbols]
  std::vector<std::int32_t> found;    // the parents that a split has
};

class Cky {
 public:
  Cky(const ConstituentScores& scores, CkyChart& chart)
      : scores_(scores),
        grammar_(*scores.grammar),
        chart_(chart),
        spans_{scores.n_words},
        n_symbols_(grammar_.n_symbols()) {
    const Index n_cells = spans_.size() * n_symbols_;
    std::fill_n(at_least(chart.bottom, n_cells), n_cells, kImpossible);
    at_least(chart.top, n_cells);
    at_least(chart.split, n_cells);
    at_least(chart.rule, n_cells);
    at_least(chart.unary, n_cells);
    at_least(chart.there, n_cells);
    at_least(chart.n_there, spans_.size());
    std::fill_n(at_least(chart.value, n_symbols_), n_symbols_, kImpossible);
    at_least(chart.which, n_symbols_);
  }

  // Fills the chart; returns the score of the best tree.
  double fill() {
    const Index n = scores_.n_words;
    for (Index i = 0; i < n; ++i) {
      double* bottom = cells(chart_.bottom, i, i + 1);
      std::copy_n(scores_.row(i, i + 1), grammar_.n_tags(), bottom);
      close(i, i + 1, 0, grammar_.n_tags());
    }
    for (Index length = 2; length <= n; ++length) {
      for (Index i = 0; i + length <= n; ++i) {
        for (Index k = i + 1; k < i + length; ++k) join(i, k, i + length);
        add_row(i, i + length);
        close(i, i + length, grammar_.n_tags(), n_symbols_);
      }
    }
    best_root_ = 0;
    double best = kImpossible;
    const double* top = cells(chart_.top, 0, n);
    for (Label s = 0; s < n_symbols_; ++s) {
      if (top[s] + scores_.roots[s] > best) {
        best = top[s] + scores_.roots[s];
        best_root_ = s;
      }
    }
    return best;
  }
  // The codes of the best tree's spans : y [n_spans]. Only if there is a tree.
  void write(Label* y) const {
    std::fill_n(y, spans_.size(), 0);
    write_span(0, scores_.n_words, best_root_, y);
  }

 private:
  template <class T>
  T* cells(std::vector<T>& all, Index i, Index j) const {
    return all.data() + spans_.at(i, j) * n_symbols_;
  }
  template <class T>
  const T* cells(const std::vector<T>& all, Index i, Index j) const {
    return all.data() + spans_.at(i, j) * n_symbols_;
  }

  void join(Index i, Index k, Index j) {
    const std::int32_t n_left = chart_.n_there[as_size(spans_.at(i, k))];
    if (n_left == 0 || chart_.n_there[as_size(spans_.at(k, j))] == 0) return;
    const std::int32_t* there = cells(chart_.there, i, k);
    const double* left = cells(chart_.top, i, k);
    const double* right = cells(chart_.top, k, j);
    const BinaryRule* rules = grammar_.binary().data();
    double* value = chart_.value.data();
    std::int32_t* which = chart_.which.data();
    chart_.found.clear();
    for (std::int32_t b = 0; b < n_left; ++b) {
      const auto [first, last] = grammar_.rules_of_left(there[b]);
      const double of_left = left[there[b]];
      for (Index r = first; r < last; ++r) {
        const double score = of_left + right[rules[r].right] + scores_.binary[r];
        const std::int32_t parent = rules[r].parent;
        if (score <= value[parent]) continue;
        if (value[parent] == kImpossible) chart_.found.push_back(parent);
        value[parent] = score;
        which[parent] = static_cast<std::int32_t>(r);
      }
    }
    double* bottom = cells(chart_.bottom, i, j);
    std::int32_t* split = cells(chart_.split, i, j);
    std::int32_t* rule = cells(chart_.rule, i, j);
    const double* of_split = scores_.split(k) - grammar_.n_tags();
    for (const std::int32_t a : chart_.found) {
      const double score = value[a] + of_split[a];
      value[a] = kImpossible;
      if (score <= bottom[a]) continue;
      bottom[a] = score;
      split[a] = static_cast<std::int32_t>(k);
      rule[a] = which[a];
    }
  }
  void add_row(Index i, Index j) {
    double* bottom = cells(chart_.bottom, i, j);
    const double* row = scores_.row(i, j) - grammar_.n_tags();
    for (Label a = grammar_.n_tags(); a < n_symbols_; ++a) bottom[a] += row[a];
  }
  // top from bottom, whose symbols are first..last-1.
  void close(Index i, Index j, Label first, Label last) {
    const double* bottom = cells(chart_.bottom, i, j);
    const double* row = scores_.row(i, j);
    double* top = cells(chart_.top, i, j);
    std::int32_t* unary = cells(chart_.unary, i, j);
    std::fill_n(top, n_symbols_, kImpossible);
    std::copy(bottom + first, bottom + last, top + first);
    std::fill_n(unary, n_symbols_, -1);
    const UnaryRule* rules = grammar_.unary().data();
    for (Index u = 0; u < grammar_.n_unary(); ++u) {
      const double score =
          bottom[rules[u].child] + scores_.unary[u] + row[grammar_.column_of_unary(u)];
      if (score > top[rules[u].parent]) {
        top[rules[u].parent] = score;
        unary[rules[u].parent] = static_cast<std::int32_t>(u);
      }
    }
    std::int32_t* there = cells(chart_.there, i, j);
    std::int32_t n_there = 0;
    for (Label s = 0; s < n_symbols_; ++s) {
      if (top[s] > kImpossible) there[n_there++] = s;
    }
    chart_.n_there[as_size(spans_.at(i, j))] = n_there;
  }
  void write_span(Index i, Index j, std::int32_t symbol, Label* y) const {
    const std::int32_t unary = cells(chart_.unary, i, j)[symbol];
    if (unary >= 0) symbol = grammar_.unary()[as_size(unary)].child;
    if (j == i + 1) {
      y[spans_.at(i, j)] = grammar_.code(symbol, unary);
      return;
    }
    const std::int32_t rule = cells(chart_.rule, i, j)[symbol];
    const std::int32_t k = cells(chart_.split, i, j)[symbol];
    y[spans_.at(i, j)] = grammar_.code(rule, unary);
    write_span(i, k, grammar_.binary()[as_size(rule)].left, y);
    write_span(k, j, grammar_.binary()[as_size(rule)].right, y);
  }

  const ConstituentScores& scores_;
  const Grammar& grammar_;
  CkyChart& chart_;
  Spans spans_;
  Label n_symbols_;
  std::int32_t best_root_ = 0;
};

}  // namespace linguine
