// Sequential minimal optimisation: the dual of the SVM with a free bias, two multipliers at a time.
//
//   objective max_beta sum_i beta_i y_i - 1/2 sum_ij beta_i beta_j K_ij, sum_i beta_i = 0,
//             0 <= y_i beta_i <= C w_i; beta_i = y_i alpha_i, y_i = +-1
//   gradient  g_i = y_i - sum_j beta_j K_ij; at the optimum max_{up} g <= min_{down} g, where up
//             (down) are those whose beta may grow (fall)
//   algorithm i = argmax_{up} g; j = argmax over down with g_j < g_i of (g_i - g_j)^2 / eta_ij,
//             eta_ij = K_ii + K_jj - 2 K_ij: WSS 2 of [Fan2005]; then beta_i += d, beta_j -= d with
//             d = (g_i - g_j) / eta_ij within bounds
//   shrinking points that sit at a bound and would stay there are left out; their g is made again
//             when the others are done, from the last g that was known for all
//   cost      2 n operations a step, n the points that are not left out, and the rows of K that
//             were not kept
//   stops     when max_{up} g - min_{down} g <= tolerance
//   returns   beta, the bias (the mean of g over multipliers within their bounds), the objective
//   exact     K is used in single precision, g and beta are double; ties go to the lower index
#pragma once

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/memory/aligned.hpp"
#include "core/learning/kernels/active_points.hpp"
#include "core/learning/kernels/kernel_rows.hpp"
#include "core/learning/kernels/smo_passes.hpp"

namespace linguine {

struct SmoOptions {
  double C = 1;  // infinite: no example may be within the margin
  double tolerance = 1e-3;
  Index max_iterations = 10000000;
  bool shrinking = true;
  double cache_megabytes = 200;
  int n_threads = 1;
};

struct SmoSolution {
  std::vector<double> beta;
  double bias = 0;
  double objective = 0;
  double violation = 0;
  Index n_iterations = 0;
  bool converged = false;
  bool diverged = false;  // C is infinite and no margin was found
};

class Smo {
 public:
  // y [n] is +1 or -1; weights [n] > 0 times C are the bounds.
  Smo(const Items& items, const Ranges& ranges, const std::vector<double>& y,
      const std::vector<double>& weights, const SmoOptions& options, Threads* threads)
      : rows_(items, ranges, options.cache_megabytes / 2, threads),
        active_(rows_, options.cache_megabytes / 2),
        options_(options),
        y_(y),
        low_(y.size()),
        high_(y.size()),
        beta_(y.size(), 0.0),
        known_g_(y),
        known_beta_(y.size(), 0.0) {
    for (std::size_t t = 0; t < y.size(); ++t) {
      const double bound = options.C * weights[t];
      low_[t] = y[t] > 0 ? 0.0 : -bound;
      high_[t] = y[t] > 0 ? bound : 0.0;
      diagonal_.push_back(rows_.diagonal(static_cast<Index>(t)));
      largest_ = std::max(largest_, diagonal_.back());
    }
    lay_out(known_g_);
  }

  SmoSolution run(Watch& watch) {
    Index countdown = pause();
    smo::find_top(up_.data(), padded(), g_.data(), best_);
    while (found_.n_iterations < options_.max_iterations) {
      if (found_.n_iterations % 64 == 0) watch.poll();
      if (options_.shrinking && --countdown == 0) {
        shrink(watch);
        countdown = pause();
      }
      if (!choose(watch)) {
        if (active_.are_all()) break;
        restore(watch);
        if (!choose(watch)) break;
        countdown = 1;
      }
      move(watch);
      if (found_.diverged) break;
    }
    if (!active_.are_all()) restore(watch);
    finish();
    return std::move(found_);
  }

 private:
  // Of the radius of the data; K in single precision cannot tell smaller ones from none.
  static constexpr double kNoMargin = 1e-4;
  static constexpr double kFar = 1e10;   // |beta| K: as much
  static constexpr Index kPause = 1000;  // steps between two looks at what may be left out

  Index padded() const { return std::ssize(g_); }
  Index pause() const { return std::min(rows_.size(), kPause); }

  // Finds i and j; false where no pair violates the conditions by more than the tolerance.
  bool choose(Watch& watch) {
    alignas(64) double least[smo::kLanes];
    found_.violation = 0;
    i_ = best_.top();
    if (i_ < 0) return false;
    const double g_i = g_[as_size(i_)];
    smo::find_partner(active_.row(i_, watch), diagonal_laid_.data(), g_.data(), down_.data(),
                      padded(), g_i, diagonal_laid_[as_size(i_)], least, best_);
    found_.violation = g_i - *std::min_element(least, least + smo::kLanes);
    j_ = best_.top();
    return j_ >= 0 && found_.violation > options_.tolerance;
  }

