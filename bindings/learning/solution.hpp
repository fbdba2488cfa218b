// What learners found, as Python gets it: solutions, gradients of objectives over cells; and
// Frank-Wolfe, which is the same on every problem.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "core/learning/batch/cell_objective.hpp"
#include "core/learning/dual/frank_wolfe.hpp"
#include "core/learning/losses.hpp"
#include "core/learning/solution.hpp"

namespace linguine::python {

inline auto as_tuple(const Solution& found) {
  return std::make_tuple(found.n_iterations, found.converged, found.objective, found.history);
}
inline auto as_tuple_with_gap(const Solution& found) {
  return std::make_tuple(found.n_iterations, found.converged, found.objective, found.gap,
                         found.history);
}

template <class Real, class Problem, class Layout>
auto find_by_frank_wolfe(const Problem& problem, const Layout& layout, const std::string& loss,
                         const nb::object& weights, const nb::object& bias,
                         const FrankWolfeOptions& options, nb::object progress) {
  require(loss == HingeLoss::kName && options.l2 > 0,
          "Frank-Wolfe needs the hinge loss and l2 > 0");
  Weights<Real> w = weights_of<Real>(problem, weights, bias);
  return as_tuple_with_gap(unlocked(std::move(progress), [&](Monitor& monitor) {
    return FrankWolfe(problem, layout, options, w).run(monitor);
  }));
}

// The loss at theta without a penalty; its gradient stays in the objective.
template <class Real>
double loss_at(CellObjective<Real>& objective, const Real* theta, int n_threads) {
  return unlocked([&] {
    Threads threads(n_threads);
    Monitor silent;
    objective.use(threads, silent);
    return objective.evaluate(theta, nullptr, Real(0));
  });
}

// The same with the gradient, both over theta [n_rows][stride].
template <class Real>
auto gradient_at(CellObjective<Real>& objective, const Real* theta, Index n_rows, Index stride,
                 int n_threads) {
  const double value = loss_at(objective, theta, n_threads);
  auto cells = std::make_unique<Real[]>(objective.gradient().size());
  std::copy(objective.gradient().begin(), objective.gradient().end(), cells.get());
  return nb::make_tuple(value, new_table<Real>(std::move(cells), n_rows, stride));
}

// kLearn(problem, weights, bias, options, progress) learns from the problem behind a handle.
template <auto kLearn>
void bind_learner(nb::module_& m, const char* name) {
  using namespace nb::literals;
  m.def(name, kLearn, "problem"_a, "weights"_a, "bias"_a, "options"_a, "progress"_a.none());
}

}  // namespace linguine::python
