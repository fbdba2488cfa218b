// Problem: what is to be learned. Sites, examples and an oracle; learners see nothing else.
//
// A problem has
//   examples, oracle         what there is to learn from, and how wrong an answer is
//   n_columns(), stride()    the shape of a row of weights
//   n_weight_rows()          how many rows there are
//   n_parts(e)               the size of an example's table of parts
// and hooks that only it can answer, since only it knows where features come from:
//   score_parts              the scores of all parts of an example, at some weights
//   add_parts                moves weights along a table of parts
//   for_each_change          the cells of weights that a table of parts stands for
//   with_space               how long a table of parts is as a vector of weights
//   prefetch_examples        asks for the memory of examples that come next
// Two kinds: sites that are stored (here), and arcs that are made when they are asked for
// (arc_problem.hpp). `Layout` says where weights lie (layouts/table.hpp).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/base/examples.hpp"
#include "core/base/matrix/blocks.hpp"
#include "core/base/matrix/sites.hpp"
#include "core/base/memory/aligned.hpp"
#include "core/base/work/threads.hpp"
#include "core/learning/oracle.hpp"

namespace linguine {

// What every problem knows of itself.
template <class P>
concept Problem = requires(const P problem, Index example) {
  { problem.examples } -> std::convertible_to<const Examples&>;
  { *problem.oracle } -> std::convertible_to<const Oracle&>;
  { problem.n_columns() } -> std::same_as<Index>;
  { problem.stride() } -> std::same_as<Index>;
  { problem.n_weight_rows() } -> std::same_as<Index>;
  { problem.n_parts(example) } -> std::same_as<Index>;
};

// The hooks, for weights that lie in a layout: what online, batch and Frank-Wolfe learners call.
//   Reads, Moves  weights that are only read, and such that a step moves
template <class P, class Layout, class Reads, class Moves, class Options>
concept Learnable =
    Problem<P> && requires(const P problem, const Layout& layout, const Example& example,
                           Reads& reads, Moves& moves, const Options& options, double* scores,
                           std::span<const double> parts, std::span<const Index> order) {
      score_parts(problem, example, reads, scores);
      score_parts(problem, example, moves, scores);
      add_parts(problem, example, parts.data(), 1.0, moves);
      for_each_change(problem, layout, example, parts, [](Index, double) {});
      {
        with_space(problem, layout, example, options, [](const auto&) { return 0.0; })
      } -> std::same_as<double>;
      prefetch_examples(problem, order, std::size_t{}, std::size_t{}, layout);
    };

template <class Real>
struct SiteProblem {
  const Sites<Real>* sites = nullptr;
  const Sites<Real>* edges = nullptr;  // observed transitions, a row per site; or null
  Examples examples;
  std::shared_ptr<const Oracle> oracle;
  Label n_labels = 0;
  std::vector<Index> borders;  // chunks of examples, made once

  Index n_columns() const { return oracle->n_columns(); }
  Index stride() const { return stride_of(n_columns()); }
  // A bias for each column, then what the loss has of its own; padded as a row of weights is.
  Index n_biases() const { return std::max<Index>(stride(), n_columns() + oracle->n_free()); }
  // The rows of the weights: features, observed transitions label by label, structure.
  Index first_edge_row() const { return sites->n_features(); }
  Index first_structural_row() const {
    return first_edge_row() + (edges == nullptr ? 0 : edges->n_features() * n_labels);
  }
  Index n_weight_rows() const { return first_structural_row() + oracle->n_structural(); }
  // The rows of an example's part table.
  Index n_part_rows(const Example& example) const {
    return example.n_sites() * (edges == nullptr ? 1 : 1 + Index{n_labels}) +
           oracle->n_structural();
  }
  Index n_parts(Index example) const {
    return n_part_rows(examples[example]) * oracle->part_width();
  }
  void cut() { borders = examples.chunk_borders(512); }
};
static_assert(Problem<SiteProblem<float>>);

// How far a learner that minimises something came.
struct Solution {
  Index n_iterations = 0;
  bool converged = false;
  double objective = 0;
  double gap = 0;  // relative duality gap (the worst column's), where the learner has a dual
  std::vector<double> history;  // after each iteration: the objective, or the gap as estimated
};

// One thread's scratch: nothing is allocated per example.
struct Scratch {
  explicit Scratch(const Oracle& oracle) : block_values(as_size(oracle.n_blocks())) {
    resize(oracle.n_columns() + oracle.n_free());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void resize(Index n_parts) {
    const auto n = as_size(n_parts);
    if (memory.size() < 3 * n) memory.resize(3 * n);
    scores = {memory.data(), n};
    gradient = {memory.data() + n, n};
    delta = {memory.data() + 2 * n, n};
  }
  std::span<double> scores;
  std::span<double> gradient;
  std::span<double> delta;  // how an online step moves the parts
  std::vector<double> block_values;

 private:
  AlignedVector<double> memory;  // grows and is never cleared
};

}  // namespace linguine
