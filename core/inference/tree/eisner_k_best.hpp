// The k best projective trees, best first.
//
//   set       projective trees, see tree.hpp
//   algorithm lazy: Algorithm 3 of [HuangChiang2005] over Eisner's spans. The best tree's chart has
//             the best derivation of every span; the next best one of a span is looked for only
//             when a wider span asks for it. It combines the a-th best of one half with the b-th of
//             the other; after (a, b) come (a, b + 1) and, if b = 0, (a + 1, 0), so that each pair
//             comes up once
//   exact     spans of [Eisner1996] split in one way only, so all trees are different. Ties go to
//             the lower split, then to the lower a, then b
//   cost      O(n^3) once, then O(n) spans a tree, each met for the first time with O(n) splits
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/inference/tree/eisner.hpp"

namespace linguine {

class EisnerKBest {
 public:
  // Heads [found][n]; fewer than k where there are no more.
  void run(const TreeRules& rules, const TreeScores& scores, Index k,
           std::vector<std::vector<Label>>& heads) {
    scores_ = scores;
    fill_chart(rules, scores, chart_);
    met_as_.assign(as_size(kKinds * n_ends() * n_ends()), -1);
    n_met_ = 0;
    heads.clear();
    const EisnerSpan whole = EisnerSpan::whole(rules, scores.n_words);
    for (Label rank = 0; rank < k; ++rank) {
      if (value_of(whole, rank) == kImpossible) break;
      heads.emplace_back(as_size(scores.n_words));
      read(whole, rank, heads.back().data());
    }
  }

 private:
  static constexpr Index kKinds = 3;
  struct Derivation {
    double value;
    Label split;
    Label left_rank;
    Label right_rank;
  };
  struct Derivations {
    std::vector<Derivation> found;       // best first
    std::vector<Derivation> candidates;  // a heap
  };

  Index n_ends() const { return scores_.n_words + 1; }
  static bool is_worse(const Derivation& a, const Derivation& b) {
    return std::tuple(a.value, -a.split, -a.left_rank, -a.right_rank) <
           std::tuple(b.value, -b.split, -b.left_rank, -b.right_rank);
  }

  // The score of the rank-th best derivation, kImpossible if there are fewer.
  double value_of(const EisnerSpan& span, Label rank) {
    if (span.i == span.j) return rank == 0 ? 0 : kImpossible;
    const std::size_t at = meet(span);
    while (met_[at].found.size() <= as_size(rank)) {
      if (!find_next(span, at)) return kImpossible;
    }
    return met_[at].found[as_size(rank)].value;
  }

  std::size_t meet(const EisnerSpan& span) {
    const Index kind = span.kind == kRoot ? kOpen : span.kind;  // (kOpen, 0, n) is never met
    Label& position = met_as_[as_size((kind * n_ends() + span.i) * n_ends() + span.j)];
    if (position >= 0) return as_size(position);
    const auto at = as_size(n_met_++);
    position = static_cast<Label>(at);
    if (met_.size() <= at) met_.emplace_back();
    auto& [found, candidates] = met_[at];
    found.clear();
    candidates.clear();
    const Label first = span.first_split();
    for (Label k = first; k < first + span.j - span.i; ++k) {
      const double value = span.best_at(chart_, scores_, k);
      if (value != kImpossible) candidates.push_back({value, k, 0, 0});
    }
    std::make_heap(candidates.begin(), candidates.end(), is_worse);
    return at;
  }

  bool find_next(const EisnerSpan& span, std::size_t at) {
    if (!met_[at].found.empty()) {
      const Derivation last = met_[at].found.back();
      add_candidate(span, at, last.split, last.left_rank, last.right_rank + 1);
      if (last.right_rank == 0) add_candidate(span, at, last.split, last.left_rank + 1, 0);
    }
    auto& [found, candidates] = met_[at];
    if (candidates.empty()) return false;
    std::pop_heap(candidates.begin(), candidates.end(), is_worse);
    found.push_back(candidates.back());
    candidates.pop_back();
    return true;
  }
  void add_candidate(const EisnerSpan& span, std::size_t at, Label k, Label left_rank,
                     Label right_rank) {
    const double left = value_of(span.left_half(k), left_rank);
    if (left == kImpossible) return;
    const double right = value_of(span.right_half(k), right_rank);
    if (right == kImpossible) return;
    auto& candidates = met_[at].candidates;
    candidates.push_back({span.combine(scores_, k, left, right), k, left_rank, right_rank});
    std::push_heap(candidates.begin(), candidates.end(), is_worse);
  }

  void read(const EisnerSpan& span, Label rank, Label* heads) {
    if (span.i == span.j) return;
    value_of(span, rank);  // a half whose best alone was needed has not been met
    const Derivation derivation = met_[meet(span)].found[as_size(rank)];
    span.write_head(derivation.split, heads);
    read(span.left_half(derivation.split), derivation.left_rank, heads);
    read(span.right_half(derivation.split), derivation.right_rank, heads);
  }

  TreeScores scores_;
  EisnerChart chart_;
  std::vector<Derivations> met_;  // spans in the order in which they were met; the memory is kept
  std::vector<Label> met_as_;     // [3][n + 1][n + 1] position in met_, -1 if not met
  Index n_met_ = 0;
};

}  // namespace linguine
