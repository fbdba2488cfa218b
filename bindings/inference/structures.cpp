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

// `check(examples)` has the last word on gold.
template <class S, class Check>
PyProblem problem_over(const nb::object& owner, const Vector<std::int64_t>& offsets,
                       const Vector<std::int32_t>& gold, const Vector<double>& weights,
                       const S& structure, const std::string& loss, const Check& check) {
  return make_site_problem(owner, structure.n_columns(), loss, {},
                           [&]<class Real>(PyProblem&, SiteProblem<Real>& problem) {
                             problem.examples =
                                 make_runs(offsets, gold, weights, problem.sites->n_rows(),
                                           structure.n_columns());
                             check(problem.examples);
                             problem.oracle = make_oracle(loss, structure);
                           });
}

PyProblem candidates_problem(const nb::object& owner, const Vector<std::int64_t>& offsets,
                             const Vector<std::int32_t>& gold, const Vector<double>& weights,
                             const std::string& loss) {
  const auto check = [](const Examples& examples) {
    for (Index e = 0; e < examples.size(); ++e) {
      const auto& chosen = examples[e].gold;
      require(std::count(chosen.begin(), chosen.end(), Candidates::kChosen) == 1,
              "just one candidate of every example must be right");
    }
  };
  return problem_over(owner, offsets, gold, weights, Candidates(), loss, check);
}

PyProblem python_problem(const nb::object& owner, const Vector<std::int64_t>& offsets,
                         const Vector<std::int32_t>& gold, const Vector<double>& weights,
                         nb::object asked, Label n_labels, Index n_structural,
                         const std::string& loss) {
  require(n_labels >= 1 && n_structural >= 0, "a structure needs a label");
  const PythonStructure structure(std::move(asked), n_labels, n_structural);
  return problem_over(owner, offsets, gold, weights, structure, loss, [](const Examples&) {});
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
