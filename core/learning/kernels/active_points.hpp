// Active points: those of a problem that have not been left out, and rows of K over them alone.
//
//   cost      a row is gathered once from the whole one; keeping fewer points drops all of them
//   given     memory for gathered rows; beyond it they are dropped, but for the last two
//   exact     while all points are active, rows are those of the kernel, not copies
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "core/learning/kernels/kernel_rows.hpp"

namespace linguine {

class ActivePoints {
 public:
  ActivePoints(KernelRows& rows, double megabytes) : rows_(rows), megabytes_(megabytes) {
    restore();
  }

  Index size() const { return std::ssize(points_); }
  bool are_all() const { return size() == rows_.size(); }
  Index point(Index k) const { return points_[as_size(k)]; }

  void restore() {
    points_.resize(as_size(rows_.size()));
    std::iota(points_.begin(), points_.end(), Index{0});
    forget();
  }
  // `kept` are places among the active points, ascending.
  void keep(const std::vector<Index>& kept) {
    for (std::size_t k = 0; k < kept.size(); ++k) points_[k] = point(kept[k]);
    points_.resize(kept.size());
    forget();
  }

  // K(point k, active points); valid while only one other row is asked for.
  const float* row(Index k, Watch& watch) {
    if (are_all()) return rows_.row(k, watch);
    auto& kept = gathered_[as_size(k)];
    if (kept == nullptr) {
      if (std::ssize(order_) >= most_) forget_all_but_last();
      const float* const whole = rows_.row(point(k), watch);
      kept = std::make_unique<float[]>(as_size(whole_blocks(size())));
      for (Index t = 0; t < size(); ++t) kept[as_size(t)] = whole[point(t)];
      order_.push_back(k);
    }
    last_ = k;
    return kept.get();
  }

 private:
  void forget() {
    gathered_.clear();
    gathered_.resize(points_.size());
    order_.clear();
    const double row_bytes = 4.0 * static_cast<double>(whole_blocks(std::max<Index>(size(), 1)));
    const double most = megabytes_ * 1048576 / row_bytes;
    most_ = std::max<Index>(2, static_cast<Index>(std::min(most, 1e9)));
  }
  void forget_all_but_last() {
    for (const Index k : order_) {
      if (k != last_) gathered_[as_size(k)] = nullptr;
    }
    order_.assign(gathered_[as_size(last_)] == nullptr ? 0 : 1, last_);
  }

  KernelRows& rows_;
  double megabytes_;
  std::vector<Index> points_;                       // ascending
  std::vector<std::unique_ptr<float[]>> gathered_;  // [active point] its row, or null
  std::vector<Index> order_;                        // those that are gathered
  Index most_ = 2;
  Index last_ = 0;
};

}  // namespace linguine
