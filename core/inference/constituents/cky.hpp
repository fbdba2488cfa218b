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
//   order     spans by their last word, the longest last: the right children of a span end where it
//             does, so only n cells are looked up by symbol; all others are lists of what is there
//   cost      O(n^3 |rules|) time, only rules whose left child is there; memory for what is there
//   exact     ties go to the split and the rule that come first, and to no unary rule
#pragma once

#include <algorithm>
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
  const double* words;   // [n_words][width] rows of single words, if `spans` is null
  const double* spans;   // [n_spans][width]; null: those of longer spans are zero
  const double* splits;  // [n_words - 1][width]; null: zero
  const double* binary;
  const double* unary;
  const double* roots;

  // The row of a span, or null where it is zero.
  const double* row(Index i, Index j) const {
    if (spans != nullptr) return spans + Spans{n_words}.at(i, j) * width;
    return j == i + 1 ? words + i * width : nullptr;
  }
  const double* split(Index k) const {
    return splits == nullptr ? nullptr : splits + (k - 1) * width;
  }
};

// What a span can be: a symbol, its score, and how it came about.
struct ChartEntry {
  std::int32_t symbol;
  std::int32_t rule;   // of bottoms the binary rule, of tops the unary rule or -1
  std::int32_t split;  // of bottoms
  double score;
};

struct CkyChart {
  std::vector<std::vector<ChartEntry>> bottoms;  // [n_spans]
  std::vector<std::vector<ChartEntry>> tops;     // [n_spans]
  std::vector<double> right;                     // [n_words][n_symbols] tops of spans that end here
  std::vector<double> value;                     // [n_symbols] best so far; impossible in between
  std::vector<double> of_split;                  // [n_symbols] the same of one split
  std::vector<std::int32_t> which;               // [n_symbols] its rule
  std::vector<std::int32_t> found;               // the symbols that a split has
  std::vector<std::int32_t> place;               // [n_symbols] of an entry in its list
};

class Cky {
 public:
  Cky(const ConstituentScores& scores, CkyChart& chart)
      : scores_(scores),
        grammar_(*scores.grammar),
        chart_(chart),
        spans_{scores.n_words},
        n_symbols_(grammar_.n_symbols()) {
    const auto n_spans = as_size(spans_.size());
    if (chart.bottoms.size() < n_spans) {
      chart.bottoms.resize(n_spans);
      chart.tops.resize(n_spans);
    }
    const Index n_right = scores.n_words * n_symbols_;
    std::fill_n(at_least(chart.right, n_right), n_right, kImpossible);
    std::fill_n(at_least(chart.value, n_symbols_), n_symbols_, kImpossible);
    std::fill_n(at_least(chart.of_split, n_symbols_), n_symbols_, kImpossible);
    at_least(chart.which, n_symbols_);
    at_least(chart.place, n_symbols_);
  }

  // Fills the chart; returns the score of the best tree.
  double fill() {
    const Index n = scores_.n_words;
    for (Index j = 1; j <= n; ++j) {
      for (Index i = j - 1; i >= 0; --i) {
        std::vector<ChartEntry>& bottom = chart_.bottoms[as_size(spans_.at(i, j))];
        bottom.clear();
        if (j == i + 1) {
          add_tags(i, bottom);
        } else {
          for (Index k = i + 1; k < j; ++k) join(i, k, j, bottom);
          finish(i, j, bottom);
        }
        close(i, j);
      }
      for (Index i = 0; i < j; ++i) {  // the next word is another right end
        double* right = right_of(i);
        for (const ChartEntry& each : tops(i, j)) right[each.symbol] = kImpossible;
      }
    }
    double* top = chart_.value.data();  // impossible where it was not touched
    for (const ChartEntry& each : tops(0, n)) top[each.symbol] = each.score;
    best_root_ = 0;
    double best = kImpossible;
    for (const Label symbol : grammar_.roots()) {
      const double score = top[symbol] + scores_.roots[symbol];
      if (score <= best) continue;
      best = score;
      best_root_ = symbol;
    }
    return best;
  }
  // The codes of the best tree's spans : y [n_spans]. Only if there is a tree.
  void write(Label* y) const {
    std::fill_n(y, spans_.size(), 0);
    write_span(0, scores_.n_words, best_root_, y);
  }

 private:
  const std::vector<ChartEntry>& tops(Index i, Index j) const {
    return chart_.tops[as_size(spans_.at(i, j))];
  }
  double* right_of(Index i) { return chart_.right.data() + i * n_symbols_; }

