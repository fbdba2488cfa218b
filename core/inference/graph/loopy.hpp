// Loopy belief propagation: messages from factors to variables, round after round, on any graph.
//
//   objective the Bethe approximation of log Z, of which its fixed points are the stationary points
//             [Yedidia2005]: sum_f log Z_f + sum_v (1 - d_v) log Z_v, d_v the number of v's factors
//   recursion m_fv(y_v) = log sum_{y_f \ v} exp(s_f(y_f) + sum_{u != v} c_uf(y_u)), or max;
//             c_uf = s_u + sum_{g != f} m_gu; Eq. (5) and (6) of [Kschischang2001]. Factor after
//             factor, each message being (1 - damping) times new plus damping times old
//   cost      O(rounds x sum of factors' cells x variables of a factor)
//   given     scores [n_rows][width]; -inf excludes
//   returns   shares that each factor and variable believes in; an output that no change of one
//             variable makes better
//   exact     on trees, after as many rounds as the longest way; else not, and nobody knows how far
//             off. Stops when no message moves by more than the tolerance
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/work/monitor.hpp"
#include "core/inference/graph/clique_tree.hpp"
#include "core/inference/graph/graph.hpp"

namespace linguine {

struct LoopyOptions {
  Index rounds = 100;
  double damping = 0.2;
  double tolerance = 1e-6;
};

// How an answer was found.
struct LoopyState {
  Index rounds = 0;
  bool has_converged = true;
};

class Loopy {
 public:
  struct Memory {
    std::vector<double> messages;  // of every factor to each of its variables
    std::vector<double> cavities;  // of the factor at hand: what its variables hear from others
    std::vector<double> joint;     // [cells of the factor at hand]
    std::vector<double> fresh;     // [values] a message, or a belief
    std::vector<double> top;       // [values]
    std::vector<Index> first;      // [factors] where messages begin
    std::vector<std::vector<std::pair<Index, Index>>> at_variable;  // factor, place of its message
  };

  Loopy(const FactorGraph& graph, const LoopyOptions& options, Memory& memory, Monitor* monitor)
      : graph_(graph), options_(options), memory_(memory), monitor_(monitor) {
    lay_out();
  }

  // Values [n_variables] of an output that is thought to be good; its score.
  double best(const GraphScores& scores, Label* values, LoopyState& state) {
    const bool is_possible = exchange<false>(scores, state);
    for (Label v = 0; v < graph_.n_variables(); ++v) {
      const double* belief = belief_of(v, -1, scores);
      values[v] =
          static_cast<Label>(std::max_element(belief, belief + graph_.n_values(v)) - belief);
    }
    climb(scores, values);
    return is_possible ? score_of(scores, values) : kImpossible;
  }

  // The Bethe approximation of log Z; weight times what is believed of each part is added.
  double log_partition(const GraphScores& scores, double weight, double* shares,
                       LoopyState& state) {
    if (!exchange<true>(scores, state)) return kImpossible;
    double log_z = 0;
    for (Label v = 0; v < graph_.n_variables(); ++v) {
      double* belief = belief_of(v, -1, scores);
      const double log_v = softmax(belief, graph_.n_values(v));
      if (log_v == kImpossible) return kImpossible;
      log_z += (1.0 - static_cast<double>(memory_.at_variable[as_size(v)].size())) * log_v;
      for (Label a = 0; a < graph_.n_values(v); ++a)
        shares[v * scores.width + a] += weight * belief[a];
    }
    for (std::size_t f = 0; f < graph_.factors().size(); ++f) {
      const auto& factor = graph_.factors()[f];
      hear(f, scores);
      double* joint = believe(factor, scores, factor.scope.size());
      const Index K = graph_.n_values(factor.scope.back());
      const double log_f = softmax(joint, factor.n_rows * K);
      if (log_f == kImpossible) return kImpossible;
      log_z += log_f;
      for (Index row = 0; row < factor.n_rows; ++row) {
        double* out = shares + (factor.first_row + row) * scores.width;
        for (Index a = 0; a < K; ++a) out[a] += weight * joint[row * K + a];
      }
    }
    return log_z;
  }

