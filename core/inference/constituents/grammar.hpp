// Grammar: which symbols may stand over which, and how parts of trees are numbered.
//
//   symbols   tags are 0..n_tags-1 and stand over one word; the others stand over two children
//   binary    A -> B C; sorted by left child, then right child, then parent
//   unary     A -> B, at most one on top of a span; a chain of them is one rule (binarise.hpp)
//   root      any symbol but those between a node and its children (binarise.hpp), with a weight
//   columns   what a span can be labelled with: its symbol (tags share columns with the others, for
//             a span of one word has a tag and a longer one has not), then the parents of unary
//             rules
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/types.hpp"

namespace linguine {

struct BinaryRule {
  std::int32_t parent;
  std::int32_t left;
  std::int32_t right;
};

struct UnaryRule {
  std::int32_t parent;
  std::int32_t child;
};

class Grammar {
 public:
  // Binary rules must be sorted as above; symbols are in range. Throws otherwise.
  // of_symbol [n_symbols] is the label of each symbol: -1 of tags, and of what is no node.
  Grammar(Label n_tags, std::span<const std::int32_t> of_symbol, std::vector<BinaryRule> binary,
          std::vector<UnaryRule> unary)
      : n_tags_(n_tags),
        n_symbols_(static_cast<Label>(of_symbol.size())),
        binary_(std::move(binary)),
        unary_(std::move(unary)) {
    check();
    const Label n_symbols = n_symbols_;
    for (Label s = 0; s < n_symbols; ++s) {
      if (s < n_tags || of_symbol[as_size(s)] >= 0) roots_.push_back(s);
    }
    by_left_.assign(as_size(n_symbols) + 1, 0);
    for (const BinaryRule& rule : binary_) ++by_left_[as_size(rule.left) + 1];
    for (std::size_t s = 1; s < by_left_.size(); ++s) by_left_[s] += by_left_[s - 1];
    n_bottom_ = std::max(n_tags_, n_symbols_ - n_tags_);
    std::vector<std::int32_t> column(as_size(n_symbols), -1);
    Label n_parents = 0;
    for (const UnaryRule& rule : unary_) {
      std::int32_t& at = column[as_size(rule.parent)];
      if (at < 0) at = n_bottom_ + n_parents++;
      unary_column_.push_back(at);
    }
    n_columns_ = n_bottom_ + n_parents;
    unary_of_child_.resize(as_size(n_symbols));
    for (std::size_t u = 0; u < unary_.size(); ++u) {
      unary_of_child_[as_size(unary_[u].child)].push_back(static_cast<Index>(u));
    }
  }

  Label n_tags() const { return n_tags_; }
  Label n_symbols() const { return n_symbols_; }
  Label n_columns() const { return n_columns_; }
  Index n_binary() const { return std::ssize(binary_); }
  Index n_unary() const { return std::ssize(unary_); }
  // Weights that belong to no feature: of rules, and of symbols as roots.
  Index n_structural() const { return n_binary() + n_unary() + n_symbols_; }

  // The symbols that may stand above a sentence.
  std::span<const Label> roots() const { return roots_; }
  const std::vector<BinaryRule>& binary() const { return binary_; }
  const std::vector<UnaryRule>& unary() const { return unary_; }
  std::pair<Index, Index> rules_of_left(std::int32_t symbol) const {
    return {by_left_[as_size(symbol)], by_left_[as_size(symbol) + 1]};
  }
  // The unary rules above a symbol.
  std::span<const Index> unary_of_child(std::int32_t symbol) const {
    const std::vector<Index>& rules = unary_of_child_[as_size(symbol)];
    return {rules.data(), rules.size()};
  }
  Label column_of(std::int32_t symbol) const {
    return symbol < n_tags_ ? symbol : symbol - n_tags_;
  }
  Label column_of_unary(Index rule) const { return unary_column_[as_size(rule)]; }

  // --- outputs: a number for each span, 0 where the tree has none ------------------------------

