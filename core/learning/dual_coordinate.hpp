// Dual coordinate descent: binary problems in the dual, K of them side by side.
//
//   problem   min_w 1/2 |w|^2 + sum_i C_i l(y_i w.x_i) for every column; the bias is the weight of a constant
//             feature `bias_scale`, so it is penalised (independent coordinates need that)
//   algorithm Alg. 1 of [Hsieh2008]: visit the examples in random order, solve for alpha_i, move w by
//             (new - old) y_i x_i. One visit serves all columns: the row of weights is in cache.
//   stops     a column is done when P - D <= tolerance P, measured exactly on all examples
//   shrinking alphas at a bound whose gradient points outward are skipped until the next measurement
//   cost      O(non-zeros x columns) per epoch
//   exact     columns never exchange a bit, so dealing them out to threads changes nothing
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/base/monitor.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/base/weights.hpp"
#include "core/learning/dual_losses.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

struct DualOptions {
  double l2 = 1;
  double bias_scale = 1;  // 0: no bias
  Index max_iterations = 1000;
  double tolerance = 1e-4;
  bool shrinking = true;
  std::uint64_t seed = 0;
};

struct DualResult {
  Index n_iterations = 0;
  bool converged = true;
  double objective = 0;
  double gap = 0;  // relative, the worst column's
  std::vector<double> history;
};

// Epochs after which the gap is measured: 3, 5, 8, 12, 17, ... each costs about half an epoch.
inline bool is_measured(Index epoch) {
  Index at = 3;
  for (Index step = 2; at < epoch; ++step) at += step;
  return at == epoch;
}

template <class Real, class Loss>
class DualColumns {
 public:
  DualColumns(const Problem<Real>& problem, const DualOptions& options, Index first, Index count,
              const std::vector<double>& norms)
      : problem_(problem),
        options_(options),
        norms_(norms),
        first_(first),
        count_(static_cast<std::size_t>(count)),
        stride_(stride_of(count)),
        theta_(static_cast<std::size_t>(problem.sites->n_features() * stride_), Real(0)),
        bias_(count_, 0.0),
        alpha_(static_cast<std::size_t>(problem.examples.size()) * count_),
        active_(alpha_.size(), 1),
        raw_(static_cast<std::size_t>(stride_)),
        delta_(static_cast<std::size_t>(stride_)),
        done_(count_, 0),
        widest_(count_, HUGE_VAL),
        primal_(count_, 0.0),
        gap_(count_, 1.0) {
    for (Index e = 0; e < problem.examples.size(); ++e) {
      for (std::size_t k = 0; k < count_; ++k) alpha_[cell(e, k)] = Loss::start(C(e));
    }
    start_weights();
  }

  // Runs epochs until every column is done. `watch(epoch)` is called by the thread that may poll.
  template <class Watch>
  void run(Watch&& watch) {
    std::vector<Index> order(static_cast<std::size_t>(problem_.examples.size()));
    std::iota(order.begin(), order.end(), 0);
    Random random(options_.seed);
    for (Index epoch = 1; epoch <= options_.max_iterations; ++epoch) {
      random.shuffle(std::span<Index>(order));
      run_epoch(order, watch);
      n_epochs_ = epoch;
      const bool last = epoch == options_.max_iterations;
      if (is_measured(epoch) || last) measure();
      watch.report(epoch, *this);
      if (std::all_of(done_.begin(), done_.end(), [](char d) { return d != 0; })) return;
    }
  }

  void write(Weights<Real>& weights) const {
    for (Index f = 0; f < problem_.sites->n_features(); ++f) {
      for (std::size_t k = 0; k < count_; ++k) {
        weights.theta[f * weights.stride + first_ + static_cast<Index>(k)] =
            theta_[static_cast<std::size_t>(f * stride_) + k];
      }
    }
    for (std::size_t k = 0; k < count_; ++k) {
      weights.bias[first_ + static_cast<Index>(k)] =
          static_cast<Real>(bias_[k] * options_.bias_scale);
    }
  }
  Index n_epochs() const { return n_epochs_; }
  bool all_done() const {
    return std::all_of(done_.begin(), done_.end(), [](char d) { return d != 0; });
  }
  const std::vector<double>& primals() const { return primal_; }
  double worst_gap() const { return *std::max_element(gap_.begin(), gap_.end()); }

