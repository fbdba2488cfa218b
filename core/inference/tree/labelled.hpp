// Labelled trees: a head and a relation for every word.
//
//   set       the trees of tree.hpp with one of R relations on every arc
//   output    of modifier m: h width + r, its part counted within the modifier
//   parts     [modifier][head][relation]: s(h, m, r) at ((m - 1) (n + 1) + h) width + r. An arc
//             whose first score is -inf is not there
//   cost      a wrong head costs 1, a right head with a wrong relation less
//   search    the best relation of every arc first (or the sum over relations), then the tree:
//             exact, because a relation depends on nothing but its arc
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/inference/structure.hpp"
#include "core/inference/tree/structure.hpp"

namespace linguine {

struct TreeCost {
  double head = 1;
  double relation = 0.5;
};

class LabelledTree : public PlainParts {
 public:
  struct Workspace {
    const double* scores = nullptr;
    Index n = 0;
    TreeMemory memory;
    std::vector<double> arcs;       // [n][n + 1] the best or the sum of the relations
    std::vector<double> shares;     // [n][n + 1]
    std::vector<double> sums;       // [n][n + 1]
    std::vector<double> relations;  // [n][n + 1][width] shares of relations within their arc
    std::vector<Label> which;       // [n][n + 1] the best relation
    std::vector<Label> heads;
  };

  LabelledTree(TreeRules rules, Label n_relations, TreeCost cost)
      : rules_(rules), n_relations_(n_relations), width_(stride_of(n_relations)), cost_(cost) {}

  const TreeRules& rules() const { return rules_; }
  Label n_columns() const { return n_relations_; }
  Index part_width() const { return width_; }
  Index n_arc_parts(Index n) const { return n * (n + 1) * width_; }
  void look(const double* scores, Index n, Workspace& work) const {
    work.scores = scores;
    work.n = n;
  }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    choose_relations<kView>(work, gold);
    Label* heads = at_least(work.heads, work.n);
    const double value = best_tree(rules_, arcs_of(work), work.memory, heads);
    write_output(work, heads, y);
    return value;
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       Table table) const {
    const Index n_arcs = work.n * (work.n + 1);
    double* arcs = at_least(work.arcs, n_arcs);
    double* shares = at_least(work.shares, n_arcs);
    double* sums = at_least(work.sums, n_arcs);
    double* relations = at_least(work.relations, n_arcs * width_);
    std::fill_n(shares, n_arcs, 0.0);
    for_each_arc<kView>(work, gold, [&](Index arc, const double* row, double cost, Label free) {
      double* out = relations + arc * width_;
      for (Label r = 0; r < n_relations_; ++r) {
        out[r] = row[r] + (r == free ? 0.0 : cost);
      }
      const double top = *std::max_element(out, out + n_relations_);
      exp_all(out, top, n_relations_, out);
      sums[arc] = 0;
      for (Label r = 0; r < n_relations_; ++r) sums[arc] += out[r];
      arcs[arc] = top + std::log(sums[arc]);
    });
    const double value = tree_log_partition(rules_, arcs_of(work), 1.0, work.memory, shares);
    for (Index arc = 0; arc < n_arcs; ++arc) {
      if (arcs[arc] == kImpossible || shares[arc] == 0) continue;
      const double factor = weight * shares[arc] / sums[arc];
      const double* in = relations + arc * width_;
      for (Label r = 0; r < n_relations_; ++r) table[arc * width_ + r] += in[r] * factor;
    }
    return value;
  }
  // Each tree with its best relations.
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    choose_relations<View::kAsIs>(work, {});
    k_best_trees(rules_, arcs_of(work), k, work.memory, outputs, values);
    for (std::vector<Label>& tree : outputs) write_output(work, tree.data(), tree.data());
  }
  double cost(std::span<const Label> gold, std::span<const Label> y) const {
    double sum = 0;
    for (std::size_t i = 0; i < gold.size(); ++i) {
      if (gold[i] == y[i]) continue;
      sum += gold[i] / width_ == y[i] / width_ ? cost_.relation : cost_.head;
    }
    return sum;
  }
  double score(const Workspace& work, std::span<const Label> y) const {
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) sum += work.scores[part_of(work, i, y[i])];
    if (!std::isfinite(sum)) throw std::invalid_argument("an arc of the gold tree is excluded");
    return sum;
  }
  void add_output(const Workspace& work, std::span<const Label> y, double weight,
                  Table table) const {
    for (std::size_t i = 0; i < y.size(); ++i) table[part_of(work, i, y[i])] += weight;
  }

  // --- what a tree with more parts than arcs asks, too ------------------------------------------

  // work.arcs and work.which: the best relation of every arc.
  template <View kView>
  void choose_relations(Workspace& work, std::span<const Label> gold) const {
    double* arcs = at_least(work.arcs, work.n * (work.n + 1));
    Label* which = at_least(work.which, work.n * (work.n + 1));
    for_each_arc<kView>(work, gold, [&](Index arc, const double* row, double cost, Label free) {
      double best = row[0] + (free == 0 ? 0.0 : cost);
      Label relation = 0;
      for (Label r = 1; r < n_relations_; ++r) {
        const double score = row[r] + (r == free ? 0.0 : cost);
        if (score > best) {
          best = score;
          relation = r;
        }
      }
      arcs[arc] = best;
      which[arc] = relation;
    });
  }
  TreeScores arcs_of(const Workspace& work) const { return {work.n, work.arcs.data()}; }
  // `y` may be `heads`.
  void write_output(const Workspace& work, const Label* heads, Label* y) const {
    for (Index m = 1; m <= work.n; ++m) {
      const Label head = heads[m - 1];
      const Label relation = work.which[as_size((m - 1) * (work.n + 1) + head)];
      y[m - 1] = head * static_cast<Label>(width_) + relation;
    }
  }
  Label head_of(Label y) const { return y / static_cast<Label>(width_); }

 private:
  // The part of an output of the modifier i + 1.
  std::size_t part_of(const Workspace& work, std::size_t i, Label y) const {
    return i * as_size((work.n + 1) * width_) + as_size(y);
  }
  // Calls use(arc, scores, cost, free) for every arc that is there: the cost of its relations but
  // `free`. Others are written as impossible.
  template <View kView, class Use>
  void for_each_arc(Workspace& work, std::span<const Label> gold, const Use& use) const {
    static_assert(kView != View::kAgreeing, "trees are known or not");
    for (Index m = 1; m <= work.n; ++m) {
      Label right_head = -1;
      Label right_relation = -1;
      if constexpr (kView == View::kCostly) {
        right_head = head_of(gold[as_size(m - 1)]);
        right_relation = gold[as_size(m - 1)] % static_cast<Label>(width_);
      }
      for (Index h = 0; h <= work.n; ++h) {
        const Index arc = (m - 1) * (work.n + 1) + h;
        const double* row = work.scores + arc * width_;
        if (h == m || row[0] == kImpossible) {
          work.arcs[as_size(arc)] = kImpossible;
        } else if (kView != View::kCostly) {
          use(arc, row, 0.0, Label{-1});
        } else if (h == right_head) {
          use(arc, row, cost_.relation, right_relation);
        } else {
          use(arc, row, cost_.head, Label{-1});
        }
      }
    }
  }

  TreeRules rules_;
  Label n_relations_;
  Index width_;
  TreeCost cost_;
};
static_assert(HasSums<LabelledTree> && HasKBest<LabelledTree>);

}  // namespace linguine
