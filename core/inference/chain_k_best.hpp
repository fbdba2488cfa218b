// The k best outputs of a chain, best first: a search from the end that knows the best way to the
// start.
//
//   algorithm  A*: Viterbi's table is the exact best score of everything to the left, so a suffix
//   is
//              taken up only if it belongs to one of the k best outputs
//   cost       Viterbi, then O(k T L log(k T L))
//   exact      equal scores go to the output that is smaller when read from the end
#pragma once

#include <queue>

#include "core/inference/chain.hpp"

namespace linguine {

class ChainKBest {
 public:
  ChainKBest(const ChainMoves& moves, const ChainScores& scores, ChainWorkspace& work)
      : moves_(moves),
        scores_(scores),
        rules_(moves.rules()),
        L_(rules_.n_labels()),
        by_pairs_(rules_.order() == 2 && scores.n_sites > 1),
        nodes_(scores.n_sites == 0 ? nullptr : closed_nodes(moves, scores, work)) {}

  // Outputs [found][T] and their scores; fewer than k where there are no more.
  void run(Index k, std::vector<std::vector<Label>>& outputs, std::vector<double>& values) {
    outputs.clear();
    values.clear();
    const Index T = scores_.n_sites;
    if (T == 0) {
      if (k > 0) outputs.emplace_back(), values.push_back(0);
      return;
    }
    fill_best();
    const auto later = [this](const Hypothesis& a, const Hypothesis& b) {
      if (a.value != b.value) return a.value < b.value;
      return read_from_end(b.suffix) < read_from_end(a.suffix);
    };
    std::priority_queue<Hypothesis, std::vector<Hypothesis>, decltype(later)> queue(later);
    const Index first = by_pairs_ ? T - 2 : T - 1;  // how far a first suffix reaches to the left
    for (Label last = 0; last < L_; ++last) {
      for (Label before = 0; before < (by_pairs_ ? L_ : 1); ++before) {
        const double value = by_pairs_ ? best(T - 1, before, last) : best(T - 1, 0, last);
        if (value == kImpossible) continue;
        Index suffix = keep(last, -1);
        if (by_pairs_) suffix = keep(before, suffix);
        queue.push({value, 0.0, first, suffix});
      }
    }
    while (!queue.empty() && static_cast<Index>(outputs.size()) < k) {
      const Hypothesis top = queue.top();
      queue.pop();
      if (top.begin == 0) {
        outputs.push_back(read(top.suffix));
        values.push_back(top.value);
        continue;
      }
      extend(top, [&](const Hypothesis& next) { queue.push(next); });
    }
  }

 private:
  struct Hypothesis {
    double value;   // of the best output with this suffix
    double behind;  // the part of it that the table does not hold: moves and nodes to the right
    Index begin;    // the suffix is y_begin .. y_{T-1}
    Index suffix;
  };
  struct Link {
    Label label;
    Index next;  // the link to the right, -1 at the end
  };

  Index keep(Label label, Index next) {
    links_.push_back({label, next});
    return static_cast<Index>(links_.size()) - 1;
  }
  const Link& link(Index i) const { return links_[static_cast<std::size_t>(i)]; }
  std::vector<Label> read(Index suffix) const {
    std::vector<Label> labels;
    for (; suffix >= 0; suffix = link(suffix).next) labels.push_back(link(suffix).label);
    return labels;
  }
  std::vector<Label> read_from_end(Index suffix) const {
    std::vector<Label> labels = read(suffix);
    std::reverse(labels.begin(), labels.end());
    return labels;
  }

  // The best score of y_0 .. y_t that ends in (b,) c; b is 0 where pairs are not used.
  double& best(Index t, Index b, Index c) {
    return best_[static_cast<std::size_t>((t * (by_pairs_ ? L_ : 1) + b) * L_ + c)];
  }
  double step(Index t, Index b, Index c) const {
    const double edge =
        scores_.edges == nullptr ? 0.0 : scores_.edges[(t * L_ + b) * rules_.stride() + c];
    return nodes_[t * rules_.stride() + c] + moves_.row(b)[c] + edge;
  }
  double pair(Index a, Index b, Index c) const { return moves_.row(rules_.pair_row(a, b))[c]; }

  void fill_best() {
    const Index T = scores_.n_sites;
    best_.assign(static_cast<std::size_t>(T * L_ * (by_pairs_ ? L_ : 1)), kImpossible);
    for (Index c = 0; c < L_; ++c) best(0, 0, c) = nodes_[c];
    for (Index t = 1; t < T; ++t) {
      for (Index b = 0; b < L_; ++b) {
        for (Index c = 0; c < L_; ++c) {
          if (!by_pairs_) {
            best(t, 0, c) = std::max(best(t, 0, c), best(t - 1, 0, b) + step(t, b, c));
          } else if (t == 1) {
            best(1, b, c) = nodes_[b] + pair(L_, b, c) + step(1, b, c);
          } else {
            double top = kImpossible;
            for (Index a = 0; a < L_; ++a) top = std::max(top, best(t - 1, a, b) + pair(a, b, c));
            best(t, b, c) = top + step(t, b, c);
          }
        }
      }
    }
  }

  template <class Use>
  void extend(const Hypothesis& from, const Use& use) {
    const Label b = link(from.suffix).label;
    if (!by_pairs_) {
      for (Label a = 0; a < L_; ++a) {
        const double behind = from.behind + step(from.begin, a, b);
        const double value = best(from.begin - 1, 0, a) + behind;
        if (value != kImpossible) use({value, behind, from.begin - 1, keep(a, from.suffix)});
      }
      return;
    }
    const Label c = link(link(from.suffix).next).label;
    for (Label a = 0; a < L_; ++a) {
      const double behind = from.behind + step(from.begin + 1, b, c) + pair(a, b, c);
      const double value = best(from.begin, a, b) + behind;
      if (value != kImpossible) use({value, behind, from.begin - 1, keep(a, from.suffix)});
    }
  }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  const ChainRules& rules_;
  const Label L_;
  const bool by_pairs_;
  const double* nodes_;
  std::vector<double> best_;
  std::vector<Link> links_;
};

}  // namespace linguine
