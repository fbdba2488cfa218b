// Cell objective: F(theta) = sum_e w_e l_e(theta) + l2/2 |theta|^2 over an array of cells, as a
// batch solver sees it. What the objectives of structures share; each says how it evaluates L.
//
//   slices    examples are cut into a few runs of about equal length; each has a gradient of its
//             own, added up in order: the same bits for any number of threads
#pragma once

#include <vector>

#include "core/base/examples.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/learning/batch/search_point.hpp"
#include "core/learning/batch/vectors.hpp"

namespace linguine {

struct Run {
  Index first_example = 0;
  Index last_example = 0;
};

// At most four runs of examples with about as many sites each; fewer where gradients are large.
inline std::vector<Run> cut_into_runs(const Examples& examples, std::size_t gradient_bytes) {
  constexpr Index kMostRuns = 4;
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  Index n_runs = kMostRuns;
  while (n_runs > 2 && gradient_bytes * static_cast<std::size_t>(n_runs) > kMostBytes) n_runs /= 2;
  Index n_sites = 0;
  for (Index e = 0; e < examples.size(); ++e) n_sites += examples[e].n_sites();
  std::vector<Run> runs;
  Index done = 0;
  Run run;
  for (Index e = 0; e < examples.size(); ++e) {
    done += examples[e].n_sites();
    const auto n_cut = static_cast<Index>(runs.size());
    if (done * n_runs < n_sites * (n_cut + 1) && e + 1 < examples.size()) continue;
    run.last_example = e + 1;
    runs.push_back(run);
    run.first_example = e + 1;
  }
  return runs;
}

// `Derived::evaluate(x, d, alpha)` returns L at x + alpha d and leaves its derivative in gradient_.
template <class Derived, class Real>
class CellObjective {
 public:
  static constexpr bool kTrialsAreCheap = false;

  void set_penalty(const Penalty& penalty) { penalty_ = penalty; }
  void use(Threads& threads, Monitor& monitor) {
    threads_ = &threads;
    monitor_ = &monitor;
  }

  const Penalty& penalty() const { return penalty_; }
  Threads& threads() { return *threads_; }
  Monitor& monitor() { return *monitor_; }
  double total_weight() const { return total_weight_; }
  Point<Real> zero() const { return {std::vector<Real>(gradient_.size(), Real(0)), {}, {}}; }
  const std::vector<Real>& mirror(const Point<Real>& v) const { return v.coordinates; }
  bool carries_scores() const { return false; }
  void finish_direction(Point<Real>&) {}

  double loss_along(const Point<Real>& x, const Point<Real>* d, double alpha, double* slope) {
    monitor_->poll();
    const double value = static_cast<Derived*>(this)->evaluate(
        x.coordinates.data(), d ? d->coordinates.data() : nullptr, static_cast<Real>(alpha));
    if (slope) {
      *slope = sum_over_cells(gradient_.size(), *threads_, [&](std::size_t begin, std::size_t end) {
        return dot_cells(gradient_.data() + begin, d->coordinates.data() + begin,
                         static_cast<Index>(end - begin));
      });
    }
    return value;
  }
  void gradient_at(const Point<Real>& x, Point<Real>& g) {
    const Real l2 = static_cast<Real>(penalty_.l2);
    for (std::size_t i = 0; i < gradient_.size(); ++i) {
      g.coordinates[i] = gradient_[i] + l2 * x.coordinates[i];
    }
  }
  // Of L alone, at the last evaluation.
  const std::vector<Real>& gradient() const { return gradient_; }

 protected:
  CellObjective(const Examples& examples, Index n_cells)
      : gradient_(static_cast<std::size_t>(n_cells), Real(0)) {
    for (const double weight : examples.weight) total_weight_ += weight;
  }

  std::vector<Real> gradient_;  // [n_cells] at the last evaluation

 private:
  Penalty penalty_;
  Threads* threads_ = nullptr;
  Monitor* monitor_ = nullptr;
  double total_weight_ = 0;
};

}  // namespace linguine
