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
        nodes_(scores.n_sites == 0 ? nullptr : closed_nodes(moves, scores, work)),
        labels_(scores, rules_, rules_.order()),
        begin_(labels_.tables()) {}

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
    const Index begin = std::max<Index>(T - labels_.depth(), 0);  // of a first suffix
    for (Index last = 0; last < labels_.size(T - 1); ++last) {
      for (Index before = 0; before < labels_.n_before(T - 1); ++before) {
        const double value = best(T - 1, before * labels_.size(T - 1) + last);
        if (value == kImpossible) continue;
        Index suffix = keep(last, -1);
        Index rest = before;
        for (Index t = T - 2; t >= begin; rest /= labels_.size(t--)) {
          suffix = keep(rest % labels_.size(t), suffix);
        }
        queue.push({value, 0.0, begin, suffix});
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

  Index keep(Index place, Index next) {
    links_.push_back({static_cast<std::int32_t>(place), next});
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

  // The best score of y_0 .. y_t that ends in a history and a label: a cell of the table of t.
  double& best(Index t, Index cell) { return best_[begin_[as_size(t)] + as_size(cell)]; }
  Label label(Index t, Index i) const { return labels_.at(t)[as_size(i)]; }
  double step(Index t, Index code, Label c) const {
    return nodes_[t * rules_.stride() + c] + moves_.row(code % rules_.n_labels())[c] +
           edge_score(scores_, rules_, t, code, c);
  }
  // The move into c at t > 0: what is the same for all ways to a history, and what one of them
  // says. Of order 1 the label before is the way, and the history is nothing.
  double step_from_all(Index t, Index code, Label c) const {
    return rules_.order() == 1 ? 0.0 : step(t, code, c);
  }
  double move_from(Index t, Index h, Index code, Label c) const {
    if (t < rules_.order()) return 0;
    const Label first = label(t - rules_.order(), h);
    if (rules_.order() == 1) return step(t, first, c);
    return moves_.score(rules_.longest_row(first, code), c);
  }

  void fill_best() {
    const Index T = scores_.n_sites;
    best_.assign(begin_.back(), kImpossible);
    for (Index j = 0; j < labels_.size(0); ++j) best(0, j) = nodes_[label(0, j)];
    for (Index t = 1; t < T; ++t) {
      const Index n_before = labels_.n_before(t);
      for (Index b = 0; b < n_before; ++b) {
        const Index code = labels_.code(t, b);
        for (Index j = 0; j < labels_.size(t); ++j) {
          const Label c = label(t, j);
          double top = kImpossible;
          for (Index h = 0; h < labels_.n_first(t); ++h) {
            top = std::max(top, best(t - 1, h * n_before + b) + move_from(t, h, code, c));
          }
          best(t, b * labels_.size(t) + j) =
              top + shared_score(moves_, t, code, c) + step_from_all(t, code, c);
        }
      }
    }
  }

  // A suffix that is one longer: the move out of the first `depth` labels is now known.
  template <class Use>
  void extend(const Hypothesis& from, const Use& use) {
    const Index t = from.begin + labels_.depth() - 1;
    Index b = 0;
    Index at = from.suffix;
    for (Index s = from.begin; s < t; ++s, at = link(at).next) {
      b = b * labels_.size(s) + link(at).place;
    }
    const Label c = label(t, link(at).place);
    const Index code = labels_.code(t, b);
    const Index n_before = labels_.n_before(t);
    const double all = from.behind + shared_score(moves_, t, code, c) + step_from_all(t, code, c);
    for (Index h = 0; h < labels_.n_first(t); ++h) {
      const double behind = all + move_from(t, h, code, c);
      const double value = behind + best(t - 1, h * n_before + b);
      if (value != kImpossible) use({value, behind, from.begin - 1, keep(h, from.suffix)});
    }
  }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  const ChainRules& rules_;
  const double* nodes_;
  const SiteLabels labels_;
  const std::vector<std::size_t> begin_;  // where the table of each site begins in `best_`
  std::vector<double> best_;
  std::vector<Link> links_;
};

}  // namespace linguine