  void add_tags(Index i, std::vector<ChartEntry>& bottom) {
    const double* row = scores_.row(i, i + 1);
    for (Label tag = 0; tag < grammar_.n_tags(); ++tag) {
      if (row[tag] != kImpossible) bottom.push_back({tag, -1, -1, row[tag]});
    }
  }
  // What words i..k-1 and k..j-1 make together.
  void join(Index i, Index k, Index j, std::vector<ChartEntry>& bottom) {
    const double* right = right_of(k);
    const BinaryRule* rules = grammar_.binary().data();
    double* value = chart_.of_split.data();
    std::int32_t* which = chart_.which.data();
    chart_.found.clear();
    if (tops(k, j).empty()) return;
    for (const ChartEntry& left : tops(i, k)) {
      const auto [first, last] = grammar_.rules_of_left(left.symbol);
      for (Index r = first; r < last; ++r) {
        const double score = left.score + right[rules[r].right] + scores_.binary[r];
        const std::int32_t parent = rules[r].parent;
        if (score <= value[parent]) continue;
        if (value[parent] == kImpossible) chart_.found.push_back(parent);
        value[parent] = score;
        which[parent] = static_cast<std::int32_t>(r);
      }
    }
    const double* of_split = scores_.split(k);
    for (const std::int32_t a : chart_.found) {
      const double score = value[a] + (of_split == nullptr ? 0 : of_split[a - grammar_.n_tags()]);
      value[a] = kImpossible;
      double& best = chart_.value[as_size(a)];
      if (score <= best) continue;
      if (best == kImpossible) {
        chart_.place[as_size(a)] = static_cast<std::int32_t>(bottom.size());
        bottom.push_back({a, -1, -1, 0});
      }
      best = score;
      ChartEntry& entry = bottom[as_size(chart_.place[as_size(a)])];
      entry.rule = which[a];
      entry.split = static_cast<std::int32_t>(k);
    }
  }
  void finish(Index i, Index j, std::vector<ChartEntry>& bottom) {
    const double* row = scores_.row(i, j);
    for (ChartEntry& each : bottom) {
      double& best = chart_.value[as_size(each.symbol)];
      each.score = best + (row == nullptr ? 0 : row[each.symbol - grammar_.n_tags()]);
      best = kImpossible;
    }
    std::erase_if(bottom, [](const ChartEntry& each) { return each.score == kImpossible; });
  }
  // Tops from bottoms; leaves the scores of the tops by symbol.
  void close(Index i, Index j) {
    const std::vector<ChartEntry>& bottom = chart_.bottoms[as_size(spans_.at(i, j))];
    std::vector<ChartEntry>& top = chart_.tops[as_size(spans_.at(i, j))];
    const double* row = scores_.row(i, j);
    double* score_of = right_of(i);
    top.clear();
    for (const ChartEntry& each : bottom) {
      score_of[each.symbol] = each.score;
      chart_.place[as_size(each.symbol)] = static_cast<std::int32_t>(top.size());
      top.push_back({each.symbol, -1, -1, each.score});
    }
    for (const ChartEntry& each : bottom) {
      for (const Index u : grammar_.unary_of_child(each.symbol)) {
        const double own = row == nullptr ? 0 : row[grammar_.column_of_unary(u)];
        const double score = each.score + scores_.unary[u] + own;
        const std::int32_t parent = grammar_.unary()[as_size(u)].parent;
        if (score < score_of[parent] || score == kImpossible) continue;
        if (score_of[parent] == kImpossible) {
          chart_.place[as_size(parent)] = static_cast<std::int32_t>(top.size());
          top.push_back({parent, -1, -1, 0});
        }
        ChartEntry& entry = top[as_size(chart_.place[as_size(parent)])];
        // Ties: no unary rule, then the one that comes first.
        const bool is_tie = score == score_of[parent];
        if (is_tie && (entry.rule < 0 || entry.rule < u)) continue;
        score_of[parent] = entry.score = score;
        entry.rule = static_cast<std::int32_t>(u);
      }
    }
  }
  static const ChartEntry& entry_of(const std::vector<ChartEntry>& entries, std::int32_t symbol) {
    return *std::find_if(entries.begin(), entries.end(),
                         [&](const ChartEntry& each) { return each.symbol == symbol; });
  }
  void write_span(Index i, Index j, std::int32_t symbol, Label* y) const {
    const std::int32_t unary = entry_of(tops(i, j), symbol).rule;
    if (unary >= 0) symbol = grammar_.unary()[as_size(unary)].child;
    if (j == i + 1) {
      y[spans_.at(i, j)] = grammar_.code(symbol, unary);
      return;
    }
    const ChartEntry& entry = entry_of(chart_.bottoms[as_size(spans_.at(i, j))], symbol);
    y[spans_.at(i, j)] = grammar_.code(entry.rule, unary);
    write_span(i, entry.split, grammar_.binary()[as_size(entry.rule)].left, y);
    write_span(entry.split, j, grammar_.binary()[as_size(entry.rule)].right, y);
  }

  const ConstituentScores& scores_;
  const Grammar& grammar_;
  CkyChart& chart_;
  Spans spans_;
  Label n_symbols_;
  std::int32_t best_root_ = 0;
};

}  // namespace linguine
