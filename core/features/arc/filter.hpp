// Arc filter: arcs that no training tree comes near are not looked at.
//
//   rule      (h, m) stays if training has an arc between words of these two classes (tags), in
//             this direction, at least as long; or if h is the root or next to m, so that there is
//             always a tree [Martins2009]
//   unknown   a class that training has not seen keeps all its arcs
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

class ArcFilter {
 public:
  ArcFilter() = default;  // keeps everything
  // classes [n] are hashes of values; farthest [n][n][2] is the longest arc from head class to
  // modifier class, to the left (0) and to the right (1); 0: there is none.
  ArcFilter(std::span<const std::uint64_t> classes, std::span<const std::int32_t> farthest)
      : n_classes_(classes.size()), farthest_(farthest.begin(), farthest.end()) {
    for (std::size_t i = 0; i < classes.size(); ++i) {
      id_of_.emplace(classes[i], static_cast<std::int32_t>(i));
    }
  }

  std::int32_t id_of(std::uint64_t hash) const {
    const auto found = id_of_.find(hash);
    return found == id_of_.end() ? -1 : found->second;
  }
  // `ids` [n_words + 1] by `id_of`; word 0 is the root.
  bool allows(const std::vector<std::int32_t>& ids, Index head, Index modifier) const {
    const Index distance = std::abs(head - modifier);
    if (n_classes_ == 0 || head == 0 || distance == 1) return true;
    const std::int32_t h = ids[as_size(head)];
    const std::int32_t m = ids[as_size(modifier)];
    if (h < 0 || m < 0) return true;
    const std::size_t pair = as_size(h) * n_classes_ + as_size(m);
    return farthest_[2 * pair + (head < modifier)] >= distance;
  }

 private:
  std::size_t n_classes_ = 0;
  std::vector<std::int32_t> farthest_;
  std::unordered_map<std::uint64_t, std::int32_t> id_of_;
};

}  // namespace linguine
