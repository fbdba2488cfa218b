// The factor graph's answers to the four questions; every example may have a graph of its own.
//
//   set       values of all variables of a graph (graph.hpp)
//   score     sum over the rows of variables and factors
//   algorithm exact where the graph is a tree or its junction tree is narrow (clique_tree.hpp), else
//             loopy belief propagation (loopy.hpp)
//   cost      of a wrong variable: a constant; of factors none
//   exact     as the graph's plan says; k-best is refused where it is not
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/inference/graph/clique_tree.hpp"
#include "core/inference/graph/loopy.hpp"
#include "core/inference/structure.hpp"

namespace linguine {

// A graph, and how it is searched; made once, and shared by all who ask.
struct PlannedGraph {
  // Cells of all cliques of a graph that is no tree.
  static constexpr Index kMostCells = Index{1} << 22;

  PlannedGraph(FactorGraph given, Index max_width, bool is_loopy, const LoopyOptions& options)
      : graph(std::move(given)), is_tree(graph.is_tree()), loopy(options) {
    if (is_loopy) return;
    constexpr Index kNoLimit = Index{1} << 60;
    tree = make_junction_tree(graph, max_width, is_tree ? kNoLimit : kMostCells);
  }
  bool is_exact() const { return tree.has_value(); }

  FactorGraph graph;
  bool is_tree;
  std::optional<JunctionTree> tree;
  LoopyOptions loopy;
};

struct GraphMemory {
  CliqueTree::Memory cliques;
  Loopy::Memory messages;
  LoopyState state;
  Monitor* monitor = nullptr;
};

// Values [n_variables] of the best output, and its score; kImpossible if all are excluded.
inline double best_values(const PlannedGraph& plan, const GraphScores& scores, GraphMemory& memory,
                          Label* values) {
  if (plan.is_exact()) {
    std::fill_n(values, plan.graph.n_variables(), 0);  // if all are excluded
    return CliqueTree(plan.graph, *plan.tree, memory.cliques).best(scores, values);
  }
  Loopy search(plan.graph, plan.loopy, memory.messages, memory.monitor);
  return search.best(scores, values, memory.state);
}

// Log Z, or Bethe's approximation; adds weight times the shares to a table of the scores' shape.
inline double graph_log_partition(const PlannedGraph& plan, const GraphScores& scores,
                                  double weight, GraphMemory& memory, double* shares) {
  if (plan.is_exact()) {
    const CliqueTree search(plan.graph, *plan.tree, memory.cliques);
    return search.log_partition(scores, weight, shares);
  }
  Loopy search(plan.graph, plan.loopy, memory.messages, memory.monitor);
  return search.log_partition(scores, weight, shares, memory.state);
}

// Values of the k best outputs, best first.
inline void k_best_values(const PlannedGraph& plan, const GraphScores& scores, Index k,
                          GraphMemory& memory, std::vector<std::vector<Label>>& outputs) {
  if (!plan.is_exact()) throw std::invalid_argument("the k best outputs need an exact search");
  CliqueTree(plan.graph, *plan.tree, memory.cliques).k_best(scores, k, outputs);
}

// The graphs of all examples, and the rows at which these begin.
struct GraphsOfExamples {
  std::vector<Index> first_rows;  // ascending
  std::vector<std::shared_ptr<const PlannedGraph>> graphs;

  const PlannedGraph& operator[](Index first_row) const {
    const auto at = std::lower_bound(first_rows.begin(), first_rows.end(), first_row);
    return *graphs[as_size(at - first_rows.begin())];
  }
};

class GraphStructure : public PlainParts {
 public:
  struct Workspace {
    const PlannedGraph* plan = nullptr;
    const double* scores = nullptr;
    std::vector<double> costly;
    GraphMemory memory;
  };

  GraphStructure(GraphsOfExamples graphs, Label n_labels, double price)
      : graphs_(std::make_shared<const GraphsOfExamples>(std::move(graphs))),
        n_labels_(n_labels),
        price_(price) {}

  Label n_columns() const { return n_labels_; }
  Index part_width() const { return stride_of(n_labels_); }
  void look(const double* scores, const Example& example, Workspace& work) const {
    work.plan = &(*graphs_)[example.first_row];
    work.scores = scores;
  }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    const double value = best_values(*work.plan, view_of<kView>(work, gold), work.memory, y);
    work.plan->graph.complete(y);
    return value;
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       Table shares) const {
    const GraphScores scores = view_of<kView>(work, gold);
    return graph_log_partition(*work.plan, scores, weight, work.memory, shares);
  }
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    k_best_values(*work.plan, view_of<View::kAsIs>(work, {}), k, work.memory, outputs);
    values.clear();
    for (auto& each : outputs) {
      each.resize(as_size(work.plan->graph.n_rows()));
      work.plan->graph.complete(each.data());
      values.push_back(score(work, each));
    }
  }
  // Rows of factors cost nothing: an output that is wrong there is wrong in a variable.
  double cost(const Workspace& work, std::span<const Label> gold, std::span<const Label> y) const {
    Index n_wrong = 0;
    const std::size_t n = as_size(work.plan->graph.n_variables());
    for (std::size_t v = 0; v < n; ++v) n_wrong += gold[v] != y[v];
    return price_ * static_cast<double>(n_wrong);
  }
  double score(const Workspace& work, std::span<const Label> y) const {
    double sum = 0;
    for_each_part(y, [&](Index part) { sum += work.scores[part]; });
    return sum;
  }
  void add_output(const Workspace&, std::span<const Label> y, double weight, Table table) const {
    for_each_part(y, [&](Index part) { table[part] += weight; });
  }

 private:
  template <View kView>
  GraphScores view_of(Workspace& work, std::span<const Label> gold) const {
    static_assert(kView != View::kAgreeing, "gold is known");
    const Index width = part_width();
    if constexpr (kView == View::kAsIs) return {work.scores, width};
    const FactorGraph& graph = work.plan->graph;
    const Index n_cells = graph.n_rows() * width;
    double* cells = at_least(work.costly, n_cells);
    std::copy_n(work.scores, n_cells, cells);
    for (Label v = 0; v < graph.n_variables(); ++v) {
      for (Label a = 0; a < graph.n_values(v); ++a) {
        if (a != gold[as_size(v)]) cells[v * width + a] += price_;
      }
    }
    return {cells, width};
  }
  template <class Use>
  void for_each_part(std::span<const Label> y, const Use& use) const {
    for (std::size_t r = 0; r < y.size(); ++r) {
      if (y[r] >= 0) use(static_cast<Index>(r) * part_width() + y[r]);
    }
  }

  std::shared_ptr<const GraphsOfExamples> graphs_;
  Label n_labels_;
  double price_;
};
static_assert(HasSums<GraphStructure> && HasKBest<GraphStructure>);

}  // namespace linguine
