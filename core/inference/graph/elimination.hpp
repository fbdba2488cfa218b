// Elimination: in which order variables go, and the cliques that this makes; the junction tree.
//
//   set       cliques C_v = {v} and those that v meets when it goes; its parent is the clique of
//             the first of these to go. Every factor lies within a clique
//   algorithm greedy, fewest new edges first, ties to the lower variable: min-fill, Sec. 9.4.3
//             of [Koller2009]. On trees there are never any, so cliques are factors
//   width     variables of the largest clique minus 1; a variable that meets more than `max_width`
//             others does not go, and if none goes the graph is beyond the width
//   cost      O(n w^2 log n) for n variables of bounded degree; the hub of a star costs no more
//   exact     an order is always right; that of a graph that is no tree may be wider than needed
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/inference/graph/graph.hpp"

namespace linguine {

// A table whose cells are added to those of a clique, or the other way round.
struct Contribution {
  Index of;                 // the factor, or the child's place
  std::vector<Index> dims;  // [variables of the clique] which of its own variables, or -1
};

struct Clique {
  std::vector<Label> variables;  // those that stay, the last to go first; then the one that goes
  std::vector<Label> n_values;   // [variables]
  Index n_rows = 1;              // joint values of those that stay
  Index first_cell = 0;          // where its table begins
  Index first_message = 0;       // where its message to the parent begins : [n_rows]
  bool is_root = true;
  std::vector<Contribution> factors;
  std::vector<Contribution> children;

  Label goes() const { return variables.back(); }
  Index n_columns() const { return n_values.back(); }
  Index n_cells() const { return n_rows * n_columns(); }
};

struct JunctionTree {
  // Of the largest clique; digits of a joint value are counted in arrays of this size.
  static constexpr std::size_t kMostVariables = 32;

  std::vector<Clique> cliques;  // in the order in which variables go: children before parents
  Index n_cells = 0;
  Index n_messages = 0;

  Index width() const {
    Index most = 0;
    for (const Clique& each : cliques) most = std::max(most, std::ssize(each.variables) - 1);
    return most;
  }
};

namespace elimination {

// Who meets whom, as variables go.
class Meetings {
 public:
  Meetings(const FactorGraph& graph, Index limit)
      : met_(as_size(graph.n_variables())), limit_(limit) {
    for (const auto& factor : graph.factors()) {
      for (const Label a : factor.scope) {
        for (const Label b : factor.scope) {
          if (a != b) met_[as_size(a)].insert(b);
        }
      }
    }
    keys_.resize(met_.size());
    for (Label v = 0; as_size(v) < met_.size(); ++v) queue_.insert({key(v), v});
  }

  bool is_empty() const { return queue_.empty(); }
  // The next variable and those that it meets; nothing if all meet too many.
  std::optional<std::pair<Label, std::set<Label>>> next() {
    const auto [fill, v] = *queue_.begin();
    if (fill == kTooMany) return std::nullopt;
    queue_.erase(queue_.begin());
    std::set<Label> others = std::move(met_[as_size(v)]);
    std::set<Label> changed = others;
    for (const Label a : others) {
      met_[as_size(a)].erase(v);
      for (const Label b : others) {
        if (a == b || !met_[as_size(a)].insert(b).second) continue;
        // Those that meet both now know a pair more.
        for (const Label c : met_[as_size(b)]) {
          if (met_[as_size(a)].contains(c)) changed.insert(c);
        }
      }
    }
    for (const Label each : changed) {
      queue_.erase({keys_[as_size(each)], each});
      queue_.insert({key(each), each});
    }
    return std::pair{v, std::move(others)};
  }

 private:
  static constexpr Index kTooMany = Index{1} << 40;