 private:
  std::size_t cell(Index e, std::size_t k) const { return static_cast<std::size_t>(e) * count_ + k; }
  double C(Index e) const {
    return problem_.examples.weight[static_cast<std::size_t>(e)] / options_.l2;
  }
  double sign(Index e, std::size_t k) const {
    const Label gold = problem_.examples.gold[static_cast<std::size_t>(e)];
    const Label positive = problem_.n_labels == 2 ? 1 : static_cast<Label>(first_) + static_cast<Label>(k);
    return gold == positive ? 1.0 : -1.0;
  }
  double score(std::size_t k) const {
    return static_cast<double>(raw_[k]) + options_.bias_scale * bias_[k];
  }
  void gather_scores(Index row) {
    problem_.sites->gather_row(row, theta_.data(), stride_, stride_, raw_.data());
  }
  void move(Index row) {
    problem_.sites->scatter_row(row, delta_.data(), stride_, stride_, theta_.data());
    for (std::size_t k = 0; k < count_; ++k) {
      bias_[k] += options_.bias_scale * static_cast<double>(delta_[k]);
    }
  }

  // w of the starting alphas; nothing to do where they are zero.
  void start_weights() {
    if (Loss::start(1.0) == 0) return;
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      for (std::size_t k = 0; k < count_; ++k) {
        delta_[k] = static_cast<Real>(alpha_[cell(e, k)] * sign(e, k));
      }
      move(problem_.examples.row[static_cast<std::size_t>(e)]);
    }
  }

  template <class Watch>
  void run_epoch(const std::vector<Index>& order, Watch& watch) {
    std::vector<double> widest(count_, 0.0);
    Index visited = 0;
    for (const Index e : order) {
      if (++visited % 256 == 0) watch.poll();
      const char* active = active_.data() + cell(e, 0);
      if (std::all_of(active, active + count_, [](char a) { return a == 0; })) continue;
      visit(e, widest);
    }
    for (std::size_t k = 0; k < count_; ++k) widest_[k] = widest[k] > 0 ? widest[k] : HUGE_VAL;
  }

  void visit(Index e, std::vector<double>& widest) {
    const Index row = problem_.examples.row[static_cast<std::size_t>(e)];
    const double norm = norms_[static_cast<std::size_t>(e)];
    const double c = C(e);
    gather_scores(row);
    bool moves = false;
    for (std::size_t k = 0; k < count_; ++k) {
      delta_[k] = 0;
      if (!active_[cell(e, k)] || done_[k]) continue;
      double& alpha = alpha_[cell(e, k)];
      const double y = sign(e, k);
      const double margin = y * score(k);
      const double slope = Loss::gradient(alpha, margin, c);
      const double outward = violation(alpha, slope, c);
      widest[k] = std::max(widest[k], std::abs(outward));
      if (std::abs(outward) < 1e-12) {
        if (options_.shrinking && std::abs(slope) > widest_[k]) active_[cell(e, k)] = 0;
        continue;
      }
      const double next = norm > 0 ? Loss::solve(alpha, margin, norm, c)
                                   : Loss::solve(alpha, margin, 1e-12, c);
      const double change = (next - alpha) * y;
      alpha = next;
      delta_[k] = static_cast<Real>(change);
      moves |= delta_[k] != Real(0);
    }
    if (moves) move(row);
  }

  // The part of the gradient that a feasible step can follow.
  static double violation(double alpha, double slope, double c) {
    if (alpha <= 0) return std::min(slope, 0.0);
    if (alpha >= Loss::upper(c)) return std::max(slope, 0.0);
    return slope;
  }

  // Primal, dual and their gap on all examples; wakes shrunk coordinates that have become wrong.
  void measure() {
    std::vector<double> loss(count_, 0.0);
    std::vector<double> norm(count_, 0.0);
    std::vector<double> conjugate(count_, 0.0);
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      gather_scores(problem_.examples.row[static_cast<std::size_t>(e)]);
      const double c = C(e);
      for (std::size_t k = 0; k < count_; ++k) {
        const double alpha = alpha_[cell(e, k)];
        const double margin = sign(e, k) * score(k);
        loss[k] += c * Loss::loss(margin);
        norm[k] += alpha * margin;  // |w|^2 = sum_i alpha_i y_i s_i
        conjugate[k] += Loss::conjugate(alpha, c);
        if (violation(alpha, Loss::gradient(alpha, margin, c), c) != 0) active_[cell(e, k)] = 1;
      }
    }
    for (std::size_t k = 0; k < count_; ++k) {
      if (done_[k]) continue;
      primal_[k] = options_.l2 * (0.5 * norm[k] + loss[k]);
      const double dual = options_.l2 * (-0.5 * norm[k] - conjugate[k]);
      gap_[k] = (primal_[k] - dual) / std::max(std::abs(primal_[k]), 1e-300);
      done_[k] = gap_[k] <= options_.tolerance;
    }
  }

  const Problem<Real>& problem_;
  const DualOptions& options_;
  const std::vector<double>& norms_;  // [n] |x|^2 with the constant feature
  Index first_;                       // first column of this group
  std::size_t count_;                 // columns in this group
  Index stride_;
  std::vector<Real> theta_;    // [n_features][stride] of this group
  std::vector<double> bias_;   // [count] weight of the constant feature
  std::vector<double> alpha_;  // [n][count]
  std::vector<char> active_;   // [n][count]
  std::vector<Real> raw_;
  std::vector<Real> delta_;
  std::vector<char> done_;       // [count]
  std::vector<double> widest_;   // [count] largest violation of the epoch before
  std::vector<double> primal_;   // [count]
  std::vector<double> gap_;      // [count] relative
  Index n_epochs_ = 0;
};

