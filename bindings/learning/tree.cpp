// Learning dependency trees: sentences, trees and a loss.
#include <cmath>
#include <optional>

#include "bindings/features/arc.hpp"
#include "bindings/learning/cells.hpp"
#include "core/inference/tree/labelled.hpp"
#include "core/inference/tree/sibling_structure.hpp"
#include "core/learning/arc_problem.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine::python {

namespace {

struct PyTreeProblem {
  ArcProblem problem;
  std::string loss;
  nb::object features;
  nb::object columns;
  int n_threads;
};

// gold: head and relation of each token.
Examples make_tree_examples(const TokenColumns& columns, const Vector<std::int32_t>& heads,
                            const Vector<std::int32_t>& relations, const Vector<double>& weights,
                            Label n_relations, Index width) {
  const auto n_tokens = as_size(columns.n_tokens());
  require(heads.size() == n_tokens && relations.size() == n_tokens,
          "heads and relations: one for each token");
  require(std::ssize(weights) == columns.n_sentences(), "weights: one for each sentence");
  Examples examples;
  examples.gold.resize(n_tokens);
  for (Index s = 0; s < columns.n_sentences(); ++s) {
    const Index first = columns.offsets[as_size(s)];
    const Index n = columns.offsets[as_size(s) + 1] - first;
    require(weights.data()[s] > 0, "weights must be positive");
    require(n * (n + 1) * width <= std::numeric_limits<std::int32_t>::max(),
            "a sentence is too long");
    for (Index m = 1; m <= n; ++m) {
      const Label head = heads.data()[first + m - 1];
      const Label relation = relations.data()[first + m - 1];
      require(head >= 0 && head <= n && head != m, "a head is out of range");
      require(relation >= -1 && relation < n_relations, "a relation is out of range");
      // A relation that is not known, as in held-out trees, is never right.
      examples.gold[as_size(first + m - 1)] =
          relation < 0 ? -1 : head * static_cast<Label>(width) + relation;
    }
    if (n == 0) continue;
    examples.row.push_back(first);
    examples.n_sites.push_back(n);
    examples.weight.push_back(weights.data()[s]);
  }
  return examples;
}

void make_problem(PyTreeProblem* self, nb::object features, nb::object columns,
                  const Vector<std::int32_t>& heads, const Vector<std::int32_t>& relations,
                  const Vector<double>& weights, Label n_relations, const std::string& loss,
                  bool projective, bool single_root, double relation_cost, int n_threads) {
  const auto& arcs = nb::cast<const PyArcFeatures&>(features);
  const auto& given = nb::cast<const PyTokenColumns&>(columns);
  arcs.check(given);
  require(n_relations >= 1, "there must be a relation");
  new (self) PyTreeProblem();
  ArcProblem& problem = self->problem;
  problem.features = &arcs.features;
  problem.columns = &given.columns;
  problem.rules = {projective, single_root};
  const TreeCost cost{1.0, relation_cost};
  if (arcs.features.plan.has_siblings()) {
    require(projective, "trees of order 2 are projective");
    problem.oracle = make_oracle(loss, SiblingTree(problem.rules, n_relations, cost));
  } else {
    problem.oracle = make_oracle(loss, LabelledTree(problem.rules, n_relations, cost));
  }
  problem.examples = make_tree_examples(given.columns, heads, relations, weights, n_relations,
                                        problem.oracle->part_width());
  Threads threads(n_threads);
  problem.prepared = arcs.features.plan.sources.prepare(given.columns, threads);
  if (arcs.features.plan.has_siblings()) problem.count_siblings(threads);
  self->loss = loss;
  self->features = std::move(features);
  self->columns = std::move(columns);
  self->n_threads = n_threads;
}

// Value of the loss of one sentence at given weights, and its derivative by the scores of the
// parts.
auto evaluate(const PyTreeProblem& self, Index sentence, const Vector<double>& scores) {
  const ArcProblem& problem = self.problem;
  require(sentence >= 0 && sentence < problem.examples.size(), "there is no such sentence");
  const Example example = problem.examples[sentence];
  const Index width = problem.oracle->part_width();
  const Index n = example.n_sites();
  const Index n_parts = problem.n_parts(sentence);
  require(std::ssize(scores) == n_parts, "a score is needed for each part");
  check_gold(problem);
  for (Index arc = 0; arc < n * (n + 1); ++arc) {
    const double* row = scores.data() + arc * width;
    if (arc % (n + 1) == arc / (n + 1) + 1 || row[0] == kImpossible) continue;
    for (Label r = 0; r < problem.oracle->n_columns(); ++r) {
      require(std::isfinite(row[r]), "a score must be finite, or its arc excluded");
    }
  }
  auto cells = std::make_unique<double[]>(scores.size());
  double value[1];
  std::span<double> gradient(cells.get(), scores.size());  // made empty where it is zero
  problem.oracle->evaluate(example, {scores.data(), scores.size()}, gradient, value);
  return std::make_tuple(value[0], new_table(std::move(cells), 1, n_parts));
}

}  // namespace

void bind_tree_learning(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyTreeProblem>(m, "TreeProblem")
      .def("__init__", &make_problem, "features"_a, "columns"_a, "heads"_a, "relations"_a,
           "weights"_a, "n_relations"_a, "loss"_a, "projective"_a, "single_root"_a,
           "relation_cost"_a, "n_threads"_a)
      .def_prop_ro("n_cells",
                   [](const PyTreeProblem& self) { return self.problem.n_weight_rows(); })
      .def("evaluate", &evaluate, "sentence"_a, "scores"_a);
  bind_cell_learning<PyTreeProblem>(m);
}

}  // namespace linguine::python
