// Clique tree: sum- and max-product over the junction tree of a graph. On a tree it is belief
// propagation, forth and back.
//
//   set       joint values of a clique's variables, [n_rows][K] with those of the one that goes last
//   score     t(C) = s_v + sum of its factors + sum of its children's messages
//   recursion m(S) = log sum_v exp t(S, v), or max_v t(S, v); back, p(C) = p(S) exp(t(C) - m(S)),
//             Eq. (5) and (6) of [Kschischang2001]; k-best by deviations from the best, each of
//             which is known to be the best of its kind [Nilsson1998]
//   cost      O(sum of cells); k-best O(k n K log) more
//   given     scores [n_rows of the graph][width]; -inf excludes
//   returns   log Z and each part's share, or the best output; kImpossible if all are excluded
//   exact     sums are shifted by the maximum of each row; ties go to the lower value of the
//             variable that goes last
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <utility>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/base/numbers/log_sum_exp.hpp"
#include "core/inference/graph/elimination.hpp"

namespace linguine {

// Scores of a graph's rows, in rows of `width` cells.
struct GraphScores {
  const double* cells;
  Index width;
  const double* row(Index r) const { return cells + r * width; }
};

class CliqueTree {
 public:
  // One thread's memory.
  struct Memory {
    std::vector<double> tables;    // [cells of all cliques]
    std::vector<double> messages;  // [n_messages]; on the way back the shares of those that stay
  };

  CliqueTree(const FactorGraph& graph, const JunctionTree& tree, Memory& memory)
      : graph_(graph),
        tree_(tree),
        tables_(at_least(memory.tables, tree.n_cells)),
        messages_(at_least(memory.messages, tree.n_messages)) {}

  // Values [n_variables] of the best output; its score.
  double best(const GraphScores& scores, Label* values) const {
    const double score = pass_up(scores, &take_maximum);
    if (score != kImpossible) follow(0, values);
    return score;
  }

  // Log Z; weight times the shares of all parts are added to a table of the scores' shape.
  double log_partition(const GraphScores& scores, double weight, double* shares) const {
    const double log_z = pass_up(scores, &take_softmax);
    if (log_z != kImpossible) pass_down(scores.width, weight, shares);
    return log_z;
  }

  // The k best outputs, best first; fewer where there are no more.
  void k_best(const GraphScores& scores, Index k, std::vector<std::vector<Label>>& outputs) const {
    // The best output that is like another one before some place, and has another value there.
    struct Deviation {
      double score;
      Index order;  // ties go to what was found first
      std::size_t from;
      Index place;
      Label value;
      bool operator<(const Deviation& other) const {
        return score != other.score ? score < other.score : order > other.order;
      }
    };
    outputs.clear();
    std::vector<Label> y(as_size(graph_.n_variables()));
    double score = best(scores, y.data());
    if (score == kImpossible) return;
    std::priority_queue<Deviation> left;
    Index n_found = 0;
    for (Index place = 0;;) {
      outputs.push_back(y);
      if (std::ssize(outputs) == k) return;
      for (; place < n_cliques(); ++place) {
        const Clique& clique = at(place);
        const Index row = row_of(clique, y.data());
        const double* cells = row_cells(clique, row);
        for (Label a = 0; a < clique.n_columns(); ++a) {
          if (a == y[as_size(clique.goes())] || cells[a] == kImpossible) continue;
          const double loss = messages_[clique.first_message + row] - cells[a];
          left.push({score - loss, n_found++, outputs.size() - 1, place, a});
        }
      }
      if (left.empty()) return;
      const Deviation next = left.top();
      left.pop();
      y = outputs[next.from];
      y[as_size(at(next.place).goes())] = next.value;
      score = next.score;
      place = next.place + 1;
      follow(place, y.data());
    }
  }

 private:
  using Digits = std::array<Index, JunctionTree::kMostVariables>;

  Index n_cliques() const { return std::ssize(tree_.cliques); }
  // Cliques against the order in which variables go: what a clique needs to know comes before it.
  const Clique& at(Index place) const { return tree_.cliques[as_size(n_cliques() - 1 - place)]; }
  double* row_cells(const Clique& clique, Index row) const {
    return tables_ + clique.first_cell + row * clique.n_columns();
  }
  static Index row_of(const Clique& clique, const Label* values) {
    Index row = 0;
    for (std::size_t d = 0; d + 1 < clique.variables.size(); ++d) {
      row = row * clique.n_values[d] + values[clique.variables[d]];
    }
    return row;
  }
  // The best values of the variables from some place on, where those before are known.
  void follow(Index place, Label* values) const {
    for (; place < n_cliques(); ++place) {
      const Clique& clique = at(place);
      const double* cells = row_cells(clique, row_of(clique, values));
      values[clique.goes()] =
          static_cast<Label>(std::max_element(cells, cells + clique.n_columns()) - cells);
    }
  }

