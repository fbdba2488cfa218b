// Matrix scores: the scores of all rows of a matrix. Models of texts answer through these lines;
// those of sequences and trees have their own (sequence_model.hpp, tree_model.hpp).
//
//   score     S[i][c] = theta_c . phi_i + b_c
//   cost      O(non-zeros x columns), chunks of rows on threads
//   given     theta [n_features][stride >= n_columns]; columns in fours and eights where they fit,
//             one by one at the end
#pragma once

#include <algorithm>

#include "core/base/matrix/sites.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"

namespace linguine {

// The scores of one row.
template <class Row, class Real>
inline void score_row(const Row& row, const Real* theta, Index stride, const Real* bias,
                      Index n_columns, Real* out) {
  const Index whole = n_columns / 4 * 4;
  if (whole > 0) row.gather(theta, stride, whole, out);
  for (Index c = whole; c < n_columns; ++c) out[c] = row.dot(theta + c, stride);
  for (Index c = 0; c < n_columns; ++c) out[c] += bias[c];
}

template <class Real>
void predict_scores(const Sites<Real>& sites, const Real* theta, Index stride, const Real* bias,
                    Index n_columns, int n_threads, Real* out /* [n_rows][n_columns] */) {
  constexpr Index kRows = 128;
  Threads threads(sites.n_entries() < 20000 ? 1 : n_threads);
  threads.run((sites.n_rows() + kRows - 1) / kRows, [&](Index chunk) {
    const Index end = std::min(sites.n_rows(), (chunk + 1) * kRows);
    for (Index i = chunk * kRows; i < end; ++i) {
      sites.with_row(i, [&](const auto& row) {
        score_row(row, theta, stride, bias, n_columns, out + i * n_columns);
      });
    }
  });
}

}  // namespace linguine
