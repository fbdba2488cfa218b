// The oracles of the dependency tree: every loss of the table on labelled trees.
//
//   l = agg_y [ s(y) + rho c(gold, y) ] - s(gold)
//
//   parts     [modifier][head][relation]: s(h, m, r) at ((m - 1) (n + 1) + h) width + r. An arc
//             whose first score is -inf is not there
//   gold      of modifier m is h width + r: its part, counted within the modifier
//   cost      a wrong head costs 1, a right head with a wrong relation less
//   order 2   behind the arcs the parts of neighbouring siblings (sibling_parts.hpp); for losses
//             that ask for the best tree only
//   search    the best relation of every arc first (or the sum over relations), then the tree:
//             exact, because a relation depends on nothing but its arc
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/blocks.hpp"
#include "core/base/exponential.hpp"
#include "core/base/room.hpp"
#include "core/inference/sibling_eisner.hpp"
#include "core/inference/tree_structure.hpp"
#include "core/learning/losses.hpp"
#include "core/learning/oracle.hpp"
#include "core/learning/sibling_parts.hpp"

namespace linguine {

struct TreeCost {
  double head = 1;
  double relation = 0.5;
};

// One thread's memory for the oracles of trees.
struct TreeScratch {
  TreeMemory memory;
  std::vector<double> arcs;
  std::vector<double> shares;
  std::vector<double> sums;
  std::vector<Label> relations;
  std::vector<Label> heads;
  SiblingChart chart;
  SiblingParts parts;
  std::vector<Label> siblings;

  static TreeScratch& of_this_thread() {
    thread_local TreeScratch scratch;
    return scratch;
  }
};

class TreeOracle : public Oracle {
 public:
  TreeOracle(TreeRules rules, Label n_relations, TreeCost cost, bool has_siblings)
      : rules_(rules), n_relations_(n_relations), cost_(cost), has_siblings_(has_siblings) {}

  const TreeRules& rules() const { return rules_; }

  Label n_columns() const override { return n_relations_; }
  Label n_blocks() const override { return 1; }
  Index part_width() const override { return stride_of(n_relations_); }

  // The k best trees, each with the best relations, that are not gold.
  void candidates(std::span<const Label> gold, std::span<const double> scores, Label k,
                  std::vector<Candidate>& out) const override {
    if (has_siblings_) throw std::invalid_argument("k-best MIRA is for trees of order 1");
    const Shape shape = shape_of(gold);
    TreeScratch& scratch = TreeScratch::of_this_thread();
    choose_relations<false>(shape, gold, scores.data(), scratch);
    std::vector<std::vector<Label>> trees;
    std::vector<double> values;
    const TreeScores asked{shape.n, scratch.arcs.data()};
    k_best_trees(rules_, asked, Index{k} + 1, scratch.memory, trees, values);
    const double gold_score = score_of_gold(shape, gold, scores.data());
    out.clear();
    for (std::size_t j = 0; j < trees.size() && static_cast<Label>(out.size()) < k; ++j) {
      Candidate candidate{std::vector<double>(scores.size(), 0.0), values[j] - gold_score};
      bool is_gold = true;
      for (Index m = 1; m <= shape.n; ++m) {
        const Label y = part_of(shape, m, trees[j][at(m - 1)], scratch);
        const Label g = gold[at(m - 1)];
        if (y == g) continue;
        is_gold = false;
        candidate.loss += cost_of(shape, g, y);
        candidate.difference[at(shape.row(m) + g)] += 1;
        candidate.difference[at(shape.row(m) + y)] -= 1;
      }
      if (!is_gold) out.push_back(std::move(candidate));
    }
  }

  // Words with the right head and the right relation.
  Index n_right(std::span<const Label> gold, std::span<const double> scores) const override {
    const Shape shape = shape_of(gold);
    TreeScratch& scratch = TreeScratch::of_this_thread();
    choose_relations<false>(shape, gold, scores.data(), scratch);
    Label* heads = room(scratch.heads, shape.n);
    search(shape, scores.data(), scratch, heads);
    Index right = 0;
    for (Index m = 1; m <= shape.n; ++m) {
      right += part_of(shape, m, heads[m - 1], scratch) == gold[at(m - 1)];
    }
    return right;
  }

