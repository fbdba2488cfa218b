// The k best trees, lazily: a node asks for its next best derivation only when its parent does.
//
//   set, score  those of cky.hpp
//   algorithm   3 of [HuangChiang2005]: every node keeps the derivations found so far and a heap of
//               candidates, one for each way to build it; taking one puts its successors in
//   cost        a CKY, then O(|D| k log k) with |D| derivations of the nodes that are asked
//   exact       best first; trees of the same score in an order that is always the same
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/inference/constituents/cky.hpp"

namespace linguine {

class ConstituentsKBest {
 public:
  explicit ConstituentsKBest(const ConstituentScores& scores)
      : scores_(scores), grammar_(*scores.grammar), spans_{scores.n_words} {
    by_parent_.resize(as_size(grammar_.n_symbols()));
    for (Index r = 0; r < grammar_.n_binary(); ++r) {
      by_parent_[as_size(grammar_.binary()[as_size(r)].parent)].push_back(r);
    }
    unary_by_parent_.resize(as_size(grammar_.n_symbols()));
    for (Index u = 0; u < grammar_.n_unary(); ++u) {
      unary_by_parent_[as_size(grammar_.unary()[as_size(u)].parent)].push_back(u);
    }
  }

  void run(Index k, std::vector<std::vector<Label>>& outputs, std::vector<double>& values) {
    outputs.clear();
    values.clear();
    if (Cky(scores_, chart_).fill() == kImpossible) return;
    spread(chart_.bottoms, bottom_);
    spread(chart_.tops, top_);
    Node& root = nodes_[kRoot];
    const double* top = cells(top_, 0, scores_.n_words);
    for (const Label s : grammar_.roots()) {
      if (top[s] + scores_.roots[s] == kImpossible) continue;
      offer(root, {top[s] + scores_.roots[s],
                   scores_.roots[s],
                   s,
                   0,
                   {key(0, scores_.n_words, s, true), kNobody},
                   {0, 0}});
    }
    for (Index rank = 0; rank < k && has(kRoot, rank); ++rank) {
      const Way way = nodes_[kRoot].taken[as_size(rank)];
      values.push_back(way.score);
      outputs.emplace_back(as_size(spans_.size()), 0);
      write(way.children[0], way.ranks[0], -1, outputs.back());
    }
  }

 private:
  using Key = std::int64_t;
  static constexpr Key kRoot = -1;
  static constexpr Key kNobody = -2;

  // One way to build a node: a rule and which of the children's derivations.
  struct Way {
    double score;
    double own;  // without the children
    Index rule;  // binary rule, unary rule or -1, tag of a word, or symbol of the root
    std::int32_t split;
    Key children[2];
    Index ranks[2];

    auto order() const { return std::tuple(-score, rule, split, ranks[0], ranks[1]); }
    bool operator<(const Way& other) const { return order() < other.order(); }
  };
  struct Node {
    bool is_open = false;
    std::vector<Way> taken;
    std::set<Way> candidates;
  };

  template <class T>
  const T* cells(const std::vector<T>& all, Index i, Index j) const {
    return all.data() + spans_.at(i, j) * grammar_.n_symbols();
  }
  Key key(Index i, Index j, Index symbol, bool is_top) const {
    return (spans_.at(i, j) * grammar_.n_symbols() + symbol) * 2 + is_top;
  }
  void offer(Node& node, const Way& way) { node.candidates.insert(way); }

  // Scores by symbol : [n_spans][n_symbols].
  void spread(const std::vector<std::vector<ChartEntry>>& lists, std::vector<double>& table) const {
    const auto n_symbols = as_size(grammar_.n_symbols());
    table.assign(as_size(spans_.size()) * n_symbols, kImpossible);
    for (std::size_t span = 0; span < as_size(spans_.size()); ++span) {
      for (const ChartEntry& each : lists[span]) {
        table[span * n_symbols + as_size(each.symbol)] = each.score;
      }
    }
  }
  // Is there a derivation of this rank? Nodes are never moved while they are asked.
  bool has(Key at, Index rank) {
    Node& node = nodes_[at];
    if (!node.is_open) {
      node.is_open = true;
      if (at != kRoot) fill(node, at);
    }
    while (std::ssize(node.taken) <= rank) {
      if (node.candidates.empty()) return false;
      const Way way = *node.candidates.begin();
      node.candidates.erase(node.candidates.begin());
      node.taken.push_back(way);
      for (std::size_t c = 0; c < 2; ++c) {
        if (way.children[c] == kNobody || !has(way.children[c], way.ranks[c] + 1)) continue;
        Way next = way;
        ++next.ranks[c];
        next.score = next.own + score_of(next.children[0], next.ranks[0]) +
                     score_of(next.children[1], next.ranks[1]);
        offer(node, next);
      }
    }
    return true;
  }
  double score_of(Key at, Index rank) const {
    return at == kNobody ? 0.0 : nodes_.at(at).taken[as_size(rank)].score;
  }

