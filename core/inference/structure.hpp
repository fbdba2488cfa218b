// Structure: which outputs exist, and how to search them.
//
//   output    a label for every site of an example: y [n_sites]
//   parts     what an output is made of: a label of a site, a transition, an arc. A table of parts
//             has a number for each; its layout is the structure's own
//   score     s(y) = sum of the scores of y's parts
//
// A structure looks at a table of scores and is then asked, as often as one likes:
//
//   best           the output of highest score, and that score; ties go to the lower index
//   log_partition  log sum_y exp s(y); adds each part's share of it to a table
//   k_best         the k best outputs, best first
//   cost           what an output costs where another one was right; a sum over sites
//
// `best` and `log_partition` are asked in one of three views of the same scores:
//
//   kAsIs      the scores
//   kCostly    the scores + the cost of each part where gold is right: the hinge's and
//              softmax-margin's question
//   kAgreeing  over the outputs that agree with what is known of gold: partly labelled data
//
// What must hold: best is the limit of the shares as scores grow, and the shares are the derivative
// of log Z. If they are not, the gradient of every loss is wrong; tests/inference checks both by
// enumeration.
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "core/base/examples.hpp"
#include "core/base/types.hpp"

namespace linguine {

enum class View { kAsIs, kCostly, kAgreeing };

// Structures that are another for every example look at a table together with whose it is, and
// remember that for the cost.
template <class S>
concept DiffersByExample = requires(const S structure, const double* scores, const Example& example,
                                    typename S::Workspace& work, std::span<const Label> gold) {
  structure.look(scores, example, work);
  { structure.cost(work, gold, gold) } -> std::same_as<double>;
};
// All others need to know how many sites there are.
template <class S>
concept SameForAll = requires(const S structure, const double* scores, typename S::Workspace& work,
                              std::span<const Label> gold) {
  structure.look(scores, Index{}, work);
  { structure.cost(gold, gold) } -> std::same_as<double>;
};

// What every learner needs, and all that a loss of the maximum asks for.
//   Workspace  one thread's memory; it remembers the table that was looked at
//   Table      how a table of parts is written to: a pointer, or a few
template <class S>
concept Structure =
    (SameForAll<S> || DiffersByExample<S>) &&
    requires(const S structure, typename S::Workspace& work, typename S::Table table,
             std::span<const Label> gold, double* parts, Label* output, double weight) {
      // The shape of weights and of tables: columns, cells of a part row, rows of the weights that
      // belong to the structure and not to a feature.
      { structure.n_columns() } -> std::same_as<Label>;
      { structure.part_width() } -> std::same_as<Index>;
      { structure.n_structural() } -> std::same_as<Index>;
      { structure.table_at(parts, Index{}) } -> std::same_as<typename S::Table>;
      { structure.template best<View::kAsIs>(work, gold, output) } -> std::same_as<double>;
      { structure.template best<View::kCostly>(work, gold, output) } -> std::same_as<double>;
      // The small change: the score of an output, and weight times its parts added to a table.
      { structure.score(work, gold) } -> std::same_as<double>;
      structure.add_output(work, gold, weight, table);
      // Cells of weights that do not move are taken out of a gradient.
      structure.keep_frozen(table);
    };

// Losses of the sum.
template <class S>
concept HasSums = Structure<S> && requires(const S structure, typename S::Workspace& work,
                                           typename S::Table table, std::span<const Label> gold) {
  { structure.template log_partition<View::kAsIs>(work, gold, 1.0, table) } -> std::same_as<double>;
  {
    structure.template log_partition<View::kCostly>(work, gold, 1.0, table)
  } -> std::same_as<double>;
};

// MIRA with k constraints.
template <class S>
concept HasKBest = Structure<S> &&
                   requires(const S structure, typename S::Workspace& work,
                            std::vector<std::vector<Label>>& outputs, std::vector<double>& values) {
                     structure.k_best(work, Index{}, outputs, values);
                   };

// Gold in which -1 stands for a label that is not known; a structure declares that it can.
template <class S>
concept TakesPartlyKnown =
    HasSums<S> && requires { requires S::kTakesPartlyKnown; } &&
    requires(const S structure, typename S::Workspace& work, typename S::Table table,
             std::span<const Label> gold, Label* output) {
      { structure.template best<View::kAgreeing>(work, gold, output) } -> std::same_as<double>;
      {
        structure.template log_partition<View::kAgreeing>(work, gold, 1.0, table)
      } -> std::same_as<double>;
    };

// What most structures answer in the same way: a table of parts is one array, and all weights
// belong to features.
struct PlainParts {
  using Table = double*;
  Index n_structural() const { return 0; }
  Table table_at(double* parts, Index) const { return parts; }
  void keep_frozen(Table) const {}
};

}  // namespace linguine
