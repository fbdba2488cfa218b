// The learners: weights come in as arrays of the caller's and are changed in place.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/online.hpp"
#include "core/learning/counts.hpp"
#include "core/learning/crammer_singer.hpp"
#include "core/learning/dual_coordinate.hpp"
#include "core/learning/online.hpp"
#include "core/learning/ridge.hpp"
#include "core/learning/scale.hpp"
#include "core/learning/solvers.hpp"

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

double total_objective(const PyProblem& self, const nb::object& weights, const nb::object& bias,
                       double l2, double l1, double bias_l2, int n_threads) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    const Weights<Real> w = weights_of<Real>(problem, weights, bias);
    const nb::gil_scoped_release unlocked;
    Threads threads(n_threads);
    Monitor silent;
    LinearMap<Real> map(*problem.sites, problem.stride(), threads, silent);
    PartTable<Real> scores(problem.sites->n_rows(), problem.n_columns());
    map.forward(w.theta, scores.values.data());
    std::vector<double> b(static_cast<std::size_t>(w.n_columns));
    std::vector<double> sums(b.size());
    double penalty = 0;
    for (std::size_t c = 0; c < b.size(); ++c) {
      b[c] = static_cast<double>(w.bias[c]);
      penalty += 0.5 * bias_l2 * b[c] * b[c];
    }
    for (Index i = 0; i < w.size(); ++i) {
      const double value = static_cast<double>(w.theta[i]);
      penalty += 0.5 * l2 * value * value + l1 * std::abs(value);
    }
    return penalty + total_loss<Real>(problem, scores.values.data(), nullptr, 0, b, threads,
                                      nullptr, sums, nullptr);
  });
}

auto scale_of(const PyProblem& self) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    const Scale scale = measure_scale(problem);
    return std::make_tuple(scale.mean_squared_norm, scale.typical_value);
  });
}

auto learn_from(const PyProblem& self, const PyProblem* held_out, const PySupport* support,
                const OnlineArrays& arrays, const OnlineOptions& options, nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    OnlineState<Real> state = online_state<Real>(problem, arrays, options.step.rule, support);
    return learn_with(options, state, std::move(progress), [&](Monitor& monitor) {
      return learn_online(problem, same_kind<Real>(held_out),
                          support == nullptr ? nullptr : &support->support, options, state,
                          monitor);
    });
  });
}

auto run_batch(const PyProblem& self, const nb::object& weights, const nb::object& bias,
               const std::string& solver, double l2, double l1, double bias_l2, bool fit_intercept,
               Index max_iterations, double tolerance, Index memory, int n_threads,
               nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    Weights<Real> w = weights_of<Real>(problem, weights, bias);
    Interrupt interrupt(std::move(progress));
    const BatchResult result = [&] {
      const nb::gil_scoped_release unlocked;
      return minimise(problem, w, solver, {l2, bias_l2, fit_intercept}, l1,
                      {max_iterations, tolerance, std::max<Index>(memory, 1)}, n_threads,
                      interrupt);
    }();
    return std::make_tuple(result.n_iterations, result.converged, result.objective, result.history);
  });
}

auto run_exact(const PyProblem& self, const nb::object& weights, const nb::object& bias, double l2,
               double bias_l2, bool fit_intercept, Index max_iterations, double tolerance,
               int n_threads, nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    Weights<Real> w = weights_of<Real>(problem, weights, bias);
    Interrupt interrupt(std::move(progress));
    const BatchResult result = [&] {
      const nb::gil_scoped_release unlocked;
      Ridge<Real> ridge(problem, {l2, bias_l2, fit_intercept}, n_threads, interrupt);
      return ridge.run(w, max_iterations, tolerance);
    }();
    const double objective = total_objective(self, weights, bias, l2, 0, bias_l2, n_threads);
    return std::make_tuple(result.n_iterations, result.converged, objective, result.history);
  });
}

