// Ridge: least squares with an L2 penalty, solved exactly, all columns at once.
//
//   problem   min_{theta, b} 1/2 sum_i w_i (theta.x_i + b - t_i)^2 + l2/2 |theta|^2
//             (+ bias_l2/2 b^2)                                                [Zhang2010 1.3]
//   samples   n < d: theta = Phi^T A with (Phi Phi^T + l2 W^-1) A + 1 b = T and 1.A = 0 (free bias:
//             search in the plane 1.A = 0; penalised bias: Phi has one more feature, a constant);
//             not where one column is much longer than the others: its products would drown l2.
//             Rows that are no examples, those of a fold, have no share: their A stays 0
//   weights   else: (Phi^T W Phi + l2) theta = Phi^T W T with the bias as one more unknown;
//             preconditioned by the diagonal
//   cost      per iteration one sweep over the data for all columns (conjugate_gradient.hpp)
//   direct    up to 500 unknowns the weights' system is built and solved by Cholesky, without a
//             tolerance
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/numbers/cholesky.hpp"
#include "core/learning/batch/batch.hpp"
#include "core/learning/batch/linear_map.hpp"
#include "core/learning/exact/conjugate_gradient.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

struct ExactOptions {
  Penalty penalty;
  Index max_iterations = 1000;  // of conjugate gradient
  double tolerance = 1e-4;
  int n_threads = 1;
};

