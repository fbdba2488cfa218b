// Learning in the dual: coordinate descent, one column or all labels at a time.

#include <cmath>
#include <string>
#include <tuple>
#include <type_traits>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/learning/options.hpp"
#include "bindings/learning/solution.hpp"
#include "core/learning/dual/coordinate_descent.hpp"
#include "core/learning/dual/crammer_singer.hpp"
#include "core/learning/dual/losses.hpp"

namespace linguine::python {

namespace {

template <class Real>
Solution dispatch_dual(const PyProblem& self, const SiteProblem<Real>& problem,
                       const DualOptions& options, Weights<Real>& weights, Monitor& monitor) {
  const bool is_joint = problem.oracle->n_blocks() == 1 && problem.n_labels > 2;
  return Losses::make<Solution>(self.loss, [&]<class Loss>(Loss) -> Solution {
    using Dual = DualOf<Loss>;
    constexpr bool kHasMargin = Loss::kAugmented && Loss::kAsks == Asks::kMax;
    if constexpr (std::is_void_v<Dual>) {
      throw std::invalid_argument("no dual for loss '" + self.loss + "'");
    } else {
      if (!is_joint && options.l2 == 0) {
        require(kHasMargin, "a hard margin is for the hinge losses");
        return solve_dual<Real, DualHardMargin>(problem, self.cost, options, weights, monitor);
      }
      if (!is_joint) {
        return solve_dual<Real, Dual>(problem, self.cost, options, weights, monitor);
      }
      require(std::is_same_v<Loss, HingeLoss>, "the joint dual is for the hinge loss");
      Threads threads(options.n_threads);
      return CrammerSinger<Real>(problem, self.cost, options, weights, threads, monitor).run();
    }
  });
}

auto run_dual(const PyProblem& self, const nb::object& weights, const nb::object& bias,
              const DualOptions& given, const nb::object& multipliers, nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    Weights<Real> w = weights_of<Real>(problem, weights, bias);
    require(given.l2 >= 0, "the dual needs l2 >= 0");
    DualOptions options = given;
    options.max_iterations = std::max<Index>(given.max_iterations, 1);
    if (!multipliers.is_none()) {
      options.multipliers = writable<double>(
          multipliers, {problem.examples.size(), problem.n_columns()}, "multipliers");
      for (Index i = 0; i < problem.examples.size() * problem.n_columns(); ++i) {
        require(std::isfinite(options.multipliers[i]), "multipliers must be finite");
      }
    }
    return as_tuple_with_gap(unlocked(std::move(progress), [&](Monitor& monitor) {
      return dispatch_dual(self, problem, options, w, monitor);
    }));
  });
}

}  // namespace

void bind_dual_learning(nb::module_& m) {
  using namespace nb::literals;
  OptionTable<DualOptions>(m, "DualOptions")
      .row("l2", &DualOptions::l2)
      .row("bias_scale", &DualOptions::bias_scale)
      .row("max_iterations", &DualOptions::max_iterations)
      .row("tolerance", &DualOptions::tolerance)
      .row("shrinking", &DualOptions::shrinking)
      .row("seed", &DualOptions::seed)
      .row("n_threads", &DualOptions::n_threads);
  m.def("dual", &run_dual, "problem"_a, "weights"_a, "bias"_a, "options"_a, "multipliers"_a.none(),
        "progress"_a.none());
}

}  // namespace linguine::python
