// Dual coordinate descent on threads: columns are dealt out in groups, one table of weights each.
//
//   exact     columns never exchange a bit (columns.hpp), so the number of threads changes
//             nothing
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <vector>

#include "core/base/work/watch.hpp"
#include "core/learning/dual/columns.hpp"

namespace linguine {

// What a group tells on its way; only that of the calling thread is heard.
class DualWatch {
 public:
  DualWatch(Watch* watch, Index total) : watch_(watch), total_(total) {}

  void poll() { watch_->poll(); }
  template <class Columns>
  void report(Index epoch, const Columns& columns) {
    history.push_back(columns.primals());
    Monitor* const monitor = watch_->monitor();
    if (monitor == nullptr) return;
    const auto& primals = columns.primals();
    monitor->report("dual", epoch, total_, std::accumulate(primals.begin(), primals.end(), 0.0));
  }
  std::vector<std::vector<double>> history;  // [epoch][column of the group]

 private:
  Watch* watch_;
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

// Columns that lie side by side: their weights are four lines of the cache for each feature, and
// those of all features stay in the last cache.
inline constexpr Index kWidth = 64;

template <class Real>
Solution solve_dual(const DualLoss& loss, const SiteProblem<Real>& problem, const Cost& cost,
                    const DualOptions& options, const ColumnScales& scales,
                    ColumnResults<Real> results, Monitor& monitor) {
  const Index n_columns = scales.count;
  Threads threads(options.n_threads);
  // As many groups for each worker, so that none waits for long.
  const Index n_workers = std::min<Index>(threads.count(), n_columns);
  const Index most = kWidth * n_workers;
  const Index n_groups = std::min(n_columns, (n_columns + most - 1) / most * n_workers);
  const std::vector<double> norms = squared_norms(problem, options.bias_scale);
  const Index bytes_per_feature = stride_of(n_columns) * static_cast<Index>(sizeof(Real));
  const HotFirst<Real> hot(*problem.sites, bytes_per_feature, threads);
  Threads* const spare = n_workers == 1 ? &threads : nullptr;
  Watch watch(monitor);
  std::vector<DualWatch> watches(as_size(n_groups), DualWatch(&watch, options.max_iterations));
  Solution result;
  result.converged = true;
  std::mutex mutex;
  std::atomic<Index> next{0};
  auto work = [&](Index) {
    ColumnTables<Real> tables;
    for (Index g = next++; g < n_groups; g = next++) {
      const Index begin = n_columns * g / n_groups;
      const Index count = n_columns * (g + 1) / n_groups - begin;
      DualColumns<Real> group(loss, problem, cost, hot, options, scales, scales.first + begin,
                              count, norms, spare, tables);
      group.run(watches[as_size(g)], results);
      const std::lock_guard lock(mutex);
      result.n_iterations = std::max(result.n_iterations, group.n_epochs());
      result.converged = result.converged && group.has_converged();
      result.gap = std::max(result.gap, group.worst_gap());
    }
  };
  threads.run(n_workers, work, [&] { watch.poll(); });
  result.history = total_history(watches);
  result.objective = result.history.back();
  return result;
}

}  // namespace linguine
