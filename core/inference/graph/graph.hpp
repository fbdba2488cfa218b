// Factor graph: variables with values, and factors over a few of them; where their parts lie.
//
//   set       y = (y_1 .. y_n), y_v in {0 .. K_v - 1}
//   score     s(y) = sum_v s_v(y_v) + sum_f s_f(y_f), y_f the values of f's variables
//             Eq. (1) of [Kschischang2001], in logarithms
//   rows      a row for each variable, a column per value; then of every factor a row for each
//             joint value of its variables but the last, a column per value of the last. So weights
//             of variables and of factors share a table that is no wider than the widest variable
//   output    a label for each row: the value of a variable, the value of a factor's last variable
//             in the row that the others choose, -1 in its other rows
//   given     scopes of distinct variables, checked by `problem_of`
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

class FactorGraph {
 public:
  struct Factor {
    std::vector<Label> scope;
    Index first_row;
    Index n_rows;
  };
  // Cells of the largest table, and variables of the largest factor.
  static constexpr Index kMostCells = Index{1} << 24;
  static constexpr Index kMostScope = 16;

  FactorGraph(std::vector<Label> n_values, std::vector<std::vector<Label>> scopes)
      : n_values_(std::move(n_values)), n_rows_(n_variables()) {
    factors_.reserve(scopes.size());
    for (auto& scope : scopes) {
      Index n = 1;
      for (std::size_t i = 0; i + 1 < scope.size(); ++i) n *= n_values_[as_size(scope[i])];
      factors_.push_back({std::move(scope), n_rows_, n});
      n_rows_ += n;
    }
  }

  Index n_variables() const { return std::ssize(n_values_); }
  Index n_rows() const { return n_rows_; }
  Label n_values(Label variable) const { return n_values_[as_size(variable)]; }
  Label most_values() const {
    return n_values_.empty() ? 0 : *std::max_element(n_values_.begin(), n_values_.end());
  }
  const std::vector<Factor>& factors() const { return factors_; }

  // In which row of a factor the values of its variables are.
  Index row_of(const Factor& factor, const Label* values) const {
    Index row = 0;
    for (std::size_t i = 0; i + 1 < factor.scope.size(); ++i) {
      row = row * n_values(factor.scope[i]) + values[factor.scope[i]];
    }
    return factor.first_row + row;
  }
  // How far apart the values of a factor's i-th variable are: whole rows, or columns.
  Index stride_of(const Factor& factor, std::size_t i, Index width) const {
    if (i + 1 == factor.scope.size()) return 1;
    Index rows = 1;
    for (std::size_t j = i + 1; j + 1 < factor.scope.size(); ++j) rows *= n_values(factor.scope[j]);
    return rows * width;
  }
  // Calls use(row, column) for all parts of an output.
  template <class Use>
  void for_each_part(const Label* values, const Use& use) const {
    for (Index v = 0; v < n_variables(); ++v) use(v, values[v]);
    for (const Factor& factor : factors_) use(row_of(factor, values), values[factor.scope.back()]);
  }
  // Labels [n_rows] whose first n_variables are values: fills in the factors'.
  void complete(Label* labels) const {
    std::fill(labels + n_variables(), labels + n_rows_, -1);
    for (const Factor& factor : factors_) {
      labels[row_of(factor, labels)] = labels[factor.scope.back()];
    }
  }
  // Does every variable reach every other on one way at most? Then messages are exact.
  bool is_tree() const {
    std::vector<Index> root(as_size(n_variables()));
    for (std::size_t v = 0; v < root.size(); ++v) root[v] = static_cast<Index>(v);
    const auto find = [&](Index v) {
      while (root[as_size(v)] != v) v = root[as_size(v)] = root[as_size(root[as_size(v)])];
      return v;
    };
    for (const Factor& factor : factors_) {
      for (std::size_t i = 1; i < factor.scope.size(); ++i) {
        const Index a = find(factor.scope[0]);
        const Index b = find(factor.scope[i]);
        if (a == b) return false;
        root[as_size(b)] = a;
      }
    }
    return true;
  }

 private:
  std::vector<Label> n_values_;  // [n_variables]
  std::vector<Factor> factors_;
  Index n_rows_;
};

// What is wrong with a graph that somebody gives; empty if nothing is.
inline std::string problem_of(std::span<const Label> n_values,
                              std::span<const std::vector<Label>> scopes) {
  const auto n = static_cast<Label>(n_values.size());
  for (std::size_t v = 0; v < n_values.size(); ++v) {
    if (n_values[v] > FactorGraph::kMostCells) {
      return "A variable must have at most " + std::to_string(FactorGraph::kMostCells) +
             " values; variable " + std::to_string(v) + " has " + std::to_string(n_values[v]) +
             ". Group its values.";
    }
    if (n_values[v] >= 1) continue;
    return "Every variable must have a value; variable " + std::to_string(v) + " has " +
           std::to_string(n_values[v]) + ". Give it one value or more, or leave it out.";
  }
  for (std::size_t f = 0; f < scopes.size(); ++f) {
    const std::string name = "factor " + std::to_string(f);
    const auto& scope = scopes[f];
    if (scope.empty() || std::ssize(scope) > FactorGraph::kMostScope) {
      return "A factor must be over a few variables, 1 to " +
             std::to_string(FactorGraph::kMostScope) + "; " + name + " is over " +
             std::to_string(scope.size()) + ". Split it, or leave it out.";
    }
    Index n_cells = 1;
    for (std::size_t i = 0; i < scope.size(); ++i) {
      if (scope[i] < 0 || scope[i] >= n) {
        return "A factor must be over variables 0.." + std::to_string(n - 1) + "; " + name +
               " is over variable " + std::to_string(scope[i]) +
               ". Count variables from 0, and give each its number of values.";
      }
      if (std::find(scope.begin() + static_cast<std::ptrdiff_t>(i) + 1, scope.end(), scope[i]) !=
          scope.end()) {
        return "A factor must be over different variables; " + name + " has variable " +
               std::to_string(scope[i]) + " twice. Name each variable once.";
      }
      n_cells *= n_values[as_size(scope[i])];
      if (n_cells > FactorGraph::kMostCells) {
        return "The table of a factor must fit into memory; that of " + name + " has more than " +
               std::to_string(FactorGraph::kMostCells) +
               " cells. Use factors over fewer variables.";
      }
    }
  }
  return "";
}

}  // namespace linguine
