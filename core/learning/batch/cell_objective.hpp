// Cell objective: F(theta) = sum_e w_e l_e(theta) + l2/2 |theta|^2 over an array of cells, as a
// batch solver sees it. What the objectives of structures share; each says how it evaluates L.
//
//   slices    examples are cut into a few runs of about equal length; each has a gradient of its
//             own, added up in order: the same bits for any number of threads
#pragma once

#include <vector>

#include "core/learning/batch/objective.hpp"
#include "core/learning/batch/vectors.hpp"

namespace linguine {

struct Run {
  Index first_example = 0;
  Index last_example = 0;
};

// At most four runs of examples with about as many sites each; fewer where gradients are large.
inline std::vector<Run> cut_into_runs(const Examples& examples, std::size_t gradient_bytes) {
  constexpr Index kMostRuns = 4;
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  Index n_runs = kMostRuns;
  while (n_runs > 2 && gradient_bytes * as_size(n_runs) > kMostBytes) n_runs /= 2;
  Index n_sites = 0;
  for (Index e = 0; e < examples.size(); ++e) n_sites += examples[e].n_sites();
  std::vector<Run> runs;
  Index done = 0;
  Run run;
  for (Index e = 0; e < examples.size(); ++e) {
    done += examples[e].n_sites();
    const auto n_cut = std::ssize(runs);
    if (done * n_runs < n_sites * (n_cut + 1) && e + 1 < examples.size()) continue;
    run.last_example = e + 1;
    runs.push_back(run);
    run.first_example = e + 1;
  }
  return runs;
}

template <class Real>
class CellObjective : public Objective<Real> {
 public:
  // L at x + alpha d, without the penalty; leaves its derivative in `gradient`.
  virtual double evaluate(const Real* x, const Real* d, Real alpha) = 0;
  const std::vector<Real>& gradient() const { return gradient_; }

  Point<Real> zero() const override {
    return {std::vector<Real>(gradient_.size(), Real(0)), {}, {}};
  }
  double loss_along(const Point<Real>& x, const Point<Real>* d, double alpha,
                    double* slope) override {
    this->monitor().poll();
    const double value = evaluate(x.coordinates.data(), d ? d->coordinates.data() : nullptr,
                                  static_cast<Real>(alpha));
    if (slope) {
      const auto along = [&](std::size_t begin, std::size_t end) {
        return dot_cells(gradient_.data() + begin, d->coordinates.data() + begin,
                         static_cast<Index>(end - begin));
      };
      *slope = sum_over_cells(gradient_.size(), this->threads(), along);
    }
    return value;
  }
  void gradient_at(const Point<Real>& x, Point<Real>& g) override {
    const Real l2 = static_cast<Real>(this->penalty().l2);
    for (std::size_t i = 0; i < gradient_.size(); ++i) {
      g.coordinates[i] = gradient_[i] + l2 * x.coordinates[i];
    }
  }

 protected:
  CellObjective(const Examples& examples, Index n_cells)
      : Objective<Real>(examples), gradient_(as_size(n_cells), Real(0)) {}

  std::vector<Real> gradient_;  // [n_cells] at the last evaluation
};

}  // namespace linguine
