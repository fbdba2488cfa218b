// Online learning from stored sites, and the options of online learners.
#include "bindings/learning/online.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

#include "bindings/handles.hpp"
#include "core/base/named.hpp"
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

// A row for every option of an online learner; Python sets what it knows by name.
void bind_options(nb::module_& m) {
  nb::class_<OnlineOptions> options(m, "OnlineOptions");
  const auto step = [&]<class Option>(const char* name, Option StepOptions::* option) {
    options.def_prop_rw(
        name, [option](const OnlineOptions& self) { return self.step.*option; },
        [option](OnlineOptions& self, Option value) { self.step.*option = value; });
  };
  options.def(nb::init<>());
  options.def_prop_rw(
      "rule", [](const OnlineOptions& self) { return name_of(kRules, self.step.rule); },
      [](OnlineOptions& self, const std::string& name) {
        self.step.rule = choice_of(kRules, name, "step rule");
      });
  options.def_prop_rw(
      "schedule", [](const OnlineOptions& self) { return name_of(kSchedules, self.step.schedule); },
      [](OnlineOptions& self, const std::string& name) {
        self.step.schedule = choice_of(kSchedules, name, "schedule");
      });
  step("learning_rate", &StepOptions::learning_rate);
  step("power", &StepOptions::power);
  step("C", &StepOptions::C);
  step("k_best", &StepOptions::k_best);
  step("l2", &StepOptions::l2);
  step("l1", &StepOptions::l1);
  options.def_rw("epochs", &OnlineOptions::epochs)
      .def_rw("batch_size", &OnlineOptions::batch_size)
      .def_rw("shuffle", &OnlineOptions::shuffle)
      .def_rw("has_bias", &OnlineOptions::has_bias)
      .def_rw("bias_scale", &OnlineOptions::bias_scale)
      .def_rw("tolerance", &OnlineOptions::tolerance)
      .def_rw("patience", &OnlineOptions::patience)
      .def_rw("seed", &OnlineOptions::seed);
}

}  // namespace

void bind_online_learning(nb::module_& m) {
  bind_options(m);
  m.def("scale", &scale_of, nb::arg("problem"));
  bind_online<PyProblem, &learn_from>(m);
}

}  // namespace linguine::python
