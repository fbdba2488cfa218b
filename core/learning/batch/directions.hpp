// Directions: what distinguishes the smooth batch solvers. Each turns a gradient into a direction.
//
//   steepest            d = -g                                              Alg. 4 of [LxMLS]
//   conjugate gradient  d = -g + beta d_old, Polak-Ribiere, restarted when beta < 0 [McDonald]
//   L-BFGS              d = -H g, H from the last m steps (s, y) [Nocedal1980]
//
// L-BFGS works on inner products alone: the two loops run over the 2m+1 coefficients of d in the
// basis (s_1..s_m, y_1..y_m, g), so memory is swept twice per iteration instead of 4m times.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "core/learning/batch/objective.hpp"
#include "core/learning/batch/vectors.hpp"

namespace linguine {

template <class Real>
double bias_dot(const Point<Real>& u, const Point<Real>& v) {
  double sum = 0;
  for (std::size_t c = 0; c < u.bias.size(); ++c) sum += u.bias[c] * v.bias[c];
  return sum;
}

// All inner products left_i . right_j in the space of theta, bias included.
template <class Real>
std::vector<double> inner_products(Objective<Real>& f, const std::vector<const Point<Real>*>& left,
                                   const std::vector<const Point<Real>*>& right) {
  std::vector<const Real*> u;
  std::vector<const Real*> v;
  for (const auto* p : left) u.push_back(p->coordinates.data());
  for (const auto* p : right) v.push_back(f.mirror(*p).data());
  std::vector<double> out;
  dots<Real>(u, v, static_cast<Index>(left[0]->coordinates.size()), f.threads(), out);
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t j = 0; j < right.size(); ++j) {
      out[i * right.size() + j] += bias_dot(*left[i], *right[j]);
    }
  }
  return out;
}

// out = sum_j factors[j] vectors[j], scores along with the coordinates where the space carries
// them.
template <class Real>
void combine_points(Objective<Real>& f, const std::vector<double>& factors,
                    const std::vector<const Point<Real>*>& vectors, Point<Real>& out) {
  std::vector<const Real*> cells;
  for (const auto* p : vectors) cells.push_back(p->coordinates.data());
  combine<Real>(factors, cells, out.coordinates.data(), std::ssize(out.coordinates), f.threads());
  if (f.carries_scores()) {
    cells.clear();
    for (const auto* p : vectors) cells.push_back(p->scores.data());
    combine<Real>(factors, cells, out.scores.data(), std::ssize(out.scores), f.threads());
  }
  for (std::size_t c = 0; c < out.bias.size(); ++c) {
    double sum = 0;
    for (std::size_t j = 0; j < vectors.size(); ++j) sum += factors[j] * vectors[j]->bias[c];
    out.bias[c] = sum;
  }
}

template <class Real>
class Direction {
 public:
  virtual ~Direction() = default;
  // Is a step of length 1 a good guess?
  virtual bool knows_curvature() const { return false; }
  virtual void compute(Objective<Real>& f, const Point<Real>& g, Point<Real>& d) = 0;
  // What a step alpha d made of the gradient.
  virtual void observe(Objective<Real>&, const Point<Real>& /*d*/, double /*alpha*/,
                       const Point<Real>& /*g_old*/, const Point<Real>& /*g_new*/) {}
  // Forgets the past.
  virtual void reset() {}
};

template <class Real>
class Steepest final : public Direction<Real> {
 public:
  void compute(Objective<Real>& f, const Point<Real>& g, Point<Real>& d) override {
    combine_points<Real>(f, {-1.0}, {&g}, d);
  }
};

template <class Real>
class ConjugateGradient final : public Direction<Real> {
 public:
  void compute(Objective<Real>& f, const Point<Real>& g, Point<Real>& d) override {
    if (beta_ > 0) {
      combine_points<Real>(f, {beta_, -1.0}, {&d, &g}, d);
    } else {
      combine_points<Real>(f, {-1.0}, {&g}, d);
    }
  }
  void observe(Objective<Real>& f, const Point<Real>&, double, const Point<Real>& g_old,
               const Point<Real>& g_new) override {
    const auto products = inner_products<Real>(f, {&g_old, &g_new}, {&g_old, &g_new});
    beta_ = std::max(0.0, (products[3] - products[2]) / products[0]);
  }
  void reset() override { beta_ = 0; }

 private:
  double beta_ = 0;
};

template <class Real>
class Lbfgs final : public Direction<Real> {
 public:
  explicit Lbfgs(Index memory)
      : memory_(as_size(memory)), products_((2 * memory_ + 1) * (2 * memory_ + 1), 0.0) {}