 protected:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  struct Shape {
    Index n;
    Index width;

    Index n_arcs() const { return n * (n + 1); }
    Index arc(Index modifier, Index head) const { return (modifier - 1) * (n + 1) + head; }
    Index first_sibling() const { return n_arcs() * width; }
    // The first part of a modifier.
    Index row(Index modifier) const { return (modifier - 1) * (n + 1) * width; }
  };
  Shape shape_of(std::span<const Label> gold) const {
    return {static_cast<Index>(gold.size()), part_width()};
  }
  // The best tree under the scores of `choose_relations`; returns its score.
  double search(const Shape& shape, const double* scores, TreeScratch& scratch,
                Label* heads) const {
    const TreeScores arcs{shape.n, scratch.arcs.data()};
    if (!has_siblings_) return best_tree(rules_, arcs, scratch.memory, heads);
    SiblingParts& parts = scratch.parts;
    parts.lay_out(shape.n, rules_.single_root,
                  [&](Index h, Index m) { return h != m && arcs(h, m) != kImpossible; });
    const double* of_siblings = scores + shape.first_sibling();
    const auto row_of = [&](Index h, Index m, double* row) {
      std::fill_n(row + std::min(h, m), std::abs(h - m) + 1, kImpossible);
      parts.for_each(h, m, rules_.single_root,
                     [&](Index c, Index part) { row[c] = of_siblings[part]; });
    };
    if (!SiblingEisner(rules_, arcs, row_of, scratch.chart).run(heads)) return kImpossible;
    Label* siblings = room(scratch.siblings, shape.n);
    find_siblings(heads, shape.n, siblings);
    double sum = tree_score(arcs, heads);
    for (Index m = 1; m <= shape.n; ++m) {
      sum += of_siblings[parts.part(heads[m - 1], siblings[m - 1], m)];
    }
    return sum;
  }
  // Adds `step` to the sibling parts of a tree, after `search`; returns the sum of their scores.
  double add_siblings(const Shape& shape, const Label* heads, const double* scores, double step,
                      double* gradient, TreeScratch& scratch) const {
    if (!has_siblings_) return 0;
    Label* siblings = room(scratch.siblings, shape.n);
    find_siblings(heads, shape.n, siblings);
    double sum = 0;
    for (Index m = 1; m <= shape.n; ++m) {
      const Index part =
          shape.first_sibling() + scratch.parts.part(heads[m - 1], siblings[m - 1], m);
      sum += scores[part];
      gradient[part] += step;
    }
    return sum;
  }
  Label part_of(const Shape& shape, Index modifier, Label head, const TreeScratch& scratch) const {
    return static_cast<Label>(head * shape.width) +
           scratch.relations[at(shape.arc(modifier, head))];
  }
  double cost_of(const Shape& shape, Label gold, Label y) const {
    if (gold == y) return 0;
    return gold / shape.width == y / shape.width ? cost_.relation : cost_.head;
  }
  double score_of_gold(const Shape& shape, std::span<const Label> gold,
                       const double* scores) const {
    double sum = 0;
    for (Index m = 1; m <= shape.n; ++m) sum += scores[shape.row(m) + gold[at(m - 1)]];
    if (!std::isfinite(sum)) throw std::invalid_argument("an arc of the gold tree is excluded");
    return sum;
  }

  // Calls use(arc, scores, cost, free) for every arc that is there: the cost of its relations but
  // `free`. Others are written as impossible.
  template <bool kAugmented, class Use>
  void for_each_arc(const Shape& shape, std::span<const Label> gold, const double* scores,
                    double* arcs, const Use& use) const {
    for (Index m = 1; m <= shape.n; ++m) {
      const Label right_head = gold[at(m - 1)] / static_cast<Label>(shape.width);
      const Label right_relation = gold[at(m - 1)] % static_cast<Label>(shape.width);
      for (Index h = 0; h <= shape.n; ++h) {
        const Index arc = shape.arc(m, h);
        const double* row = scores + arc * shape.width;
        if (h == m || row[0] == kImpossible) {
          arcs[arc] = kImpossible;
        } else if (!kAugmented) {
          use(arc, row, 0.0, Label{-1});
        } else if (h == right_head) {
          use(arc, row, cost_.relation, right_relation);
        } else {
          use(arc, row, cost_.head, Label{-1});
        }
      }
    }
  }
  template <bool kAugmented>
  void choose_relations(const Shape& shape, std::span<const Label> gold, const double* scores,
                        TreeScratch& scratch) const {
    double* arcs = room(scratch.arcs, shape.n_arcs());
    Label* relations = room(scratch.relations, shape.n_arcs());
    for_each_arc<kAugmented>(shape, gold, scores, arcs,
                             [&](Index arc, const double* row, double cost, Label free) {
                               double best = row[0] + (free == 0 ? 0.0 : cost);
                               Label which = 0;
                               for (Label r = 1; r < n_relations_; ++r) {
                                 const double score = row[r] + (r == free ? 0.0 : cost);
                                 if (score > best) {
                                   best = score;
                                   which = r;
                                 }
                               }
                               arcs[arc] = best;
                               relations[arc] = which;
                             });
  }

  TreeRules rules_;
  Label n_relations_;
  TreeCost cost_;
  bool has_siblings_;
};

template <class Loss>
class TreeLossOracle final : public TreeOracle {
 public:
  using TreeOracle::TreeOracle;

