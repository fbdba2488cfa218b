// Factor graphs: the four questions about the scores of one graph, and problems over many.
#include <algorithm>
#include <memory>
#include <string>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "core/inference/graph/structure.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine::python {
namespace {

struct PyGraph {
  std::shared_ptr<const PlannedGraph> plan;
};

void make_graph(PyGraph* self, const Vector<Label>& n_values, const Vector<std::int64_t>& borders,
                const Vector<Label>& variables, Index max_width, bool is_loopy, Index rounds,
                double damping, double tolerance) {
  require(borders.size() >= 1 && borders.data()[0] == 0 &&
              borders.data()[borders.size() - 1] == std::ssize(variables),
          "borders must lead from 0 to the number of variables in scopes");
  require(max_width >= 0 && max_width < static_cast<Index>(JunctionTree::kMostVariables) &&
              rounds >= 1 && damping >= 0 && damping < 1 && tolerance >= 0,
          "a number of a graph is out of range");
  std::vector<std::vector<Label>> scopes;
  for (std::size_t f = 0; f + 1 < borders.size(); ++f) {
    const Index begin = borders.data()[f];
    const Index end = borders.data()[f + 1];
    require(begin <= end && end <= std::ssize(variables), "borders must not decrease");
    scopes.emplace_back(variables.data() + begin, variables.data() + end);
  }
  std::vector<Label> sizes = copy_of(n_values);
  const std::string wrong = problem_of(sizes, scopes);
  require(wrong.empty(), wrong);
  const LoopyOptions options{rounds, damping, tolerance};
  self = new (self) PyGraph();
  const nb::gil_scoped_release released;
  self->plan = std::make_shared<PlannedGraph>(FactorGraph(std::move(sizes), std::move(scopes)),
                                              max_width, is_loopy, options);
}

GraphScores scores_of(const PyGraph& self, const Table<double>& rows) {
  const FactorGraph& graph = self.plan->graph;
  require(static_cast<Index>(rows.shape(0)) == graph.n_rows() &&
              static_cast<Index>(rows.shape(1)) >= graph.most_values(),
          "scores must have a row for each variable and joint value, and a column per value");
  return {rows.data(), static_cast<Index>(rows.shape(1))};
}

// Calls work(memory) without the GIL.
template <class Work>
auto ask(const Work& work) {
  GraphMemory memory;
  auto value = unlocked(nb::none(), [&](Monitor& monitor) {
    memory.monitor = &monitor;
    return work(memory);
  });
  return std::make_tuple(value, memory.state.rounds, memory.state.has_converged);
}

auto best(const PyGraph& self, const Table<double>& rows) {
  const GraphScores scores = scores_of(self, rows);
  std::vector<Label> values(as_size(self.plan->graph.n_variables()));
  const auto found = ask(
      [&](GraphMemory& memory) { return best_values(*self.plan, scores, memory, values.data()); });
  return std::tuple_cat(std::make_tuple(new_vector(std::move(values))), found);
}

auto log_partition(const PyGraph& self, const Table<double>& rows) {
  const GraphScores scores = scores_of(self, rows);
  auto shares = std::make_unique<double[]>(rows.size());
  const auto found = ask([&](GraphMemory& memory) {
    return graph_log_partition(*self.plan, scores, 1.0, memory, shares.get());
  });
  const Index n_rows = self.plan->graph.n_rows();
  return std::tuple_cat(std::make_tuple(new_table(std::move(shares), n_rows, scores.width)), found);
}

auto k_best(const PyGraph& self, const Table<double>& rows, Index k) {
  const GraphScores scores = scores_of(self, rows);
  require(k >= 1, "k must be at least 1");
  std::vector<std::vector<Label>> outputs;
  ask([&](GraphMemory& memory) {
    k_best_values(*self.plan, scores, k, memory, outputs);
    return 0.0;
  });
  const Index n = self.plan->graph.n_variables();
  auto values = std::make_unique<Label[]>(outputs.size() * as_size(n));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::copy_n(outputs[i].begin(), n, values.get() + i * as_size(n));
  }
  return new_table(std::move(values), std::ssize(outputs), n);
}

