// Candidates: a chain whose sites are tried with a few labels each; what a tag dictionary is for.
//
//   set       y_t among the candidates of site t
//   max       Viterbi over these alone, of order 2 over pairs of neighbouring ones; ties go to the
//             lower label, from the end, as in chain.hpp
//   others    logs.hpp and k_best.hpp walk over the same lists
//   cost      O(T k^2), order 2 O(T k^3) for k candidates a site, whatever the number of labels
#pragma once

#include <numeric>

#include "core/inference/chain/chain.hpp"

namespace linguine {

// The labels of each site: its candidates, or all.
class SiteLabels {
 public:
  SiteLabels(const ChainScores& scores, Label n_labels) : scores_(scores), n_labels_(n_labels) {
    if (scores.candidates == nullptr) {
      all_.resize(as_size(n_labels));
      std::iota(all_.begin(), all_.end(), Label{0});
    }
  }
  Index size(Index t) const {
    if (scores_.candidates == nullptr) return n_labels_;
    return scores_.candidate_offsets[t + 1] - scores_.candidate_offsets[t];
  }
  std::span<const Label> at(Index t) const {
    if (scores_.candidates == nullptr) return all_;
    return {scores_.candidates + scores_.candidate_offsets[t], as_size(size(t))};
  }
  // Where the table of pairs (site t - 1, site t) begins if all lie end to end; of t = 0 there is
  // none. One more than the sites.
  std::vector<std::size_t> pair_tables() const {
    std::vector<std::size_t> begin(as_size(scores_.n_sites) + 1, 0);
    for (Index t = 1; t < scores_.n_sites; ++t) {
      const auto i = as_size(t);
      begin[i + 1] = begin[i] + as_size(size(t - 1) * size(t));
    }
    return begin;
  }

 private:
  const ChainScores& scores_;
  Label n_labels_;
  std::vector<Label> all_;
};

// The best sequence over candidates; both orders.
class CandidateArgmax {
 public:
  CandidateArgmax(const ChainMoves& moves, const ChainScores& scores)
      : moves_(moves), scores_(scores), rules_(moves.rules()), labels_(scores, rules_.n_labels()) {}

  // Writes the labels and returns their score; -inf means that nothing is allowed.
  double run(Label* out) {
    const Index T = scores_.n_sites;
    if (T == 0) return 0;
    by_pairs_ = rules_.order() == 2 && T > 1;
    begin_ = labels_.pair_tables();
    from_.resize(begin_.back());
    start();
    for (Index t = 1; t < T; ++t) {
      now_.assign(as_size(labels_.size(t) * (by_pairs_ ? labels_.size(t - 1) : 1)), kImpossible);
      if (by_pairs_ && t > 1) {
        step_pairs(t);
      } else {
        step(t);
      }
      best_.swap(now_);
    }
    return trace(out);
  }

 private:
  double node(Index t, Label y) const {
    const double end = t == scores_.n_sites - 1 ? moves_.end()[y] : 0.0;
    return scores_.nodes[t * rules_.stride() + y] + end;
  }
  double edge(Index t, Label b, Label c) const { return edge_score(scores_, rules_, t, b, c); }

  void start() {
    best_.clear();
    for (const Label y : labels_.at(0)) best_.push_back(node(0, y) + moves_.start()[y]);
  }

  // best_ [before] -> now_ [here], or for the first pairs now_ [before][here].
  void step(Index t) {
    const auto before = labels_.at(t - 1);
    const auto here = labels_.at(t);
    const std::size_t n = here.size();
    extra_.assign(n, 0.0);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double* row = moves_.row(before[i]);
      if (by_pairs_) moves_.pair_scores(rules_.n_labels(), before[i], here, extra_.data());
      for (std::size_t j = 0; j < n; ++j) {
        const double value = best_[i] + (row[here[j]] + edge(t, before[i], here[j]) + extra_[j]);
        double& top = now_[by_pairs_ ? i * n + j : j];
        if (value <= top) continue;
        top = value;
        if (!by_pairs_) from_[begin_[at(t)] + j] = static_cast<std::int32_t>(i);
      }
    }
    for (std::size_t cell = 0; cell < now_.size(); ++cell) now_[cell] += node(t, here[cell % n]);
  }

  // best_ [two before][before] -> now_ [before][here].
  void step_pairs(Index t) {
    const auto first = labels_.at(t - 2);
    const auto before = labels_.at(t - 1);
    const auto here = labels_.at(t);
    const std::size_t n = here.size();
    extra_.resize(n);
    for (std::size_t i = 0; i < before.size(); ++i) {
      double* now = now_.data() + i * n;
      std::int32_t* from = from_.data() + begin_[at(t)] + i * n;
      for (std::size_t h = 0; h < first.size(); ++h) {
        const double so_far = best_[h * before.size() + i];
        if (so_far == kImpossible) continue;
        moves_.pair_scores(first[h], before[i], here, extra_.data());
        for (std::size_t j = 0; j < n; ++j) {
          const double value = so_far + extra_[j];
          if (value <= now[j]) continue;
          now[j] = value;
          from[j] = static_cast<std::int32_t>(h);
        }
      }
      const double* row = moves_.row(before[i]);
      for (std::size_t j = 0; j < n; ++j) {
        now[j] += row[here[j]] + edge(t, before[i], here[j]) + node(t, here[j]);
      }
    }
  }

  double trace(Label* out) const {
    const Index T = scores_.n_sites;
    const std::size_t n = labels_.at(T - 1).size();
    const std::size_t n_before = by_pairs_ ? labels_.at(T - 2).size() : 1;
    double top = kImpossible;
    std::size_t here = 0;
    std::size_t before = 0;
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n_before; ++i) {
        if (best_[i * n + j] <= top) continue;
        top = best_[i * n + j];
        here = j;
        before = i;
      }
    }
    if (top == kImpossible) return top;
    out[T - 1] = labels_.at(T - 1)[here];
    for (Index t = T - 1; t > 0; --t) {
      const std::size_t size = labels_.at(t).size();
      const std::size_t table = begin_[at(t)];
      if (!by_pairs_) {
        here = as_size(from_[table + here]);
      } else {
        const std::size_t first = t > 1 ? as_size(from_[table + before * size + here]) : 0;
        here = before;
        before = first;
      }
      out[t - 1] = labels_.at(t - 1)[here];
    }
    return top;
  }
  static std::size_t at(Index i) { return as_size(i); }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  const ChainRules& rules_;
  SiteLabels labels_;
  bool by_pairs_ = false;
  std::vector<std::size_t> begin_;
  std::vector<std::int32_t> from_;  // tables of pairs, end to end: where the best way came from
  std::vector<double> best_;
  std::vector<double> now_;
  std::vector<double> extra_;
};

}  // namespace linguine
