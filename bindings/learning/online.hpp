// Online learning as Python asks for it, on any problem.
#pragma once

#include <tuple>
#include <utility>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "core/learning/online/online.hpp"

namespace linguine::python {

// `memory` is the learner's OnlineState of Python, whose arrays are changed in place. Those that a
// rule does not use have zero rows.
template <class Real>
Real* optional_table(const nb::object& memory, const Weights<Real>& like, const char* name) {
  const nb::object table = memory.attr(name);
  if (nb::cast<Index>(table.attr("shape")[nb::int_(0)]) == 0) return nullptr;
  return writable<Real>(table, {like.n_features, like.stride}, name);
}

template <class Real, class Problem>
OnlineState<Real> online_state(const Problem& problem, const nb::object& memory,
                               const StepOptions& options, const PySupport* support = nullptr) {
  OnlineState<Real> state;
  state.current = weights_of<Real>(problem, memory.attr("weights"), memory.attr("bias"), support);
  const auto of_bias = [&](const char* name) {
    return writable<Real>(memory.attr(name), {state.current.stride}, name);
  };
  state.steps = nb::cast<Index>(memory.attr("steps_done"));
  state.scale = nb::cast<double>(memory.attr("scale"));
  state.scale_sum = nb::cast<double>(memory.attr("scale_sum"));
  state.bias_lags = of_bias("bias_lags");
  state.bias_squares = of_bias("bias_squares");
  if (nb::cast<bool>(memory.attr("is_averaged"))) {
    state.weight_lags = optional_table<Real>(memory, state.current, "weight_lags");
    require(state.weight_lags != nullptr || state.current.n_features == 0,
            "averaging needs weight_lags");
  }
  state.weight_squares = optional_table<Real>(memory, state.current, "weight_squares");
  require(!options.has_own_rates() || state.weight_squares != nullptr,
          "a rule with rates of its own needs weight_squares");
  return state;
}

// Calls learn(monitor) without the GIL and tells the memory how far it came; returns epochs, why it
// stopped, the losses, and the folds made.
template <class Real, class Learn>
auto learn_with(const OnlineOptions& options, const OnlineState<Real>& state, nb::object memory,
                nb::object progress, const Learn& learn) {
  require(options.batch_size >= 1 && options.epochs >= 0 && options.step.k_best >= 1,
          "batch_size and k_best must be at least 1, epochs at least 0");
  const OnlineResult result = unlocked(std::move(progress), learn);
  memory.attr("steps_done") = state.steps;
  memory.attr("scale") = state.scale;
  memory.attr("scale_sum") = state.scale_sum;
  return std::make_tuple(result.n_epochs, result.stopped_because, result.history, state.folds);
}

// kLearn(problem, held_out, support, memory, options, progress) learns from the problem behind a
// handle.
template <class Handle, auto kLearn>
void bind_online(nb::module_& m) {
  using namespace nb::literals;
  m.def("online", kLearn, "problem"_a, "held_out"_a.none(), "support"_a.none(), "memory"_a,
        "options"_a, "progress"_a.none());
}

}  // namespace linguine::python
