// Column scales: the same rows with features multiplied by another vector in every column.
//
//   problem   min_u 1/2 |u|^2 + sum_i C_i l(y_i u.(s_k x_i)) for column k, with s_k x elementwise
//   trick     w = s_k u scores x as it is; the step u += d s_k x is w += d s_k^2 x, and
//             |s_k x|^2 = sum_f s_kf^2 x_f^2. So no row is copied, and |u|^2 = sum_i alpha_i y_i s_i
//             is read off the scores as before
//   scales    s^2 = (1 + strength r^2) / g^2 or r^2 / g^2, r the log-count ratios of the column's
//             label; g gives the examples a mean squared length of 1
//   cost      memory of theta once more, a step reads both
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/matrix/hot_first.hpp"
#include "core/base/memory/big_array.hpp"
#include "core/learning/exact/count_ratios.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

// Which columns of a problem are solved, what is right in them, and how their features are scaled.
struct ColumnScales {
  Index first = 0;
  Index count = 0;
  std::shared_ptr<const LabelSets> sets = nullptr;  // that gold are the numbers of, or null
  bool is_scaled = false;
  double alpha = 1;                  // pseudo-count of the ratios
  double strength = -1;              // negative: r alone
  std::vector<std::uint8_t> blocks;  // [n_features], or empty: one block
  std::vector<char> keeps_share;  // [256] blocks whose features have 1 + r^2 where others have r^2
};

template <class Real>
struct ScaledColumns {
  BigArray<Real> squares;  // [rank of feature][stride] s^2
  BigArray<double> norms;  // [n_examples][stride] |s_k x|^2 with the constant feature
};

// Overwrites what other columns have left in `result`.
template <class Real>
void scale_columns(const ColumnScales& scales, const SiteProblem<Real>& problem,
                   const HotFirst<Real>& hot, double bias_scale, Index first, Index count,
                   Index stride, ScaledColumns<Real>& result) {
  const Sites<Real>& sites = hot.sites();
  const Index n_features = sites.n_features();
  std::vector<std::uint8_t> blocks(scales.blocks.size());
  for (Index f = 0; f < std::ssize(scales.blocks); ++f) {
    blocks[as_size(hot.rank(f))] = scales.blocks[as_size(f)];
  }
  result.squares.fit_zeros(n_features * stride);
  Real* const squares = result.squares.data();
  const auto first_label = static_cast<Label>(problem.n_labels == 2 ? 1 : first);
  log_count_ratios<Real>(sites, problem.examples, scales.sets.get(), first_label, count, stride,
                         scales.alpha, blocks, squares);
  const auto strength = static_cast<Real>(scales.strength < 0 ? 1.0 : scales.strength);
  for (Index f = 0; f < n_features; ++f) {
    const bool keeps =
        scales.strength >= 0 || (!blocks.empty() && scales.keeps_share[blocks[as_size(f)]] != 0);
    const Real share = keeps ? Real(1) : Real(0);
    Real* row = squares + f * stride;
    for (Index k = 0; k < count; ++k) row[k] = share + strength * row[k] * row[k];
  }
  std::vector<Real> sums(as_size(stride));
  std::vector<double> mean(as_size(count), 0.0);
  double weight = 0;
  result.norms.fit_zeros(problem.examples.size() * stride);
  for (Index e = 0; e < problem.examples.size(); ++e) {
    sites.gather_squares_row(problem.examples.row[as_size(e)], squares, stride, stride,
                             sums.data());
    const double w = problem.examples.weight[as_size(e)];
    weight += w;
    for (std::size_t k = 0; k < as_size(count); ++k) {
      result.norms[as_size(e * stride) + k] = static_cast<double>(sums[k]);
      mean[k] += w * static_cast<double>(sums[k]);
    }
  }
  std::vector<Real> shrink(as_size(stride), Real(0));
  for (std::size_t k = 0; k < as_size(count); ++k) {
    shrink[k] = mean[k] > 0 ? static_cast<Real>(weight / mean[k]) : Real(1);
  }
  for (Index f = 0; f < n_features; ++f) {
    for (Index k = 0; k < stride; ++k) squares[f * stride + k] *= shrink[as_size(k)];
  }
  for (Index e = 0; e < problem.examples.size(); ++e) {
    double* norms = result.norms.data() + e * stride;
    for (std::size_t k = 0; k < as_size(count); ++k) {
      norms[k] = norms[k] * static_cast<double>(shrink[k]) + bias_scale * bias_scale;
    }
  }
}

}  // namespace linguine