  // The first way of every rule and split; the best children are known from the chart.
  void fill(Node& node, Key at) {
    const bool is_top = at % 2 == 1;
    const auto symbol = static_cast<std::int32_t>(at / 2 % grammar_.n_symbols());
    const Index span = at / 2 / grammar_.n_symbols();
    Index i = 0;
    while (i + 1 < scores_.n_words && spans_.at(i + 1, i + 2) <= span) ++i;
    const Index j = i + 1 + span - spans_.at(i, i + 1);
    if (is_top) {
      fill_top(node, i, j, symbol);
    } else if (j == i + 1) {
      const double score = scores_.row(i, j)[symbol];
      offer(node, {score, score, symbol, 0, {kNobody, kNobody}, {0, 0}});
    } else {
      fill_bottom(node, i, j, symbol);
    }
  }
  void fill_top(Node& node, Index i, Index j, std::int32_t symbol) {
    const double* bottom = cells(bottom_, i, j);
    const auto add = [&](Index unary, std::int32_t child, double own) {
      if (bottom[child] == kImpossible || own == kImpossible) return;
      const Key below = key(i, j, child, false);
      if (!has(below, 0)) return;
      offer(node, {own + score_of(below, 0), own, unary, 0, {below, kNobody}, {0, 0}});
    };
    add(-1, symbol, 0.0);
    for (const Index u : unary_by_parent_[as_size(symbol)]) {
      add(u, grammar_.unary()[as_size(u)].child,
          scores_.unary[u] + scores_.row(i, j)[grammar_.column_of_unary(u)]);
    }
  }
  void fill_bottom(Node& node, Index i, Index j, std::int32_t symbol) {
    const Label column = grammar_.column_of(symbol);
    for (Index k = i + 1; k < j; ++k) {
      const double* left = cells(top_, i, k);
      const double* right = cells(top_, k, j);
      for (const Index r : by_parent_[as_size(symbol)]) {
        const BinaryRule& rule = grammar_.binary()[as_size(r)];
        const double own = scores_.row(i, j)[column] + scores_.split(k)[column] + scores_.binary[r];
        if (left[rule.left] + right[rule.right] + own == kImpossible) continue;
        const Key first = key(i, k, rule.left, true);
        const Key second = key(k, j, rule.right, true);
        if (!has(first, 0) || !has(second, 0)) continue;
        offer(node, {own + score_of(first, 0) + score_of(second, 0),
                     own,
                     r,
                     static_cast<std::int32_t>(k),
                     {first, second},
                     {0, 0}});
      }
    }
  }

  void write(Key at, Index rank, Index unary, std::vector<Label>& y) const {
    const Way& way = nodes_.at(at).taken[as_size(rank)];
    if (at % 2 == 1) return write(way.children[0], way.ranks[0], way.rule, y);
    y[as_size(at / 2 / grammar_.n_symbols())] = grammar_.code(way.rule, unary);
    for (std::size_t c = 0; c < 2; ++c) {
      if (way.children[c] != kNobody) write(way.children[c], way.ranks[c], -1, y);
    }
  }

  const ConstituentScores& scores_;
  const Grammar& grammar_;
  Spans spans_;
  CkyChart chart_;
  std::vector<double> bottom_, top_;  // [n_spans][n_symbols]
  std::vector<std::vector<Index>> by_parent_;
  std::vector<std::vector<Index>> unary_by_parent_;
  std::unordered_map<Key, Node> nodes_;  // references stay valid while it grows
};

}  // namespace linguine
