// Kernel scores: what a model that is a sum over support vectors says about new items.
//
//   score     s_c(x) = b_c + sum_j coefficients[c][j] K(x, x_j)
//   cost      one row of K an item, then one product a column and vector; rows are not kept
//   given     items whose first n_left are new and whose others are the vectors
//   exact     blocks depend on the data alone, so that threads change nothing
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/work/watch.hpp"
#include "core/learning/kernels/gram.hpp"

namespace linguine {

// coefficients [n_columns][n_vectors], bias [n_columns], out [n_left][n_columns]
inline void kernel_scores(const Items& items, Index n_left, const double* coefficients,
                          const double* bias, Index n_columns, int n_threads, Monitor& monitor,
                          double* out) {
  const Index n_vectors = items.size - n_left;
  Threads threads(n_threads);
  run_polled(threads, monitor, (n_left + kBlockRows - 1) / kBlockRows,
             [&](Index block, Watch& watch) {
               const Index first = block * kBlockRows;
               const Index last = std::min(n_left, first + kBlockRows);
               std::vector<double> cells(as_size((last - first) * n_vectors));
               const Rectangle where{first, last, n_left, items.size, cells.data(), n_vectors};
               fill_pieces(items, items.make_fill(), where, watch);
               for (Index i = first; i < last; ++i) {
                 for (Index c = 0; c < n_columns; ++c) {
                   const double* const coefficient = coefficients + c * n_vectors;
                   double sum = bias[c];
                   for (Index j = 0; j < n_vectors; ++j) sum += coefficient[j] * where.row(i)[j];
                   out[i * n_columns + c] = sum;
                 }
               }
             });
}

}  // namespace linguine