  bool knows_curvature() const override { return true; }
  void compute(Objective<Real>& f, const Point<Real>& g, Point<Real>& d) override {
    if (order_.empty()) {
      combine_points<Real>(f, {-1.0}, {&g}, d);
      return;
    }
    refresh_products(f, g);
    const std::vector<double> delta = coefficients();
    std::vector<double> factors{delta[gradient_slot()]};
    std::vector<const Point<Real>*> vectors{&g};
    for (const std::size_t i : order_) {
      factors.insert(factors.end(), {delta[s(i)], delta[y(i)]});
      vectors.insert(vectors.end(), {&steps_[i].first, &steps_[i].second});
    }
    combine_points<Real>(f, factors, vectors, d);
  }

  // Remembers s = alpha d and y = g_new - g_old, unless the curvature along the step is not
  // positive.
  void observe(Objective<Real>& f, const Point<Real>& d, double alpha, const Point<Real>& g_old,
               const Point<Real>& g_new) override {
    std::size_t slot = order_.size();
    if (slot == memory_) {
      slot = order_.front();
      order_.pop_front();
    } else if (slot == steps_.size()) {
      steps_.emplace_back(f.zero(), f.zero());
    }
    auto& [step, change] = steps_[slot];
    combine_points<Real>(f, {alpha}, {&d}, step);
    combine_points<Real>(f, {1.0, -1.0}, {&g_new, &g_old}, change);
    const auto curvature = inner_products<Real>(f, {&step, &change}, {&change});
    if (curvature[0] > 1e-14 * curvature[1]) {
      order_.push_back(slot);
    } else {
      reset();  // the ring would have a hole; starting afresh is rare and harmless
    }
  }
  void reset() override { order_.clear(); }

 private:
  std::size_t s(std::size_t slot) const { return slot; }
  std::size_t y(std::size_t slot) const { return memory_ + slot; }
  std::size_t gradient_slot() const { return 2 * memory_; }
  double& product(std::size_t i, std::size_t j) { return products_[i * (2 * memory_ + 1) + j]; }
  double product(std::size_t i, std::size_t j) const {
    return products_[i * (2 * memory_ + 1) + j];
  }

  // Inner products of all basis vectors with the three that are new: g and the last s and y.
  void refresh_products(Objective<Real>& f, const Point<Real>& g) {
    std::vector<const Point<Real>*> left{&g};
    std::vector<std::size_t> slots{gradient_slot()};
    for (const std::size_t i : order_) {
      left.insert(left.end(), {&steps_[i].first, &steps_[i].second});
      slots.insert(slots.end(), {s(i), y(i)});
    }
    const auto& newest = steps_[order_.back()];
    const std::vector<std::size_t> fresh{gradient_slot(), s(order_.back()), y(order_.back())};
    const auto products = inner_products<Real>(f, left, {&g, &newest.first, &newest.second});
    for (std::size_t i = 0; i < slots.size(); ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        product(slots[i], fresh[j]) = product(fresh[j], slots[i]) = products[i * 3 + j];
      }
    }
  }

  // The two loops of L-BFGS, on the coefficients of d in the basis.
  std::vector<double> coefficients() const {
    std::vector<double> delta(2 * memory_ + 1, 0.0);
    std::vector<double> alpha(memory_);
    auto along = [&](std::size_t slot) {
      double sum = delta[gradient_slot()] * product(gradient_slot(), slot);
      for (const std::size_t i : order_) {
        sum += delta[s(i)] * product(s(i), slot) + delta[y(i)] * product(y(i), slot);
      }
      return sum;
    };
    delta[gradient_slot()] = -1;
    for (auto i = order_.rbegin(); i != order_.rend(); ++i) {
      alpha[*i] = along(s(*i)) / product(s(*i), y(*i));
      delta[y(*i)] -= alpha[*i];
    }
    const std::size_t last = order_.back();
    const double gamma = product(s(last), y(last)) / product(y(last), y(last));
    for (double& coefficient : delta) coefficient *= gamma;
    for (const std::size_t i : order_) {
      const double beta = along(y(i)) / product(s(i), y(i));
      delta[s(i)] += alpha[i] - beta;
    }
    return delta;
  }

  std::size_t memory_;
  std::vector<std::pair<Point<Real>, Point<Real>>> steps_;  // by slot
  std::deque<std::size_t> order_;                           // slots in use, oldest first
  std::vector<double> products_;                            // [2m + 1][2m + 1] by slot
};

}  // namespace linguine