template <class Real>
class Ridge {
 public:
  // Examples must have distinct rows; `targets` [n_rows][stride] and `row_weights` [n_rows] (0: not
  // an example) are the sufficient statistics of weighted and soft labels.
  Ridge(const SiteProblem<Real>& problem, const ExactOptions& options, Monitor& monitor)
      : problem_(problem),
        options_(options),
        penalty_(options.penalty),
        threads_(options.n_threads),
        monitor_(monitor),
        map_(*problem.sites, problem.stride(), threads_, monitor),
        stride_(problem.stride()),
        n_(problem.sites->n_rows()),
        d_(problem.sites->n_features()),
        row_weights_(as_size(n_), 0.0),
        targets_(as_size(n_ * stride_), Real(0)) {
    std::vector<double> sums(targets_.size(), 0.0);
    std::vector<double> zero(as_size(problem.n_columns()), 0.0);
    Scratch scratch(*problem.oracle);
    for (Index e = 0; e < problem.examples.size(); ++e) {
      const auto at = as_size(e);
      const double w = problem.examples.weight[at];
      const auto row = as_size(problem.examples.row[at]);
      // The gradient of the squared loss at score 0 is minus the target.
      problem.oracle->evaluate(problem.examples[e], zero, scratch.gradient, scratch.block_values);
      row_weights_[row] += w;
      for (std::size_t c = 0; c < zero.size(); ++c) {
        sums[row * as_size(stride_) + c] -= w * scratch.gradient[c];
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double w = row_weights_[i / as_size(stride_)];
      targets_[i] = static_cast<Real>(w > 0 ? sums[i] / w : 0.0);
    }
    n_used_ =
        std::count_if(row_weights_.begin(), row_weights_.end(), [](double w) { return w > 0; });
  }

  Solution run(Weights<Real>& weights) {
    if (d_ + 1 <= kMostDirect && directly(weights)) {
      Solution result;
      result.n_iterations = 1;
      result.converged = true;
      monitor_.report("ridge", 1, 1, 0);
      return result;
    }
    const std::vector<double> diagonal = weights_diagonal();
    if (0 < n_used_ && n_used_ < d_ && penalty_.l2 > 0 && is_one_scale(diagonal)) {
      const Solution result = in_samples(weights);
      if (result.converged) return result;
    }
    return in_weights(weights, diagonal);
  }

 private:
  static constexpr double kMostNoise = 1e-2;  // rounding of a product against the penalty

  std::size_t cell(Index i, Index c) const { return as_size(i * stride_ + c); }
  Index n_columns() const { return problem_.n_columns(); }

  // Calls use(row, column, cell) for all cells of a table [n][stride] that are not padding.
  template <class Use>
  void for_each_cell(const Use& use) const {
    for (Index i = 0; i < n_; ++i) {
      for (Index c = 0; c < n_columns(); ++c) use(as_size(i), as_size(c), cell(i, c));
    }
  }
  std::vector<double> column_sums(const std::vector<Real>& table) const {
    std::vector<double> sums(as_size(n_columns()), 0.0);
    for_each_cell([&](std::size_t, std::size_t c, std::size_t at) {
      sums[c] += static_cast<double>(table[at]);
    });
    return sums;
  }
  bool is_used(std::size_t row) const { return row_weights_[row] > 0; }
  // Takes the mean over the rows that are examples, where the others have zeros, out of every
  // column; returns the means.
  std::vector<double> centre(std::vector<Real>& table) const {
    std::vector<double> means = column_sums(table);
    for (double& mean : means) mean /= static_cast<double>(n_used_);
    for_each_cell([&](std::size_t i, std::size_t c, std::size_t at) {
      if (is_used(i)) table[at] -= static_cast<Real>(means[c]);
    });
    return means;
  }

  // Phi Phi^T has an eigenvalue at least as large as the square of the longest feature, and a
  // product with it is wrong by that eigenvalue times the precision of Real. Where this reaches
  // the penalty (one column of numbers in the hundreds does it for float), steps are noise and the
  // sum of squares explodes. Among the weights the diagonal takes every feature's own scale away.
  bool is_one_scale(const std::vector<double>& diagonal) const {
    const double longest = *std::max_element(diagonal.begin(), diagonal.end() - 1);
    return longest * static_cast<double>(std::numeric_limits<Real>::epsilon()) <=
           kMostNoise * penalty_.l2;
  }

  Solution in_samples(Weights<Real>& weights) {
    const bool free_bias = penalty_.has_bias && penalty_.bias_l2 == 0;
    const double constant =
        penalty_.has_bias && penalty_.bias_l2 > 0 ? penalty_.l2 / penalty_.bias_l2 : 0.0;
    auto system = [&](const std::vector<Real>& in, std::vector<Real>& out) {
      map_.gram(in.data(), out.data());
      std::vector<double> sums(as_size(n_columns()), 0.0);
      if (constant > 0) sums = column_sums(in);
      for (Index i = 0; i < n_; ++i) {
        if (!is_used(as_size(i))) {  // a row that is no example has no share in theta
          std::fill_n(out.data() + cell(i, 0), stride_, Real(0));
          continue;
        }
        const double shift = penalty_.l2 / row_weights_[as_size(i)];
        for (Index c = 0; c < n_columns(); ++c) {
          out[cell(i, c)] += static_cast<Real>(shift * static_cast<double>(in[cell(i, c)]) +
                                               constant * sums[as_size(c)]);
        }
      }
    };
    auto apply = [&](const std::vector<Real>& in, std::vector<Real>& out) {
      system(in, out);
      if (free_bias) centre(out);
    };
    auto same = [](const std::vector<Real>& r, std::vector<Real>& z) { z = r; };
    std::vector<Real> A(targets_.size(), Real(0));
    std::vector<Real> rhs = targets_;
    if (free_bias) centre(rhs);
    Solution result;
    result.n_iterations =
        conjugate_gradient(A, rhs, stride_, n_columns(), options_.max_iterations,
                           options_.tolerance, apply, same, monitor_, result.converged);
    std::vector<double> bias(as_size(n_columns()), 0.0);
    if (free_bias) {  // b = mean of T - (Phi Phi^T + l2 W^-1) A
      std::vector<Real> rest(A.size());
      system(A, rest);
      for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = targets_[i] - rest[i];
      bias = centre(rest);
    } else if (constant > 0) {
      for_each_cell([&](std::size_t, std::size_t c, std::size_t at) {
        bias[c] += constant * static_cast<double>(A[at]);
      });
    }
    map_.backward(A.data(), weights.theta);
    for (Index c = 0; c < n_columns(); ++c) {
      weights.bias[c] = static_cast<Real>(bias[as_size(c)]);
    }
    return result;
  }

  Solution in_weights(Weights<Real>& weights, const std::vector<double>& diagonal) {
    // Unknowns [d + 1][stride]; the last row is the bias.
    const auto size = as_size((d_ + 1) * stride_);
    std::vector<Real> scores(targets_.size());
    auto to_weights = [&](std::vector<Real>& table, std::vector<Real>& out) {
      map_.backward(table.data(), out.data());
      const std::vector<double> sums = column_sums(table);
      for (Index c = 0; c < n_columns(); ++c) {
        out[cell(d_, c)] = static_cast<Real>(penalty_.has_bias ? sums[as_size(c)] : 0.0);
      }
    };
    auto weigh = [&](std::vector<Real>& table) {
      for_each_cell([&](std::size_t i, std::size_t, std::size_t at) {
        table[at] *= static_cast<Real>(row_weights_[i]);
      });
    };
    auto apply = [&](const std::vector<Real>& in, std::vector<Real>& out) {
      map_.forward(in.data(), scores.data());
      for_each_cell(
          [&](std::size_t, std::size_t c, std::size_t at) { scores[at] += in[cell(d_, 0) + c]; });
      weigh(scores);
      to_weights(scores, out);
      for (std::size_t i = 0; i < size; ++i) {
        const bool is_bias = i >= as_size(d_ * stride_);
        out[i] += static_cast<Real>(is_bias ? penalty_.bias_l2 : penalty_.l2) * in[i];
      }
    };
    auto precondition = [&](const std::vector<Real>& r, std::vector<Real>& z) {
      for (std::size_t i = 0; i < size; ++i) {
        z[i] = static_cast<Real>(static_cast<double>(r[i]) / diagonal[i / as_size(stride_)]);
      }
    };
    std::vector<Real> rhs(size, Real(0));
    std::vector<Real> weighted = targets_;
    weigh(weighted);
    to_weights(weighted, rhs);
    std::vector<Real> x(size, Real(0));
    Solution result;
    result.n_iterations =
        conjugate_gradient(x, rhs, stride_, n_columns(), options_.max_iterations,
                           options_.tolerance, apply, precondition, monitor_, result.converged);
    std::copy(x.begin(), x.begin() + d_ * stride_, weights.theta);
    std::copy(x.begin() + d_ * stride_, x.end(), weights.bias);
    return result;
  }

  // The normal equations with the bias as the last unknown; false if they are singular.
  bool directly(Weights<Real>& weights) const {
    const Index m = d_ + (penalty_.has_bias ? 1 : 0);
    const Index columns = n_columns();
    std::vector<double> M(as_size(m * m), 0.0);
    std::vector<double> B(as_size(m * columns), 0.0);
    std::vector<std::pair<Index, double>> entries;
    for (Index i = 0; i < n_; ++i) {
      if (i % 256 == 0) monitor_.poll();
      entries.clear();
      problem_.sites->with_row(i, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) {
          if (row.value(j) != Real(0))
            entries.emplace_back(row.feature(j), static_cast<double>(row.value(j)));
        }
      });
      if (penalty_.has_bias) entries.emplace_back(d_, 1.0);
      const double w = row_weights_[as_size(i)];
      for (const auto& [f, x] : entries) {
        for (const auto& [g, z] : entries) M[as_size(f * m + g)] += w * x * z;
        for (Index c = 0; c < columns; ++c) {
          B[as_size(f * columns + c)] += w * x * static_cast<double>(targets_[cell(i, c)]);
        }
      }
    }
    for (Index f = 0; f < m; ++f) {
      M[as_size(f * m + f)] += f < d_ ? penalty_.l2 : penalty_.bias_l2;
    }
    if (!solve_positive(M, m, B, columns)) return false;
    for (Index f = 0; f < m; ++f) {
      Real* to = f < d_ ? weights.theta + f * weights.stride : weights.bias;
      for (Index c = 0; c < columns; ++c) {
        to[c] = static_cast<Real>(B[as_size(f * columns + c)]);
      }
    }
    return true;
  }

  std::vector<double> weights_diagonal() const {
    std::vector<double> diagonal(as_size(d_ + 1), penalty_.l2);
    diagonal.back() = penalty_.bias_l2;
    for (Index i = 0; i < n_; ++i) {
      const double w = row_weights_[as_size(i)];
      diagonal.back() += w;
      problem_.sites->with_row(i, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) {
          const double x = static_cast<double>(row.value(j));
          diagonal[as_size(row.feature(j))] += w * x * x;
        }
      });
    }
    for (double& value : diagonal) value = value > 0 ? value : 1.0;
    return diagonal;
  }

  const SiteProblem<Real>& problem_;
  ExactOptions options_;
  Penalty penalty_;
  Threads threads_;
  Monitor& monitor_;
  LinearMap<Real> map_;
  Index stride_;
  Index n_;
  Index n_used_ = 0;  // rows that are examples
  Index d_;
  std::vector<double> row_weights_;  // [n_rows] total weight of the row's examples
  std::vector<Real> targets_;        // [n_rows][stride] weighted mean of +1 / -1
};

}  // namespace linguine
