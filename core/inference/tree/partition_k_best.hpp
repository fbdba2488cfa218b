// The k best trees of whatever finds the best one, best first.
//
//   set       the trees that the search looks for: crossing or not, with siblings or without
//   algorithm a partition of what is left [Lawler1972]: the trees that share the heads of the first
//             p words and do not have certain heads at word p + 1. The best tree of such a part is
//             a best tree with arcs excluded. When it is taken, its part falls into parts again:
//             for each q >= p, the trees that agree with it on q words and differ on the next
//   cost      O(k n) searches
//   exact     parts are disjoint, so all trees are different. Ties go to the part made first
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/types.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

class PartitionKBest {
 public:
  // Heads [found][n] and scores; fewer than k where there are no more. search(scores, heads) writes
  // the best tree and returns its score, kImpossible if there is none.
  template <class Search>
  void run(const TreeScores& scores, Index k, std::vector<std::vector<Label>>& heads,
           std::vector<double>& values, const Search& search) {
    scores_ = scores;
    n_ = scores.n_words;
    heads.clear();
    values.clear();
    parts_.clear();
    n_wanted_ = k;
    arcs_.assign(scores.arcs, scores.arcs + n_ * (n_ + 1));
    add_part(0, {}, search);
    while (n_wanted_ > 0 && !parts_.empty()) {
      Part part = std::move(parts_.front());
      parts_.erase(parts_.begin());
      --n_wanted_;
      if (n_wanted_ > 0) divide(part, search);
      values.push_back(part.value);
      heads.push_back(std::move(part.heads));
    }
  }

 private:
  struct Part {
    double value;              // of its best tree
    std::vector<Label> heads;  // its best tree
    Index n_fixed;
    std::vector<Label> banned;  // heads of word n_fixed + 1
  };

  template <class Search>
  void divide(const Part& part, const Search& search) {
    arcs_.assign(scores_.arcs, scores_.arcs + n_ * (n_ + 1));
    double* arcs = arcs_.data();
    for (Index m = 1; m <= part.n_fixed; ++m) fix(m, part.heads[at(m - 1)]);
    for (Index q = part.n_fixed; q < n_; ++q) {
      const Label head = part.heads[at(q)];
      std::vector<Label> banned = q == part.n_fixed ? part.banned : std::vector<Label>{};
      banned.push_back(head);
      for (const Label h : banned) arcs[q * (n_ + 1) + h] = kImpossible;
      add_part(q, std::move(banned), search);
      arcs[q * (n_ + 1) + head] = scores_(head, q + 1);
      fix(q + 1, head);
    }
  }
  void fix(Index m, Label head) {
    double* row = arcs_.data() + (m - 1) * (n_ + 1);
    for (Index h = 0; h <= n_; ++h) row[h] = h == head ? row[h] : kImpossible;
  }

  template <class Search>
  void add_part(Index n_fixed, std::vector<Label> banned, const Search& search) {
    std::vector<Label> heads(at(n_));
    const double value = search(TreeScores{n_, arcs_.data()}, heads.data());
    if (value == kImpossible) return;
    const auto place =
        std::upper_bound(parts_.begin(), parts_.end(), value,
                         [](double wanted, const Part& part) { return wanted > part.value; });
    parts_.insert(place, {value, std::move(heads), n_fixed, std::move(banned)});
    if (std::ssize(parts_) > n_wanted_) parts_.pop_back();
  }

  static std::size_t at(Index i) { return as_size(i); }

  TreeScores scores_;
  Index n_ = 0;
  Index n_wanted_ = 0;
  std::vector<Part> parts_;  // best first
  std::vector<double> arcs_;
};

}  // namespace linguine
