// Rows: the two things that are ever done with a sparse row phi and a table of blocks.
//
//   gather    out[c]       = sum_j phi_j theta[j][c]        scores of a site
//   scatter   theta[j][c] += phi_j delta[c]                 one step along a site
//   scaled    the same where every cell has a scale of its own, which lie as theta does:
//             theta[j][c] += phi_j scales[j][c] delta[c], out[c] = sum_j phi_j^2 scales[j][c]
//   cost      O(non-zeros x columns), bound by the cache misses on theta;
//             benchmarks/suites/classify.py
//   given     a row that is dense, or indexed by 32 bits, with values or without (all ones)
//   exact     one chain of additions per column in row order; a single column uses four chains
//
// The kernels (row_kernels.hpp) are compiled once for each kind of row, in rows_*.cpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/types.hpp"

namespace linguine {

struct Dense {};  // stands for "the index of the j-th entry is j"

template <class Real, class Id, bool kHasValues>
struct RowView {
  const Id* indices;
  const Real* values;
  Index count;

  [[gnu::always_inline]] Index feature(Index j) const {
    if constexpr (std::is_same_v<Id, Dense>) {
      return j;
    } else {
      return static_cast<Index>(indices[j]);
    }
  }
  [[gnu::always_inline]] Real value(Index j) const {
    if constexpr (kHasValues) {
      return values[j];
    } else {
      return Real(1);
    }
  }

  void gather(const Real* theta, Index stride, Index width, Real* out) const;
  void scatter(const Real* delta, Index stride, Index width, Real* theta) const;
  void scatter_scaled(const Real* delta, const Real* scales, Index stride, Index width,
                      Real* theta) const;
  void gather_squares(const Real* scales, Index stride, Index width, Real* out) const;
  // One column inside rows of `stride`.
  Real dot(const Real* theta, Index stride) const;
  // Are all indices within range and all values finite?
  bool is_sound(Index n_features) const;
  // Does each index lie above the one before? Then none is there twice.
  bool ascends() const;
  double squared_norm() const;
  std::int32_t nonzeros() const;  // numbers that are not 0

  // Asks for the entries, to be used two rows later. Not for its weights: the processor finds
  // those by itself once the entries are there, and asking twice costs half as much again.
  void prefetch_entries() const {
    constexpr auto kPerLine = static_cast<Index>(64 / sizeof(Real));
    if constexpr (!std::is_same_v<Id, Dense>) {
      for (Index j = 0; j < count; j += kPerLine) {
        __builtin_prefetch(indices + j);
        if constexpr (kHasValues) __builtin_prefetch(values + j);
      }
    }
  }
};

// scores[i] += phi_i (sum_j phi_j parts[j]) for a run of features: gather and scatter back to back.
// The lists are short (a word occurs in a handful of documents), so one call serves the whole run.
template <class Real>
void gram(const Index* offsets, const std::int32_t* rows, const Real* values, Index first,
          Index last, const Real* parts, Index stride, Real* scores);

}  // namespace linguine