  double evaluate(std::span<const Label> gold, std::span<const double> scores,
                  std::span<double>& gradient, std::span<double> block_values) const override {
    const Shape shape = shape_of(gold);
    TreeScratch& scratch = TreeScratch::of_this_thread();
    block_values[0] = 0;
    double value;
    if constexpr (Loss::kAsks == Asks::kMax) {
      value = find_best(shape, gold, scores.data(), scratch);
      if (is_gold(shape, gold, scratch)) {
        score_of_gold(shape, gold, scores.data());  // complains if it is excluded
        gradient = {};
        return 0;
      }
      std::fill(gradient.begin(), gradient.end(), 0.0);
      add_best(shape, scores.data(), gradient.data(), scratch);
    } else {
      std::fill(gradient.begin(), gradient.end(), 0.0);
      value = add_shares(shape, gold, scores.data(), gradient.data(), scratch);
    }
    Label* heads = room(scratch.heads, shape.n);
    for (Index m = 1; m <= shape.n; ++m) {
      gradient[at(shape.row(m) + gold[at(m - 1)])] -= 1;
      heads[m - 1] = gold[at(m - 1)] / static_cast<Label>(shape.width);
    }
    value -= score_of_gold(shape, gold, scores.data());
    value -= add_siblings(shape, heads, scores.data(), -1, gradient.data(), scratch);
    block_values[0] = value;
    return value;
  }

 private:
  // The best tree is left in scratch.heads, with the relations of its arcs.
  double find_best(const Shape& shape, std::span<const Label> gold, const double* scores,
                   TreeScratch& scratch) const {
    choose_relations<Loss::kAugmented>(shape, gold, scores, scratch);
    return search(shape, scores, scratch, room(scratch.heads, shape.n));
  }
  bool is_gold(const Shape& shape, std::span<const Label> gold, const TreeScratch& scratch) const {
    for (Index m = 1; m <= shape.n; ++m) {
      if (part_of(shape, m, scratch.heads[at(m - 1)], scratch) != gold[at(m - 1)]) return false;
    }
    return true;
  }
  void add_best(const Shape& shape, const double* scores, double* gradient,
                TreeScratch& scratch) const {
    const Label* heads = scratch.heads.data();
    add_siblings(shape, heads, scores, 1, gradient, scratch);
    for (Index m = 1; m <= shape.n; ++m) {
      gradient[shape.row(m) + part_of(shape, m, heads[m - 1], scratch)] += 1;
    }
  }

  // The relations' shares of each arc are made in place of the gradient, then scaled by the arc's
  // share of the trees.
  double add_shares(const Shape& shape, std::span<const Label> gold, const double* scores,
                    double* gradient, TreeScratch& scratch) const {
    double* arcs = room(scratch.arcs, shape.n_arcs());
    double* shares = room(scratch.shares, shape.n_arcs());
    double* sums = room(scratch.sums, shape.n_arcs());
    std::fill_n(shares, shape.n_arcs(), 0.0);
    for_each_arc<Loss::kAugmented>(shape, gold, scores, arcs,
                                   [&](Index arc, const double* row, double cost, Label free) {
                                     double* out = gradient + arc * shape.width;
                                     for (Label r = 0; r < n_relations_; ++r)
                                       out[r] = row[r] + (r == free ? 0.0 : cost);
                                     const double top = *std::max_element(out, out + n_relations_);
                                     exp_all(out, top, n_relations_, out);
                                     sums[arc] = 0;
                                     for (Label r = 0; r < n_relations_; ++r) sums[arc] += out[r];
                                     arcs[arc] = top + std::log(sums[arc]);
                                   });
    const double value = tree_log_partition(rules_, {shape.n, arcs}, 1.0, scratch.memory, shares);
    for (Index arc = 0; arc < shape.n_arcs(); ++arc) {
      if (arcs[arc] == kImpossible) continue;
      const double factor = shares[arc] / sums[arc];
      double* out = gradient + arc * shape.width;
      for (Label r = 0; r < n_relations_; ++r) out[r] *= factor;
    }
    return value;
  }
};

template <class... Losses>
struct TreeLossTable {
  static std::shared_ptr<const TreeOracle> make(const std::string& name, const TreeRules& rules,
                                                Label n_relations, const TreeCost& cost,
                                                bool has_siblings) {
    std::shared_ptr<const TreeOracle> oracle;
    auto take = [&]<class Loss>() {
      if (name == Loss::kName) {
        oracle = std::make_shared<TreeLossOracle<Loss>>(rules, n_relations, cost, has_siblings);
        if (has_siblings && (Loss::kAsks != Asks::kMax || !rules.projective)) {
          throw std::invalid_argument(
              "trees of order 2 are projective, and for hinge or perceptron");
        }
      }
    };
    (take.template operator()<Losses>(), ...);
    if (!oracle) throw std::invalid_argument("a tree has no loss '" + name + "'");
    return oracle;
  }
};
using TreeLosses = TreeLossTable<PerceptronLoss, HingeLoss, LogisticLoss, SoftmaxMarginLoss>;

}  // namespace linguine
