// Learning from all examples at once: batch solvers, exact least squares, and what they minimise.

#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/learning/options.hpp"
#include "bindings/learning/solution.hpp"
#include "core/learning/batch/label_gradient.hpp"
#include "core/learning/batch/minimise.hpp"
#include "core/learning/exact/counts.hpp"
#include "core/learning/exact/ridge.hpp"

namespace linguine::python {

namespace {

double total_objective(const PyProblem& self, const nb::object& weights, const nb::object& bias,
                       double l2, double l1, double bias_l2, int n_threads) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    const Weights<Real> w = weights_of<Real>(problem, weights, bias);
    const nb::gil_scoped_release unlocked;
    Threads threads(n_threads);
    Monitor silent;
    LabelObjective<Real> f(problem, Space::kWeights, threads, silent);
    const Point<Real> x = f.at(w);
    double penalty =
        0.5 * bias_l2 * std::inner_product(x.bias.begin(), x.bias.end(), x.bias.begin(), 0.0);
    for (Index i = 0; i < w.size(); ++i) {
      const double value = static_cast<double>(w.theta[i]);
      penalty += 0.5 * l2 * value * value + l1 * std::abs(value);
    }
    return penalty + f.loss_along(x, nullptr, 0, nullptr);
  });
}

// The sum of the losses of labels without a penalty, and its derivatives by weights and bias.
auto label_gradient(const PyProblem& self, const nb::object& weights, const nb::object& bias,
                    int n_threads) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    require(problem.examples.n_sites.empty(), "a gradient by the bias is of labels");
    const Weights<Real> w = weights_of<Real>(problem, weights, bias);
    auto by_weights = std::make_unique<Real[]>(static_cast<std::size_t>(w.size()));
    std::vector<double> by_bias(static_cast<std::size_t>(problem.n_biases()), 0.0);
    double value;
    {
      const nb::gil_scoped_release unlocked;
      Threads threads(n_threads);
      Monitor silent;
      value =
          linguine::label_gradient<Real>(problem, w, threads, silent, by_weights.get(), by_bias);
    }
    return nb::make_tuple(value, new_table<Real>(std::move(by_weights), w.n_features, w.stride),
                          new_vector(std::vector<Real>(by_bias.begin(), by_bias.end())));
  });
}

auto run_batch(const PyProblem& self, const nb::object& weights, const nb::object& bias,
               const BatchOptions& options, nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    Weights<Real> w = weights_of<Real>(problem, weights, bias);
    return as_tuple(unlocked(std::move(progress), [&](Monitor& monitor) {
      return minimise(problem, w, options, monitor);
    }));
  });
}

auto run_exact(const PyProblem& self, const nb::object& weights, const nb::object& bias,
               const ExactOptions& options, nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    Weights<Real> w = weights_of<Real>(problem, weights, bias);
    Solution found = unlocked(std::move(progress), [&](Monitor& monitor) {
      return Ridge<Real>(problem, options, monitor).run(w);
    });
    const Penalty& penalty = options.penalty;
    found.objective =
        total_objective(self, weights, bias, penalty.l2, 0, penalty.bias_l2, options.n_threads);
    return as_tuple(found);
  });
}

auto sums_by_class(const Matrix& matrix, const Vector<std::int64_t>& rows,
                   const Vector<std::int32_t>& gold, const Vector<double>& weights, Label n_labels,
                   bool squares) {
  return matrix.visit([&]<class Real>(const Sites<Real>& sites) {
    const Examples examples = make_examples(rows, gold, weights, sites.n_rows(), n_labels);
    const Index d = sites.n_features();
    auto sums = std::make_unique<double[]>(as_size(d * n_labels));
    {
      const nb::gil_scoped_release unlocked;
      class_sums(sites, examples, n_labels, squares, sums.get());
    }
    return new_table<double>(std::move(sums), d, n_labels);
  });
}

void bind_options(nb::module_& m) {
  OptionTable<BatchOptions>(m, "BatchOptions")
      .choice("solver", kSolvers, "batch solver",
              [](BatchOptions& self) -> Solver& { return self.solver; })
      .penalty(&BatchOptions::penalty)
      .row("l1", &BatchOptions::l1)
      .row("max_iterations", &BatchOptions::max_iterations)
      .row("tolerance", &BatchOptions::tolerance)
      .row("memory", &BatchOptions::memory)
      .row("n_threads", &BatchOptions::n_threads);
  OptionTable<ExactOptions>(m, "ExactOptions")
      .penalty(&ExactOptions::penalty)
      .row("max_iterations", &ExactOptions::max_iterations)
      .row("tolerance", &ExactOptions::tolerance)
      .row("n_threads", &ExactOptions::n_threads);
}

}  // namespace

void bind_batch_learning(nb::module_& m) {
  using namespace nb::literals;
  bind_options(m);
  m.def("objective", &total_objective, "problem"_a, "weights"_a, "bias"_a, "l2"_a, "l1"_a,
        "bias_l2"_a, "n_threads"_a);
  m.def("class_sums", &sums_by_class, "matrix"_a, "rows"_a, "gold"_a, "weights"_a, "n_labels"_a,
        "squares"_a);
  m.def("label_gradient", &label_gradient, "problem"_a, "weights"_a, "bias"_a, "n_threads"_a);
  bind_learner<&run_batch>(m, "batch");
  bind_learner<&run_exact>(m, "exact");
}

}  // namespace linguine::python
