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
  view.bias = writable<Real>(bias, {view.stride}, "bias");
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

void bind_base(nb::module_& m);
void bind_inference(nb::module_& m);
void bind_trees(nb::module_& m);
void bind_structures(nb::module_& m);
void bind_features(nb::module_& m);
void bind_token_features(nb::module_& m);
void bind_token_bags(nb::module_& m);
void bind_texts(nb::module_& m);
void bind_readers(nb::module_& m);
void bind_arrow(nb::module_& m);
void bind_tokens(nb::module_& m);
void bind_online_learning(nb::module_& m);
void bind_batch_learning(nb::module_& m);
void bind_dual_learning(nb::module_& m);
void bind_kernels(nb::module_& m);
void bind_sequences(nb::module_& m);
void bind_sequence_model(nb::module_& m);
void bind_model(nb::module_& m);
void bind_text_model(nb::module_& m);
void bind_arcs(nb::module_& m);
void bind_tree_learning(nb::module_& m);
void bind_parser(nb::module_& m);

// theta [n_features][>= n_columns] with adjacent columns, and b [>= n_columns].
template <class Real>
void check_weights(const AnyArray& weights, const AnyArray& bias, Index n_columns) {
  require(holds<Real>(weights) && holds<Real>(bias), "weights, bias and rows must have one type");
  require(n_columns >= 1 && weights.ndim() == 2 &&
              static_cast<Index>(weights.shape(1)) >= n_columns &&
              (weights.shape(1) == 1 || weights.stride(1) == 1),
          "weights must be (n_features, >= n_columns) with adjacent columns");
  require(bias.ndim() == 1 && static_cast<Index>(bias.shape(0)) >= n_columns &&
              (bias.shape(0) == 1 || bias.stride(0) == 1),
          "bias must be (>= n_columns,)");
}

}  // namespace linguine::python