  // Pairs of those that v meets which do not meet each other.
  Index key(Label v) {
    const auto& others = met_[as_size(v)];
    Index missing = 0;
    if (std::ssize(others) > limit_) {
      missing = kTooMany;
    } else {
      for (auto a = others.begin(); a != others.end(); ++a) {
        for (auto b = std::next(a); b != others.end(); ++b) {
          missing += !met_[as_size(*a)].contains(*b);
        }
      }
    }
    return keys_[as_size(v)] = missing;
  }

  std::vector<std::set<Label>> met_;
  std::vector<Index> keys_;
  std::set<std::pair<Index, Label>> queue_;
  Index limit_;
};

// For each variable of a clique its place among `others`, or -1.
inline std::vector<Index> dims_in(const Clique& clique, std::span<const Label> others) {
  std::vector<Index> dims;
  for (const Label v : clique.variables) {
    const auto at = std::find(others.begin(), others.end(), v);
    dims.push_back(at == others.end() ? -1 : at - others.begin());
  }
  return dims;
}

inline Clique make_clique(Label v, const std::set<Label>& others) {
  Clique clique;
  clique.variables.assign(others.begin(), others.end());
  clique.variables.push_back(v);
  return clique;
}

}  // namespace elimination

// The junction tree of a graph; nothing if its cliques would have more than max_width + 1 variables
// or their tables more than `most_cells` cells. Factors are never too wide.
inline std::optional<JunctionTree> make_junction_tree(const FactorGraph& graph, Index max_width,
                                                      Index most_cells) {
  Index limit = max_width;
  for (const auto& factor : graph.factors()) {
    limit = std::max(limit, std::ssize(factor.scope) - 1);
  }
  JunctionTree tree;
  std::vector<Index> place(as_size(graph.n_variables()), -1);
  for (elimination::Meetings meetings(graph, limit); !meetings.is_empty();) {
    const auto next = meetings.next();
    if (!next) return std::nullopt;
    place[as_size(next->first)] = std::ssize(tree.cliques);
    tree.cliques.push_back(elimination::make_clique(next->first, next->second));
  }
  const auto goes_before = [&](Label a, Label b) { return place[as_size(a)] < place[as_size(b)]; };
  for (std::size_t i = 0; i < tree.cliques.size(); ++i) {
    Clique& clique = tree.cliques[i];
    std::sort(clique.variables.rbegin(), clique.variables.rend(), goes_before);
    for (const Label v : clique.variables) clique.n_values.push_back(graph.n_values(v));
    for (std::size_t d = 0; d + 1 < clique.n_values.size(); ++d) {
      clique.n_rows *= clique.n_values[d];
      if (clique.n_rows > FactorGraph::kMostCells) return std::nullopt;
    }
    clique.first_cell = tree.n_cells;
    clique.first_message = tree.n_messages;
    tree.n_cells += clique.n_cells();
    tree.n_messages += clique.n_rows;
    if (tree.n_cells > most_cells) return std::nullopt;
    if (clique.variables.size() == 1) continue;
    clique.is_root = false;
    const std::span<const Label> stay(clique.variables.data(), clique.variables.size() - 1);
    Clique& parent = tree.cliques[as_size(place[as_size(stay.back())])];
    // The parent comes later, and its variables are not in order yet: dims are made below.
    parent.children.push_back({static_cast<Index>(i), {}});
  }
  for (Clique& clique : tree.cliques) {
    for (Contribution& child : clique.children) {
      const auto& variables = tree.cliques[as_size(child.of)].variables;
      child.dims = elimination::dims_in(clique, {variables.data(), variables.size() - 1});
    }
  }
  for (std::size_t f = 0; f < graph.factors().size(); ++f) {
    const auto& scope = graph.factors()[f].scope;
    const Label first = *std::min_element(scope.begin(), scope.end(), goes_before);
    Clique& clique = tree.cliques[as_size(place[as_size(first)])];
    clique.factors.push_back({static_cast<Index>(f), elimination::dims_in(clique, scope)});
  }
  return tree;
}

}  // namespace linguine
