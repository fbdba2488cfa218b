// Binarise: trees as they are written to trees of a grammar, and back.
//
//   chains    nodes over the same words become one unary rule over the lowest of them; its name
//             keeps all labels, so that they can be restored
//   children  X -> c1 c2 c3 becomes X -> c1 @X, @X -> c2 c3, from the left; @X remembers the last
//             `horizontal` of its left siblings: @X|c1
//   parents   `vertical` - 1 labels above a node become part of its symbol: NP^S
//             [KleinManning2003, section 2]
//   exact     trees -> rules -> trees gives the same trees
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/base/types.hpp"
#include "core/inference/constituents/grammar.hpp"

namespace linguine {

// Nodes of one tree in preorder, without tags: label, and words first..last-1.
struct TreeNodes {
  std::span<const std::int32_t> labels;
  std::span<const std::int32_t> first;
  std::span<const std::int32_t> last;
  std::span<const std::int32_t> tags;  // a tag for each word
};

struct Markovisation {
  int vertical = 1;
  int horizontal = 0;
};

// Symbols and rules by name. Numbers are given as they come; `finish` sorts them.
class GrammarBuilder {
 public:
  GrammarBuilder(std::vector<std::string> labels, std::vector<std::string> tags,
                 Markovisation markov)
      : labels_(std::move(labels)), names_(std::move(tags)), markov_(markov) {
    n_tags_ = static_cast<Label>(names_.size());
    label_of_.assign(names_.size(), -1);
  }

  // A span of a binarised tree, by the numbers of builder.
  struct Built {
    Index i, j;
    Index bottom;  // a tag, or a binary rule
    Index unary;   // -1: none
  };
  // Appends the spans of a tree. With `grows` false, unknown symbols and rules are -1.
  void add(const TreeNodes& tree, bool grows, std::vector<Built>& out) {
    tree_ = tree;
    grows_ = grows;
    at_ = 0;
    above_.clear();
    const auto n = static_cast<std::int32_t>(tree.tags.size());
    if (n > 0) build(0, n, out);
  }

  const std::vector<std::string>& names() const { return names_; }
  Index n_labels() const { return std::ssize(labels_); }
  const std::vector<std::int32_t>& label_of() const { return label_of_; }
  Label n_tags() const { return n_tags_; }
  const std::vector<BinaryRule>& binary() const { return binary_; }
  const std::vector<UnaryRule>& unary() const { return unary_; }
  const std::vector<std::vector<std::int32_t>>& chains() const { return chains_; }

 private:
  // Builds words i..j-1 from the nodes at at_; returns the symbol on top, -1 if it is not known.
  std::int32_t build(std::int32_t i, std::int32_t j, std::vector<Built>& out) {
    const std::size_t depth = above_.size();
    while (at_ < tree_.labels.size() && tree_.first[at_] == i && tree_.last[at_] == j) {
      above_.push_back(tree_.labels[at_++]);
    }
    const std::size_t n_chain = above_.size() - depth;
    std::vector<std::int32_t> chain(above_.begin() + static_cast<std::ptrdiff_t>(depth),
                                    above_.end());
    Built built{i, j, -1, -1};
    std::int32_t bottom;
    if (j == i + 1) {
      bottom = tree_.tags[as_size(i)];
      built.bottom = bottom;
    } else {
      bottom = symbol(depth + n_chain);  // the lowest node of the chain
      built.bottom = build_children(bottom, i, j, out);
      chain.pop_back();
    }
    std::int32_t top = bottom;
    if (!chain.empty()) {
      top = symbol(depth + 1);
      built.unary = unary_rule(top, bottom, chain);
    }
    above_.resize(depth);
    out.push_back(built);
    return top;
  }

