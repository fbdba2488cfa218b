// Online learning as Python asks for it, on any problem.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "core/learning/online.hpp"

namespace linguine::python {

// The caller's arrays, which are changed in place.
struct OnlineArrays {
  const nb::object& weights;
  const nb::object& bias;
  const nb::object& weight_lags;
  const nb::object& bias_lags;
  const nb::object& weight_squares;
  const nb::object& bias_squares;
  Index steps_done;
  double scale;
  double scale_sum;
  bool averaged;
};

// Arrays that a rule does not use are passed with zero rows.
template <class Real>
Real* optional_table(const nb::object& object, const Weights<Real>& like, const char* name) {
  const auto length = nb::cast<Index>(object.attr("shape")[nb::int_(0)]);
  if (length == 0) return nullptr;
  return writable<Real>(object, {like.n_features, like.stride}, name);
}

template <class Real, class Problem>
OnlineState<Real> online_state(const Problem& problem, const OnlineArrays& arrays,
                               const std::string& rule, const PySupport* support = nullptr) {
  OnlineState<Real> state;
  state.current = weights_of<Real>(problem, arrays.weights, arrays.bias, support);
  state.steps = arrays.steps_done;
  state.scale = arrays.scale;
  state.scale_sum = arrays.scale_sum;
  state.bias_lags = writable<Real>(arrays.bias_lags, {state.current.stride}, "bias_lags");
  state.bias_squares = writable<Real>(arrays.bias_squares, {state.current.stride}, "bias_squares");
  if (arrays.averaged) {
    state.weight_lags = optional_table<Real>(arrays.weight_lags, state.current, "weight_lags");
    if (state.weight_lags == nullptr && state.current.n_features > 0) {
      throw std::invalid_argument("averaging needs weight_lags");
    }
  }
  state.weight_squares =
      optional_table<Real>(arrays.weight_squares, state.current, "weight_squares");
  if ((rule == "adagrad" || rule == "arow") && state.weight_squares == nullptr) {
    throw std::invalid_argument(rule + " needs weight_squares");
  }
  return state;
}

// Calls learn(monitor) without the GIL; returns epochs, why it stopped, the losses, and of the
// state what is not in arrays: steps, scale, sum of scales, and the folds made.
template <class Real, class Learn>
auto learn_with(const OnlineOptions& options, const OnlineState<Real>& state, nb::object progress,
                const Learn& learn) {
  if (options.batch_size < 1 || options.epochs < 0 || options.step.k_best < 1) {
    throw std::invalid_argument("batch_size and k_best must be at least 1, epochs at least 0");
  }
  Interrupt interrupt(std::move(progress));
  const OnlineResult result = [&] {
    const nb::gil_scoped_release unlocked;
    return learn(interrupt);
  }();
  std::vector<std::pair<double, double>> folds;
  for (const Fold& fold : state.folds) folds.emplace_back(fold.scale, fold.scale_sum);
  return std::make_tuple(result.n_epochs, result.stopped_because, result.history, state.steps,
                         state.scale, state.scale_sum, std::move(folds));
}

// What Python calls. kLearn(self, held_out, support, arrays, options, progress) learns from the
// problem behind a handle.
template <class Handle, auto kLearn>
auto run_online(const Handle& self, const Handle* held_out, const PySupport* support,
                const nb::object& weights, const nb::object& bias, const nb::object& weight_lags,
                const nb::object& bias_lags, const nb::object& weight_squares,
                const nb::object& bias_squares, Index steps_done, double scale, double scale_sum,
                const std::string& rule, const std::string& schedule, double learning_rate,
                double power, double C, Label k_best, bool averaged, Index batch_size, bool shuffle,
                Index epochs, double tolerance, Index patience, double l2, double l1,
                bool fit_intercept, double bias_scale, std::uint64_t seed, nb::object progress) {
  const OnlineArrays arrays{weights,      bias,       weight_lags, bias_lags, weight_squares,
                            bias_squares, steps_done, scale,       scale_sum, averaged};
  const OnlineOptions options{{rule, schedule, learning_rate, power, C, k_best, l2, l1},
                              epochs,
                              batch_size,
                              shuffle,
                              fit_intercept,
                              bias_scale,
                              tolerance,
                              patience,
                              seed};
  return kLearn(self, held_out, support, arrays, options, std::move(progress));
}

template <class Handle, auto kLearn>
void bind_online(nb::module_& m) {
  using namespace nb::literals;
  m.def("online", &run_online<Handle, kLearn>, "problem"_a, "held_out"_a.none(), "support"_a.none(),
        "weights"_a, "bias"_a, "weight_lags"_a, "bias_lags"_a, "weight_squares"_a, "bias_squares"_a,
        nb::kw_only(), "steps_done"_a, "scale"_a, "scale_sum"_a, "rule"_a, "schedule"_a,
        "learning_rate"_a, "power"_a, "C"_a, "k_best"_a, "averaged"_a, "batch_size"_a, "shuffle"_a,
        "epochs"_a, "tolerance"_a, "patience"_a, "l2"_a, "l1"_a, "fit_intercept"_a, "bias_scale"_a,
        "seed"_a, "progress"_a.none());
}

}  // namespace linguine::python