// The labels of all rows of an output.
auto complete(const PyGraph& self, const Vector<Label>& values) {
  const FactorGraph& graph = self.plan->graph;
  require(std::ssize(values) == graph.n_variables(), "a value is needed for each variable");
  std::vector<Label> labels(as_size(graph.n_rows()));
  for (Label v = 0; v < graph.n_variables(); ++v) {
    const Label value = values.data()[v];
    require(value >= 0 && value < graph.n_values(v), "a value must be one of its variable's");
    labels[as_size(v)] = value;
  }
  graph.complete(labels.data());
  return new_vector(std::move(labels));
}

PyProblem graph_problem(const nb::object& owner, const Vector<std::int64_t>& offsets,
                        const Vector<Label>& gold, const Vector<double>& weights,
                        const std::vector<const PyGraph*>& graphs, Label n_labels, double price,
                        const std::string& loss) {
  require(n_labels >= 1 && price >= 0, "graphs need a label, and a price that is not negative");
  require(graphs.size() == weights.size(), "every example needs a graph");
  return make_site_problem(
      owner, n_labels, loss, {}, [&]<class Real>(PyProblem&, SiteProblem<Real>& problem) {
        problem.examples = make_runs(offsets, gold, weights, problem.sites->n_rows(), n_labels);
        GraphsOfExamples all;
        std::vector<Label> labels;
        for (std::size_t e = 0; e < graphs.size(); ++e) {
          const FactorGraph& graph = graphs[e]->plan->graph;
          const Index begin = offsets.data()[e];
          require(
              offsets.data()[e + 1] - begin == graph.n_rows() && graph.most_values() <= n_labels,
              "an example must have the rows of its graph, and a label for each value");
          if (graph.n_rows() == 0) continue;
          const Label* right = problem.examples.gold.data() + begin;
          labels.assign(right, right + graph.n_rows());
          for (Label v = 0; v < graph.n_variables(); ++v) {
            require(right[v] >= 0 && right[v] < graph.n_values(v),
                    "every variable must have one of its values");
          }
          graph.complete(labels.data());
          require(std::equal(labels.begin(), labels.end(), right),
                  "the labels of factors must be those of their variables");
          all.first_rows.push_back(begin);
          all.graphs.push_back(graphs[e]->plan);
        }
        problem.oracle = make_oracle(loss, GraphStructure(std::move(all), n_labels, price));
      });
}

}  // namespace

void bind_graphs(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyGraph>(m, "Graph")
      .def("__init__", &make_graph, "n_values"_a, "borders"_a, "variables"_a, nb::kw_only(),
           "max_width"_a, "is_loopy"_a, "rounds"_a, "damping"_a, "tolerance"_a)
      .def_prop_ro("n_rows", [](const PyGraph& self) { return self.plan->graph.n_rows(); })
      .def_prop_ro("is_tree", [](const PyGraph& self) { return self.plan->is_tree; })
      .def_prop_ro("is_exact", [](const PyGraph& self) { return self.plan->is_exact(); })
      .def_prop_ro("width",
                   [](const PyGraph& self) {
                     return self.plan->is_exact() ? self.plan->tree->width() : Index{-1};
                   })
      .def("complete", &complete, "values"_a)
      .def("argmax", &best, "scores"_a)
      .def("marginals", &log_partition, "scores"_a)
      .def("k_best", &k_best, "scores"_a, "k"_a);
  m.def("graph_problem", &graph_problem, "matrix"_a, "offsets"_a, "gold"_a, "weights"_a, "graphs"_a,
        "n_labels"_a, "price"_a, "loss"_a);
}

}  // namespace linguine::python
