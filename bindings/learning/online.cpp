// Online learning from stored sites, and the options of online learners.
#include "bindings/learning/online.hpp"

#include <string>
#include <tuple>

#include "bindings/handles.hpp"
#include "bindings/learning/options.hpp"
#include "core/learning/online/online.hpp"
#include "core/learning/online/scale.hpp"

namespace linguine::python {

namespace {

template <class Real>
const SiteProblem<Real>* same_kind(const PyProblem* held_out) {
  if (held_out == nullptr) return nullptr;
  const auto* problem = std::get_if<SiteProblem<Real>>(&held_out->problem);
  if (problem == nullptr)
    throw std::invalid_argument("held-out data must have the type of the training data");
  return problem;
}

auto scale_of(const PyProblem& self) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    const Scale scale = measure_scale(problem);
    return std::make_tuple(scale.mean_squared_norm, scale.typical_value);
  });
}

auto learn_from(const PyProblem& self, const PyProblem* held_out, const PySupport* support,
                const nb::object& memory, const OnlineOptions& options, nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    OnlineState<Real> state = online_state<Real>(problem, memory, options.step, support);
    return learn_with(options, state, memory, std::move(progress), [&](Monitor& monitor) {
      return learn_online(problem, same_kind<Real>(held_out),
                          support == nullptr ? nullptr : &support->support, options, state,
                          monitor);
    });
  });
}

void bind_options(nb::module_& m) {
  using Options = OnlineOptions;
  OptionTable<Options>(m, "OnlineOptions")
      .choice("rule", kRules, "step rule", [](Options& self) -> Rule& { return self.step.rule; })
      .choice("schedule", kSchedules, "schedule",
              [](Options& self) -> Schedule& { return self.step.schedule; })
      .row("learning_rate", &Options::step, &StepOptions::learning_rate)
      .row("power", &Options::step, &StepOptions::power)
      .row("C", &Options::step, &StepOptions::C)
      .row("k_best", &Options::step, &StepOptions::k_best)
      .row("l2", &Options::step, &StepOptions::l2)
      .row("l1", &Options::step, &StepOptions::l1)
      .row("epochs", &Options::epochs)
      .row("batch_size", &Options::batch_size)
      .row("shuffle", &Options::shuffle)
      .row("with_replacement", &Options::with_replacement)
      .row("stop_when_right", &Options::stop_when_right)
      .row("has_bias", &Options::has_bias)
      .row("bias_scale", &Options::bias_scale)
      .row("tolerance", &Options::tolerance)
      .row("patience", &Options::patience)
      .row("seed", &Options::seed);
}

}  // namespace

void bind_online_learning(nb::module_& m) {
  using namespace nb::literals;
  bind_options(m);
  m.def("scale", &scale_of, "problem"_a);
  bind_online<PyProblem, &learn_from>(m);
}

}  // namespace linguine::python
