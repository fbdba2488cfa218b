// Soft counts: a step of EM over rows whose label nobody knows; marginals become counts.
//
//   E-step    q[i][k] = exp(t s_ik) / sum_l exp(t s_il),  s_ik = theta_k . phi_i + b_k
//   M-step    sums[f][k] = sum_i q[i][k] phi_if;  Fig. 1.6 of [Zhang2010]
//   cost      O(non-zeros x labels) each; two copies of the matrix, by row and by feature
//   given     t in (0, 1]: below 1 the labels of a row stay undecided (annealing)
//   returns   q, log_z[i] = log sum_k exp(t s_ik), and the sums
//   exact     rows and features are each one chain of additions in order: same bits on any number
//             of threads; a score of -inf is a share of exactly 0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/matrix/sites.hpp"
#include "core/base/matrix/transpose.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/base/work/watch.hpp"
#include "core/model/scores.hpp"

namespace linguine {

// Replaces scores by shares of exp(t s) and returns the logarithm of their sum.
LINGUINE_MULTIVERSION inline double temper_in_place(double* s, Index count, double t) {
  double top = s[0];
  for (Index k = 1; k < count; ++k) top = s[k] > top ? s[k] : top;
  double sum = 0;
  for (Index k = 0; k < count; ++k) {
    s[k] = exp_of(t * (s[k] - top));
    sum += s[k];
  }
  for (Index k = 0; k < count; ++k) s[k] /= sum;
  return t * top + std::log(sum);
}

class SoftCounts {
 public:
  SoftCounts(const Sites<double>& sites, Threads& threads)
      : sites_(sites), by_feature_(sites, threads) {}

  Index n_rows() const { return sites_.n_rows(); }
  Index n_features() const { return sites_.n_features(); }

  void expect(const ScoreTable<double>& table, double sharpness, Threads& threads, Monitor& monitor,
              double* q /* [n_rows][n_columns] */, double* log_z /* [n_rows] */) const {
    in_chunks(n_rows(), threads, monitor, [&](Index i) {
      double* shares = q + i * table.n_columns;
      sites_.with_row(i, [&](const auto& row) { score_row(row, table, shares); });
      log_z[i] = temper_in_place(shares, table.n_columns, sharpness);
    });
  }

  void sums(const double* q /* [n_rows][n_labels] */, Index n_labels, Threads& threads,
            Monitor& monitor, double* out /* [n_features][n_labels] */) const {
    const std::vector<double> zero(as_size(n_labels), 0.0);
    const ScoreTable<double> table{q, n_labels, zero.data(), n_labels};
    in_chunks(by_feature_.n_places(), threads, monitor, [&](Index place) {
      score_row(by_feature_.row(place), table, out + by_feature_.feature(place) * n_labels);
    });
  }

 private:
  template <class Work>
  static void in_chunks(Index n, Threads& threads, Monitor& monitor, const Work& work) {
    constexpr Index kSize = 64;
    run_polled(threads, monitor, (n + kSize - 1) / kSize, [&](Index chunk) {
      const Index end = std::min(n, (chunk + 1) * kSize);
      for (Index i = chunk * kSize; i < end; ++i) work(i);
    });
  }

  Sites<double> sites_;
  Transpose<double> by_feature_;
};

}  // namespace linguine
