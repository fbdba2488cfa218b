// Learning from sequences in batches: an objective over the cells that are parameters.

#include <algorithm>
#include <optional>
#include <tuple>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/learning/options.hpp"
#include "bindings/learning/solution.hpp"
#include "core/learning/batch/chain_objective.hpp"
#include "core/learning/batch/minimise.hpp"

namespace linguine::python {

namespace {

struct PyChainObjective {
  std::variant<std::unique_ptr<ChainObjective<float>>, std::unique_ptr<ChainObjective<double>>>
      objective;
  nb::object problem;

  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return std::visit([&](const auto& held) { return use(*held); }, objective);
  }
};

// The cells as a CSR over the rows of the weights: offsets and labels.
auto cells_of(const Support& support) {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> labels;
  labels.reserve(as_size(support.n_cells()));
  for (Index row = 0; row < support.n_rows(); ++row) {
    support.for_each_label(row, [&](Label y) { labels.push_back(y); });
    offsets.push_back(std::ssize(labels));
  }
  return std::make_tuple(new_vector(std::move(offsets)), new_vector(std::move(labels)));
}
auto cells_of_objective(const PyChainObjective& self) {
  return self.visit([](const auto& objective) { return cells_of(objective.support()); });
}

using Cells = std::tuple<Vector<std::int64_t>, Vector<std::int32_t>>;

// Cells of somebody, checked; none of none.
SeenCells seen_cells(const std::optional<Cells>& given, Index n_rows, Label n_labels) {
  if (!given) return {};
  const auto& [offsets, labels] = *given;
  require(std::ssize(offsets) == n_rows + 1 && offsets.data()[0] == 0 &&
              offsets.data()[n_rows] == std::ssize(labels) &&
              std::is_sorted(offsets.data(), offsets.data() + offsets.size()),
          "seen cells must have one run of labels for each row");
  require(std::all_of(labels.data(), labels.data() + labels.size(),
                      [&](Label y) { return y >= 0 && y < n_labels; }),
          "the labels of seen cells must exist");
  return {{offsets.data(), offsets.size()}, {labels.data(), labels.size()}};
}

void make_objective(PyChainObjective* self, nb::object owner, bool all_states, bool all_transitions,
                    bool has_ends, const std::optional<Cells>& seen) {
  new (self) PyChainObjective();
  self->problem = owner;
  const SupportOptions options{all_states, all_transitions, has_ends};
  const auto& handle = nb::cast<const PyProblem&>(owner);
  require(handle.chain.has_value(), "an objective over chains is of a problem over sequences");
  handle.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    const SeenCells cells = seen_cells(seen, problem.n_weight_rows(), problem.n_labels);
    const nb::gil_scoped_release unlocked;
    self->objective = std::make_unique<ChainObjective<Real>>(
        problem, *handle.chain, find_chain_loss(handle.loss),
        make_support(problem, handle.chain->rules(), options, cells));
  });
}

void make_py_support(PySupport* self, const PyProblem& owner, bool all_states, bool all_transitions,
                     bool has_ends, const std::optional<Cells>& seen) {
  const SupportOptions options{all_states, all_transitions, has_ends};
  require(owner.chain.has_value(), "a support is of a problem over sequences");
  owner.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    const SeenCells cells = seen_cells(seen, problem.n_weight_rows(), problem.n_labels);
    const nb::gil_scoped_release unlocked;
    new (self) PySupport{make_support(problem, owner.chain->rules(), options, cells)};
  });
}

template <class Real>
Point<Real> point_at(const ChainObjective<Real>& objective, const nb::object& start) {
  Point<Real> point = objective.zero();
  if (start.is_none()) return point;
  const auto cells = nb::cast<Vector<Real>>(start);
  require(cells.size() == point.coordinates.size(), "the start must have one number per cell");
  point.coordinates.assign(cells.data(), cells.data() + cells.size());
  return point;
}

auto evaluate(PyChainObjective& self, const nb::object& at, int n_threads) {
  return self.visit([&]<class Real>(ChainObjective<Real>& objective) {
    const Point<Real> x = point_at(objective, at);
    const double value = loss_at(objective, x.coordinates.data(), n_threads);
    return nb::make_tuple(value, new_vector(std::vector<Real>(objective.gradient())));
  });
}

auto minimise_sequences(PyChainObjective& self, const nb::object& start,
                        const BatchOptions& options, nb::object progress) {
  return self.visit([&]<class Real>(ChainObjective<Real>& objective) {
    Point<Real> x = point_at(objective, start);
    const Solution found = unlocked(std::move(progress), [&](Monitor& monitor) {
      Threads threads(options.n_threads);
      objective.use(threads, monitor);
      objective.set_penalty(options.penalty);
      return minimise_from<Real>(objective, x, options);
    });
    return std::tuple_cat(as_tuple(found), std::make_tuple(new_vector(std::move(x.coordinates))));
  });
}

// Value and gradient of the loss over all cells of the weights, by the objective of any structure:
// the judge of the chain's own.
auto generic_gradient(const PyProblem& self, const nb::object& weights, int n_threads) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    require(!problem.examples.n_sites.empty(), "a gradient over cells is of a structure");
    const auto* theta =
        writable<Real>(weights, {problem.n_weight_rows(), problem.stride()}, "weights");
    StructuredObjective<SiteProblem<Real>, TableLayout<Real>, Real> objective(
        problem, TableLayout<Real>(problem));
    return gradient_at(objective, theta, problem.n_weight_rows(), problem.stride(), n_threads);
  });
}

auto run_frank_wolfe(const PyProblem& self, const nb::object& weights, const nb::object& bias,
                     const FrankWolfeOptions& options, nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    return find_by_frank_wolfe<Real>(problem, TableLayout<Real>(problem), self.loss, weights, bias,
                                     options, std::move(progress));
  });
}

}  // namespace

void bind_sequences(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PySupport>(m, "Support")
      .def("__init__", &make_py_support, "problem"_a, "all_states"_a, "all_transitions"_a,
           "has_ends"_a, "seen"_a.none() = nb::none())
      .def_prop_ro("n_lines", &PySupport::n_lines)
      .def("cells", [](const PySupport& self) { return cells_of(self.support); })
      .def("slots", [](const PySupport& self) {
        return new_vector(std::vector<std::int32_t>(self.support.slots()));
      });
  nb::class_<PyChainObjective>(m, "ChainObjective")
      .def("__init__", &make_objective, "problem"_a, "all_states"_a, "all_transitions"_a,
           "has_ends"_a, "seen"_a.none() = nb::none())
      .def("cells", &cells_of_objective)
      .def("evaluate", &evaluate, "at"_a.none(), "n_threads"_a)
      .def("minimise", &minimise_sequences, "start"_a.none(), "options"_a, "progress"_a.none());
  m.def("gradient", &generic_gradient, "problem"_a, "weights"_a, "n_threads"_a);
  OptionTable<FrankWolfeOptions>(m, "FrankWolfeOptions")
      .row("l2", &FrankWolfeOptions::l2)
      .row("max_iterations", &FrankWolfeOptions::max_iterations)
      .row("tolerance", &FrankWolfeOptions::tolerance)
      .row("seed", &FrankWolfeOptions::seed);
  bind_learner<&run_frank_wolfe>(m, "frank_wolfe");
}

}  // namespace linguine::python
