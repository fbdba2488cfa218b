// Trees: texts such as (S (NP (NNS Dogs)) (VP (VBP bark))), as productions for the tree kernel.
//
//   set       a tree = ( label children ), a child = a tree or a word; one tree a text. Around it
//             may stand one bracket without a label, which is no node. Words may stand anywhere,
//             unlike in a treebank, where each has a tag
//   cost      one pass; no recursion, so that depth costs memory only
//   given     any bytes; what is not one whole tree throws, with the place
//   returns   nodes in the order of their closing brackets: children come before their parent. A
//             production is the label of a node with those of its children, words and nodes told
//             apart
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/blanks.hpp"

namespace linguine {

class Trees {
 public:
  struct Node {
    std::int32_t production;
    std::int32_t first_child;  // of `children`: numbers of nodes of the same tree
    std::int32_t n_children;   // that are nodes
    std::int32_t rank;         // among the nodes of the tree with the same production
  };
  // The nodes of a tree with one production.
  struct Run {
    std::int32_t production;
    std::int32_t begin;  // of `sorted`
    std::int32_t end;
  };
  struct Tree {
    std::vector<Node> nodes;
    std::vector<std::int32_t> children;
    std::vector<std::int32_t> sorted;  // nodes by production, then by number
    std::vector<Run> runs;             // ascending productions
  };

  // Throws std::invalid_argument with what is wrong.
  void add(std::string_view text) {
    Reader reader{text, *this};
    trees_.push_back(reader.read());
    sort_nodes(trees_.back());
    n_nodes_ += std::ssize(trees_.back().nodes);
  }

  Index size() const { return std::ssize(trees_); }
  const Tree& operator[](Index i) const { return trees_[as_size(i)]; }
  double mean_nodes() const {
    return static_cast<double>(n_nodes_) / static_cast<double>(std::max<Index>(size(), 1));
  }

 private:
  struct Open {
    std::string production;
    std::vector<std::int32_t> children;
    bool has_label;
  };
  struct Reader {
    std::string_view text;
    Trees& trees;
    std::size_t at = 0;
    std::vector<Open> open = {};
    Tree tree = {};
    bool is_done = false;

    bool skip_blanks() {
      while (at < text.size() && is_blank(text[at])) ++at;
      return at < text.size();
    }
    std::string_view cut() {
      const std::size_t begin = at;
      while (at < text.size() && !is_blank(text[at]) && text[at] != '(' && text[at] != ')') ++at;
      return text.substr(begin, at - begin);
    }
    [[noreturn]] void fail(const std::string& what, std::size_t place) const {
      throw std::invalid_argument(what + " at byte " + std::to_string(place + 1));
    }

    Tree read() {
      while (skip_blanks()) {
        if (is_done) fail("there is more behind its last bracket", at);
        if (text[at] == '(') {
          open_node();
        } else if (text[at] == ')') {
          close_node();
        } else {
          add_word();
        }
      }
      if (!open.empty()) fail("a bracket is not closed", at);
      if (!is_done) fail("there is no bracket", at);
      if (tree.nodes.empty()) fail("there is no label", 0);
      return std::move(tree);
    }
    void open_node() {
      const std::size_t begin = at++;
      skip_blanks();
      const std::string_view label = cut();
      if (label.empty() && !open.empty()) fail("a bracket has no label", begin);
      open.push_back({std::string(label), {}, !label.empty()});
    }
    void add_word() {
      const std::size_t begin = at;
      const std::string_view word = cut();
      if (open.empty()) fail("there is no bracket", begin);
      if (!open.back().has_label) fail("a word stands in a bracket without a label", begin);
      // No label or word holds a blank or a bracket, so that these tell words from nodes.
      open.back().production.append(" ").append(word);
    }
    void close_node() {
      if (open.empty()) fail("a bracket closes that was not opened", at);
      const Open node = std::move(open.back());
      open.pop_back();
      ++at;
      is_done = open.empty();
      if (!node.has_label) {
        if (node.children.size() != 1) fail("a bracket without a label holds not one tree", at - 1);
        return;
      }
      const auto first = static_cast<std::int32_t>(tree.children.size());
      const auto number = static_cast<std::int32_t>(tree.nodes.size());
      const auto n_children = static_cast<std::int32_t>(node.children.size());
      tree.children.insert(tree.children.end(), node.children.begin(), node.children.end());
      const std::size_t label_end =
          std::min(node.production.find_first_of(" ("), node.production.size());
      if (!open.empty()) {
        open.back().production.append("(").append(node.production, 0, label_end);
        open.back().children.push_back(number);
      }
      // A label alone has no production: it is as a word is, and no fragment begins there.
      const bool is_leaf = label_end == node.production.size();
      tree.nodes.push_back(
          {is_leaf ? kNone : trees.number_of(node.production), first, n_children, 0});
    }
  };
  static constexpr std::int32_t kNone = -1;

  std::int32_t number_of(const std::string& production) {
    const auto next = static_cast<std::int32_t>(numbers_.size());
    return numbers_.try_emplace(production, next).first->second;
  }

  static void sort_nodes(Tree& tree) {
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(tree.nodes.size()); ++k) {
      if (tree.nodes[as_size(k)].production != kNone) tree.sorted.push_back(k);
    }
    std::stable_sort(tree.sorted.begin(), tree.sorted.end(), [&](std::int32_t a, std::int32_t b) {
      return tree.nodes[as_size(a)].production < tree.nodes[as_size(b)].production;
    });
    for (std::int32_t at = 0; at < static_cast<std::int32_t>(tree.sorted.size()); ++at) {
      Node& node = tree.nodes[as_size(tree.sorted[as_size(at)])];
      if (tree.runs.empty() || tree.runs.back().production != node.production) {
        tree.runs.push_back({node.production, at, at});
      }
      node.rank = at - tree.runs.back().begin;
      tree.runs.back().end = at + 1;
    }
  }

  std::vector<Tree> trees_;
  std::unordered_map<std::string, std::int32_t> numbers_;  // of productions
  Index n_nodes_ = 0;
};

}  // namespace linguine
