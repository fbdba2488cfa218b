// Grammars as Python makes and keeps them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/handles.hpp"
#include "core/inference/constituents/binarise.hpp"
#include "core/inference/constituents/trees.hpp"

namespace linguine::python {

struct PyGrammar {
  std::shared_ptr<const Grammar> grammar;
  GrammarLabels labels;
  std::optional<GrammarBuilder> builder;  // of a grammar that was read off trees
  std::vector<Index> sorted;              // where the builder's binary rules are now
};

// Nodes of trees in preorder, as data.Constituents has them.
struct PyTreeNodes {
  Vector<std::int64_t> offsets;
  Vector<std::int32_t> labels;
  Vector<std::int32_t> first;
  Vector<std::int32_t> last;
  Vector<std::int64_t> token_offsets;
  Vector<std::int32_t> tags;

  Index n_trees() const { return std::ssize(offsets) - 1; }
  Index n_words(Index t) const { return token_offsets.data()[t + 1] - token_offsets.data()[t]; }
  TreeNodes tree(Index t) const {
    const auto begin = offsets.data()[t];
    const auto n = as_size(offsets.data()[t + 1] - begin);
    return {{labels.data() + begin, n},
            {first.data() + begin, n},
            {last.data() + begin, n},
            {tags.data() + token_offsets.data()[t], as_size(n_words(t))}};
  }
  // Throws unless every tree is one: nested, in range, with a node over all words. Labels and tags
  // are at least `least`: -1 is one that is not known.
  void check(Index n_labels, Index n_tags, std::int32_t least) const;
};

// Nodes and tags of trees, one after another.
struct FoundNodes {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> labels, first, last, tags;

  void add_node(std::int32_t label, Index i, Index j) {
    labels.push_back(label);
    first.push_back(static_cast<std::int32_t>(i));
    last.push_back(static_cast<std::int32_t>(j));
  }
  void add(const Grammar& grammar, const GrammarLabels& named, std::span<const Label> y) {
    const std::size_t begin = tags.size();
    tags.resize(begin + as_size(Spans::words_in(std::ssize(y))), -1);
    for_each_node(
        grammar, named, y, [&](std::int32_t label, Index i, Index j) { add_node(label, i, j); },
        [&](Index word, std::int32_t tag) { tags[begin + as_size(word)] = tag; });
    close();
  }
  void close() { offsets.push_back(std::ssize(labels)); }
  void append(const FoundNodes& other) {
    const std::int64_t begin = std::ssize(labels);
    for (std::size_t t = 1; t < other.offsets.size(); ++t) {
      offsets.push_back(begin + other.offsets[t]);
    }
    const auto add_all = [](auto& to, const auto& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    add_all(labels, other.labels);
    add_all(first, other.first);
    add_all(last, other.last);
    add_all(tags, other.tags);
  }
  // (offsets, labels, first, last, tags)
  auto arrays() {
    return std::make_tuple(new_vector(std::move(offsets)), new_vector(std::move(labels)),
                           new_vector(std::move(first)), new_vector(std::move(last)),
                           new_vector(std::move(tags)));
  }
};

}  // namespace linguine::python
