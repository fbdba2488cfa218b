// Layouts: where the weights of a part lie in an array. Learners see the array only through one.
//
//   table     [n_rows][stride], every label of every feature: labels, and sequences whose features
//             may have weights for labels that they were never seen with
//   touched   the same, but rows that are all zero are known and not read: worth it where rows are
//             wide and most of them are rare features that no step has ever needed
//   slots     the cells of a Support alone (slots.hpp)
//
// A layout has
//   kHasBias                    false: of sequences, whose biases are features
//   size()                      cells of the array
//   gather(at, cells, out)      scores of a part : [part width]
//   gather_sites(...)           of some sites that follow each other : [n_rows][part width]
//   scatter(at, delta, cells)   adds along a site; never to what is no parameter
//   for_each_run(at, use)       use(first cell, first label, number of cells, value of the feature)
//   for_all_runs(use)           use(first cell, number of cells) for all there are
//   unit()                      runs begin at multiples of it
//   begin(row)                  first cell of a structural row; rows follow each other by stride
//   mask()                      1 where a cell is a parameter, 0 elsewhere; null: all are
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/matrix/weights.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

// Rows base + f * step of a table, one for every feature f of a row of `sites`.
template <class Real>
struct SiteRow {
  const Sites<Real>* sites;
  Index row;
  Index base = 0;
  Index step = 1;
};

template <class Real>
class TableLayout {
 public:
  static constexpr bool kHasBias = true;

  explicit TableLayout(const SiteProblem<Real>& problem)
      : n_rows_(problem.n_weight_rows()),
        n_columns_(problem.n_columns()),
        stride_(problem.stride()),
        width_(problem.oracle->part_width()),
        raw_(as_size(stride_)) {}

  Index size() const { return n_rows_ * stride_; }
  Index stride() const { return stride_; }
  Index n_columns() const { return n_columns_; }
  Index begin(Index row) const { return row * stride_; }
  Index unit() const { return stride_; }
  const Real* mask() const { return nullptr; }

  // What an example will read that comes after the one at hand, and after that.
  void prefetch_next(Index) const {}
  void prefetch_later(const Sites<Real>& sites, Index row) const { sites.prefetch(row); }
  void touch(const SiteRow<Real>&) {}
  void gather(const SiteRow<Real>& at, const Real* cells, double* out) const {
    at.sites->gather_row(at.row, cells + at.base * stride_, at.step * stride_, stride_,
                         raw_.data());
    copy_raw(out);
  }
  void gather_sites(const Sites<Real>& sites, Index row, Index n_rows, const Real* cells,
                    double* out) const {
    gather_ahead(*this, sites, row, n_rows, cells, out);
  }
  void scatter(const SiteRow<Real>& at, const Real* delta, Real* cells) const {
    at.sites->scatter_row(at.row, delta, at.step * stride_, stride_, cells + at.base * stride_);
  }
  template <class Use>
  void for_each_run(const SiteRow<Real>& at, const Use& use) const {
    at.sites->with_row(at.row, [&](const auto& r) {
      for (Index j = 0; j < r.count; ++j) {
        use((at.base + r.feature(j) * at.step) * stride_, Index{0}, stride_, r.value(j));
      }
    });
  }
  template <class Use>
  void for_all_runs(const Use& use) const {
    for (Index row = 0; row < n_rows_; ++row) use(row * stride_, stride_);
  }

 protected:
  // Of one site there is nothing to ask for that is not read at once.
  void prefetch(const SiteRow<Real>& at, const Real* cells) const {
    at.sites->prefetch_wide(at.row, cells + at.base * stride_, at.step * stride_);
  }
  template <class Layout>
  void gather_ahead(const Layout& layout, const Sites<Real>& sites, Index row, Index n_rows,
                    const Real* cells, double* out) const {
    constexpr Index kAhead = 3;  // sites whose weights are requested before they are used
    for (Index i = 1; i < std::min(kAhead, n_rows); ++i) layout.prefetch({&sites, row + i}, cells);
    for (Index i = 0; i < n_rows; ++i) {
      if (i + kAhead < n_rows) layout.prefetch({&sites, row + i + kAhead}, cells);
      layout.gather({&sites, row + i}, cells, out + i * width_);
    }
  }
  void copy_raw(double* out) const {
    for (Index c = 0; c < width_; ++c) {
      out[c] = static_cast<double>(raw_[as_size(c)]);
    }
  }

