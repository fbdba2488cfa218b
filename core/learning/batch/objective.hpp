// Objective: F(theta) = L(theta) + l2/2 |theta|^2, as a batch solver sees it. Solvers ask a handful
// of questions about points; objectives of labels (label_objective.hpp) and of structures
// (cell_objective.hpp) answer them.
#pragma once

#include <numeric>
#include <vector>

#include "core/base/examples.hpp"
#include "core/base/types.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"

namespace linguine {

// A place, a gradient or a direction in the search.
template <class Real>
struct Point {
  std::vector<Real> coordinates;
  std::vector<Real> scores;  // [n_sites][stride], without bias
  std::vector<double> bias;  // [n_columns], and what a loss has of its own
};

struct Penalty {
  double l2 = 0;
  double bias_l2 = 0;
  bool has_bias = true;
};

template <class Real>
class Objective {
 public:
  virtual ~Objective() = default;

  virtual Point<Real> zero() const = 0;
  // L at x + alpha d; `d` may be null. `slope` receives the derivative of L by alpha, unless null.
  virtual double loss_along(const Point<Real>& x, const Point<Real>* d, double alpha,
                            double* slope) = 0;
  // grad F at x, which was the last point that L was asked for.
  virtual void gradient_at(const Point<Real>& x, Point<Real>& g) = 0;
  // A direction gets what it needs to be searched along.
  virtual void finish_direction(Point<Real>& /*d*/) {}
  // Inner products of theta-vectors: left side coordinates, right side `mirror`.
  virtual const std::vector<Real>& mirror(const Point<Real>& v) const { return v.coordinates; }
  // Do vectors carry scores that must be combined along with the coordinates?
  virtual bool carries_scores() const { return false; }
  // Does a trial on a ray cost no pass over the data?
  virtual bool has_cheap_trials() const { return false; }

  void set_penalty(const Penalty& penalty) { penalty_ = penalty; }
  void use(Threads& threads, Monitor& monitor) {
    threads_ = &threads;
    monitor_ = &monitor;
  }
  const Penalty& penalty() const { return penalty_; }
  Threads& threads() { return *threads_; }
  Monitor& monitor() { return *monitor_; }
  double total_weight() const { return total_weight_; }

 protected:
  explicit Objective(const Examples& examples)
      : total_weight_(std::accumulate(examples.weight.begin(), examples.weight.end(), 0.0)) {}

 private:
  Penalty penalty_;
  Threads* threads_ = nullptr;
  Monitor* monitor_ = nullptr;
  double total_weight_;
};

}  // namespace linguine
