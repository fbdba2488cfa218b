// Grammars of constituency trees, and the four questions about the parts of one sentence.
#include "bindings/inference/constituents.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/inference/constituents/structure.hpp"

namespace linguine::python {

void PyTreeNodes::check(Index n_labels, Index n_tags, std::int32_t least) const {
  require(offsets.size() >= 1 && offsets.size() == token_offsets.size(),
          "nodes and tokens must be of the same trees");
  const auto ends_at = [](const Vector<std::int64_t>& all, std::size_t n) {
    bool rises = all.data()[0] == 0;
    for (std::size_t i = 1; i < all.size(); ++i)
      rises = rises && all.data()[i - 1] <= all.data()[i];
    return rises && all.data()[all.size() - 1] == static_cast<std::int64_t>(n);
  };
  require(ends_at(offsets, labels.size()) && labels.size() == first.size() &&
              labels.size() == last.size() && ends_at(token_offsets, tags.size()),
          "offsets of nodes or tokens do not fit");
  for (const std::int32_t tag : std::span(tags.data(), tags.size())) {
    require(tag >= least && tag < n_tags, "a tag is out of range");
  }
  std::vector<std::int32_t> open;  // where the nodes around the next one end
  for (Index t = 0; t < n_trees(); ++t) {
    const TreeNodes nodes = tree(t);
    const auto n = static_cast<std::int32_t>(n_words(t));
    open.assign(1, n);
    std::int32_t before = 0;
    for (std::size_t i = 0; i < nodes.labels.size(); ++i) {
      require(nodes.labels[i] >= least && nodes.labels[i] < n_labels, "a label is out of range");
      require(nodes.first[i] >= before && nodes.first[i] < nodes.last[i], "nodes are not in order");
      while (open.size() > 1 && open.back() <= nodes.first[i]) open.pop_back();
      require(nodes.last[i] <= open.back(), "nodes cross");
      open.push_back(nodes.last[i]);
      before = nodes.first[i];
    }
    require(n <= 1 || (!nodes.labels.empty() && nodes.first[0] == 0 && nodes.last[0] == n),
            "a tree needs a node over all its words");
  }
}

namespace {

PyTreeNodes nodes_of(const nb::object& trees) {
  const auto array = [&](const char* name) { return trees.attr(name); };
  return {nb::cast<Vector<std::int64_t>>(array("offsets")),
          nb::cast<Vector<std::int32_t>>(array("labels")),
          nb::cast<Vector<std::int32_t>>(array("first")),
          nb::cast<Vector<std::int32_t>>(array("last")),
          nb::cast<Vector<std::int64_t>>(array("token_offsets")),
          nb::cast<Vector<std::int32_t>>(array("tags"))};
}

// A grammar read off trees.
void grammar_of_trees(PyGrammar* self, const nb::object& trees, std::vector<std::string> labels,
                      std::vector<std::string> tags, int vertical, int horizontal) {
  require(vertical >= 1 && vertical <= 8 && horizontal >= 0 && horizontal <= 8,
          "markovisation must be small numbers");
  require(!tags.empty(), "there must be a tag");
  const PyTreeNodes nodes = nodes_of(trees);
  nodes.check(std::ssize(labels), std::ssize(tags), 0);
  new (self) PyGrammar();
  GrammarBuilder& builder = self->builder.emplace(std::move(labels), std::move(tags),
                                                  Markovisation{vertical, horizontal});
  std::vector<GrammarBuilder::Built> built;
  for (Index t = 0; t < nodes.n_trees(); ++t) {
    built.clear();
    builder.add(nodes.tree(t), true, built);
  }
  std::vector<BinaryRule> rules = builder.binary();
  std::vector<Index> order(rules.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](Index r) {
    const BinaryRule& rule = rules[as_size(r)];
    return std::tuple(rule.left, rule.right, rule.parent);
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return key(a) < key(b); });
  self->sorted.resize(rules.size());
  std::vector<BinaryRule> sorted;
  for (const Index r : order) {
    self->sorted[as_size(r)] = std::ssize(sorted);
    sorted.push_back(rules[as_size(r)]);
  }
  self->grammar = std::make_shared<const Grammar>(builder.n_tags(), builder.label_of(),
                                                  std::move(sorted), builder.unary());
  self->labels = {builder.label_of(), builder.chains()};
}

// A grammar out of a file.
void grammar_of_arrays(PyGrammar* self, Label n_tags, const Vector<std::int32_t>& of_symbol,
                       const Table<std::int32_t>& binary, const Table<std::int32_t>& unary,
                       const Vector<std::int64_t>& chain_offsets,
                       const Vector<std::int32_t>& chain_labels, Label n_labels) {
  require(binary.shape(1) == 3 && unary.shape(1) == 2,
          "binary rules must have 3 symbols, unary rules 2");
  const std::size_t n_unary = unary.shape(0);
  require(chain_offsets.size() == n_unary + 1, "a chain of labels is needed for each unary rule");
  std::vector<BinaryRule> rules;
  for (std::size_t r = 0; r < binary.shape(0); ++r) {
    const std::int32_t* row = binary.data() + 3 * r;
    rules.push_back({row[0], row[1], row[2]});
  }
  std::vector<UnaryRule> unaries;
  GrammarLabels labels;
  labels.of_symbol.assign(of_symbol.data(), of_symbol.data() + of_symbol.size());
  const auto is_label = [&](std::int32_t label) { return label >= -1 && label < n_labels; };
  require(std::all_of(labels.of_symbol.begin(), labels.of_symbol.end(), is_label),
          "the label of a symbol is out of range");
  for (std::size_t u = 0; u < n_unary; ++u) {
    const std::int32_t* row = unary.data() + 2 * u;
    unaries.push_back({row[0], row[1]});
    const std::int64_t begin = chain_offsets.data()[u];
    const std::int64_t end = chain_offsets.data()[u + 1];
    require(0 <= begin && begin < end && end <= std::ssize(chain_labels),
            "a chain is out of range");
    labels.chains.emplace_back(chain_labels.data() + begin, chain_labels.data() + end);
    require(std::all_of(labels.chains.back().begin(), labels.chains.back().end(),
                        [&](std::int32_t label) { return label >= 0 && label < n_labels; }),
            "a label of a chain is out of range");
  }
  auto grammar = std::make_shared<const Grammar>(n_tags, labels.of_symbol, std::move(rules),
                                                 std::move(unaries));
  new (self) PyGrammar();
  self->grammar = std::move(grammar);
  self->labels = std::move(labels);
}

// What a file keeps: labels of symbols, binary rules, unary rules, and their chains.
auto arrays_of(const PyGrammar& self) {
  const Grammar& grammar = *self.grammar;
  auto binary = std::make_unique<std::int32_t[]>(as_size(3 * grammar.n_binary()));
  auto unary = std::make_unique<std::int32_t[]>(as_size(2 * grammar.n_unary()));
  std::int32_t* out = binary.get();
  for (const BinaryRule& rule : grammar.binary()) {
    *out++ = rule.parent;
    *out++ = rule.left;
    *out++ = rule.right;
  }
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> chain;
  out = unary.get();
  for (std::size_t u = 0; u < as_size(grammar.n_unary()); ++u) {
    *out++ = grammar.unary()[u].parent;
    *out++ = grammar.unary()[u].child;
    chain.insert(chain.end(), self.labels.chains[u].begin(), self.labels.chains[u].end());
    offsets.push_back(std::ssize(chain));
  }
  return std::make_tuple(new_vector(std::vector<std::int32_t>(self.labels.of_symbol)),
                         new_table(std::move(binary), grammar.n_binary(), 3),
                         new_table(std::move(unary), grammar.n_unary(), 2),
                         new_vector(std::move(offsets)), new_vector(std::move(chain)));
}

// The codes of the spans of trees, sentence after sentence; -1 where a rule is not known.
auto encode(PyGrammar& self, const nb::object& trees) {
  require(self.builder.has_value(), "only a grammar that was read off trees can read others");
  const PyTreeNodes nodes = nodes_of(trees);
  nodes.check(self.builder->n_labels(), self.grammar->n_tags(), -1);
  std::vector<Label> codes;
  std::vector<GrammarBuilder::Built> built;
  for (Index t = 0; t < nodes.n_trees(); ++t) {
    const Spans spans{nodes.n_words(t)};
    const auto begin = codes.size();
    codes.resize(begin + as_size(spans.size()), 0);
    built.clear();
    self.builder->add(nodes.tree(t), false, built);
    for (const GrammarBuilder::Built& each : built) {
      const bool is_known = each.bottom >= 0 && each.unary >= -1;
      const bool is_word = each.j == each.i + 1;
      codes[begin + as_size(spans.at(each.i, each.j))] =
          !is_known ? -1
                    : self.grammar->code(is_word ? each.bottom : self.sorted[as_size(each.bottom)],
                                         each.unary);
    }
  }
  return new_vector(std::move(codes));
}

void check_codes(const PyGrammar& self, std::span<const Label> y) {
  const Grammar& grammar = *self.grammar;
  const Spans spans{Spans::words_in(std::ssize(y))};
  require(!y.empty() && spans.size() == std::ssize(y), "a code is needed for each span");
  for (Index i = 0; i < spans.n_words; ++i) {
    for (Index j = i + 1; j <= spans.n_words; ++j) {
      const Label code = y[as_size(spans.at(i, j))];
      const Index most = j == i + 1 ? Index{grammar.n_tags()} : grammar.n_binary();
      require(code >= 0 && (code == 0 || grammar.bottom_of(code) < most), "a code is out of range");
    }
  }
}

// Calls use(tree, codes, first word) for trees whose codes stand one after another.
template <class Use>
void for_each_tree(const PyGrammar& self, const Vector<std::int32_t>& codes,
                   const Vector<std::int64_t>& n_words, const Use& use) {
  std::int64_t at = 0;
  std::int64_t word = 0;
  for (std::size_t t = 0; t < n_words.size(); ++t) {
    const Index n = n_words.data()[t];
    require(n >= 0 && at + Spans{n}.size() <= std::ssize(codes), "codes: one for each span");
    const std::span<const Label> y(codes.data() + at, as_size(Spans{n}.size()));
    if (n > 0) check_codes(self, y);
    use(t, y, word);
    at += Spans{n}.size();
    word += n;
  }
  require(at == std::ssize(codes), "codes: one for each span");
}

// The nodes of trees in preorder, as the parser gives them.
auto decode(const PyGrammar& self, const Vector<std::int32_t>& codes,
            const Vector<std::int64_t>& n_words) {
  FoundNodes found;
  for_each_tree(self, codes, n_words, [&](std::size_t, std::span<const Label> y, Index) {
    found.add(*self.grammar, self.labels, y);
  });
  return found.arrays();
}

Constituents structure_of(const PyGrammar& self) {
  return Constituents(self.grammar);
}

// --- the four questions -------------------------------------------------------------------------

void check_scores(const PyGrammar& self, const Vector<double>& scores, Index n_words) {
  require(n_words >= 1, "there must be a word");
  require(std::ssize(scores) == structure_of(self).parts_of(n_words).size(),
          "a score is needed for each part");
  for (const double score : std::span(scores.data(), scores.size())) {
    require(score < std::numeric_limits<double>::infinity(),
            "scores must be numbers, or -inf where a part is excluded");
  }
}

auto best(const PyGrammar& self, const Vector<double>& scores, Index n_words) {
  check_scores(self, scores, n_words);
  std::vector<Label> y(as_size(Spans{n_words}.size()));
  const double value = unlocked([&] {
    Constituents::Workspace work;
    const Constituents structure = structure_of(self);
    structure.look(scores.data(), std::ssize(y), work);
    return structure.best<View::kAsIs>(work, {}, y.data());
  });
  return std::make_pair(new_vector(std::move(y)), value);
}

auto log_partition(const PyGrammar& self, const Vector<double>& scores, Index n_words) {
  check_scores(self, scores, n_words);
  std::vector<double> shares(scores.size(), 0.0);
  const double value = unlocked([&] {
    Constituents::Workspace work;
    const Constituents structure = structure_of(self);
    structure.look(scores.data(), Spans{n_words}.size(), work);
    return structure.log_partition<View::kAsIs>(work, {}, 1.0, shares.data());
  });
  return std::make_pair(value, new_vector(std::move(shares)));
}

auto k_best(const PyGrammar& self, const Vector<double>& scores, Index n_words, Index k) {
  check_scores(self, scores, n_words);
  require(k >= 1, "k must be at least 1; got " + std::to_string(k) + ". Ask for one tree or more.");
  std::vector<std::vector<Label>> trees;
  std::vector<double> values;
  unlocked([&] {
    Constituents::Workspace work;
    const Constituents structure = structure_of(self);
    structure.look(scores.data(), Spans{n_words}.size(), work);
    structure.k_best(work, k, trees, values);
  });
  const auto n_spans = as_size(Spans{n_words}.size());
  auto codes = std::make_unique<Label[]>(trees.size() * n_spans);
  for (std::size_t t = 0; t < trees.size(); ++t) {
    std::copy(trees[t].begin(), trees[t].end(), codes.get() + t * n_spans);
  }
  return std::make_pair(new_table(std::move(codes), std::ssize(trees), static_cast<Index>(n_spans)),
                        new_vector(std::move(values)));
}

double cost(const PyGrammar& self, const Vector<std::int32_t>& gold,
            const Vector<std::int32_t>& y) {
  require(gold.size() == y.size(), "both outputs must be of the same sentence");
  const std::span<const Label> first(gold.data(), gold.size());
  const std::span<const Label> second(y.data(), y.size());
  check_codes(self, first);
  check_codes(self, second);
  return structure_of(self).cost(first, second);
}

// The parts of an output, by their place in the table.
auto parts_of_output(const PyGrammar& self, const Vector<std::int32_t>& y) {
  const std::span<const Label> codes(y.data(), y.size());
  check_codes(self, codes);
  std::vector<std::int64_t> parts;
  structure_of(self).for_each_part(Spans::words_in(std::ssize(codes)), codes,
                                   [&](Index part) { parts.push_back(part); });
  return new_vector(std::move(parts));
}

// How often each rule and root occurs in trees, times their weights : (n_structural,).
auto count_rules(const PyGrammar& self, const Vector<std::int32_t>& codes,
                 const Vector<std::int64_t>& n_words, const Vector<double>& weights) {
  require(n_words.size() == weights.size(), "weights: one for each sentence");
  const Constituents structure = structure_of(self);
  std::vector<double> counts(as_size(self.grammar->n_structural()), 0.0);
  for_each_tree(self, codes, n_words, [&](std::size_t t, std::span<const Label> y, Index) {
    const Index n = Spans::words_in(std::ssize(y));
    const Index first = structure.parts_of(n).structural();
    structure.for_each_part(n, y, [&](Index part) {
      if (part >= first) counts[as_size(part - first)] += weights.data()[t];
    });
  });
  return new_vector(std::move(counts));
}

}  // namespace