  Index n_rows_;
  Index n_columns_;
  Index stride_;
  Index width_;
  mutable std::vector<Real> raw_;  // the site at hand
};

template <class Real>
class TouchedLayout : public TableLayout<Real> {
  using Base = TableLayout<Real>;
  using Base::raw_;
  using Base::stride_;

 public:
  static constexpr bool kHasBias = false;

  // `cells` as the learner begins with them.
  TouchedLayout(const SiteProblem<Real>& problem, const Real* cells) : Base(problem) {
    if (this->n_rows_ > std::numeric_limits<std::int32_t>::max()) {
      throw std::length_error("a table of weights has at most 2147483647 rows; this one needs " +
                              std::to_string(this->n_rows_));
    }
    touched_.assign(as_size(this->n_rows_ / 64 + 1), 0);
    for (Index i = 0; i < this->size(); ++i) {
      if (cells[i] != Real(0)) touch_row(i / stride_);
    }
  }

  void gather_sites(const Sites<Real>& sites, Index row, Index n_rows, const Real* cells,
                    double* out) const {
    this->gather_ahead(*this, sites, row, n_rows, cells, out);
  }
  void prefetch(const SiteRow<Real>& at, const Real* cells) const {
    with_touched(at, [&](const auto& row) {
      for (Index j = 0; j < row.count; ++j) {
        const char* line = reinterpret_cast<const char*>(cells + row.feature(j) * stride_);
        __builtin_prefetch(line);
        if (as_size(stride_) * sizeof(Real) > 64) __builtin_prefetch(line + 64);
      }
    });
  }
  void touch(const SiteRow<Real>& at) {
    at.sites->with_row(at.row, [&](const auto& r) {
      for (Index j = 0; j < r.count; ++j) touch_row(at.base + r.feature(j) * at.step);
    });
  }
  void gather(const SiteRow<Real>& at, const Real* cells, double* out) const {
    with_touched(at, [&](const auto& row) { row.gather(cells, stride_, stride_, raw_.data()); });
    this->copy_raw(out);
  }

 private:
  void touch_row(Index row) { touched_[as_size(row) / 64] |= std::uint64_t{1} << (row % 64); }
  // Calls `use(row view)` with the entries whose weights are not all zero, as rows of the table.
  template <class Use>
  void with_touched(const SiteRow<Real>& at, const Use& use) const {
    at.sites->with_row(at.row, [&](const auto& r) {
      if (rows_.size() < as_size(r.count)) {
        rows_.resize(as_size(r.count));
        values_.resize(as_size(r.count));
      }
      std::size_t n = 0;
      bool plain = true;
      for (Index j = 0; j < r.count; ++j) {
        const Index row = at.base + r.feature(j) * at.step;
        rows_[n] = static_cast<std::int32_t>(row);
        values_[n] = r.value(j);
        plain &= r.value(j) == Real(1);
        n += (touched_[as_size(row) / 64] >> (row % 64)) & 1;
      }
      const auto count = static_cast<Index>(n);
      if (plain) {
        use(RowView<Real, std::int32_t, false>{rows_.data(), nullptr, count});
      } else {
        use(RowView<Real, std::int32_t, true>{rows_.data(), values_.data(), count});
      }
    });
  }

  std::vector<std::uint64_t> touched_;      // a bit per row
  mutable std::vector<std::int32_t> rows_;  // of the site at hand
  mutable std::vector<Real> values_;
};

}  // namespace linguine
