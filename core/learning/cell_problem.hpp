// Cell problem: weights in a table of single cells, whose features are made anew whenever they are
// asked for (arcs, spans). What these problems share.
//
//   a problem says  score_parts(problem, example, weights, scores)
//                   for_each_change_of(problem, example, parts, least, use(cell, change))
//   and has         n_leading_parts(example): the parts that a step's smallest change is compared
//                   with
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "core/learning/layouts/part_rows.hpp"
#include "core/learning/online/online.hpp"

namespace linguine {

template <class P>
concept CellProblem = Problem<P> && requires(const P problem, const Example& example) {
  { problem.n_leading_parts(example) } -> std::same_as<Index>;
};

// A step leaves out changes below `kNothing` times the largest: a share of one in a million is not
// worth its cache misses.
template <CellProblem P, class LearnedWeights>
void add_parts(const P& problem, const Example& example, const double* delta, double /*bias_step*/,
               LearnedWeights& weights) {
  constexpr double kNothing = 1e-6;
  const Index n_parts = problem.n_leading_parts(example);
  double largest = 0;
  for (Index i = 0; i < n_parts; ++i) largest = std::max(largest, std::abs(delta[i]));
  for_each_change_of(problem, example, delta, kNothing * largest,
                     [&](Index cell, double change) { weights.add_row(cell, &change); });
}

// Where weights lie: a cell is a cell.
class CellLayout {
 public:
  explicit CellLayout(Index n_cells) : n_cells_(n_cells) {}
  Index size() const { return n_cells_; }
  static Index unit() { return 1; }
  static Index begin(Index row) { return row; }
  static const float* mask() { return nullptr; }
  template <class Use>
  void for_all_runs(const Use& use) const {
    use(Index{0}, n_cells_);
  }

 private:
  Index n_cells_;
};

template <CellProblem P, class Use>
void for_each_change(const P& problem, const CellLayout&, const Example& example,
                     std::span<const double> parts, const Use& use) {
  for_each_change_of(problem, example, parts.data(), 0.0, use);
}

template <CellProblem P, class Use>
double with_space(const P& problem, const CellLayout& layout, const Example& example,
                  const OnlineOptions& /*options*/, const Use& use) {
  return use(ManySitesSpace<P, CellLayout>(problem, layout, example));
}

template <CellProblem P, class LearnedWeights>
void prefetch_examples(const P&, std::span<const Index>, std::size_t, std::size_t,
                       const LearnedWeights&) {}

template <CellProblem P>
OnlineResult learn_cells(const P& problem, const P* held_out, const OnlineOptions& options,
                         OnlineState<float>& state, Threads& threads, Monitor& monitor) {
  CellLayout layout(problem.n_weight_rows());
  return learn_in(layout, problem, held_out, layout, options, state, threads, monitor);
}

}  // namespace linguine
