// Hot first: the same matrix with features renumbered by how often they occur.
//
//   why       frequent features then share cache lines, instead of each pulling in seven strangers
//             (ranking.hpp). Worth it from a few passes on.
//   cost      two passes over the indices, 4 bytes per entry
//   exact     a permutation; rows keep the order of their entries, so every sum keeps its bits
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/matrix/ranking.hpp"
#include "core/base/matrix/sites.hpp"
#include "core/base/memory/big_array.hpp"
#include "core/base/work/threads.hpp"

namespace linguine {

template <class Real>
class HotFirst {
 public:
  // Dense or very long matrices are left as they are, weights that fit into the caches anyway, and
  // features that fill a line by themselves.
  HotFirst(const Sites<Real>& sites, Index bytes_per_feature, Threads& threads) : sites_(sites) {
    const std::int32_t* indices = sites.indices();
    if (indices == nullptr || sites.n_entries() > std::numeric_limits<std::int32_t>::max() ||
        sites.n_features() * bytes_per_feature <= (Index{8} << 20) || bytes_per_feature >= 64)
      return;
    const Index n_slices = std::min<Index>(threads.count(), kMostSlices);
    const Index n = sites.n_entries();
    const auto d = as_size(sites.n_features());
    std::vector<std::vector<std::int32_t>> counts(as_size(n_slices));
    threads.run(n_slices, [&](Index s) {
      auto& count = counts[as_size(s)];
      count.assign(d, 0);
      for (Index j = n * s / n_slices; j < n * (s + 1) / n_slices; ++j) {
        ++count[as_size(indices[j])];
      }
    });
    for (std::size_t s = 1; s < counts.size(); ++s) {
      for (std::size_t f = 0; f < d; ++f) counts[0][f] += counts[s][f];
    }
    rank_ = rank_by_count<std::int32_t>(counts[0]);
    indices_ = BigArray<std::int32_t>(n);
    threads.run(n_slices, [&](Index s) {
      for (Index j = n * s / n_slices; j < n * (s + 1) / n_slices; ++j) {
        indices_[as_size(j)] = rank_[as_size(indices[j])];
      }
    });
    sites_ = sites.with_indices(indices_.data());
  }

  const Sites<Real>& sites() const { return sites_; }
  // Where feature f lies now.
  Index rank(Index f) const { return rank_.empty() ? f : rank_[as_size(f)]; }

 private:
  static constexpr Index kMostSlices = 8;  // each counts all features

  Sites<Real> sites_;
  std::vector<std::int32_t> rank_;
  BigArray<std::int32_t> indices_;
};

}  // namespace linguine