 private:
  void lay_out() {
    memory_.at_variable.resize(as_size(graph_.n_variables()));
    for (auto& each : memory_.at_variable) each.clear();
    memory_.first.clear();
    Index n_messages = 0;
    Index most_cells = 1;
    Index most_heard = 1;
    for (std::size_t f = 0; f < graph_.factors().size(); ++f) {
      const auto& factor = graph_.factors()[f];
      memory_.first.push_back(n_messages);
      Index n_heard = 0;
      for (const Label v : factor.scope) {
        memory_.at_variable[as_size(v)].push_back({static_cast<Index>(f), n_messages + n_heard});
        n_heard += graph_.n_values(v);
      }
      n_messages += n_heard;
      most_heard = std::max(most_heard, n_heard);
      most_cells = std::max(most_cells, factor.n_rows * graph_.n_values(factor.scope.back()));
    }
    std::fill_n(at_least(memory_.messages, n_messages), n_messages, 0.0);
    at_least(memory_.cavities, most_heard);
    at_least(memory_.joint, most_cells);
    at_least(memory_.fresh, graph_.most_values());
    at_least(memory_.top, graph_.most_values());
  }

  // What variable v hears from its scores and all factors but one.
  double* belief_of(Label v, Index except, const GraphScores& scores) {
    double* belief = memory_.fresh.data();
    const Label K = graph_.n_values(v);
    std::copy_n(scores.row(v), K, belief);
    for (const auto& [f, first] : memory_.at_variable[as_size(v)]) {
      if (f == except) continue;
      for (Label a = 0; a < K; ++a) belief[a] += memory_.messages[as_size(first + a)];
    }
    return belief;
  }
  // The cavities of all variables of a factor.
  void hear(std::size_t f, const GraphScores& scores) {
    double* out = memory_.cavities.data();
    for (const Label v : graph_.factors()[f].scope) {
      const double* belief = belief_of(v, static_cast<Index>(f), scores);
      out = std::copy_n(belief, graph_.n_values(v), out);
    }
  }
  // Scores of a factor's joint values with what all its variables but one have heard.
  double* believe(const FactorGraph::Factor& factor, const GraphScores& scores,
                  std::size_t except) {
    const Index K = graph_.n_values(factor.scope.back());
    const Index n_cells = factor.n_rows * K;
    double* joint = memory_.joint.data();
    for (Index row = 0; row < factor.n_rows; ++row) {
      std::copy_n(scores.row(factor.first_row + row), K, joint + row * K);
    }
    const double* heard = memory_.cavities.data();
    Index outer = 1;
    Index inner = n_cells;
    for (std::size_t i = 0; i < factor.scope.size(); ++i) {
      const Index n = graph_.n_values(factor.scope[i]);
      inner /= n;
      if (i != except) {
        double* cell = joint;
        for (Index o = 0; o < outer; ++o) {
          for (Index a = 0; a < n; ++a) {
            for (Index j = 0; j < inner; ++j) *cell++ += heard[a];
          }
        }
      }
      heard += n;
      outer *= n;
    }
    return joint;
  }
  // The message of a factor to its i-th variable, its maximum being 0; false if all is excluded.
  template <bool kSum>
  bool speak(const FactorGraph::Factor& factor, const GraphScores& scores, std::size_t i) {
    const double* joint = believe(factor, scores, i);
    const Index n = graph_.n_values(factor.scope[i]);
    Index inner = 1;
    for (std::size_t j = i + 1; j < factor.scope.size(); ++j)
      inner *= graph_.n_values(factor.scope[j]);
    const Index n_cells = factor.n_rows * graph_.n_values(factor.scope.back());
    double* top = memory_.top.data();
    double* fresh = memory_.fresh.data();
    std::fill_n(top, n, kImpossible);
    const auto for_each = [&](const auto& use) {
      for (Index cell = 0, a = 0; cell < n_cells; a = a + 1 == n ? 0 : a + 1) {
        for (Index j = 0; j < inner; ++j) use(joint[cell++], a);
      }
    };
    for_each([&](double s, Index a) { top[a] = std::max(top[a], s); });
    if constexpr (kSum) {
      std::fill_n(fresh, n, 0.0);
      for_each([&](double s, Index a) {
        if (s != kImpossible) fresh[a] += std::exp(s - top[a]);
      });
      for (Index a = 0; a < n; ++a) fresh[a] = top[a] + std::log(std::max(fresh[a], 1.0));
    } else {
      std::copy_n(top, n, fresh);
    }
    const double highest = *std::max_element(fresh, fresh + n);
    if (highest == kImpossible) return false;
    for (Index a = 0; a < n; ++a) fresh[a] -= highest;
    return true;
  }
  // Rounds of messages; false if they exclude everything.
  template <bool kSum>
  bool exchange(const GraphScores& scores, LoopyState& state) {
    state = {0, graph_.factors().empty()};
    while (state.rounds < options_.rounds && !state.has_converged) {
      double most = 0;
      for (std::size_t f = 0; f < graph_.factors().size(); ++f) {
        if (monitor_ != nullptr && f % 64 == 0) monitor_->poll();
        const auto& factor = graph_.factors()[f];
        hear(f, scores);
        double* old = memory_.messages.data() + memory_.first[f];
        for (std::size_t i = 0; i < factor.scope.size(); ++i) {
          if (!speak<kSum>(factor, scores, i)) return false;
          old = mix(old, graph_.n_values(factor.scope[i]), most);
        }
      }
      ++state.rounds;
      state.has_converged = most <= options_.tolerance;
    }
    return true;
  }
  double* mix(double* old, Label n, double& most) const {
    const double* fresh = memory_.fresh.data();
    for (Label a = 0; a < n; ++a) {
      if (fresh[a] == kImpossible || old[a] == kImpossible) {
        if (fresh[a] != old[a]) most = std::max(most, 1.0);
        old[a] = fresh[a];
        continue;
      }
      most = std::max(most, std::abs(fresh[a] - old[a]));
      old[a] = (1 - options_.damping) * fresh[a] + options_.damping * old[a];
    }
    return old + n;
  }

