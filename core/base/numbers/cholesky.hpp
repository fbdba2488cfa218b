// Cholesky: solve a small symmetric positive definite system directly.
//
//   problem   M X = B, M [n][n], B [n][columns]
//   algorithm M = L L^T, then two triangular solves
//   cost      n^3 / 3; used up to kMostDirect unknowns
//   returns   false if M is not positive definite (to rounding): then nothing is changed in B
#pragma once

#include <cmath>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

inline constexpr Index kMostDirect = 500;

// M is overwritten by L (lower triangle), B by X.
inline bool solve_positive(std::vector<double>& M, Index n, std::vector<double>& B, Index columns) {
  auto m = [&](Index i, Index j) -> double& { return M[as_size(i * n + j)]; };
  auto b = [&](Index i, Index c) -> double& { return B[as_size(i * columns + c)]; };
  for (Index j = 0; j < n; ++j) {
    const double before = m(j, j);
    double diagonal = before;
    for (Index k = 0; k < j; ++k) diagonal -= m(j, k) * m(j, k);
    if (!(diagonal > 1e-13 * before)) return false;
    m(j, j) = std::sqrt(diagonal);
    for (Index i = j + 1; i < n; ++i) {
      double sum = m(i, j);
      for (Index k = 0; k < j; ++k) sum -= m(i, k) * m(j, k);
      m(i, j) = sum / m(j, j);
    }
  }
  for (Index c = 0; c < columns; ++c) {
    for (Index i = 0; i < n; ++i) {
      for (Index k = 0; k < i; ++k) b(i, c) -= m(i, k) * b(k, c);
      b(i, c) /= m(i, i);
    }
    for (Index i = n - 1; i >= 0; --i) {
      for (Index k = i + 1; k < n; ++k) b(i, c) -= m(k, i) * b(k, c);
      b(i, c) /= m(i, i);
    }
  }
  return true;
}

}  // namespace linguine
