// Rows of a kernel: computed when they are asked for, the last ones kept.
//
//   set       the rows of the items in one or two ranges, against the same items
//   cost      a row that was dropped is computed again; rows are single precision, as libsvm's
//   given     memory for at least two rows: a row stays valid while only one other is asked for
//   returns   rows that go on with zeros up to whole lanes of eight
//   exact     a row that is long to compute is cut for threads at places that depend on the data
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/learning/kernels/gram.hpp"

namespace linguine {

// Items begin..end-1, and, unless it is empty, a second range behind it.
struct Ranges {
  Index begin[2];
  Index end[2];

  Index size() const { return end[0] - begin[0] + end[1] - begin[1]; }
  Index item(Index k) const {
    const Index first = end[0] - begin[0];
    return k < first ? begin[0] + k : begin[1] + k - first;
  }
};

class KernelRows {
 public:
  // `threads` may be null: then the caller computes alone.
  KernelRows(const Items& items, const Ranges& ranges, double megabytes, Threads* threads)
      : items_(items),
        ranges_(ranges),
        threads_(threads),
        fill_(items.make_fill()),
        row_(as_size(ranges.size())),
        kept_(as_size(ranges.size())),
        place_(as_size(ranges.size())) {
    const double row_bytes = 4.0 * static_cast<double>(std::max<Index>(ranges.size(), 1));
    most_ = std::max<Index>(2, static_cast<Index>(std::min(megabytes * 1048576 / row_bytes, 1e9)));
  }

  Index size() const { return ranges_.size(); }

  double diagonal(Index k) {
    double cell = 0;
    const Index i = ranges_.item(k);
    fill_({i, i + 1, i, i + 1, &cell, 1});
    return cell;
  }

  // `watch` is asked between pieces of a row that is long to compute.
  const float* row(Index k, Watch& watch) {
    const auto at = as_size(k);
    if (kept_[at] != nullptr) {
      used_.splice(used_.begin(), used_, place_[at]);
      return kept_[at].get();
    }
    std::unique_ptr<float[]> cells;
    if (std::ssize(used_) >= most_) {
      cells = std::move(kept_[as_size(used_.back())]);
      used_.pop_back();
    } else {
      cells = std::make_unique<float[]>(as_size(whole_blocks(size())));
    }
    compute(ranges_.item(k), watch);
    std::transform(row_.begin(), row_.end(), cells.get(),
                   [](double cell) { return static_cast<float>(cell); });
    used_.push_front(k);
    place_[at] = used_.begin();
    kept_[at] = std::move(cells);
    return kept_[at].get();
  }

 private:
  void compute(Index i, Watch& watch) {
    double* out = row_.data();
    for (int range = 0; range < 2; ++range) {
      const Index width = ranges_.end[range] - ranges_.begin[range];
      const Rectangle where{i, i + 1, ranges_.begin[range], ranges_.end[range], out, width};
      if (threads_ == nullptr || items_.n_operations * static_cast<double>(width) < kWorthThreads) {
        fill_pieces(items_, fill_, where, watch);
      } else {
        compute_on_threads(where, watch);
      }
      out += width;
    }
  }
  void compute_on_threads(const Rectangle& where, Watch& watch) {
    const Index n_chunks = (where.width() + kChunk - 1) / kChunk;
    const auto work = [&](Index chunk) {
      const Index begin = where.begin + chunk * kChunk;
      try {
        fill_pieces(items_, items_.make_fill(),
                    {where.first, where.last, begin, std::min(where.end, begin + kChunk),
                     where.out + chunk * kChunk, where.stride},
                    watch);
      } catch (...) {
        watch.stop();
        throw;
      }
    };
    threads_->run(n_chunks, work, [&] { watch.poll(); });
  }

  static constexpr double kWorthThreads = 2e6;
  static constexpr Index kChunk = 128;

  const Items& items_;
  Ranges ranges_;
  Threads* threads_;
  Items::Fill fill_;
  std::vector<double> row_;
  std::vector<std::unique_ptr<float[]>> kept_;     // [item] its row, or null
  std::vector<std::list<Index>::iterator> place_;  // [item] in `used_`
  std::list<Index> used_;                          // the last used first
  Index most_;
};

}  // namespace linguine