  // The children of a node over i..j-1, joined from the right; returns its binary rule.
  Index build_children(std::int32_t parent, std::int32_t i, std::int32_t j,
                       std::vector<Built>& out) {
    struct Child {
      std::int32_t first, symbol;
    };
    std::vector<Child> children;
    for (std::int32_t at = i; at < j;) {
      const bool is_node = at_ < tree_.labels.size() && tree_.first[at_] == at;
      const std::int32_t end = is_node ? tree_.last[at_] : at + 1;
      const std::int32_t top = build(at, end, out);
      children.push_back({at, top});
      at = end;
    }
    const std::size_t n = children.size();
    std::int32_t right = children[n - 1].symbol;
    for (std::size_t c = n - 1; c-- > 0;) {
      const std::int32_t own = c == 0 ? parent : between(children, c);
      const Index rule = binary_rule(own, children[c].symbol, right);
      if (c == 0) return rule;
      out.push_back({children[c].first, j, rule, -1});
      right = own;
    }
    return -1;
  }
  // The symbol of the children c.. of the node on top of above_.
  template <class Children>
  std::int32_t between(const Children& children, std::size_t c) {
    std::string name = "@";
    name += name_of(above_.size());
    const std::size_t known = std::min<std::size_t>(c, as_size(markov_.horizontal));
    for (std::size_t s = c - known; s < c; ++s) {
      const std::int32_t sibling = children[s].symbol;
      name += '|';
      name += sibling < 0 ? std::string("?") : plain(names_[as_size(sibling)]);
    }
    return intern(name);
  }
  // A sibling is remembered without what stands above it.
  static std::string plain(const std::string& name) { return name.substr(0, name.find('^')); }

  // A label that no tree of the grammar has makes a symbol that is not known.
  std::string label(std::int32_t code) const {
    return code < 0 ? std::string("?") : labels_[as_size(code)];
  }
  // The label at a depth with those above it.
  std::string name_of(std::size_t depth) const {
    std::string name = label(above_[depth - 1]);
    for (std::size_t up = 1; up < as_size(markov_.vertical); ++up) {
      name += "^";
      if (depth > up) name += label(above_[depth - 1 - up]);
    }
    return name;
  }
  std::int32_t symbol(std::size_t depth) { return intern(name_of(depth), above_[depth - 1]); }
  // `label` is what the tree has for the symbol; -1: nothing, it is between a node and its children.
  std::int32_t intern(const std::string& name, std::int32_t label = -1) {
    const auto found = symbols_.find(name);
    if (found != symbols_.end()) return found->second;
    if (!grows_) return -1;
    const auto id = static_cast<std::int32_t>(names_.size());
    names_.push_back(name);
    label_of_.push_back(label);
    symbols_.emplace(name, id);
    return id;
  }
  Index binary_rule(std::int32_t parent, std::int32_t left, std::int32_t right) {
    if (parent < 0 || left < 0 || right < 0) return -1;
    return number_of(of_binary_, std::tuple(left, right, parent), binary_,
                     BinaryRule{parent, left, right});
  }
  Index unary_rule(std::int32_t parent, std::int32_t child,
                   const std::vector<std::int32_t>& chain) {
    if (parent < 0 || child < 0) return -2;
    const std::size_t before = unary_.size();
    const Index rule =
        number_of(of_unary_, std::tuple(child, parent, chain), unary_, UnaryRule{parent, child});
    if (unary_.size() > before) chains_.push_back(chain);
    return rule < 0 ? -2 : rule;
  }
  template <class Map, class Key, class Rule>
  Index number_of(Map& known, const Key& key, std::vector<Rule>& rules, const Rule& rule) {
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    if (!grows_) return -1;
    rules.push_back(rule);
    return known[key] = std::ssize(rules) - 1;
  }

  std::vector<std::string> labels_;
  std::vector<std::string> names_;      // of symbols; tags first
  std::vector<std::int32_t> label_of_;  // [n_symbols]
  Markovisation markov_;
  Label n_tags_ = 0;
  std::unordered_map<std::string, std::int32_t> symbols_;
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, Index> of_binary_;
  std::map<std::tuple<std::int32_t, std::int32_t, std::vector<std::int32_t>>, Index> of_unary_;
  std::vector<BinaryRule> binary_;
  std::vector<UnaryRule> unary_;
  std::vector<std::vector<std::int32_t>> chains_;  // labels above the child, top first
  // Of the tree at hand.
  TreeNodes tree_;
  bool grows_ = true;
  std::size_t at_ = 0;
  std::vector<std::int32_t> above_;  // labels from the root down
};

}  // namespace linguine
