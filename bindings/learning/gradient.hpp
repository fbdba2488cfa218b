// The gradient of an objective over cells, as Python asks for it.
#pragma once

#include <algorithm>
#include <memory>

#include "bindings/arrays.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"

namespace linguine::python {

// The loss at theta [n_rows][stride] without a penalty, and its gradient in the same shape.
template <class Objective, class Real>
auto gradient_at(Objective& objective, const Real* theta, Index n_rows, Index stride,
                 int n_threads) {
  double value;
  auto cells = std::make_unique<Real[]>(static_cast<std::size_t>(n_rows * stride));
  {
    const nb::gil_scoped_release unlocked;
    Threads threads(n_threads);
    Monitor silent;
    objective.use(threads, silent);
    value = objective.evaluate(theta, nullptr, Real(0));
    std::copy(objective.gradient().begin(), objective.gradient().end(), cells.get());
  }
  return nb::make_tuple(value, new_table<Real>(std::move(cells), n_rows, stride));
}

}  // namespace linguine::python