  // `bottom` is the tag of a word, or the binary rule of a longer span; unary -1 is none.
  Label code(Index bottom, Index unary) const {
    return static_cast<Label>(1 + bottom * (n_unary() + 1) + unary + 1);
  }
  Index bottom_of(Label code) const { return (code - 1) / (n_unary() + 1); }
  Index unary_of(Label code) const { return (code - 1) % (n_unary() + 1) - 1; }
  // The columns of a span of one word, or of a longer one.
  Label bottom_column(Label code, bool is_word) const {
    const Index bottom = bottom_of(code);
    return is_word ? static_cast<Label>(bottom) : column_of(binary_[as_size(bottom)].parent);
  }
  Label top_of(Label code, bool is_word) const {
    const Index unary = unary_of(code);
    if (unary >= 0) return unary_[as_size(unary)].parent;
    const Index bottom = bottom_of(code);
    return is_word ? static_cast<Label>(bottom) : binary_[as_size(bottom)].parent;
  }

 private:
  void check() const {
    const auto is_symbol = [&](std::int32_t s) { return s >= 0 && s < n_symbols_; };
    const auto is_inner = [&](std::int32_t s) { return s >= n_tags_ && s < n_symbols_; };
    if (n_tags_ < 1 || n_symbols_ < n_tags_) throw std::invalid_argument("a grammar needs tags");
    const BinaryRule* before = nullptr;
    for (const BinaryRule& rule : binary_) {
      if (!is_inner(rule.parent) || !is_symbol(rule.left) || !is_symbol(rule.right)) {
        throw std::invalid_argument("a symbol of a binary rule is out of range");
      }
      const auto key = [](const BinaryRule& r) { return std::tuple(r.left, r.right, r.parent); };
      if (before != nullptr && key(*before) >= key(rule)) {
        throw std::invalid_argument("binary rules must be sorted, each once");
      }
      before = &rule;
    }
    for (const UnaryRule& rule : unary_) {
      if (!is_inner(rule.parent) || !is_symbol(rule.child)) {
        throw std::invalid_argument("a symbol of a unary rule is out of range");
      }
    }
    const Index largest = std::max<Index>(n_binary(), n_tags_) * (n_unary() + 1);
    if (largest >= Index{1} << 31) throw std::invalid_argument("a grammar has too many rules");
  }

  Label n_tags_;
  Label n_symbols_;
  Label n_bottom_ = 0;
  Label n_columns_ = 0;
  std::vector<BinaryRule> binary_;
  std::vector<UnaryRule> unary_;
  std::vector<Label> roots_;
  std::vector<Index> by_left_;  // [n_symbols + 1] where the rules of a left child begin
  std::vector<std::vector<Index>> unary_of_child_;
  std::vector<Label> unary_column_;  // [n_unary]
};

// The spans of a sentence, row by row: (0,1) (0,2) .. (0,n) (1,2) ...
struct Spans {
  Index n_words;

  Index size() const { return n_words * (n_words + 1) / 2; }
  Index at(Index i, Index j) const { return i * n_words - i * (i - 1) / 2 + (j - i - 1); }
  static Index words_in(Index n_spans) {
    Index n = 0;
    while (n * (n + 1) / 2 < n_spans) ++n;
    return n;
  }
};

// Where the parts of a sentence lie in its table: rows of spans, rows of splits (one between every
// two words), then single cells of binary rules, unary rules and roots.
struct ConstituentParts {
  Index n_words;
  Index width;
  const Grammar* grammar;

  Index split(Index k) const { return (Spans{n_words}.size() + k - 1) * width; }
  Index structural() const {
    return (Spans{n_words}.size() + std::max<Index>(n_words - 1, 0)) * width;
  }
  Index binary(Index rule) const { return structural() + rule; }
  Index unary(Index rule) const { return structural() + grammar->n_binary() + rule; }
  Index root(Index symbol) const {
    return structural() + grammar->n_binary() + grammar->n_unary() + symbol;
  }
  Index size() const { return structural() + grammar->n_structural(); }
};

}  // namespace linguine
