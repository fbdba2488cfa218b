// Transpose: the same matrix by feature, so that Phi^T g is a gather too.
//
//   algorithm counting sort by feature, most frequent features first; rows keep their order inside
//             a feature
//   why       lists of equal length lie side by side, so loops over short lists are predicted (a
//             bigram occurs in two or three documents, and a mispredicted end costs as much as the
//             list), and the features that occur once form one run
//   cost      O(non-zeros), two passes; memory 4 bytes (row) and one Real (value) per entry
//   exact     the result does not depend on how rows are dealt out to threads
#pragma once

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/matrix/ranking.hpp"
#include "core/base/matrix/sites.hpp"
#include "core/base/memory/big_array.hpp"
#include "core/base/work/threads.hpp"

namespace linguine {

template <class Real>
class Transpose {
 public:
  Transpose(const Sites<Real>& sites, Threads& threads) {
    constexpr Index kMost = std::numeric_limits<std::int32_t>::max();
    if (sites.n_rows() > kMost || sites.n_features() > kMost || sites.n_entries() > kMost) {
      throw std::invalid_argument(
          "batch learners take at most 2147483647 rows, features and non-zeros; use an online "
          "learner");
    }
    const Index n_rows = sites.n_rows();
    const auto n_features = as_size(sites.n_features());
    // One count per (slice of rows, feature); afterwards the place where that slice starts writing.
    const Index n_slices = std::max<Index>(1, std::min<Index>(threads.count(), 8));
    std::vector<std::vector<std::int32_t>> place(as_size(n_slices));
    auto slice_begin = [&](Index s) { return n_rows * s / n_slices; };
    threads.run(n_slices, [&](Index s) {
      auto& count = place[as_size(s)];
      count.assign(n_features, 0);
      for (Index i = slice_begin(s); i < slice_begin(s + 1); ++i) {
        sites.with_row(i, [&](const auto& row) {
          for (Index j = 0; j < row.count; ++j) ++count[as_size(row.feature(j))];
        });
      }
    });
    lay_out(place);
    const Index total = offsets_.back();
    rows_ = BigArray<std::int32_t>(total);
    values_ = BigArray<Real>(total);
    threads.run(n_slices, [&](Index s) {
      auto& next = place[as_size(s)];
      for (Index i = slice_begin(s); i < slice_begin(s + 1); ++i) {
        sites.with_row(i, [&](const auto& row) {
          for (Index j = 0; j < row.count; ++j) {
            const auto at = as_size(next[as_size(row.feature(j))]++);
            rows_[at] = static_cast<std::int32_t>(i);
            values_[at] = row.value(j);
          }
        });
      }
    });
  }

  // Places run over the features by falling frequency.
  Index n_places() const { return std::ssize(feature_); }
  Index feature(Index place) const { return feature_[as_size(place)]; }
  // The sites in which the feature at a place occurs, as a row over sites.
  RowView<Real, std::int32_t, true> row(Index place) const {
    const Index begin = offsets_[as_size(place)];
    return {rows_.data() + begin, values_.data() + begin, offsets_[as_size(place) + 1] - begin};
  }
  // scores += Phi Phi^T parts over the features at places first .. last - 1.
  void add_gram(Index first, Index last, const Real* parts, Index stride, Real* scores) const {
    gram(offsets_.data(), rows_.data(), values_.data(), first, last, parts, stride, scores);
  }
  // Borders that cut the places into `n_chunks` runs of about equal work.
  std::vector<Index> balanced_borders(Index n_chunks) const {
    const Index total = offsets_.back() + n_places();
    std::vector<Index> borders{0};
    for (Index p = 0; p < n_places() && std::ssize(borders) < n_chunks; ++p) {
      const Index done = offsets_[as_size(p) + 1] + p + 1;
      if (done >= total * std::ssize(borders) / n_chunks) borders.push_back(p + 1);
    }
    borders.push_back(n_places());
    return borders;
  }

 private:
  // Counts -> offsets by place, and for every slice where it starts writing each feature.
  void lay_out(std::vector<std::vector<std::int32_t>>& place) {
    const std::size_t n_features = place[0].size();
    std::vector<std::int32_t> total = place[0];
    for (std::size_t s = 1; s < place.size(); ++s) {
      for (std::size_t f = 0; f < n_features; ++f) total[f] += place[s][f];
    }
    const std::vector<std::int32_t> rank = rank_by_count<std::int32_t>(total);
    feature_.resize(n_features);
    for (std::size_t f = 0; f < n_features; ++f) {
      feature_[as_size(rank[f])] = static_cast<std::int32_t>(f);
    }
    offsets_.resize(n_features + 1);
    std::int32_t start = 0;
    for (std::size_t p = 0; p < n_features; ++p) {
      const auto f = as_size(feature_[p]);
      offsets_[p] = start;
      std::int32_t here = start;
      for (auto& count : place) here += std::exchange(count[f], here);
      start += total[f];
    }
    offsets_[n_features] = start;
  }

  std::vector<std::int32_t> feature_;  // [n_features] by place
  std::vector<Index> offsets_;         // [n_features + 1] by place
  BigArray<std::int32_t> rows_;
  BigArray<Real> values_;
};

}  // namespace linguine
