// The k best outputs of a chain, best first: a search from the end that knows the best way to the
// start.
//
//   algorithm  A*: Viterbi's table is the exact best score of everything to the left, so a suffix
//              is taken up only if it belongs to one of the k best outputs
//   cost       Viterbi, then O(k T L log(k T L)); L is the number of candidates if there are any
//   exact      equal scores go to the output that is smaller when read from the end
#pragma once

#include <queue>

#include "core/inference/chain/chain.hpp"
#include "core/inference/chain/restricted.hpp"

namespace linguine {

class ChainKBest {
 public:
  ChainKBest(const ChainMoves& moves, const ChainScores& scores, ChainWorkspace& work)
      : moves_(moves),
        scores_(scores),
        rules_(moves.rules()),
        L_(rules_.n_labels()),
        by_pairs_(rules_.order() == 2 && scores.n_sites > 1),
        nodes_(scores.n_sites == 0 ? nullptr : closed_nodes(moves, scores, work)),
        labels_(scores, rules_.n_labels()),
        begin_(by_pairs_ ? labels_.pair_tables() : site_tables()) {}

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
    for (std::int32_t last = 0; last < labels_.size(T - 1); ++last) {
      for (std::int32_t before = 0; before < (by_pairs_ ? labels_.size(T - 2) : 1); ++before) {
        const double value = best(T - 1, before, last);
        if (value == kImpossible) continue;
        Index suffix = keep(last, -1);
        if (by_pairs_) suffix = keep(before, suffix);
        queue.push({value, 0.0, first, suffix});
      }
    }
    while (!queue.empty() && std::ssize(outputs) < k) {
      const Hypothesis top = queue.top();
      queue.pop();
      if (top.begin == 0) {
        outputs.push_back(read(top.suffix));
        for (Index t = 0; t < T; ++t) {
          Label& each = outputs.back()[as_size(t)];
          each = label(t, each);
        }
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
    std::int32_t place;  // among the labels of its site
    Index next;          // the link to the right, -1 at the end
  };

  Index keep(std::int32_t place, Index next) {
    links_.push_back({place, next});
    return std::ssize(links_) - 1;
  }
  const Link& link(Index i) const { return links_[as_size(i)]; }
  std::vector<Label> read(Index suffix) const {
    std::vector<Label> labels;
    for (; suffix >= 0; suffix = link(suffix).next) labels.push_back(link(suffix).place);
    return labels;
  }
  std::vector<Label> read_from_end(Index suffix) const {
    std::vector<Label> labels = read(suffix);
    std::reverse(labels.begin(), labels.end());
    return labels;
  }

  std::vector<std::size_t> site_tables() const {
    std::vector<std::size_t> begin{0};
    for (Index t = 0; t < scores_.n_sites; ++t) {
      begin.push_back(begin.back() + as_size(labels_.size(t)));
    }
    return begin;
  }
  // The best score of y_0 .. y_t that ends in the labels at places (i,) j; i is 0 where pairs are
  // not used.
  double& best(Index t, Index i, Index j) {
    const auto place = as_size(i * labels_.size(t) + j);
    return best_[begin_[as_size(t)] + place];
  }
  Label label(Index t, Index i) const { return labels_.at(t)[as_size(i)]; }
  double step(Index t, Label b, Label c) const {
    return nodes_[t * rules_.stride() + c] + moves_.row(b)[c] +
           edge_score(scores_, rules_, t, b, c);
  }

  void fill_best() {
    const Index T = scores_.n_sites;
    best_.assign(begin_.back(), kImpossible);
    for (Index j = 0; !by_pairs_ && j < labels_.size(0); ++j) best(0, 0, j) = nodes_[label(0, j)];
    for (Index t = 1; t < T; ++t) {
      for (Index i = 0; i < labels_.size(t - 1); ++i) {
        for (Index j = 0; j < labels_.size(t); ++j) {
          const Label b = label(t - 1, i);
          const Label c = label(t, j);
          if (!by_pairs_) {
            best(t, 0, j) = std::max(best(t, 0, j), best(t - 1, 0, i) + step(t, b, c));
          } else if (t == 1) {
            best(1, i, j) = nodes_[b] + moves_.pair(L_, b, c) + step(1, b, c);
          } else {
            double top = kImpossible;
            for (Index h = 0; h < labels_.size(t - 2); ++h) {
              top = std::max(top, best(t - 1, h, i) + moves_.pair(label(t - 2, h), b, c));
            }
            best(t, i, j) = top + step(t, b, c);
          }
        }
      }
    }
  }

  template <class Use>
  void extend(const Hypothesis& from, const Use& use) {
    const std::int32_t i = link(from.suffix).place;
    const Label b = label(from.begin, i);
    const Label c = by_pairs_ ? label(from.begin + 1, link(link(from.suffix).next).place) : 0;
    for (std::int32_t h = 0; h < labels_.size(from.begin - 1); ++h) {
      const Label a = label(from.begin - 1, h);
      const double behind = by_pairs_
                                ? from.behind + step(from.begin + 1, b, c) + moves_.pair(a, b, c)
                                : from.behind + step(from.begin, a, b);
      const double value =
          behind + (by_pairs_ ? best(from.begin, h, i) : best(from.begin - 1, 0, h));
      if (value != kImpossible) use({value, behind, from.begin - 1, keep(h, from.suffix)});
    }
  }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  const ChainRules& rules_;
  const Index L_;
  const bool by_pairs_;
  const double* nodes_;
  const SiteLabels labels_;
  const std::vector<std::size_t> begin_;  // where the table of each site begins in `best_`
  std::vector<double> best_;
  std::vector<Link> links_;
};

}  // namespace linguine
