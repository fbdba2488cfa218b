// Transpose: the same matrix by feature, so that Phi^T g is a gather too.
//
//   algorithm counting sort by feature; rows keep their order inside a feature
//   cost      O(non-zeros), two passes; memory 4 bytes (row) and one Real (value) per entry
//   exact     the result does not depend on how rows are dealt out to threads
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "core/base/sites.hpp"
#include "core/base/threads.hpp"

namespace linguine {

template <class Real>
class Transpose {
 public:
  Transpose(const Sites<Real>& sites, Threads& threads) {
    const Index n_rows = sites.n_rows();
    const Index n_features = sites.n_features();
    if (n_rows > std::numeric_limits<std::int32_t>::max()) {
      throw std::invalid_argument("batch learners take at most 2147483647 rows; use an online learner");
    }
    // One count per (slice of rows, feature); afterwards the place where that slice starts writing.
    const Index n_slices = std::max<Index>(1, std::min<Index>(threads.count(), 8));
    std::vector<std::vector<Index>> place(static_cast<std::size_t>(n_slices));
    auto slice_begin = [&](Index s) { return n_rows * s / n_slices; };
    threads.run(n_slices, [&](Index s) {
      auto& count = place[static_cast<std::size_t>(s)];
      count.assign(static_cast<std::size_t>(n_features), 0);
      for (Index i = slice_begin(s); i < slice_begin(s + 1); ++i) {
        sites.with_row(i, [&](const auto& row) {
          for (Index j = 0; j < row.count; ++j) ++count[static_cast<std::size_t>(row.feature(j))];
        });
      }
    });
    offsets_.resize(static_cast<std::size_t>(n_features) + 1);
    Index total = 0;
    for (Index f = 0; f < n_features; ++f) {
      offsets_[static_cast<std::size_t>(f)] = total;
      for (auto& count : place) {
        const Index here = count[static_cast<std::size_t>(f)];
        count[static_cast<std::size_t>(f)] = total;
        total += here;
      }
    }
    offsets_[static_cast<std::size_t>(n_features)] = total;
    rows_ = std::make_unique_for_overwrite<std::int32_t[]>(static_cast<std::size_t>(total));
    values_ = std::make_unique_for_overwrite<Real[]>(static_cast<std::size_t>(total));
    threads.run(n_slices, [&](Index s) {
      auto& next = place[static_cast<std::size_t>(s)];
      for (Index i = slice_begin(s); i < slice_begin(s + 1); ++i) {
        sites.with_row(i, [&](const auto& row) {
          for (Index j = 0; j < row.count; ++j) {
            const Index at = next[static_cast<std::size_t>(row.feature(j))]++;
            rows_[static_cast<std::size_t>(at)] = static_cast<std::int32_t>(i);
            values_[static_cast<std::size_t>(at)] = row.value(j);
          }
        });
      }
    });
  }

  Index count(Index feature) const {
    return offsets_[static_cast<std::size_t>(feature) + 1] -
           offsets_[static_cast<std::size_t>(feature)];
  }
  // The sites in which a feature occurs, as a row over sites.
  RowView<Real, std::int32_t, true> row(Index feature) const {
    const Index begin = offsets_[static_cast<std::size_t>(feature)];
    return {rows_.get() + begin, values_.get() + begin, count(feature)};
  }
  // scores += Phi Phi^T parts over the features first .. last - 1.
  void add_gram(Index first, Index last, const Real* parts, Index stride, Real* scores) const {
    gram(offsets_.data(), rows_.get(), values_.get(), first, last, parts, stride, scores);
  }
  // Borders that cut the features into `n_chunks` runs of about equal work.
  std::vector<Index> balanced_borders(Index n_chunks) const {
    const Index n_features = static_cast<Index>(offsets_.size()) - 1;
    const Index total = offsets_.back() + n_features;
    std::vector<Index> borders{0};
    for (Index f = 0; f < n_features && static_cast<Index>(borders.size()) < n_chunks; ++f) {
      const Index done = offsets_[static_cast<std::size_t>(f) + 1] + f + 1;
      if (done >= total * static_cast<Index>(borders.size()) / n_chunks) borders.push_back(f + 1);
    }
    borders.push_back(n_features);
    return borders;
  }

 private:
  std::vector<Index> offsets_;
  std::unique_ptr<std::int32_t[]> rows_;
  std::unique_ptr<Real[]> values_;
};

}  // namespace linguine
