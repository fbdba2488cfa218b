// Slot layout: weights for the cells of a Support and no others, as batch learners have them. An
// epoch of a perceptron waits for memory, and these are a tenth of a table of all cells.
//
//   frozen    cells that are no parameters score 0 and never move
//   given     a problem whose features are those of the Support; of another one (held-out data) the
//             features that the Support does not know score nothing
#pragma once

#include <vector>

#include "core/base/memory/aligned.hpp"
#include "core/learning/layouts/split_sites.hpp"
#include "core/learning/layouts/table.hpp"

namespace linguine {

template <class Real>
class SlotLayout {
 public:
  static constexpr bool kHasBias = false;

  SlotLayout(const SiteProblem<Real>& problem, const Support& support)
      : support_(support), sites_(*problem.sites, support), mask_(as_size(size()), Real(0)) {
    for (const std::int32_t slot : support.slots()) mask_[as_size(slot)] = Real(1);
    moved_.reserve(as_size(stride()));
  }

  // Whole strides, so that arrays have the shape of a table.
  Index size() const { return (support_.n_slots() + stride() - 1) / stride() * stride(); }
  Index stride() const { return support_.stride(); }
  Index n_columns() const { return support_.n_labels(); }
  Index begin(Index row) const { return support_.begin(row); }
  Index unit() const { return 1; }
  const Real* mask() const { return mask_.data(); }

  void prefetch_next(Index row) const { sites_.prefetch_lists(row); }
  void prefetch_later(const Sites<Real>&, Index row) const { sites_.prefetch_ends(row); }
  void touch(const SiteRow<Real>&) {}
  void gather_sites(const Sites<Real>&, Index row, Index n_rows, const Real* cells,
                    double* out) const {
    sites_.gather_rows(row, n_rows, cells, out);
  }
  void gather(const SiteRow<Real>& at, const Real* cells, double* out) const {
    std::fill_n(out, stride(), 0.0);
    for_each_run(at, [&](Index cell, Index label, Index count, Real value) {
      for (Index i = 0; i < count; ++i) {
        out[label + i] += static_cast<double>(value * cells[cell + i]);
      }
    });
  }
  // Most steps of a perceptron move two labels; a gradient of probabilities moves all.
  void scatter(const SiteRow<Real>& at, const Real* delta, Real* cells) {
    moved_.clear();
    for (Index y = 0; y < n_columns(); ++y) {
      if (delta[y] != Real(0)) moved_.push_back(y);
    }
    if (4 * std::ssize(moved_) > stride()) {
      for_each_run(at, [&](Index cell, Index label, Index count, Real value) {
        add_run(delta + label, mask_.data() + cell, value, count, cells + cell);
      });
      return;
    }
    for_each_run(at, [&](Index cell, Index label, Index count, Real value) {
      for (const Index y : moved_) {
        if (y < label || y >= label + count) continue;
        const Index to = cell + y - label;
        cells[to] += value * delta[y] * mask_[as_size(to)];
      }
    });
  }
  template <class Use>
  void for_each_run(const SiteRow<Real>& at, const Use& use) const {
    if (is_site(at)) {
      sites_.for_each_run(at.row, use);
      return;
    }
    at.sites->with_row(at.row, [&](const auto& r) {
      for (Index j = 0; j < r.count; ++j) run_of(at.base + r.feature(j) * at.step, r.value(j), use);
    });
  }
  template <class Use>
  void for_all_runs(const Use& use) const {
    for (Index row = 0; row < support_.n_rows(); ++row) {
      run_of(row, Real(1), [&](Index cell, Index, Index count, Real) { use(cell, count); });
    }
  }

 private:
  LINGUINE_MULTIVERSION static void add_run(const Real* delta, const Real* mask, Real value,
                                            Index count, Real* cells) {
    for (Index i = 0; i < count; ++i) cells[i] += value * delta[i] * mask[i];
  }
  // Observed transitions are few; they are read from the matrix as it is.
  static bool is_site(const SiteRow<Real>& at) { return at.base == 0 && at.step == 1; }
  template <class Use>
  void run_of(Index row, Real value, const Use& use) const {
    if (support_.is_block(row)) {
      use(Index{support_.begin(row)}, Index{0}, support_.width_of(row), value);
      return;
    }
    Index cell = support_.begin(row);
    support_.for_each_label(row, [&](Label y) { use(cell++, Index{y}, Index{1}, value); });
  }

  const Support& support_;
  SplitSites<Real> sites_;
  AlignedVector<Real> mask_;  // [size]
  std::vector<Index> moved_;  // labels of the step at hand
};

}  // namespace linguine
