// Candidates: a chain whose sites are tried with a few labels each; what a tag dictionary is for.
//
//   set       y_t among the candidates of site t
//   max       Viterbi over these alone, of order n over histories of n - 1 of them; ties go to the
//             lower label, from the end, as in chain.hpp
//   others    logs.hpp and k_best.hpp walk over the same lists
//   cost      O(T k^(n+1)) for k candidates a site, whatever the number of labels
#pragma once

#include <numeric>

#include "core/inference/chain/histories.hpp"

namespace linguine {

// Quotient and rest of a division that is seldom needed: of order 1 and 2 places are below it.
inline Index quotient(Index a, Index b) {
  return a < b ? 0 : a / b;
}
inline Index remainder(Index a, Index b) {
  return a < b ? a : a % b;
}

// The labels of each site: its candidates, or all. Tables over them have for each site t a row per
// history b, the places of the `depth` - 1 labels before it (all if there are fewer) as one number,
// and a column per label. The row (h, b) of all `depth` labels before is cell h n_before(t) + b of
// the table before.
class SiteLabels {
 public:
  SiteLabels(const ChainScores& scores, const ChainRules& rules, Index depth)
      : scores_(scores), rules_(rules), depth_(depth) {
    if (scores.candidates == nullptr) {
      all_.resize(as_size(rules.n_labels()));
      std::iota(all_.begin(), all_.end(), Label{0});
    }
  }
  Index depth() const { return depth_; }
  Index size(Index t) const {
    if (scores_.candidates == nullptr) return rules_.n_labels();
    return scores_.candidate_offsets[t + 1] - scores_.candidate_offsets[t];
  }
  std::span<const Label> at(Index t) const {
    if (scores_.candidates == nullptr) return all_;
    return {scores_.candidates + scores_.candidate_offsets[t], as_size(size(t))};
  }
  bool has(Index t, Label y) const {
    const auto labels = at(t);
    return std::binary_search(labels.begin(), labels.end(), y);
  }
  Index place(Index t, Label y) const {
    const auto labels = at(t);
    return std::lower_bound(labels.begin(), labels.end(), y) - labels.begin();
  }
  // How many histories there are, and how many ways to go on to the left of one.
  Index n_before(Index t) const {
    Index n = 1;
    for (Index s = std::max<Index>(t - depth_ + 1, 0); s < t; ++s) n *= size(s);
    return n;
  }
  Index n_first(Index t) const { return t < depth_ ? 1 : size(t - depth_); }
  // A history as labels, a number of base L.
  Index code(Index t, Index b) const {
    Index code = 0;
    Index power = 1;
    for (Index s = t - 1; s >= 0 && s > t - depth_; --s, power *= rules_.n_labels()) {
      const auto labels = at(s);
      code += labels[as_size(remainder(b, std::ssize(labels)))] * power;
      b = quotient(b, std::ssize(labels));
    }
    return code;
  }
  // Where the table of each site begins if all lie end to end. One more than the sites.
  std::vector<std::size_t> tables() const {
    std::vector<std::size_t> begin(as_size(scores_.n_sites) + 1, 0);
    for (Index t = 0; t < scores_.n_sites; ++t) {
      begin[as_size(t) + 1] = begin[as_size(t)] + as_size(n_before(t) * size(t));
    }
    return begin;
  }
  // Whether a history is smaller than another when read from its end.
  bool is_smaller_from_end(Index t, Index b, Index other) const {
    for (Index s = t - 1; s >= 0 && s > t - depth_; --s) {
      if (b % size(s) != other % size(s)) return b % size(s) < other % size(s);
      b /= size(s);
      other /= size(s);
    }
    return false;
  }

 private:
  const ChainScores& scores_;
  const ChainRules& rules_;
  Index depth_;
  std::vector<Label> all_;
};

// What the rows of two labels and more say of c at site t: those that all ways to a history share.
inline double shared_score(const ChainMoves& moves, Index t, Index code, Label c) {
  double sum = 0;
  moves.rules().for_each_shared_row(t, code, [&](Index row) { sum += moves.score(row, c); });
  return sum;
}

// The best sequence over candidates.
class CandidateArgmax {
 public:
  CandidateArgmax(const ChainMoves& moves, const ChainScores& scores)
      : moves_(moves),
        scores_(scores),
        rules_(moves.rules()),
        labels_(scores, rules_, rules_.order()) {}

