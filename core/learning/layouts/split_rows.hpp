// Split rows: what is done with the lists of slots of a row (split_sites.hpp).
//
//   gather    out[y]          = sum_j phi_j slots[j][y]
//   scatter   slots[j][y]    += phi_j delta[y], over blocks whole: dead slots move too
//   exact     blocks are summed in Real, one chain of additions a label in the order of the lists;
//             lone cells of one label in two chains
//
// The kernels (split_kernels.hpp) are compiled once, in split_rows_*.cpp.
#pragma once

#include <cstdint>

#include "core/base/types.hpp"

namespace linguine {

enum class SiteList : std::uint8_t { kWide, kMiddle, kNarrow, kSame, kAlone };
inline constexpr Index kLists = 5;

// One row: `ends` are those of its lists.
template <class Real, bool kHasValues>
struct SplitRow {
  const std::int32_t* entries;
  const Real* values;  // beside the entries, or null: all are 1
  const std::uint32_t* ends;

  // The row that comes i rows later.
  [[gnu::always_inline]] SplitRow after(Index i) const {
    return {entries, values, ends + i * kLists};
  }
  [[gnu::always_inline]] std::uint32_t begin(SiteList list) const {
    return ends[static_cast<int>(list)];
  }
  [[gnu::always_inline]] std::uint32_t end(SiteList list) const {
    return ends[static_cast<int>(list) + 1];
  }
  [[gnu::always_inline]] Real value(std::uint32_t j) const {
    if constexpr (kHasValues) {
      return values[j];
    } else {
      return Real(1);
    }
  }

  // out[i] = the scores of row i of some that follow each other : [n_rows][stride]
  void gather(Index n_rows, const Real* slots, Index stride, double* out) const;
  void scatter(Index n_rows, const double* delta, Index stride, Real* slots) const;
};

// How many entries a turn of a loop takes.
inline constexpr std::uint32_t kPadding = 2;

}  // namespace linguine