template <class Real>
DualResult dispatch_dual(const PyProblem& self, const SiteProblem<Real>& problem,
                         const std::string& loss, const DualOptions& options,
                         Weights<Real>& weights, int n_threads, Monitor& monitor) {
  const bool is_joint = problem.oracle->n_blocks() == 1 && problem.n_labels > 2;
  if (is_joint && loss == "hinge") {
    Threads threads(n_threads);
    return CrammerSinger<Real>(problem, self.cost, options, weights, threads, monitor).run();
  }
  if (is_joint) throw std::invalid_argument("the joint dual is for the hinge loss");
  if (loss == "hinge")
    return solve_dual<Real, DualHinge>(problem, self.cost, options, weights, n_threads, monitor);
  if (loss == "squared-hinge") {
    return solve_dual<Real, DualSquaredHinge>(problem, self.cost, options, weights, n_threads,
                                              monitor);
  }
  if (loss == "logistic") {
    return solve_dual<Real, DualLogistic>(problem, self.cost, options, weights, n_threads, monitor);
  }
  throw std::invalid_argument("no dual for loss '" + loss + "'");
}

auto run_dual(const PyProblem& self, const nb::object& weights, const nb::object& bias, double l2,
              double bias_scale, Index max_iterations, double tolerance, bool shrinking,
              std::uint64_t seed, int n_threads, const nb::object& multipliers,
              nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    Weights<Real> w = weights_of<Real>(problem, weights, bias);
    if (!(l2 > 0)) throw std::invalid_argument("the dual needs l2 > 0");
    Interrupt interrupt(std::move(progress));
    DualOptions options{l2,        bias_scale, std::max<Index>(max_iterations, 1),
                        tolerance, shrinking,  seed};
    if (!multipliers.is_none()) {
      options.multipliers = writable<double>(
          multipliers, {problem.examples.size(), problem.n_columns()}, "multipliers");
      for (Index i = 0; i < problem.examples.size() * problem.n_columns(); ++i) {
        require(std::isfinite(options.multipliers[i]), "multipliers must be finite");
      }
    }
    const DualResult result = [&] {
      const nb::gil_scoped_release unlocked;
      return dispatch_dual(self, problem, self.loss, options, w, n_threads, interrupt);
    }();
    return std::make_tuple(result.n_iterations, result.converged, result.objective, result.gap,
                           result.history);
  });
}

auto sums_by_class(const Matrix& matrix, const Vector<std::int64_t>& rows,
                   const Vector<std::int32_t>& gold, const Vector<double>& weights, Label n_labels,
                   bool squares) {
  return matrix.visit([&]<class Real>(const Sites<Real>& sites) {
    const Examples examples = make_examples(rows, gold, weights, sites.n_rows(), n_labels);
    const Index d = sites.n_features();
    auto sums = std::make_unique<double[]>(static_cast<std::size_t>(d * n_labels));
    {
      const nb::gil_scoped_release unlocked;
      class_sums(sites, examples, n_labels, squares, sums.get());
    }
    return new_table<double>(std::move(sums), d, n_labels);
  });
}

}  // namespace

void bind_learning(nb::module_& m) {
  using namespace nb::literals;
  m.def("objective", &total_objective, "problem"_a, "weights"_a, "bias"_a, "l2"_a, "l1"_a,
        "bias_l2"_a, "n_threads"_a);
  m.def("class_sums", &sums_by_class, "matrix"_a, "rows"_a, "gold"_a, "weights"_a, "n_labels"_a,
        "squares"_a);
  m.def("scale", &scale_of, "problem"_a);
  bind_online<PyProblem, &learn_from>(m);
  m.def("batch", &run_batch, "problem"_a, "weights"_a, "bias"_a, nb::kw_only(), "solver"_a, "l2"_a,
        "l1"_a, "bias_l2"_a, "fit_intercept"_a, "max_iterations"_a, "tolerance"_a, "memory"_a,
        "n_threads"_a, "progress"_a.none());
  m.def("exact", &run_exact, "problem"_a, "weights"_a, "bias"_a, nb::kw_only(), "l2"_a, "bias_l2"_a,
        "fit_intercept"_a, "max_iterations"_a, "tolerance"_a, "n_threads"_a, "progress"_a.none());
  m.def("dual", &run_dual, "problem"_a, "weights"_a, "bias"_a, nb::kw_only(), "l2"_a,
        "bias_scale"_a, "max_iterations"_a, "tolerance"_a, "shrinking"_a, "seed"_a, "n_threads"_a,
        "multipliers"_a.none(), "progress"_a.none());
}

}  // namespace linguine::python
