// Column tables: what a group of dual columns works on, and where what it finds goes.
//
//   slots     columns lie side by side in every row of a table; those that are done leave, and the
//             others move together
//   memory    the tables of one group serve the next: new memory is cleared by the system, page by
//             page
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/matrix/sites.hpp"
#include "core/base/matrix/weights.hpp"
#include "core/base/memory/big_array.hpp"
#include "core/learning/dual/scales.hpp"

namespace linguine {

// Moves to the front only, so that no number is overwritten before it was read.
template <class Number>
void keep_slots(Number* table, Index n_rows, const std::vector<Index>& slots, Index from_stride,
                Index to_stride) {
  for (Index row = 0; row < n_rows; ++row) {
    const Number* from = table + row * from_stride;
    Number* to = table + row * to_stride;
    for (const Index s : slots) *to++ = from[s];
    std::fill(to, table + (row + 1) * to_stride, Number(0));
  }
}

template <class Real>
struct ColumnTables {
  BigArray<Real> theta;        // [n_features][stride]
  BigArray<double> alpha;      // [n_examples][stride]
  BigArray<double> sign;       // [n_examples][stride] 1 where the column is right, else -1
  BigArray<double> active;     // [n_examples][stride] 0 where it is skipped, else 1
  ScaledColumns<Real> scaled;  // unused where features are as they are

  void keep(const std::vector<Index>& slots, Index from_stride, Index to_stride, bool is_scaled) {
    const auto narrow = [&](auto& table) {
      keep_slots(table.data(), table.size() / from_stride, slots, from_stride, to_stride);
      table.cut(table.size() / from_stride * to_stride);
    };
    narrow(theta);
    narrow(alpha);
    narrow(sign);
    narrow(active);
    if (!is_scaled) return;
    narrow(scaled.squares);
    narrow(scaled.norms);
  }
  // What a visit begins with: the example's cells, and the weights of its first features.
  void prefetch(Index example, Index row, const Sites<Real>& sites, Index stride) const {
    constexpr Index kFirst = 16;  // a round number, not tuned
    for (const auto* table : {&alpha, &sign, &active}) {
      prefetch_lines(table->data() + example * stride, stride);
    }
    sites.with_row(row, [&](const auto& entries) {
      for (Index j = 0; j < std::min(entries.count, kFirst); ++j) {
        prefetch_lines(theta.data() + entries.feature(j) * stride, stride);
      }
    });
  }

 private:
  template <class Number>
  static void prefetch_lines(const Number* first, Index count) {
    constexpr Index kLine = 64 / static_cast<Index>(sizeof(Number));
    for (Index at = 0; at < count; at += kLine) __builtin_prefetch(first + at);
  }
};

// Rows that are to be scored may stand for a table of weights, of which there is none then.
template <class Real>
struct ColumnResults {
  Weights<Real>& weights;
  std::span<const std::int64_t> rows;  // that are scored
  Real* scores = nullptr;              // [rows][n_columns], or null
};

}  // namespace linguine
