// Structured objective: F(theta) over any problem, as a batch solver sees it: score the parts of an
// example, ask the oracle, add what moves. A structure may bring a faster one
// (chain_objective.hpp), which must agree with this.
//
//   point     all cells of a layout
//   cost      one pass over the examples, each scored and asked once
//   memory    runs x cells
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/learning/batch/cell_objective.hpp"
#include "core/learning/online/snapshot.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

template <class Problem, class Layout, class Real>
class StructuredObjective final : public CellObjective<Real> {
 public:
  StructuredObjective(const Problem& problem, const Layout& layout)
      : CellObjective<Real>(problem.examples, layout.size(), layout.size(), {}),
        problem_(problem),
        bias_(as_size(problem.stride()), Real(0)) {
    for (std::size_t s = 0; s < this->n_slices(); ++s) {
      memories_.push_back(std::make_unique<Memory>(layout, *problem.oracle));
    }
  }

 private:
  // Of one slice: layouts keep the site at hand.
  struct Memory {
    Memory(const Layout& where, const Oracle& oracle) : layout(where), scratch(oracle) {}
    Layout layout;
    Scratch scratch;
  };

  double run_slice(std::size_t slice, const Run& run, Real* gradient, Watch& watch) override {
    auto& [layout, scratch] = *memories_[slice];
    const PlainWeights<Real, Layout> weights{layout, this->theta_.data(), bias_.data()};
    double value = 0;
    for (Index e = run.first_example; e < run.last_example; ++e) {
      watch.poll();
      const Example example = problem_.examples[e];
      scratch.resize(problem_.n_parts(e));
      score_parts(problem_, example, weights, scratch.scores.data());
      std::span<double> parts = scratch.gradient;
      value += example.weight *
               problem_.oracle->evaluate(example, scratch.scores, parts, scratch.block_values);
      if (parts.empty()) continue;
      for_each_change(problem_, layout, example, parts, [&](Index cell, double change) {
        gradient[cell] += static_cast<Real>(example.weight * change);
      });
    }
    return value;
  }

  const Problem& problem_;
  std::vector<Real> bias_;  // zero: biases of structures are features
  std::vector<std::unique_ptr<Memory>> memories_;
};

}  // namespace linguine
