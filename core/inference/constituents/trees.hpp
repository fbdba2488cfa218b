// Trees of a grammar as people write them: the nodes of an output, in preorder.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/inference/constituents/grammar.hpp"

namespace linguine {

// What the symbols and chains of a grammar stand for.
struct GrammarLabels {
  std::vector<std::int32_t> of_symbol;            // [n_symbols] label; -1: no node
  std::vector<std::vector<std::int32_t>> chains;  // [n_unary] labels, top first
};

// Calls node(label, first, last) for the nodes of an output, top-down and from left to right, and
// tag(word, tag) for its words.
template <class Node, class Tag>
void for_each_node(const Grammar& grammar, const GrammarLabels& labels, std::span<const Label> y,
                   const Node& node, const Tag& tag) {
  const Spans spans{Spans::words_in(std::ssize(y))};
  for (Index i = 0; i < spans.n_words; ++i) {
    for (Index j = spans.n_words; j > i; --j) {
      const Label code = y[as_size(spans.at(i, j))];
      if (code <= 0) continue;
      const Index unary = grammar.unary_of(code);
      if (unary >= 0) {
        for (const std::int32_t label : labels.chains[as_size(unary)]) node(label, i, j);
      }
      const Index bottom = grammar.bottom_of(code);
      if (j == i + 1) {
        tag(i, static_cast<std::int32_t>(bottom));
        continue;
      }
      const std::int32_t symbol = grammar.binary()[as_size(bottom)].parent;
      const std::int32_t label = labels.of_symbol[as_size(symbol)];
      if (label >= 0) node(label, i, j);
    }
  }
}

}  // namespace linguine
