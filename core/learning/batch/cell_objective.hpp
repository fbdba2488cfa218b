// Cell objective: F(theta) = sum_e w_e l_e(theta) + l2/2 |theta|^2 over an array of cells, as a
// batch solver sees it. What the objectives of structures share; each says what a run of examples
// adds to L and its gradient.
//
//   cells     lie one after another, or where a list of slots says
//   slices    examples are cut into a few runs of about equal length; each has a gradient of its
//             own, added up in order: the same bits for any number of threads
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/memory/aligned.hpp"
#include "core/base/work/watch.hpp"
#include "core/learning/batch/objective.hpp"

namespace linguine {

struct Run {
  Index first_example = 0;
  Index last_example = 0;
};

// A few runs of examples with about as many sites each; fewer where gradients are large.
std::vector<Run> cut_into_runs(const Examples& examples, std::size_t gradient_bytes,
                               Index n_runs = 4);

template <class Real>
class CellObjective : public Objective<Real> {
 public:
  // L at x + alpha d, without the penalty; leaves its derivative in `gradient`.
  double evaluate(const Real* x, const Real* d, Real alpha);
  const std::vector<Real>& gradient() const { return gradient_; }

  Point<Real> zero() const override;
  double loss_along(const Point<Real>& x, const Point<Real>* d, double alpha,
                    double* slope) override;
  void gradient_at(const Point<Real>& x, Point<Real>& g) override;

 protected:
  // `slots` [n_cells], or empty: cell i is slot i. They outlive the objective.
  CellObjective(const Examples& examples, Index n_cells, Index n_slots,
                std::span<const std::int32_t> slots)
      : Objective<Real>(examples),
        theta_(as_size(n_slots), Real(0)),
        gradient_(as_size(n_cells), Real(0)),
        slots_(slots) {
    for (const Run& run : cut_into_runs(examples, theta_.size() * sizeof(Real))) {
      slices_.emplace_back().run = run;
    }
  }
  std::size_t n_slices() const { return slices_.size(); }
  // Before the slices of a point are run.
  virtual void prepare() {}
  // The sum of the losses of a run of examples at `theta_`; adds its derivative. Several at a time.
  virtual double run_slice(std::size_t slice, const Run& run, Real* gradient, Watch& watch) = 0;

  AlignedVector<Real> theta_;  // [n_slots] the point that is being evaluated

 private:
  struct Slice {
    Run run;
    double value = 0;
    AlignedVector<Real> gradient;  // [n_slots]
  };
  std::size_t slot(std::size_t i) const { return slots_.empty() ? i : as_size(slots_[i]); }

  std::vector<Real> gradient_;  // [n_cells] at the last evaluation
  std::span<const std::int32_t> slots_;
  std::vector<Slice> slices_;
};

}  // namespace linguine