// Only the calling thread may talk to the monitor; the others learn of a stop through a flag.
class DualWatch {
 public:
  DualWatch(Monitor* monitor, std::atomic<bool>* stop, Index total)
      : monitor_(monitor), stop_(stop), total_(total) {}

  void poll() {
    if (stop_->load()) throw std::runtime_error("stopped");
    if (monitor_ == nullptr) return;
    try {
      monitor_->poll();
    } catch (...) {
      stop_->store(true);
      throw;
    }
  }
  template <class Columns>
  void report(Index epoch, const Columns& columns) {
    history.push_back(columns.primals());
    if (monitor_ == nullptr) return;
    const auto& primals = columns.primals();
    monitor_->report("dual", epoch, total_, std::accumulate(primals.begin(), primals.end(), 0.0));
  }
  std::vector<std::vector<double>> history;  // [epoch][column of the group]

 private:
  Monitor* monitor_;
  std::atomic<bool>* stop_;
  Index total_;
};

// Sums over columns in column order, whatever the grouping; a finished group keeps its last value.
inline std::vector<double> total_history(const std::vector<DualWatch>& watches) {
  std::size_t longest = 0;
  for (const auto& watch : watches) longest = std::max(longest, watch.history.size());
  std::vector<double> total(longest, 0.0);
  for (std::size_t i = 0; i < longest; ++i) {
    for (const auto& watch : watches) {
      if (watch.history.empty()) continue;
      for (const double p : watch.history[std::min(i, watch.history.size() - 1)]) total[i] += p;
    }
  }
  return total;
}

template <class Real, class Loss>
DualResult solve_dual(const Problem<Real>& problem, const DualOptions& options,
                      Weights<Real>& weights, int n_threads, Monitor& monitor) {
  const Index n_columns = problem.n_columns();
  const Index n_groups = std::min<Index>(n_threads, n_columns);
  std::vector<double> norms;
  for (const Index row : problem.examples.row) {
    norms.push_back(problem.sites->squared_norm(row) + options.bias_scale * options.bias_scale);
  }
  Threads threads(static_cast<int>(n_groups));
  std::atomic<bool> stop{false};
  std::vector<DualWatch> watches(static_cast<std::size_t>(n_groups),
                                 DualWatch(nullptr, &stop, options.max_iterations));
  std::vector<std::unique_ptr<DualColumns<Real, Loss>>> groups(static_cast<std::size_t>(n_groups));
  const auto caller = std::this_thread::get_id();
  auto work = [&](Index g) {
    const Index first = n_columns * g / n_groups;
    const Index count = n_columns * (g + 1) / n_groups - first;
    const auto at = static_cast<std::size_t>(g);
    if (std::this_thread::get_id() == caller) {
      watches[at] = DualWatch(&monitor, &stop, options.max_iterations);
    }
    groups[at] = std::make_unique<DualColumns<Real, Loss>>(problem, options, first, count, norms);
    groups[at]->run(watches[at]);
  };
  threads.run(n_groups, work, [&] { DualWatch(&monitor, &stop, 0).poll(); });
  DualResult result;
  for (const auto& group : groups) {
    group->write(weights);
    result.n_iterations = std::max(result.n_iterations, group->n_epochs());
    result.converged = result.converged && group->all_done();
    result.gap = std::max(result.gap, group->worst_gap());
  }
  result.history = total_history(watches);
  result.objective = result.history.back();
  return result;
}

}  // namespace linguine
