// Problems over stored sites whose structure has no features of its own: lists of candidates, and
// classes that users wrote.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "bindings/handles.hpp"
#include "bindings/python_structure.hpp"
#include "core/inference/candidates/candidates.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine::python {

namespace {

// Runs of sites: offsets ascending, labels in -1..n_labels-1, where -1 is a site that is not part
// of the output.
Examples make_runs(const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& gold,
                   const Vector<double>& weights, Index n_rows, Label n_labels) {
  require(offsets.size() == weights.size() + 1, "weights must have one entry per example");
  require(offsets.data()[0] == 0 && offsets.data()[weights.size()] == n_rows &&
              static_cast<Index>(gold.size()) == n_rows,
          "offsets must lead from 0 to the number of rows, and gold have one label per row");
  Examples examples;
  examples.gold = copy_of(gold);
  for (const Label y : examples.gold) {
    require(y >= -1 && y < n_labels, "gold labels must be in -1..n_labels-1");
  }
  for (std::size_t e = 0; e < weights.size(); ++e) {
    const Index begin = offsets.data()[e];
    const Index end = offsets.data()[e + 1];
    require(begin <= end, "offsets must not decrease");
    require(std::isfinite(weights.data()[e]) && weights.data()[e] > 0,
            "weights must be positive and finite");
    if (begin == end) continue;  // nothing to learn from an example without sites
    examples.row.push_back(begin);
    examples.n_sites.push_back(end - begin);
    examples.weight.push_back(weights.data()[e]);
  }
  return examples;
}

template <class S>
PyProblem problem_over(nb::object owner, Examples examples, const S& structure,
                       const std::string& loss) {
  PyProblem result;
  result.matrix = owner;
  result.loss = loss;
  nb::cast<const Matrix&>(owner).visit([&]<class Real>(const Sites<Real>& sites) {
    SiteProblem<Real> problem;
    problem.sites = &sites;
    problem.n_labels = structure.n_columns();
    problem.examples = std::move(examples);
    problem.oracle = make_oracle(loss, structure);
    problem.cut();
    result.problem = std::move(problem);
  });
  return result;
}

Index n_rows_of(const nb::object& owner) {
  return nb::cast<const Matrix&>(owner).visit([](const auto& sites) { return sites.n_rows(); });
}

PyProblem candidates_problem(nb::object owner, const Vector<std::int64_t>& offsets,
                             const Vector<std::int32_t>& gold, const Vector<double>& weights,
                             const std::string& loss) {
  Examples examples = make_runs(offsets, gold, weights, n_rows_of(owner), 1);
  for (Index e = 0; e < examples.size(); ++e) {
    const auto& chosen = examples[e].gold;
    require(std::count(chosen.begin(), chosen.end(), Candidates::kChosen) == 1,
            "just one candidate of every example must be right");
  }
  return problem_over(std::move(owner), std::move(examples), Candidates(), loss);
}

PyProblem python_problem(nb::object owner, const Vector<std::int64_t>& offsets,
                         const Vector<std::int32_t>& gold, const Vector<double>& weights,
                         nb::object asked, Label n_labels, Index n_structural,
                         const std::string& loss) {
  require(n_labels >= 1 && n_structural >= 0, "a structure needs a label");
  Examples examples = make_runs(offsets, gold, weights, n_rows_of(owner), n_labels);
  return problem_over(std::move(owner), std::move(examples),
                      PythonStructure(std::move(asked), n_labels, n_structural), loss);
}

}  // namespace

void bind_structures(nb::module_& m) {
  m.def("candidates_problem", &candidates_problem, nb::arg("matrix"), nb::arg("offsets"),
        nb::arg("gold"), nb::arg("weights"), nb::arg("loss"));
  m.def("python_problem", &python_problem, nb::arg("matrix"), nb::arg("offsets"), nb::arg("gold"),
        nb::arg("weights"), nb::arg("structure"), nb::arg("n_labels"), nb::arg("n_structural"),
        nb::arg("loss"));
}

}  // namespace linguine::python