  static double softmax(double* cells, Index n) {
    if (*std::max_element(cells, cells + n) == kImpossible) return kImpossible;
    return softmax_in_place({cells, as_size(n)});
  }

  // Changes one variable at a time while the score grows.
  void climb(const GraphScores& scores, Label* values) {
    double* sums = memory_.fresh.data();
    bool moves = true;
    for (Index round = 0; moves && round < options_.rounds; ++round) {
      if (monitor_ != nullptr) monitor_->poll();
      moves = false;
      for (Label v = 0; v < graph_.n_variables(); ++v) {
        const Label K = graph_.n_values(v);
        const Label before = values[v];
        std::copy_n(scores.row(v), K, sums);
        for (const auto& [f, first] : memory_.at_variable[as_size(v)]) {
          const auto& factor = graph_.factors()[as_size(f)];
          for (values[v] = 0; values[v] < K; ++values[v]) {
            sums[values[v]] +=
                scores.row(graph_.row_of(factor, values))[values[factor.scope.back()]];
          }
        }
        const auto top = static_cast<Label>(std::max_element(sums, sums + K) - sums);
        values[v] = sums[top] > sums[before] ? top : before;
        moves = moves || values[v] != before;
      }
    }
  }
  double score_of(const GraphScores& scores, const Label* values) const {
    double sum = 0;
    graph_.for_each_part(values, [&](Index row, Label a) { sum += scores.row(row)[a]; });
    return sum;
  }

  const FactorGraph& graph_;
  const LoopyOptions& options_;
  Memory& memory_;
  Monitor* monitor_;
};

}  // namespace linguine