  // Writes the labels and returns their score; -inf means that nothing is allowed.
  double run(Label* out) {
    const Index T = scores_.n_sites;
    if (T == 0) return 0;
    begin_ = labels_.tables();
    from_.resize(begin_.back());
    start();
    for (Index t = 1; t < T; ++t) {
      now_.assign(begin_[at(t) + 1] - begin_[at(t)], kImpossible);
      if (rules_.order() > 1 && t >= rules_.order()) {
        step_histories(t);
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

  // What all ways to a history say of the labels at t, in shared_.
  void share(Index t, Index code) {
    const auto here = labels_.at(t);
    shared_.assign(here.size(), 0.0);
    rules_.for_each_shared_row(t, code, [&](Index row) {
      extra_.resize(here.size());
      moves_.scores_of(row, here, extra_.data());
      for (std::size_t j = 0; j < here.size(); ++j) shared_[j] += extra_[j];
    });
  }

  // best_ [before] -> now_ [here] of order 1; of others, where all labels before are the history,
  // now_ [before][here].
  void step(Index t) {
    const auto before = labels_.at(t - 1);
    const auto here = labels_.at(t);
    const std::size_t n = here.size();
    const bool by_histories = rules_.order() > 1;
    shared_.assign(n, 0.0);
    for (std::size_t i = 0; i < best_.size(); ++i) {
      const Label from = before[i < before.size() ? i : i % before.size()];
      const double* row = moves_.row(from);
      if (by_histories) share(t, labels_.code(t, static_cast<Index>(i)));
      for (std::size_t j = 0; j < n; ++j) {
        const double value = best_[i] + (row[here[j]] + edge(t, from, here[j]) + shared_[j]);
        double& top = now_[by_histories ? i * n + j : j];
        if (value <= top) continue;
        top = value;
        if (!by_histories) from_[begin_[at(t)] + j] = static_cast<std::int32_t>(i);
      }
    }
    for (std::size_t cell = 0; cell < now_.size(); ++cell) now_[cell] += node(t, here[cell % n]);
  }

  // best_ [first][history] -> now_ [history][here].
  void step_histories(Index t) {
    const auto first = labels_.at(t - rules_.order());
    const auto before = labels_.at(t - 1);
    const auto here = labels_.at(t);
    const std::size_t n = here.size();
    const auto n_before = as_size(labels_.n_before(t));
    const bool has_shared = rules_.order() > 2;
    const Index n_histories = rules_.power(rules_.order() - 1);
    extra_.resize(n);
    for (std::size_t i = 0; i < n_before; ++i) {
      const Index code = labels_.code(t, static_cast<Index>(i));
      const Index longest = rules_.longest_row(0, code);
      if (has_shared) share(t, code);
      double* now = now_.data() + i * n;
      std::int32_t* from = from_.data() + begin_[at(t)] + i * n;
      for (std::size_t h = 0; h < first.size(); ++h) {
        const double so_far = best_[h * n_before + i];
        if (so_far == kImpossible) continue;
        moves_.scores_of(longest + first[h] * n_histories, here, extra_.data());
        for (std::size_t j = 0; j < n; ++j) {
          const double value = so_far + extra_[j];
          if (value <= now[j]) continue;
          now[j] = value;
          from[j] = static_cast<std::int32_t>(h);
        }
      }
      const Label last = before[i < before.size() ? i : i % before.size()];
      const double* row = moves_.row(last);
      for (std::size_t j = 0; j < n; ++j) {
        now[j] += row[here[j]] + edge(t, last, here[j]) + node(t, here[j]);
      }
      for (std::size_t j = 0; has_shared && j < n; ++j) now[j] += shared_[j];
    }
  }

  double trace(Label* out) const {
    const Index T = scores_.n_sites;
    const Index n = labels_.size(T - 1);
    const Index n_before = labels_.n_before(T - 1);
    double top = kImpossible;
    Index cell = 0;
    for (Index j = 0; j < n; ++j) {
      for (Index b = 0; b < n_before; ++b) {
        const double value = best_[at(b * n + j)];
        if (value < top || value == kImpossible) continue;
        const bool ties = value == top;
        if (ties && (cell % n < j || !labels_.is_smaller_from_end(T - 1, b, cell / n))) continue;
        top = value;
        cell = b * n + j;
      }
    }
    if (top == kImpossible) return top;
    out[T - 1] = labels_.at(T - 1)[at(cell % n)];
    const Index order = rules_.order();
    for (Index t = T - 1; t > 0; --t) {
      const auto before = labels_.at(t - 1);
      const Index first = t < order ? 0 : from_[begin_[at(t)] + at(cell)];
      cell = order == 1 ? first : first * labels_.n_before(t) + quotient(cell, labels_.size(t));
      out[t - 1] = before[at(remainder(cell, std::ssize(before)))];
    }
    return top;
  }
  static std::size_t at(Index i) { return as_size(i); }

  const ChainMoves& moves_;
  const ChainScores& scores_;
  const ChainRules& rules_;
  const SiteLabels labels_;
  std::vector<std::size_t> begin_;
  std::vector<std::int32_t> from_;  // tables end to end: where the best way came from
  std::vector<double> best_;
  std::vector<double> now_;
  std::vector<double> shared_;
  std::vector<double> extra_;
};

}  // namespace linguine
