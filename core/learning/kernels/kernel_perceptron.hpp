// Kernel perceptron: the perceptron in the dual, whose weights are a sum of the examples it missed.
//
//   score     s_k(x) = b_k + sum_i alpha_ik K(x_i, x); with two labels one column, that of the second
//   algorithm on a mistake at x_i: alpha_i += w_i (1[y] - 1[y_hat]), and the same for b; the dual
//             perceptron of [McDonald]. Averaged: the mean of alpha over all steps
//   budget    once there are as many vectors, an example that is none of them moves those instead: by
//             d with sum_j d_j phi(x_j) nearest to phi(x_i), d = (K_S + ridge)^-1 k_i; the Projectron
//             of [Orabona2008]. So nothing is forgotten, and the mean stays a mean
//   cost      scores of all examples are kept: n multiplications and one row of K a mistake, nothing
//             for an example that is right. Beyond a budget of B vectors: B for each example, B^2
//             a mistake, B^3 once, and n B numbers of memory
//   stops     after an epoch without mistakes, since all others would be like it; they count in the
//             mean
//   exact     K is used in single precision; a tie is a mistake, against the lowest of the others
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/numbers/cholesky.hpp"
#include "core/base/numbers/random.hpp"
#include "core/base/work/monitor.hpp"
#include "core/learning/kernels/kernel_rows.hpp"

namespace linguine {

struct KernelPerceptronOptions {
  Index epochs = 10;
  Index budget = 0;  // most vectors; 0: any number
  bool averaged = true;
  bool has_bias = true;
  bool shuffle = true;
  std::uint64_t seed = 0;
  double cache_megabytes = 200;
  int n_threads = 1;
};

struct KernelPerceptronSolution {
  std::vector<double> coefficients;  // [n_columns][n]
  std::vector<double> bias;          // [n_columns]
  std::vector<double> history;       // mistakes of each epoch, by weight
};

class KernelPerceptron {
 public:
  KernelPerceptron(const Items& items, std::span<const std::int32_t> gold,
                   std::span<const double> weights, Label n_labels,
                   const KernelPerceptronOptions& options)
      : threads_(options.n_threads),
        rows_(items, {{0, 0}, {items.size, 0}}, options.cache_megabytes, &threads_),
        gold_(gold),
        weights_(weights),
        options_(options),
        n_(items.size),
        columns_(n_labels <= 2 ? 1 : n_labels),
        scores_(as_size(n_ * columns_)),
        alpha_(as_size(n_ * columns_)),
        late_(as_size(n_ * columns_)),
        bias_(as_size(columns_)),
        late_bias_(as_size(columns_)),
        is_support_(as_size(n_)) {}

  KernelPerceptronSolution run(Monitor& monitor) {
    KernelPerceptronSolution found;
    std::vector<Index> order(as_size(n_));
    std::iota(order.begin(), order.end(), Index{0});
    Random random(options_.seed);
    Watch watch(monitor);
    for (Index epoch = 0; epoch < options_.epochs; ++epoch) {
      if (options_.shuffle) random.shuffle(std::span(order));
      double missed = 0;
      for (const Index i : order) {
        step_ += 1;
        if (static_cast<Index>(step_) % 256 == 0) watch.poll();
        if (step(i, watch)) missed += weights_[as_size(i)];
      }
      found.history.push_back(missed);
      monitor.report("kernel perceptron", epoch + 1, options_.epochs, missed);
      if (missed > 0) continue;
      step_ += static_cast<double>((options_.epochs - epoch - 1) * n_);
      break;
    }
    found.coefficients.resize(alpha_.size());
    for (Index i = 0; i < n_; ++i) {
      for (Index c = 0; c < columns_; ++c) {
        const std::size_t at = as_size(i * columns_ + c);
        found.coefficients[as_size(c * n_ + i)] = settle(alpha_[at], late_[at]);
      }
    }
    for (std::size_t c = 0; c < bias_.size(); ++c) {
      found.bias.push_back(settle(bias_[c], late_bias_[c]));
    }
    return found;
  }

 private:
  // A change at step t is in the weights of steps t..T: late = sum t change.
  double settle(double value, double late) const {
    return options_.averaged ? ((step_ + 1) * value - late) / step_ : value;
  }

  bool step(Index i, Watch& watch) {
    if (is_full_) score(i);
    const double* const s = &scores_[as_size(i * columns_)];
    const std::int32_t gold = gold_[as_size(i)];
    const double sign = gold == 1 ? 1 : -1;
    const Index rival = columns_ == 1 ? 0 : best_but(gold, s);
    const bool is_right =
        columns_ == 1 ? sign * (s[0] + bias_[0]) > 0 : total(s, gold) > total(s, rival);
    if (is_right) return false;
    watch.poll();
    const double w = weights_[as_size(i)];
    if (columns_ == 1) {
      move(i, 0, sign * w, watch);
    } else {
      move(i, gold, w, watch);
      move(i, rival, -w, watch);
    }
    if (!is_full_ && options_.budget > 0 && std::ssize(support_) == options_.budget) close(watch);
    return true;
  }

