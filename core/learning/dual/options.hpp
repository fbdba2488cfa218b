// What all dual learners share: options, and when to measure, polish and stop.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/learning/problem.hpp"

namespace linguine {

struct DualOptions {
  double l2 = 1;          // 0: a hard margin
  double bias_scale = 1;  // 0: no bias
  Index max_iterations = 1000;
  double tolerance = 1e-4;
  bool shrinking = true;
  std::uint64_t seed = 0;
  int n_threads = 1;
  // [n_examples][n_columns] where to begin, overwritten by what was found; null begins at zero. Any
  // numbers will do: they are put between their bounds.
  double* multipliers = nullptr;

  // What 1/2 |w|^2 and D are multiplied with in what is reported.
  double unit() const { return l2 > 0 ? l2 : 1.0; }
};

// Of a hard margin: the share of what an example asks for that it lacks.
inline double missed_share(double margin, double cost) {
  return cost > 0 ? std::max(0.0, 1 - margin / cost) : (margin < 0 ? 1.0 : 0.0);
}
// Weights whose worst margin lacks a share meet all of them when they are so many times as long;
// weights that separate nothing cannot.
inline double stretch_to_meet(double missed) {
  return missed < 1 ? 1 / (1 - missed) : HUGE_VAL;
}
// (P - D) / |P|; 1 where no P is known.
inline double relative_gap(double primal, double dual) {
  return std::isfinite(primal) ? (primal - dual) / std::max(std::abs(primal), 1e-300) : 1.0;
}

// When to measure the gap, which costs about half an epoch: first when an epoch gained no more than
// the tolerance; then, as gap and gain shrink together, when the gain has fallen by as much as the
// gap must, or when a quarter of all epochs went by unmeasured (measuring also wakes what was
// shrunk by mistake).
class GapClock {
 public:
  explicit GapClock(double tolerance) : tolerance_(tolerance), threshold_(tolerance) {}
  bool is_due(Index epoch, double gain, double dual) const {
    return gain <= threshold_ * std::abs(dual) ||
           (epoch >= 5 && epoch >= measured_ + epoch / 4 + 2);
  }
  void measured(Index epoch, double gain, double dual, double gap) {
    measured_ = epoch;
    threshold_ = 0.8 * gain / std::max(std::abs(dual), 1e-300) * tolerance_ / std::max(gap, 1e-300);
  }

 private:
  double tolerance_;
  double threshold_;
  Index measured_ = 0;
};

// |x|^2 of every example, the constant feature of the bias included.
template <class Real>
std::vector<double> squared_norms(const SiteProblem<Real>& problem, double bias_scale) {
  std::vector<double> norms;
  norms.reserve(problem.examples.row.size());
  for (const Index row : problem.examples.row) {
    norms.push_back(problem.sites->squared_norm(row) + bias_scale * bias_scale);
  }
  return norms;
}

inline constexpr double kNoViolation = 1e-15;  // a smaller gradient does not move a double
inline constexpr double kPolished = 1e-13;

// How many epochs a small problem may spend on polishing: ten million multiplications in all.
template <class Real>
Index polish_epochs(const SiteProblem<Real>& problem, Index n_columns) {
  return 10000000 / (1 + (problem.sites->n_entries() + 20 * problem.examples.size()) * n_columns);
}

}  // namespace linguine
