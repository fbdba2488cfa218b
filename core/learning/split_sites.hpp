// Split sites: the rows of a feature matrix as lists of slots of a Support, made once and read in
// every iteration. Blocks and lone cells apart, so that neither loop has a branch.
#pragma once

#include <vector>

#include "core/base/sites.hpp"
#include "core/learning/support.hpp"

namespace linguine {

template <class Real>
class SplitSites {
 public:
  SplitSites(const Sites<Real>& sites, const Support& support) : support_(support) {
    bool plain = true;
    block_ends_.reserve(static_cast<std::size_t>(sites.n_rows()) + 1);
    cell_ends_.reserve(static_cast<std::size_t>(sites.n_rows()) + 1);
    block_ends_.push_back(0);
    cell_ends_.push_back(0);
    for (Index i = 0; i < sites.n_rows(); ++i) {
      sites.with_row(i, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) take(row.feature(j), row.value(j), plain);
      });
      block_ends_.push_back(static_cast<std::uint32_t>(blocks_.size()));
      cell_ends_.push_back(static_cast<std::uint32_t>(cells_.size()));
    }
    if (plain) {
      block_values_ = {};
      cell_values_ = {};
    }
    blocks_.shrink_to_fit();
    cells_.shrink_to_fit();
    labels_.shrink_to_fit();
  }

  // Asks for what `gather_row` or `scatter_row` will touch.
  void prefetch(Index row, const Real* slots) const {
    const Index n_lines = (support_.stride() * static_cast<Index>(sizeof(Real)) + 63) / 64;
    const auto [first_block, last_block] = range(block_ends_, row);
    for (std::size_t j = first_block; j < last_block; ++j) {
      const char* line = reinterpret_cast<const char*>(slots + blocks_[j]);
      for (Index i = 0; i < n_lines; ++i) __builtin_prefetch(line + 64 * i);
    }
    const auto [first_cell, last_cell] = range(cell_ends_, row);
    for (std::size_t j = first_cell; j < last_cell; ++j) __builtin_prefetch(slots + cells_[j]);
  }

  // out = the scores of a site : [stride]
  void gather_row(Index row, const Real* slots, Real* out) const {
    with_blocks(row, [&](const auto& r) { gather(r, slots, 1, support_.stride(), out); });
    const auto [begin, end] = range(cell_ends_, row);
    if (cell_values_.empty()) {
      for (std::size_t j = begin; j < end; ++j) out[labels_[j]] += slots[cells_[j]];
    } else {
      for (std::size_t j = begin; j < end; ++j) {
        out[labels_[j]] += cell_values_[j] * slots[cells_[j]];
      }
    }
  }
  void scatter_row(Index row, const Real* delta, Real* slots) const {
    with_blocks(row, [&](const auto& r) { scatter(r, delta, 1, support_.stride(), slots); });
    const auto [begin, end] = range(cell_ends_, row);
    if (cell_values_.empty()) {
      for (std::size_t j = begin; j < end; ++j) slots[cells_[j]] += delta[labels_[j]];
    } else {
      for (std::size_t j = begin; j < end; ++j) {
        slots[cells_[j]] += cell_values_[j] * delta[labels_[j]];
      }
    }
  }

 private:
  void take(Index row, Real value, bool& plain) {
    if (support_.is_block(row)) {
      blocks_.push_back(support_.begin(row));
      keep(value, blocks_.size(), block_values_, plain);
      return;
    }
    std::int32_t slot = support_.begin(row);
    support_.for_each_label(row, [&](Label y) {
      cells_.push_back(slot++);
      labels_.push_back(static_cast<std::uint16_t>(y));
      keep(value, cells_.size(), cell_values_, plain);
    });
  }
  // Values are written down from the first that is not 1.
  void keep(Real value, std::size_t size, std::vector<Real>& values, bool& plain) {
    if (value != Real(1) && plain) {
      plain = false;
      block_values_.assign(blocks_.size(), Real(1));
      cell_values_.assign(cells_.size(), Real(1));
    }
    if (plain) return;
    values.resize(size, Real(1));
    values[size - 1] = value;
  }
  static std::pair<std::size_t, std::size_t> range(const std::vector<std::uint32_t>& ends,
                                                   Index row) {
    return {ends[static_cast<std::size_t>(row)], ends[static_cast<std::size_t>(row) + 1]};
  }
  template <class Use>
  void with_blocks(Index row, const Use& use) const {
    const auto [begin, end] = range(block_ends_, row);
    const auto n = static_cast<Index>(end - begin);
    const std::int32_t* slots = blocks_.data() + begin;
    if (block_values_.empty()) {
      use(RowView<Real, std::int32_t, false>{slots, nullptr, n});
    } else {
      use(RowView<Real, std::int32_t, true>{slots, block_values_.data() + begin, n});
    }
  }

  const Support& support_;
  std::vector<std::uint32_t> block_ends_;  // [n_rows + 1]
  std::vector<std::uint32_t> cell_ends_;   // [n_rows + 1]
  std::vector<std::int32_t> blocks_;       // first slots
  std::vector<std::int32_t> cells_;        // slots
  std::vector<std::uint16_t> labels_;      // of the cells
  std::vector<Real> block_values_;         // or empty: all are 1
  std::vector<Real> cell_values_;
};

}  // namespace linguine