  // How far apart the values of each of a clique's variables are in another table.
  Digits strides_in(const Contribution& factor, Index width) const {
    Digits strides{};
    for (std::size_t d = 0; d < factor.dims.size(); ++d) {
      if (factor.dims[d] < 0) continue;
      strides[d] =
          graph_.stride_of(graph_.factors()[as_size(factor.of)], as_size(factor.dims[d]), width);
    }
    return strides;
  }
  Digits strides_in(const Contribution& child) const {
    const Clique& clique = tree_.cliques[as_size(child.of)];
    Digits strides{};
    for (std::size_t d = 0; d < child.dims.size(); ++d) {
      if (child.dims[d] < 0) continue;
      Index stride = 1;
      for (std::size_t i = as_size(child.dims[d]) + 1; i + 1 < clique.n_values.size(); ++i) {
        stride *= clique.n_values[i];
      }
      strides[d] = stride;
    }
    return strides;
  }
  // Calls use(cells of the row, offset in the other table, stride of the last variable there).
  template <class Use>
  void for_each_row(const Clique& clique, const Digits& strides, Index offset,
                    const Use& use) const {
    const auto n = static_cast<Index>(clique.variables.size()) - 1;
    const Index last = strides[as_size(n)];
    Digits digits{};
    double* cells = tables_ + clique.first_cell;
    for (Index row = 0; row < clique.n_rows; ++row, cells += clique.n_columns()) {
      use(cells, offset, last);
      for (Index d = n - 1; d >= 0; --d) {
        offset += strides[as_size(d)];
        if (++digits[as_size(d)] < clique.n_values[as_size(d)]) break;
        offset -= strides[as_size(d)] * clique.n_values[as_size(d)];
        digits[as_size(d)] = 0;
      }
    }
  }

  static double take_maximum(double* row, Index n) { return *std::max_element(row, row + n); }
  // Cells become p(v | S).
  static double take_softmax(double* row, Index n) {
    const double top = *std::max_element(row, row + n);
    if (top == kImpossible) {
      std::fill_n(row, n, 0.0);
      return top;
    }
    exp_all(row, top, n, row);
    double sum = 0;
    for (Index a = 0; a < n; ++a) sum += row[a];
    for (Index a = 0; a < n; ++a) row[a] /= sum;
    return top + std::log(sum);
  }

  // Messages from the leaves to the roots; the sum of the roots'.
  double pass_up(const GraphScores& scores, double (*take)(double*, Index)) const {
    double total = 0;
    for (const Clique& clique : tree_.cliques) {
      const Index K = clique.n_columns();
      const double* own = scores.row(clique.goes());
      for (Index row = 0; row < clique.n_rows; ++row) std::copy_n(own, K, row_cells(clique, row));
      const auto add = [&](const double* table, const Digits& strides) {
        for_each_row(clique, strides, 0, [&](double* cells, Index offset, Index last) {
          for (Index a = 0; a < K; ++a) cells[a] += table[offset + a * last];
        });
      };
      for (const Contribution& factor : clique.factors) {
        const Index first = graph_.factors()[as_size(factor.of)].first_row;
        add(scores.row(first), strides_in(factor, scores.width));
      }
      for (const Contribution& child : clique.children) add(message_of(child), strides_in(child));
      for (Index row = 0; row < clique.n_rows; ++row) {
        messages_[clique.first_message + row] = take(row_cells(clique, row), K);
      }
      if (clique.is_root) total += messages_[clique.first_message];
    }
    return total;
  }

  // Shares from the roots to the leaves.
  void pass_down(Index width, double weight, double* shares) const {
    for (Index place = 0; place < n_cliques(); ++place) {
      const Clique& clique = at(place);
      const Index K = clique.n_columns();
      double* own = shares + clique.goes() * width;
      for (Index row = 0; row < clique.n_rows; ++row) {
        double* cells = row_cells(clique, row);
        const double p = clique.is_root ? 1.0 : messages_[clique.first_message + row];
        for (Index a = 0; a < K; ++a) {
          cells[a] *= p;
          own[a] += weight * cells[a];
        }
      }
      const auto add_to = [&](double* table, double times, const Digits& strides) {
        for_each_row(clique, strides, 0, [&](const double* cells, Index offset, Index last) {
          for (Index a = 0; a < K; ++a) table[offset + a * last] += times * cells[a];
        });
      };
      for (const Contribution& factor : clique.factors) {
        const Index first = graph_.factors()[as_size(factor.of)].first_row;
        add_to(shares + first * width, weight, strides_in(factor, width));
      }
      for (const Contribution& child : clique.children) {
        double* message = message_of(child);
        std::fill_n(message, tree_.cliques[as_size(child.of)].n_rows, 0.0);
        add_to(message, 1.0, strides_in(child));
      }
    }
  }
  double* message_of(const Contribution& child) const {
    return messages_ + tree_.cliques[as_size(child.of)].first_message;
  }

  const FactorGraph& graph_;
  const JunctionTree& tree_;
  double* tables_;
  double* messages_;
};

}  // namespace linguine
