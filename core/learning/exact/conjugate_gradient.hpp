// Linear conjugate gradient, several right-hand sides in one sweep.
//
//   problem   M x_c = b_c for every column c, M symmetric positive definite and given as a function
//   algorithm preconditioned conjugate gradient; every column has its own step sizes
//   stops     when every column's residual is below tolerance x its right-hand side
//   exact     sums in double in row order
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/types.hpp"
#include "core/base/work/monitor.hpp"

namespace linguine {

//   apply(in, out)      out = M in, for tables [rows][stride]
//   precondition(r, z)  z = P r
template <class Real, class Apply, class Precondition>
Index conjugate_gradient(std::vector<Real>& x, const std::vector<Real>& rhs, Index stride,
                         Index n_columns, Index max_iterations, double tolerance, Apply&& apply,
                         Precondition&& precondition, Monitor& monitor, bool& converged) {
  const std::size_t size = rhs.size();
  const auto C = as_size(n_columns);
  std::vector<Real> r = rhs;
  std::vector<Real> z(size);
  std::vector<Real> p(size);
  std::vector<Real> q(size);
  auto column_dots = [&](const std::vector<Real>& u, const std::vector<Real>& v) {
    std::vector<double> sums(C, 0.0);
    for (std::size_t i = 0; i < size; i += as_size(stride)) {
      for (std::size_t c = 0; c < C; ++c) {
        sums[c] += static_cast<double>(u[i + c]) * static_cast<double>(v[i + c]);
      }
    }
    return sums;
  };
  const std::vector<double> goal = column_dots(rhs, rhs);
  precondition(r, z);
  p = z;
  std::vector<double> rz = column_dots(r, z);
  converged = false;
  Index it = 0;
  std::vector<double> rr = goal;
  for (;; ++it) {
    double worst = 0;
    for (std::size_t c = 0; c < C; ++c) {
      if (goal[c] > 0) worst = std::max(worst, std::sqrt(rr[c] / goal[c]));
    }
    if (it > 0) monitor.report("ridge", it, max_iterations, worst);
    converged = worst <= tolerance;
    if (converged || it == max_iterations) break;
    apply(p, q);
    const auto pq = column_dots(p, q);
    std::vector<double> alpha(C);
    for (std::size_t c = 0; c < C; ++c) alpha[c] = pq[c] > 0 ? rz[c] / pq[c] : 0.0;
    for (std::size_t i = 0; i < size; i += as_size(stride)) {
      for (std::size_t c = 0; c < C; ++c) {
        x[i + c] += static_cast<Real>(alpha[c]) * p[i + c];
        r[i + c] -= static_cast<Real>(alpha[c]) * q[i + c];
      }
    }
    rr = column_dots(r, r);
    precondition(r, z);
    const auto rz_new = column_dots(r, z);
    for (std::size_t i = 0; i < size; i += as_size(stride)) {
      for (std::size_t c = 0; c < C; ++c) {
        const double beta = rz[c] > 0 ? rz_new[c] / rz[c] : 0.0;
        p[i + c] = z[i + c] + static_cast<Real>(beta) * p[i + c];
      }
    }
    rz = rz_new;
  }
  return it;
}

}  // namespace linguine