  void move(Watch& watch) {
    const float* const row_i = active_.row(i_, watch);
    const float* const row_j = active_.row(j_, watch);
    const auto i = as_size(active_.point(i_));
    const auto j = as_size(active_.point(j_));
    const double eta = diagonal_[i] + diagonal_[j] - 2 * static_cast<double>(row_i[j_]);
    const double room_i = high_[i] - beta_[i];
    const double room_j = beta_[j] - low_[j];
    const double wish = (g_[as_size(i_)] - g_[as_size(j_)]) / std::max(eta, smo::kLeastEta);
    const double step = std::min({wish, room_i, room_j});
    // A multiplier that meets its bound is exactly there.
    beta_[i] = step == room_i ? high_[i] : beta_[i] + step;
    beta_[j] = step == room_j ? low_[j] : beta_[j] - step;
    open(i_);
    open(j_);
    smo::move_gradient(row_i, row_j, step, up_.data(), padded(), g_.data(), best_);
    ++found_.n_iterations;
    if (!std::isinf(options_.C)) return;
    const double farthest = std::max(std::abs(beta_[i]), std::abs(beta_[j]));
    found_.diverged = farthest * largest_ > kFar;
    if (found_.n_iterations % kPause == 0) found_.diverged = found_.diverged || has_no_margin();
  }

  // The points |beta_i| / sum |beta| of both classes have hulls that are 2 |w| / sum |beta| apart at
  // most, whatever the margin. Points that were left out have beta = 0, since C is infinite.
  bool has_no_margin() const {
    double square = 0;
    double sum = 0;
    for (Index k = 0; k < active_.size(); ++k) {
      const auto t = as_size(active_.point(k));
      square += beta_[t] * (y_[t] - g_[as_size(k)]);
      sum += std::abs(beta_[t]);
    }
    return 2 * std::sqrt(std::max(square, 0.0)) < kNoMargin * sum * std::sqrt(largest_);
  }

  void open(Index k) {
    const auto t = as_size(active_.point(k));
    up_[as_size(k)] = beta_[t] < high_[t] ? 0.0 : -smo::kInfinity;
    down_[as_size(k)] = beta_[t] > low_[t] ? 0.0 : smo::kInfinity;
  }

  // Lays out the active points side by side; g holds their gradient.
  void lay_out(const std::vector<double>& g) {
    const auto n = as_size(whole_blocks(active_.size()));
    g_.assign(n, 0.0);
    diagonal_laid_.assign(n, 1.0);
    up_.assign(n, -smo::kInfinity);
    down_.assign(n, smo::kInfinity);
    for (Index k = 0; k < active_.size(); ++k) {
      g_[as_size(k)] = g[as_size(k)];
      diagonal_laid_[as_size(k)] = diagonal_[as_size(active_.point(k))];
      open(k);
    }
  }

  // The largest g of those that may go up and the smallest of those that may go down.
  std::pair<double, double> range() const {
    double most = -smo::kInfinity;
    double least = smo::kInfinity;
    for (std::size_t k = 0; k < g_.size(); ++k) {
      most = std::max(most, g_[k] + up_[k]);
      least = std::min(least, g_[k] + down_[k]);
    }
    return {most, least};
  }

  void shrink(Watch& watch) {
    auto [most, least] = range();
    if (!was_near_ && most - least <= 10 * options_.tolerance) {
      was_near_ = true;
      if (!active_.are_all()) restore(watch);
      std::tie(most, least) = range();
    }
    std::vector<Index> kept;
    std::vector<double> g;
    for (Index k = 0; k < active_.size(); ++k) {
      const double g_k = g_[as_size(k)];
      const bool stays_up = up_[as_size(k)] != 0 && g_k > most;
      const bool stays_down = down_[as_size(k)] != 0 && g_k < least;
      if (stays_up || stays_down) continue;
      kept.push_back(k);
      g.push_back(g_k);
    }
    // To lay out all again for a few less is not worth it.
    if (10 * std::ssize(kept) > 9 * active_.size()) return;
    active_.keep(kept);
    lay_out(g);
    smo::find_top(up_.data(), padded(), g_.data(), best_);
  }

  void restore(Watch& watch) {
    for (std::size_t j = 0; j < beta_.size(); ++j) {
      const double change = beta_[j] - known_beta_[j];
      if (change == 0) continue;
      smo::subtract_row(rows_.row(static_cast<Index>(j), watch), change, rows_.size(),
                        known_g_.data());
      known_beta_[j] = beta_[j];
    }
    active_.restore();
    lay_out(known_g_);
    smo::find_top(up_.data(), padded(), g_.data(), best_);
  }

  void finish() {
    found_.converged = found_.violation <= options_.tolerance;
    double sum = 0;
    Index n_free = 0;
    for (std::size_t t = 0; t < beta_.size(); ++t) {
      found_.objective += 0.5 * beta_[t] * (y_[t] + g_[t]);
      if (up_[t] != 0 || down_[t] != 0) continue;
      sum += g_[t];
      ++n_free;
    }
    const auto [most, least] = range();
    found_.bias = n_free > 0 ? sum / static_cast<double>(n_free) : (most + least) / 2;
    found_.beta = beta_;
  }

  KernelRows rows_;
  ActivePoints active_;
  const SmoOptions& options_;
  const std::vector<double>& y_;
  std::vector<double> low_, high_;  // [n] bounds of beta
  std::vector<double> beta_, diagonal_;
  std::vector<double> known_g_, known_beta_;  // the last g of all points, and its beta
  AlignedVector<double> g_, diagonal_laid_;   // [active points, padded to whole lanes]
  AlignedVector<double> up_, down_;           // 0, or infinity for those that may not move
  smo::Best best_;
  Index i_ = 0;
  Index j_ = 0;
  double largest_ = 0;
  bool was_near_ = false;
  SmoSolution found_;
};

}  // namespace linguine
