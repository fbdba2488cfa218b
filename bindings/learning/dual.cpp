// Learning in the dual: coordinate descent, one column or all labels at a time.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <string>
#include <tuple>
#include <type_traits>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "core/learning/dual/coordinate_descent.hpp"
#include "core/learning/dual/crammer_singer.hpp"
#include "core/learning/dual/losses.hpp"

namespace linguine::python {

namespace {

template <class Real>
DualResult dispatch_dual(const PyProblem& self, const SiteProblem<Real>& problem,
                         const DualOptions& options, Weights<Real>& weights, int n_threads,
                         Monitor& monitor) {
  const bool is_joint = problem.oracle->n_blocks() == 1 && problem.n_labels > 2;
  return Losses::make<DualResult>(self.loss, [&]<class Loss>(Loss) -> DualResult {
    using Dual = typename DualOf<Loss>::Type;
    if constexpr (std::is_void_v<Dual>) {
      throw std::invalid_argument("no dual for loss '" + self.loss + "'");
    } else {
      if (!is_joint) {
        return solve_dual<Real, Dual>(problem, self.cost, options, weights, n_threads, monitor);
      }
      require(std::is_same_v<Loss, HingeLoss>, "the joint dual is for the hinge loss");
      Threads threads(n_threads);
      return CrammerSinger<Real>(problem, self.cost, options, weights, threads, monitor).run();
    }
  });
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
      return dispatch_dual(self, problem, options, w, n_threads, interrupt);
    }();
    return std::make_tuple(result.n_iterations, result.converged, result.objective, result.gap,
                           result.history);
  });
}

}  // namespace

void bind_dual_learning(nb::module_& m) {
  using namespace nb::literals;
  m.def("dual", &run_dual, "problem"_a, "weights"_a, "bias"_a, nb::kw_only(), "l2"_a,
        "bias_scale"_a, "max_iterations"_a, "tolerance"_a, "shrinking"_a, "seed"_a, "n_threads"_a,
        "multipliers"_a.none(), "progress"_a.none());
}

}  // namespace linguine::python
