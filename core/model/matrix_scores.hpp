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

// theta [n_features][stride >= n_columns], b [n_columns]
template <class Real>
struct ScoreTable {
  const Real* theta;
  Index stride;
  const Real* bias;
  Index n_columns;
};

// The scores of one row.
template <class Row, class Real>
inline void score_row(const Row& row, const ScoreTable<Real>& table, Real* out) {
  const Index whole = table.n_columns / 4 * 4;
  if (whole > 0) row.gather(table.theta, table.stride, whole, out);
  for (Index c = whole; c < table.n_columns; ++c) out[c] = row.dot(table.theta + c, table.stride);
  for (Index c = 0; c < table.n_columns; ++c) out[c] += table.bias[c];
}

template <class Real>
void predict_scores(const Sites<Real>& sites, const ScoreTable<Real>& table, int n_threads,
                    Real* out /* [n_rows][n_columns] */) {
  constexpr Index kRows = 128;
  Threads threads(sites.n_entries() < 20000 ? 1 : n_threads);
  threads.run((sites.n_rows() + kRows - 1) / kRows, [&](Index chunk) {
    const Index end = std::min(sites.n_rows(), (chunk + 1) * kRows);
    for (Index i = chunk * kRows; i < end; ++i) {
      sites.with_row(i, [&](const auto& row) { score_row(row, table, out + i * table.n_columns); });
    }
  });
}

}  // namespace linguine
