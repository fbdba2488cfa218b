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

struct EisnerKBestMemory {
  struct Derivation {
    double value;
    Label split;
    Label left_rank;
    Label right_rank;
  };
  struct Span {
    std::vector<Derivation> found;       // best first
    std::vector<Derivation> candidates;  // a heap
  };
  std::vector<Span> spans;    // in the order in which they were met; the memory is kept
  std::vector<Label> met_as;  // [3 (n + 1)^2] position in spans, -1 if not met
};

class EisnerKBest {
 public:
  EisnerKBest(const TreeRules& rules, const TreeScores& scores, EisnerChart& chart,
              EisnerKBestMemory& memory)
      : rules_(rules),
        scores_(scores),
        n_(static_cast<Label>(scores.n_words)),
        chart_(chart),
        memory_(memory) {
    fill_chart(rules, scores, chart);
    const Index size = kKinds * (Index{n_} + 1) * (n_ + 1);
    std::fill_n(at_least(memory.met_as, size), size, -1);
  }

  // Heads [found][n]; fewer than k where there are no more.
  void run(Index k, std::vector<std::vector<Label>>& heads) {
    heads.clear();
    const Item top = rules_.single_root ? Item{kRoot, 0, n_} : Item{kRight, 0, n_};
    for (Label rank = 0; rank < k; ++rank) {
      if (value_of(top, rank) == kImpossible) break;
      heads.emplace_back(as_size(n_));
      read(top, rank, heads.back().data());
    }
  }

 private:
  using Derivation = EisnerKBestMemory::Derivation;
  enum Kind : Label { kOpen, kRight, kLeft, kRoot };  // the root's item takes (kOpen, 0, n)'s place
  static constexpr Index kKinds = 3;
  struct Item {
    Kind kind;
    Label i;
    Label j;
  };
  struct Halves {
    Item left;
    Item right;
  };

  static bool is_worse(const Derivation& a, const Derivation& b) {
    return std::tuple(a.value, -a.split, -a.left_rank, -a.right_rank) <
           std::tuple(b.value, -b.split, -b.left_rank, -b.right_rank);
  }

  static Halves halves(const Item& item, Label k) {
    switch (item.kind) {
      case kOpen:
        return {{kRight, item.i, k}, {kLeft, k + 1, item.j}};
      case kRight:
        return {{kOpen, item.i, k}, {kRight, k, item.j}};
      case kLeft:
        return {{kLeft, item.i, k}, {kOpen, k, item.j}};
      default:
        return {{kLeft, 1, k}, {kRight, k, item.j}};
    }
  }
  // The sum in the order of the chart, so that the best of a span is the same number here and
  // there.
  double combine(const Item& item, Label k, double left, double right) const {
    switch (item.kind) {
      case kOpen:
        return left + right;
      case kRight:
        return (left + scores_(item.i, k)) + right;
      case kLeft:
        return left + (right + scores_(item.j, k));
      default:
        return (left + scores_(0, k)) + right;
    }
  }
  double best_of(const Item& item) const {
    const Index cell = item.i * chart_.stride + item.j;
    return (item.kind == kOpen    ? chart_.open
            : item.kind == kRight ? chart_.right
                                  : chart_.left)[cell];
  }

  // The score of the rank-th best derivation, kImpossible if there are fewer.
  double value_of(const Item& item, Label rank) {
    if (item.i == item.j) return rank == 0 ? 0 : kImpossible;
    const std::size_t span = meet(item);
    while (memory_.spans[span].found.size() <= as_size(rank)) {
      if (!find_next(item, span)) return kImpossible;
    }
    return memory_.spans[span].found[as_size(rank)].value;
  }

  std::size_t meet(const Item& item) {
    const Index kind = item.kind == kRoot ? kOpen : item.kind;
    Label& position = memory_.met_as[as_size((kind * (n_ + 1) + item.i) * (n_ + 1) + item.j)];
    if (position >= 0) return as_size(position);
    const auto span = as_size(n_met_++);
    position = static_cast<Label>(span);
    if (memory_.spans.size() <= span) memory_.spans.emplace_back();
    auto& [found, candidates] = memory_.spans[span];
    found.clear();
    candidates.clear();
    const bool from_next = item.kind == kRight || item.kind == kRoot;
    for (Label k = item.i + (from_next ? 1 : 0); k < item.j + (from_next ? 1 : 0); ++k) {
      const auto [left, right] = halves(item, k);
      const double value = combine(item, k, best_of(left), best_of(right));
      if (value != kImpossible) candidates.push_back({value, k, 0, 0});
    }
    std::make_heap(candidates.begin(), candidates.end(), is_worse);
    return span;
  }

  bool find_next(const Item& item, std::size_t span) {
    if (!memory_.spans[span].found.empty()) {
      const Derivation last = memory_.spans[span].found.back();
      add_candidate(item, span, last.split, last.left_rank, last.right_rank + 1);
      if (last.right_rank == 0) add_candidate(item, span, last.split, last.left_rank + 1, 0);
    }
    auto& [found, candidates] = memory_.spans[span];
    if (candidates.empty()) return false;
    std::pop_heap(candidates.begin(), candidates.end(), is_worse);
    found.push_back(candidates.back());
    candidates.pop_back();
    return true;
  }
  void add_candidate(const Item& item, std::size_t span, Label k, Label left_rank,
                     Label right_rank) {
    const auto [left, right] = halves(item, k);
    const double left_value = value_of(left, left_rank);
    if (left_value == kImpossible) return;
    const double right_value = value_of(right, right_rank);
    if (right_value == kImpossible) return;
    auto& candidates = memory_.spans[span].candidates;
    candidates.push_back({combine(item, k, left_value, right_value), k, left_rank, right_rank});
    std::push_heap(candidates.begin(), candidates.end(), is_worse);
  }

  void read(const Item& item, Label rank, Label* heads) {
    if (item.i == item.j) return;
    value_of(item, rank);  // a half whose best alone was needed has not been met
    const Derivation derivation = memory_.spans[meet(item)].found[as_size(rank)];
    const Label k = derivation.split;
    if (item.kind == kRight) heads[k - 1] = item.i;
    if (item.kind == kLeft) heads[k - 1] = item.j;
    if (item.kind == kRoot) heads[k - 1] = 0;
    const auto [left, right] = halves(item, k);
    read(left, derivation.left_rank, heads);
    read(right, derivation.right_rank, heads);
  }

  const TreeRules& rules_;
  const TreeScores& scores_;
  Label n_;
  EisnerChart& chart_;
  EisnerKBestMemory& memory_;
  Index n_met_ = 0;
};

}  // namespace linguine
