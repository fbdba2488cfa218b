// Handles: the Python objects behind which the core's views live, together with the arrays they
// look at.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "bindings/arrays.hpp"
#include "core/base/matrix/sites.hpp"
#include "core/base/matrix/weights.hpp"
#include "core/inference/chain/structure.hpp"
#include "core/inference/cost.hpp"
#include "core/learning/layouts/support.hpp"
#include "core/learning/problem.hpp"

namespace linguine::python {

// The rows of X, checked. Keeps the arrays alive.
struct Matrix {
  std::variant<Sites<float>, Sites<double>> sites;
  std::vector<AnyArray> arrays;

  bool is_single() const { return sites.index() == 0; }
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return std::visit(std::forward<Use>(use), sites);
  }
};

// Matrix, examples and oracle. Keeps the matrix alive.
struct PyProblem {
  std::variant<SiteProblem<float>, SiteProblem<double>> problem;
  Cost cost{0};
  std::string loss;
  nb::object matrix;
  nb::object edges;                     // the matrix of observed transitions, or nothing
  std::optional<ChainStructure> chain;  // of sequences

  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return std::visit(std::forward<Use>(use), problem);
  }
};

// Which cells of the weights of a problem over sequences are parameters.
struct PySupport {
  Support support;
  // Rows of `stride` cells that hold all slots: arrays have the shape of a table.
  Index n_lines() const { return (support.n_slots() + support.stride() - 1) / support.stride(); }
};

// A table of all cells, or of the slots of a support.
template <class Real, class Problem>
Weights<Real> weights_of(const Problem& problem, const nb::object& weights, const nb::object& bias,
                         const PySupport* support = nullptr) {
  Weights<Real> view;
  view.n_features = support == nullptr ? problem.n_weight_rows() : support->n_lines();
  view.n_columns = problem.n_columns();
  view.stride = problem.stride();
  view.theta = writable<Real>(weights, {view.n_features, view.stride}, "weights");
  Index n_biases = view.stride;
  if constexpr (requires { problem.n_biases(); }) n_biases = problem.n_biases();
  view.bias = writable<Real>(bias, {n_biases}, "bias");
  return view;
}

void require(bool condition, const std::string& message);

// Examples as the core wants them: rows ascending, gold and rows in range, weights positive.
Examples make_examples(const Vector<std::int64_t>& rows, const Vector<std::int32_t>& gold,
                       const Vector<double>& weights, Index n_rows, Label n_labels);

// The same of many sites each: offsets ascending, labels in -1..n_labels-1, where -1 is not known
// or not part of the output.
Examples make_runs(const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& gold,
                   const Vector<double>& weights, Index n_rows, Label n_labels);

// The price of answering one label where another was right; none given means 0/1.
Cost make_cost(const std::optional<Table<double>>& cost, Label n_labels);

// A problem over the rows of a matrix; `finish(result, problem)` gives it examples and an oracle.
template <class Finish>
PyProblem make_site_problem(const nb::object& matrix, Label n_labels, const std::string& loss,
                            const std::optional<Table<double>>& cost, const Finish& finish) {
  PyProblem result;
  result.matrix = matrix;
  result.loss = loss;
  result.cost = make_cost(cost, n_labels);
  nb::cast<const Matrix&>(matrix).visit([&]<class Real>(const Sites<Real>& sites) {
    SiteProblem<Real> problem;
    problem.sites = &sites;
    problem.n_labels = n_labels;
    finish(result, problem);
    problem.cut();
    result.problem = std::move(problem);
  });
  return result;
}

}  // namespace linguine::python
