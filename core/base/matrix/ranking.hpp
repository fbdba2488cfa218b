// Ranking: the order of features by how often they occur, most frequent first. Words follow Zipf's
// law, so that order puts the few thousand that make up most of a text side by side, and rare ones
// of equal count in runs.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

// rank[f] = place of feature f; equally frequent features keep their order. Counting sort,
// O(features).
template <class Count>
std::vector<std::int32_t> rank_by_count(std::span<const Count> count) {
  std::vector<std::int32_t> rank(count.size());
  if (count.empty()) return rank;
  const auto top = as_size(*std::max_element(count.begin(), count.end()));
  std::vector<std::int32_t> place(top + 2, 0);
  for (const Count c : count) ++place[top - as_size(c) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  for (std::size_t f = 0; f < count.size(); ++f) {
    rank[f] = place[top - as_size(count[f])]++;
  }
  return rank;
}

}  // namespace linguine
