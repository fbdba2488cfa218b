// The gradient of an objective over cells, as Python asks for it.
#pragma once

#include <algorithm>
#include <memory>

#include "bindings/arrays.hpp"
#include "core/learning/batch/cell_objective.hpp"

namespace linguine::python {

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

}  // namespace linguine::python