  double total(const double* s, Index c) const { return s[c] + bias_[as_size(c)]; }
  Index best_but(Index gold, const double* s) const {
    Index best = gold == 0 ? 1 : 0;
    for (Index c = best + 1; c < columns_; ++c) {
      if (c != gold && total(s, c) > total(s, best)) best = c;
    }
    return best;
  }

  // Moves one column towards example i, or towards what the vectors have of it.
  void move(Index i, Index c, double by, Watch& watch) {
    if (is_full_ && !is_support_[as_size(i)]) {
      project(i);
      for (std::size_t k = 0; k < support_.size(); ++k) change(support_[k], c, by * shares_[k]);
      return;
    }
    change(i, c, by);
    if (is_full_) return;
    if (!is_support_[as_size(i)]) {
      is_support_[as_size(i)] = 1;
      support_.push_back(i);
    }
    const float* const row = rows_.row(i, watch);
    for (Index t = 0; t < n_; ++t) {
      scores_[as_size(t * columns_ + c)] += by * static_cast<double>(row[t]);
    }
  }

  void change(Index i, Index c, double by) {
    alpha_[as_size(i * columns_ + c)] += by;
    late_[as_size(i * columns_ + c)] += step_ * by;
    if (!options_.has_bias) return;
    bias_[as_size(c)] += by;
    late_bias_[as_size(c)] += step_ * by;
  }

  // The vectors are chosen: lays out what all examples have in common with them, and inverts theirs.
  void close(Watch& watch) {
    is_full_ = true;
    const Index B = std::ssize(support_);
    common_.resize(as_size(n_ * B));
    const float constant = options_.has_bias ? 1.0F : 0.0F;
    for (Index k = 0; k < B; ++k) {
      const float* const row = rows_.row(support_[as_size(k)], watch);
      for (Index t = 0; t < n_; ++t) common_[as_size(t * B + k)] = row[t] + constant;
    }
    double mean = 0;
    for (Index k = 0; k < B; ++k) mean += cell(support_[as_size(k)], k) / static_cast<double>(B);
    for (double ridge = kRidge * mean;; ridge *= 100) {
      std::vector<double> theirs(as_size(B * B));
      inverse_.assign(as_size(B * B), 0.0);
      for (Index k = 0; k < B; ++k) {
        for (Index j = 0; j < B; ++j) theirs[as_size(k * B + j)] = cell(support_[as_size(k)], j);
        theirs[as_size(k * B + k)] += ridge;
        inverse_[as_size(k * B + k)] = 1;
      }
      watch.poll();
      if (solve_positive(theirs, B, inverse_, B) || !(ridge > 0)) break;
    }
    shares_.resize(as_size(B));
  }
  double cell(Index t, Index k) const {
    return static_cast<double>(common_[as_size(t * std::ssize(support_) + k)]);
  }
  void project(Index i) {
    const std::size_t B = support_.size();
    const float* const common = &common_[as_size(i) * B];
    for (std::size_t k = 0; k < B; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < B; ++j) {
        sum += inverse_[k * B + j] * static_cast<double>(common[j]);
      }
      shares_[k] = sum;
    }
  }
  // The constant is part of what is common, so that the bias must not count twice.
  void score(Index i) {
    double* const s = &scores_[as_size(i * columns_)];
    for (Index c = 0; c < columns_; ++c) s[c] = -bias_[as_size(c)];
    for (Index k = 0; k < std::ssize(support_); ++k) {
      const double* const alpha = &alpha_[as_size(support_[as_size(k)] * columns_)];
      for (Index c = 0; c < columns_; ++c) s[c] += alpha[c] * cell(i, k);
    }
  }

  static constexpr double kRidge = 1e-6;  // of the mean of the diagonal

  Threads threads_;
  KernelRows rows_;
  std::span<const std::int32_t> gold_;
  std::span<const double> weights_;
  const KernelPerceptronOptions& options_;
  Index n_;
  Index columns_;
  std::vector<double> scores_;        // [n][columns] without the bias
  std::vector<double> alpha_, late_;  // [n][columns]
  std::vector<double> bias_, late_bias_;
  std::vector<char> is_support_;
  std::vector<Index> support_;  // the oldest first
  bool is_full_ = false;
  std::vector<float> common_;    // [n][budget] K(x_t, x_j), plus 1 for the bias
  std::vector<double> inverse_;  // [budget][budget]
  std::vector<double> shares_;   // [budget] d of the example at hand
  double step_ = 0;
};

}  // namespace linguine
