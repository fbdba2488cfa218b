// Counting by marginals of sequences and trees: the E-steps of Baum-Welch and inside-outside.
#include "bindings/handles.hpp"
#include "bindings/inference/constituents.hpp"
#include "bindings/interrupt.hpp"
#include "core/learning/exact/soft_chains.hpp"
#include "core/learning/exact/soft_trees.hpp"

namespace linguine::python {

namespace {

// Keeps the matrix alive.
struct PySoftChains {
  nb::object matrix;
  SoftChains chains;
};

void make_chains(PySoftChains* self, nb::object matrix, const Vector<std::int64_t>& offsets,
                 const Vector<std::int32_t>& gold, const Vector<double>& weights,
                 const ChainRules& rules) {
  const auto& rows = nb::cast<const Matrix&>(matrix);
  require(!rows.is_single(), "soft counts are made of rows of float64");
  const auto& sites = std::get<Sites<double>>(rows.sites);
  SoftChains chains(sites, make_runs(offsets, gold, weights, sites.n_rows(), rules.n_labels()),
                    rules);
  new (self) PySoftChains{std::move(matrix), std::move(chains)};
}

auto expect_chains(const PySoftChains& self, const Table<double>& theta,
                   const Table<double>& structural, int n_threads) {
  const ChainRules& rules = self.chains.rules();
  const Index L = rules.n_labels();
  const Index n = self.chains.n_sites();
  const Index n_rows = rules.n_rows();
  require(static_cast<Index>(theta.shape(0)) == self.chains.n_features() &&
              static_cast<Index>(theta.shape(1)) == L,
          "theta must be (n_features, n_labels)");
  require(static_cast<Index>(structural.shape(0)) == n_rows &&
              static_cast<Index>(structural.shape(1)) == L,
          "structural must be (n_rows, n_labels)");
  const Index stride = rules.stride();
  std::vector<double> scores(as_size(n_rows * stride), 0.0);
  std::vector<double> sums(as_size(n_rows * stride), 0.0);
  auto q = std::make_unique_for_overwrite<double[]>(as_size(n * L));
  auto moves = std::make_unique_for_overwrite<double[]>(as_size(n_rows * L));
  std::vector<double> log_p(as_size(self.chains.n_sentences()));
  for (Index r = 0; r < n_rows; ++r) {
    std::copy_n(structural.data() + r * L, L, scores.data() + r * stride);
  }
  unlocked(nb::none(), [&](Monitor& monitor) {
    Threads threads(n_threads);
    self.chains.expect(theta.data(), scores.data(), threads, monitor, q.get(), sums.data(),
                       log_p.data());
  });
  for (Index r = 0; r < n_rows; ++r) {
    std::copy_n(sums.data() + r * stride, L, moves.get() + r * L);
  }
  return nb::make_tuple(new_table<double>(std::move(q), n, L),
                        new_table<double>(std::move(moves), n_rows, L),
                        new_vector(std::move(log_p)));
}

struct PySoftTrees {
  nb::object grammar;
  SoftTrees trees;
  Index n_entries;
};

void make_trees(PySoftTrees* self, nb::object grammar, const Vector<std::int64_t>& offsets,
                const Vector<std::int32_t>& entries, Index n_entries) {
  for (const std::int32_t entry : std::span(entries.data(), entries.size())) {
    require(entry >= 0 && entry < n_entries, "an entry of the lexicon is out of range");
  }
  const std::size_t n = offsets.size();
  require(n >= 1 && offsets.data()[0] == 0 && offsets.data()[n - 1] == std::ssize(entries),
          "offsets must lead from 0 to the number of words");
  Examples examples;
  examples.gold.assign(entries.data(), entries.data() + entries.size());
  for (std::size_t s = 0; s + 1 < n; ++s) {
    const Index begin = offsets.data()[s];
    const Index end = offsets.data()[s + 1];
    require(begin <= end, "offsets must not decrease");
    if (begin == end) continue;
    examples.row.push_back(begin);
    examples.n_sites.push_back(end - begin);
    examples.weight.push_back(1.0);
  }
  SoftTrees trees(nb::cast<const PyGrammar&>(grammar).grammar, std::move(examples));
  new (self) PySoftTrees{std::move(grammar), std::move(trees), n_entries};
}

auto expect_trees(const PySoftTrees& self, const Table<double>& words, const Vector<double>& rules,
                  int n_threads) {
  const Grammar& grammar = self.trees.grammar();
  require(static_cast<Index>(words.shape(0)) == self.n_entries &&
              static_cast<Label>(words.shape(1)) == grammar.n_tags(),
          "words must be (n_entries, n_tags)");
  require(std::ssize(rules) == grammar.n_structural(), "rules: one number for each rule and root");
  for (const double score : std::span(words.data(), words.size())) {
    require(score < std::numeric_limits<double>::infinity(), "scores of words must be numbers");
  }
  for (const double score : std::span(rules.data(), rules.size())) {
    require(score < std::numeric_limits<double>::infinity(), "scores of rules must be numbers");
  }
  std::vector<double> counts(rules.size());
  std::vector<double> log_p(as_size(self.trees.n_sentences()));
  unlocked(nb::none(), [&](Monitor& monitor) {
    Threads threads(n_threads);
    self.trees.expect(words.data(), rules.data(), threads, monitor, counts.data(), log_p.data());
  });
  return nb::make_tuple(new_vector(std::move(counts)), new_vector(std::move(log_p)));
}

}  // namespace

void bind_soft_structures(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PySoftChains>(m, "SoftChains")
      .def("__init__", &make_chains, "matrix"_a, "offsets"_a, "gold"_a, "weights"_a, "rules"_a)
      .def("expect", &expect_chains, "theta"_a, "structural"_a, "n_threads"_a);
  nb::class_<PySoftTrees>(m, "SoftTrees")
      .def("__init__", &make_trees, "grammar"_a, "offsets"_a, "entries"_a, "n_entries"_a)
      .def("expect", &expect_trees, "words"_a, "rules"_a, "n_threads"_a);
}

}  // namespace linguine::python
