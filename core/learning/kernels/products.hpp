// Products: x_i . x_j of dense or sparse rows, a rectangle at a time.
//
//   dense     rows are stored in panels of eight, [panel][feature][8]; four rows meet a panel in
//             registers
//   sparse    for each feature of a row those that have it, too, in a list by feature
//   cost      dense d multiplications a cell, sparse the features that two rows share
//   given     rows that have been examined (sites.hpp): indices in range, numbers finite
//   exact     one chain of additions a cell, in the order of the features, whatever the rectangle
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/matrix/sites.hpp"
#include "core/base/memory/aligned.hpp"
#include "core/learning/kernels/kernel.hpp"

namespace linguine {

inline constexpr int kPanel = 8;

// out[r][8] = dot products of kRows rows (lanes of panels) with the eight of a panel.
template <int kRows>
LINGUINE_MULTIVERSION void multiply_panel(const double* const* rows, const double* panel,
                                          Index n_features, double* out) {
  Block<double, kPanel> sums[kRows] = {};
  for (Index k = 0; k < n_features; ++k) {
    const Block<double, kPanel> column = *block_at<kPanel>(panel + k * kPanel);
    for (int r = 0; r < kRows; ++r) sums[r] += rows[r][k * kPanel] * column;
  }
  for (int r = 0; r < kRows; ++r) *block_at<kPanel>(out + r * kPanel) = sums[r];
}

class DenseProducts {
 public:
  struct Work {};

  DenseProducts(Index n_rows, Index n_features)
      : n_rows_(n_rows),
        n_features_(n_features),
        cells_(as_size((n_rows + kPanel - 1) / kPanel * n_features * kPanel)) {}

  template <class Real>
  void add(const Sites<Real>& sites, Index at) {
    for (Index i = 0; i < sites.n_rows(); ++i) {
      double* const lane = lane_of(at + i);
      sites.with_row(i, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) {
          lane[row.feature(j) * kPanel] = static_cast<double>(row.value(j));
        }
      });
    }
  }

  Index size() const { return n_rows_; }
  double n_operations() const { return static_cast<double>(n_features_) / 4 + 2; }

  void fill(const Rectangle& where, Work&) const {
    double tile[kTall * kPanel];
    for (Index panel = where.begin / kPanel; panel * kPanel < where.end; ++panel) {
      const double* const columns = cells_.data() + panel * n_features_ * kPanel;
      const Index begin = std::max(where.begin, panel * kPanel);
      const Index end = std::min(where.end, (panel + 1) * kPanel);
      for (Index i = where.first; i < where.last;) {
        const Index n = where.last - i >= kTall ? kTall : 1;
        const double* rows[kTall];
        for (Index r = 0; r < n; ++r) rows[r] = lane_of(i + r);
        if (n == kTall) {
          multiply_panel<kTall>(rows, columns, n_features_, tile);
        } else {
          multiply_panel<1>(rows, columns, n_features_, tile);
        }
        for (Index r = 0; r < n; ++r, ++i) {
          std::copy_n(tile + r * kPanel + begin % kPanel, end - begin,
                      where.row(i) + (begin - where.begin));
        }
      }
    }
  }

 private:
  static constexpr int kTall = 4;

  const double* lane_of(Index i) const {
    return cells_.data() + i / kPanel * n_features_ * kPanel + i % kPanel;
  }
  double* lane_of(Index i) {
    return const_cast<double*>(static_cast<const DenseProducts*>(this)->lane_of(i));
  }

  Index n_rows_;
  Index n_features_;
  AlignedVector<double> cells_;  // [panel][n_features][8]
};

class SparseProducts {
 public:
  struct Work {};
  struct Entry {
    std::int32_t number;  // of a feature, or of a row
    double value;
  };

  // Adds a row of entries with a feature each; they are put in order.
  void add_row(std::vector<Entry>& row) {
    std::sort(row.begin(), row.end(),
              [](const Entry& a, const Entry& b) { return a.number < b.number; });
    entries_.insert(entries_.end(), row.begin(), row.end());
    offsets_.push_back(std::ssize(entries_));
    if (!row.empty()) n_features_ = std::max<Index>(n_features_, row.back().number + 1);
  }
  // Adds the rows of a matrix; `numbers` [n_features] begins with -1 everywhere, so that features
  // that no row has take no room.
  template <class Real>
  void add(const Sites<Real>& sites, std::vector<std::int32_t>& numbers) {
    std::vector<Entry> entries;
    for (Index i = 0; i < sites.n_rows(); ++i) {
      entries.clear();
      sites.with_row(i, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) {
          if (row.value(j) == 0) continue;
          std::int32_t& number = numbers[as_size(row.feature(j))];
          if (number < 0) number = n_numbers_++;
          entries.push_back({number, static_cast<double>(row.value(j))});
        }
      });
      add_row(entries);
    }
  }
  // After the last row: which rows have each feature.
  void close() {
    starts_.assign(as_size(n_features_ + 1), 0);
    for (const Entry& entry : entries_) ++starts_[as_size(entry.number) + 1];
    double n_meetings = 0;
    for (std::size_t f = 1; f < starts_.size(); ++f) {
      n_meetings += static_cast<double>(starts_[f]) * static_cast<double>(starts_[f]);
      starts_[f] += starts_[f - 1];
    }
    rows_.resize(entries_.size());
    std::vector<Index> next(starts_.begin(), starts_.end());
    for (Index i = 0; i < size(); ++i) {
      for (const Entry& entry : row(i)) {
        rows_[as_size(next[as_size(entry.number)]++)] = {static_cast<std::int32_t>(i), entry.value};
      }
    }
    n_operations_ = 2 + n_meetings / std::max(1.0, static_cast<double>(size() * size()));
  }

  Index size() const { return std::ssize(offsets_) - 1; }
  double n_operations() const { return n_operations_; }

  void fill(const Rectangle& where, Work&) const {
    for (Index i = where.first; i < where.last; ++i) {
      double* const out = where.row(i);
      std::fill_n(out, where.width(), 0.0);
      for (const Entry& entry : row(i)) {
        const Entry* const last = rows_.data() + starts_[as_size(entry.number) + 1];
        const Entry* at =
            std::lower_bound(rows_.data() + starts_[as_size(entry.number)], last, where.begin,
                             [](const Entry& each, Index begin) { return each.number < begin; });
        for (; at != last && at->number < where.end; ++at) {
          out[at->number - where.begin] += entry.value * at->value;
        }
      }
    }
  }

 private:
  std::span<const Entry> row(Index i) const {
    const auto begin = as_size(offsets_[as_size(i)]);
    return {entries_.data() + begin, as_size(offsets_[as_size(i + 1)]) - begin};
  }

  std::vector<Index> offsets_{0};
  std::vector<Entry> entries_;  // features, by row
  std::vector<Index> starts_;   // [n_features + 1]
  std::vector<Entry> rows_;     // the same by feature
  Index n_features_ = 0;
  std::int32_t n_numbers_ = 0;
  double n_operations_ = 1;
};

}  // namespace linguine
