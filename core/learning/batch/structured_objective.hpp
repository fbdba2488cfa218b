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

#include "core/base/memory/aligned.hpp"
#include "core/base/work/watch.hpp"
#include "core/learning/batch/cell_objective.hpp"
#include "core/learning/online/snapshot.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

template <class Problem, class Layout, class Real>
class StructuredObjective final : public CellObjective<Real> {
 public:
  // Layouts keep the site at hand, so every run has one.
  StructuredObjective(const Problem& problem, const Layout& layout)
      : CellObjective<Real>(problem.examples, layout.size()),
        problem_(problem),
        theta_(as_size(layout.size()), Real(0)),
        bias_(as_size(problem.stride()), Real(0)) {
    const std::size_t bytes = theta_.size() * sizeof(Real);
    for (const Run& run : cut_into_runs(problem.examples, bytes)) {
      slices_.push_back(std::make_unique<Slice>(run, layout, *problem.oracle));
    }
  }

  double evaluate(const Real* x, const Real* d, Real alpha) override {
    const auto at = [&](std::size_t i) { return d == nullptr ? x[i] : x[i] + alpha * d[i]; };
    for_all_cells([&](std::size_t i) { theta_[i] = at(i); });
    const auto n_slices = std::ssize(slices_);
    run_polled(this->threads(), this->monitor(), n_slices,
               [&](Index s, Watch& watch) { run_slice(*slices_[as_size(s)], watch); });
    double value = 0;
    for (const auto& slice : slices_) value += slice->value;
    for_all_cells([&](std::size_t i) {
      double sum = 0;
      for (const auto& slice : slices_) sum += static_cast<double>(slice->gradient[i]);
      this->gradient_[i] = static_cast<Real>(sum);
    });
    return value;
  }

 private:
  struct Slice {
    Slice(const Run& examples, const Layout& where, const Oracle& oracle)
        : run(examples), layout(where), scratch(oracle) {}
    Run run;
    Layout layout;
    Scratch scratch;
    double value = 0;
    AlignedVector<Real> gradient;  // [n_cells]
  };

  template <class Use>
  void for_all_cells(const Use& use) {
    sum_over_cells(theta_.size(), this->threads(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) use(i);
      return 0.0;
    });
  }
  void run_slice(Slice& slice, Watch& watch) const {
    slice.gradient.assign(theta_.size(), Real(0));
    slice.value = 0;
    const PlainWeights<Real, Layout> weights{slice.layout, theta_.data(), bias_.data()};
    for (Index e = slice.run.first_example; e < slice.run.last_example; ++e) {
      watch.poll();
      const Example example = problem_.examples[e];
      slice.scratch.resize(problem_.n_parts(e));
      score_parts(problem_, example, weights, slice.scratch.scores.data());
      std::span<double> gradient = slice.scratch.gradient;
      slice.value +=
          example.weight * problem_.oracle->evaluate(example.gold, slice.scratch.scores, gradient,
                                                     slice.scratch.block_values);
      if (gradient.empty()) continue;
      for_each_change(problem_, slice.layout, example, gradient, [&](Index cell, double change) {
        slice.gradient[as_size(cell)] += static_cast<Real>(example.weight * change);
      });
    }
  }

  const Problem& problem_;
  AlignedVector<Real> theta_;  // the point that is being evaluated
  std::vector<Real> bias_;     // zero: biases of structures are features
  std::vector<std::unique_ptr<Slice>> slices_;
};

}  // namespace linguine
