// Labelled trees of order 2: an arc is scored together with its neighbour under the same head.
//
//   set       the projective trees of labelled.hpp
//   parts     the arcs, as there, and behind them neighbouring siblings (sibling_parts.hpp)
//   search    sibling_eisner.hpp; there is no sum and no list of the k best
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/inference/structure.hpp"
#include "core/inference/tree/labelled.hpp"
#include "core/inference/tree/sibling_eisner.hpp"
#include "core/inference/tree/sibling_parts.hpp"

namespace linguine {

class SiblingTree : public PlainParts {
 public:
  struct Workspace : LabelledTree::Workspace {
    SiblingEisner search;
    SiblingParts parts;
    std::vector<Label> siblings;
  };

  SiblingTree(TreeRules rules, Label n_relations, TreeCost cost)
      : tree_(rules, n_relations, cost) {}

  Label n_columns() const { return tree_.n_columns(); }
  Index part_width() const { return tree_.part_width(); }
  void look(const double* scores, Index n, Workspace& work) const {
    tree_.look(scores, n, work);
    work.parts.lay_out(n, tree_.rules().single_root, [&](Index h, Index m) {
      return h != m && scores[((m - 1) * (n + 1) + h) * part_width()] != kImpossible;
    });
  }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    tree_.choose_relations<kView>(work, gold);
    const TreeScores arcs = tree_.arcs_of(work);
    const double* of_siblings = work.scores + tree_.n_arc_parts(work.n);
    const auto row_of = [&](Index h, Index m, double* row) {
      std::fill_n(row + std::min(h, m), std::abs(h - m) + 1, kImpossible);
      work.parts.for_each(h, m, tree_.rules().single_root,
                          [&](Index c, Index part) { row[c] = of_siblings[part]; });
    };
    Label* heads = at_least(work.heads, work.n);
    if (!work.search.run(tree_.rules(), arcs, row_of, heads)) return kImpossible;
    double sum = tree_score(arcs, heads);
    for_each_sibling_part(work, heads, [&](Index part) { sum += work.scores[part]; });
    tree_.write_output(work, heads, y);
    return sum;
  }
  double cost(std::span<const Label> gold, std::span<const Label> y) const {
    return tree_.cost(gold, y);
  }
  double score(Workspace& work, std::span<const Label> y) const {
    double sum = tree_.score(work, y);
    for_each_sibling_part(work, heads_of(work, y), [&](Index part) { sum += work.scores[part]; });
    return sum;
  }
  void add_output(Workspace& work, std::span<const Label> y, double weight, Table table) const {
    tree_.add_output(work, y, weight, table);
    for_each_sibling_part(work, heads_of(work, y), [&](Index part) { table[part] += weight; });
  }

 private:
  const Label* heads_of(Workspace& work, std::span<const Label> y) const {
    Label* heads = at_least(work.heads, work.n);
    for (std::size_t i = 0; i < y.size(); ++i) heads[i] = tree_.head_of(y[i]);
    return heads;
  }
  template <class Use>
  void for_each_sibling_part(Workspace& work, const Label* heads, const Use& use) const {
    Label* siblings = at_least(work.siblings, work.n);
    find_siblings(heads, work.n, siblings);
    const Index first = tree_.n_arc_parts(work.n);
    for (Index m = 1; m <= work.n; ++m) {
      use(first + work.parts.part(heads[m - 1], siblings[m - 1], m));
    }
  }

  LabelledTree tree_;
};
static_assert(Structure<SiblingTree> && !HasSums<SiblingTree>);

}  // namespace linguine
