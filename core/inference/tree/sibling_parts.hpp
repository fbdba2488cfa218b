// Sibling parts: where the scores of a modifier and its sibling lie in a table of parts.
//
//   parts     of every arc h -> m that is there: one for no sibling, then one for every sibling
//             between the two whose arc from h is there too, the nearest to h first. So the table
//             is as small as the filter of arcs makes it, not n^3
//   root      with a single root its only modifier has no sibling
#pragma once

#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/types.hpp"

namespace linguine {

class SiblingParts {
 public:
  // `allowed(h, m)`: is the arc there?
  template <class Allowed>
  void lay_out(Index n, bool single_root, const Allowed& allowed) {
    n_ = n;
    total_ = 0;
    begin_.assign(as_size((n + 1) * (n + 1)), -1);
    rank_.assign(begin_.size(), 0);
    for (Index h = 0; h <= n; ++h) {
      for (const Index step : {Index{1}, Index{-1}}) {
        std::int32_t n_before = 0;
        for (Index m = h + step; m >= 1 && m <= n; m += step) {
          if (!allowed(h, m)) continue;
          begin_[at(h, m)] = total_;
          total_ += 1 + (h == 0 && single_root ? 0 : n_before);
          rank_[at(h, m)] = ++n_before;
        }
      }
    }
  }

  Index size() const { return total_; }
  Index part(Index head, Index sibling, Index modifier) const {
    return begin_[at(head, modifier)] + (sibling == 0 ? 0 : rank_[at(head, sibling)]);
  }
  // Calls use(sibling, part) for all parts of an arc; 0 is no sibling.
  template <class Use>
  void for_each(Index head, Index modifier, bool single_root, const Use& use) const {
    const Index begin = begin_[at(head, modifier)];
    use(Index{0}, begin);
    if (head == 0 && single_root) return;
    const Index step = head < modifier ? 1 : -1;
    for (Index c = head + step; c != modifier; c += step) {
      if (rank_[at(head, c)] > 0) use(c, begin + rank_[at(head, c)]);
    }
  }

 private:
  std::size_t at(Index head, Index word) const { return as_size(head * (n_ + 1) + word); }
  Index n_ = 0;
  Index total_ = 0;
  std::vector<Index> begin_;        // [head][modifier]; -1: the arc is not there
  std::vector<std::int32_t> rank_;  // [head][word] among the modifiers on its side, from 1
};

}  // namespace linguine