void bind_constituents(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyGrammar>(m, "Grammar")
      .def("__init__", &grammar_of_trees, "trees"_a, "labels"_a, "tags"_a, "vertical"_a,
           "horizontal"_a)
      .def("__init__", &grammar_of_arrays, "n_tags"_a, "labels"_a, "binary"_a, "unary"_a,
           "chain_offsets"_a, "chain_labels"_a, "n_labels"_a)
      .def("arrays", &arrays_of)
      .def("encode", &encode, "trees"_a)
      .def("decode", &decode, "codes"_a, "n_words"_a)
      .def_prop_ro("n_binary", [](const PyGrammar& self) { return self.grammar->n_binary(); })
      .def_prop_ro("n_unary", [](const PyGrammar& self) { return self.grammar->n_unary(); })
      .def_prop_ro("symbols",
                   [](const PyGrammar& self) {
                     require(self.builder.has_value(), "names are kept by who made the grammar");
                     return self.builder->names();
                   })
      .def_prop_ro("n_columns", [](const PyGrammar& self) { return self.grammar->n_columns(); })
      .def_prop_ro("n_structural",
                   [](const PyGrammar& self) { return self.grammar->n_structural(); })
      .def(
          "n_parts",
          [](const PyGrammar& self, Index n_words) {
            return structure_of(self).parts_of(n_words).size();
          },
          "n_words"_a)
      .def("best", &best, "scores"_a, "n_words"_a)
      .def("log_partition", &log_partition, "scores"_a, "n_words"_a)
      .def("k_best", &k_best, "scores"_a, "n_words"_a, "k"_a)
      .def("cost", &cost, "gold"_a, "y"_a)
      .def("parts_of", &parts_of_output, "y"_a)
      .def("count_rules", &count_rules, "codes"_a, "n_words"_a, "weights"_a);
}

}  // namespace linguine::python
