// Frank-Wolfe: the structured SVM by its dual, one example (block) at a time, with a duality gap.
//
//   primal    F(theta) = l2/2 |theta|^2 + sum_e w_e max_y [c(y_e, y) - theta . psi_e(y)],
//             psi_e(y) = f(x_e, y_e) - f(x_e, y)
//   dual      theta = sum_e w_e u_e, u_e a mean of psi_e(y) / l2 over outputs y;
//             D = sum_e w_e l_e - l2/2 |theta|^2, l_e the same mean of the costs
//   step      towards the corner y* of the loss: gap_e = w_e [H_e - (l_e - l2 theta . u_e)],
//             gamma = gap_e / (l2 w_e^2 |psi*/l2 - u_e|^2), cut to [0, 1]   Alg. 4 of
//             [LacosteJulien2013]
//   stops     when F - D <= tolerance F; the sum of the steps' gaps is an estimate that is checked
//             by a pass without steps
//   memory    u_e as lists of cells: what an example's features can reach
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/numbers/random.hpp"
#include "core/base/work/monitor.hpp"
#include "core/learning/online/snapshot.hpp"

namespace linguine {

struct FrankWolfeOptions {
  double l2 = 1;
  Index max_iterations = 100;
  double tolerance = 1e-3;
  std::uint64_t seed = 0;
};

template <class Problem, class Layout, class Real>
class FrankWolfe {
 public:
  FrankWolfe(const Problem& problem, const Layout& layout, const FrankWolfeOptions& options,
             Weights<Real>& weights)
      : problem_(problem),
        options_(options),
        weights_(weights),
        layout_(layout),
        scratch_(*problem.oracle),
        blocks_(as_size(problem.examples.size())) {}

  Solution run(Monitor& monitor) {
    Solution result;
    std::vector<Index> order(blocks_.size());
    std::iota(order.begin(), order.end(), 0);
    Random random(options_.seed);
    for (Index epoch = 1; epoch <= options_.max_iterations; ++epoch) {
      random.shuffle(std::span<Index>(order));
      double gap = 0;
      double loss = 0;
      for (std::size_t i = 0; i < order.size(); ++i) {
        monitor.poll();
        const auto [block_gap, value] = step(order[i]);
        gap += block_gap;
        loss += value;
      }
      result.n_iterations = epoch;
      result.history.push_back(gap / std::max(loss + penalty(), 1e-300));
      monitor.report("frank-wolfe", epoch, options_.max_iterations, result.history.back());
      const bool may_be_done = result.history.back() <= options_.tolerance;
      if (!may_be_done && epoch < options_.max_iterations) continue;
      measure(result, monitor);
      result.converged = result.gap <= options_.tolerance;
      if (result.converged) break;
    }
    return result;
  }

 private:
  struct Block {
    SparseCells cells;  // u_e
    double cost = 0;    // l_e
  };

  double penalty() const {
    double sum = 0;
    for (Index i = 0; i < weights_.size(); ++i) {
      sum += static_cast<double>(weights_.theta[i]) * static_cast<double>(weights_.theta[i]);
    }
    return 0.5 * options_.l2 * sum;
  }
  double along(const SparseCells& cells) const {
    double sum = 0;
    for (const auto& [cell, value] : cells)
      sum += value * static_cast<double>(weights_.theta[cell]);
    return sum;
  }
  // H_e; the corner's parts minus gold's are in scratch_.gradient.
  double ask(Index e) {
    const Example example = problem_.examples[e];
    const PlainWeights<Real, Layout> plain{layout_, weights_.theta, weights_.bias};
    scratch_.resize(problem_.n_parts(e));
    score_parts(problem_, example, plain, scratch_.scores.data());
    return problem_.oracle->evaluate(example, scratch_.scores, scratch_.gradient,
                                     scratch_.block_values);
  }
  double gap_of(const Example& example, const Block& block, double value) const {
    return example.weight * (value - (block.cost - options_.l2 * along(block.cells)));
  }

  // Returns the gap of the block before the step, and its weighted loss.
  std::pair<double, double> step(Index e) {
    const Example example = problem_.examples[e];
    Block& block = blocks_[as_size(e)];
    const double value = ask(e);
    const double gap = gap_of(example, block, value);
    if (gap <= 0) return {0.0, example.weight * value};
    collect_cells(problem_, layout_, example, scratch_.gradient, corner_);
    for (auto& [cell, part] : corner_) part /= -options_.l2;
    const double corner_cost = value + options_.l2 * along(corner_);  // H = c - theta . psi
    SparseCells& change = change_;
    change = corner_;
    for (const auto& [cell, part] : block.cells) change.emplace_back(cell, -part);
    sort_and_add_up(change);
    const double norm = options_.l2 * example.weight * example.weight * dot(change, change);
    // The same features at a higher cost: nothing to weigh up, the whole step is right.
    const double gamma = norm > 0 ? std::min(1.0, gap / norm) : 1.0;
    for (const auto& [cell, part] : change) {
      weights_.theta[cell] += static_cast<Real>(example.weight * gamma * part);
    }
    block.cost += gamma * (corner_cost - block.cost);
    for (auto& [cell, part] : block.cells) part *= 1 - gamma;
    for (const auto& [cell, part] : corner_) block.cells.emplace_back(cell, gamma * part);
    sort_and_add_up(block.cells);
    return {gap, example.weight * value};
  }

  void measure(Solution& result, Monitor& monitor) {
    double gap = 0;
    double loss = 0;
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      monitor.poll();
      const Example example = problem_.examples[e];
      const double value = ask(e);
      gap += gap_of(example, blocks_[as_size(e)], value);
      loss += example.weight * value;
    }
    result.objective = loss + penalty();
    result.gap = gap / std::max(result.objective, 1e-300);
  }

  const Problem& problem_;
  FrankWolfeOptions options_;
  Weights<Real>& weights_;
  const Layout& layout_;
  Scratch scratch_;
  std::vector<Block> blocks_;
  SparseCells corner_;
  SparseCells change_;
};

}  // namespace linguine
