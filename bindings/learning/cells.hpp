// Learning in a table of cells as Python asks for it: the same on trees of every kind.
//
// A handle has `problem` (a CellProblem), `loss` and `n_threads`.
#pragma once

#include <string>
#include <utility>

#include "bindings/learning/online.hpp"
#include "bindings/learning/solution.hpp"
#include "core/learning/batch/minimise.hpp"
#include "core/learning/cell_problem.hpp"

namespace linguine::python {

// Sentences that look at the same weights before any of them moves them. A fixed number, so that
// the result does not depend on the threads; small beside the number of sentences, so that it does
// not depend on this number either.
inline constexpr Index kCrew = 8;

// Held-out trees may have relations or rules that are not known; there is no loss of these.
inline void check_gold(const Problem auto& problem) {
  for (const Label gold : problem.examples.gold) {
    require(gold >= 0, "relations and rules must be known to be learned from");
  }
}

template <class Handle>
auto learn_cells_from(const Handle& self, const Handle* held_out, const PySupport* support,
                      const nb::object& memory, const OnlineOptions& given, nb::object progress) {
  const StepOptions& step = given.step;
  require(support == nullptr, "the weights of trees are hashed, not chosen");
  require(step.l1 == 0 && !given.has_bias, "trees are learned without l1 and without a bias");
  require(step.l2 == 0 || step.rule != Rule::kAdaGrad, "trees are learned by adagrad without l2");
  check_gold(self.problem);
  OnlineOptions options = given;
  if (given.batch_size == 1) {
    options.batch_size = kCrew;
    options.whole_steps = true;
  }
  Threads threads(self.n_threads);
  OnlineState<float> state = online_state<float>(self.problem, memory, step);
  return learn_with(options, state, memory, std::move(progress), [&](Monitor& monitor) {
    return learn_cells(self.problem, held_out == nullptr ? nullptr : &held_out->problem, options,
                       state, threads, monitor);
  });
}

template <class Handle>
auto minimise_from_cells(const Handle& self, const nb::object& weights, const nb::object& bias,
                         const BatchOptions& options, nb::object progress) {
  require(!options.penalty.has_bias, "trees are learned without a bias");
  check_gold(self.problem);
  Weights<float> w = weights_of<float>(self.problem, weights, bias);
  return as_tuple(unlocked(std::move(progress), [&](Monitor& monitor) {
    Threads threads(options.n_threads);
    return minimise_cells(self.problem, CellLayout(self.problem.n_weight_rows()), w, options,
                          threads, monitor);
  }));
}

template <class Handle>
auto gradient_of_cells(const Handle& self, const nb::object& weights, int n_threads) {
  using P = std::remove_cvref_t<decltype(self.problem)>;
  check_gold(self.problem);
  const Index n_cells = self.problem.n_weight_rows();
  const auto* theta = writable<float>(weights, {n_cells, 1}, "weights");
  StructuredObjective<P, CellLayout, float> objective(self.problem, CellLayout(n_cells));
  return gradient_at(objective, theta, n_cells, 1, n_threads);
}

template <class Handle>
auto frank_wolfe_over_cells(const Handle& self, const nb::object& weights, const nb::object& bias,
                            const FrankWolfeOptions& options, nb::object progress) {
  check_gold(self.problem);
  return find_by_frank_wolfe<float>(self.problem, CellLayout(self.problem.n_weight_rows()),
                                    self.loss, weights, bias, options, std::move(progress));
}

template <class Handle>
void bind_cell_learning(nb::module_& m) {
  using namespace nb::literals;
  bind_online<Handle, &learn_cells_from<Handle>>(m);
  bind_learner<&minimise_from_cells<Handle>>(m, "batch");
  m.def("gradient", &gradient_of_cells<Handle>, "problem"_a, "weights"_a, "n_threads"_a);
  bind_learner<&frank_wolfe_over_cells<Handle>>(m, "frank_wolfe");
}

}  // namespace linguine::python
