// Problems over stored sites whose structure has no features of its own: lists of candidates, and
// classes that users wrote.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

#include "bindings/handles.hpp"
#include "bindings/inference/python_structure.hpp"
#include "core/inference/candidates/structure.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine::python {

namespace {

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
