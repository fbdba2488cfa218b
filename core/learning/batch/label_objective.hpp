// Label objective: F(theta) = L(Phi theta + b) + l2/2 |theta|^2 + bias_l2/2 |b|^2 of single labels.
//
//   point      coordinates, the scores they give, and the bias. Scores are linear in the
//              coordinates, so a search along a line never touches the data.
//   weights    coordinates are theta; one backward pass per gradient, one forward pass per
//              direction
//   samples    coordinates are A with theta = Phi^T A. Every gradient l2 theta + Phi^T G is
//              Phi^T (l2 A + G), so a search that starts at zero never leaves this space (the
//              representer theorem), and one `gram` pass per iteration is all. With fewer sites
//              than features (text), vectors shrink from features x columns to sites x columns: on
//              20newsgroups 30 times.
//   inner      <u, v> in theta: weights u.v; samples <A_u, scores_v>
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/matrix/weights.hpp"
#include "core/learning/batch/linear_map.hpp"
#include "core/learning/batch/objective.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

enum class Space { kWeights, kSamples };

// L at S + alpha * D + bias, and at what the loss has of its own, which stands behind the bias; writes G (rows without an example stay zero) and sums its columns.
//   direction  may be null
//   along      receives <G, D>: the slope of L along the direction (scores only)
template <class Real>
double total_loss(const SiteProblem<Real>& problem, const Real* scores, const Real* direction,
                  double alpha, std::span<const double> bias, Threads& threads, Real* gradient,
                  std::span<double> column_sums, double* along) {
  const Index stride = problem.stride();
  const auto n_columns = as_size(problem.n_columns());
  const auto& borders = problem.borders;
  const Index n_chunks = std::ssize(borders) - 1;
  const std::size_t n_biases = bias.size();
  const std::size_t width = n_biases + 2;  // value, slope, column sums
  std::vector<double> partial(as_size(n_chunks) * width, 0.0);
  threads.run(n_chunks, [&](Index chunk) {
    Scratch scratch(*problem.oracle);
    double* mine = partial.data() + as_size(chunk) * width;
    Index previous = -1;
    for (Index e = borders[as_size(chunk)]; e < borders[as_size(chunk) + 1]; ++e) {
      const auto at = as_size(e);
      const Index row = problem.examples.row[at];
      const Real* s = scores + row * stride;
      const Real* d = direction ? direction + row * stride : nullptr;
      std::copy(bias.begin(), bias.end(), scratch.scores.begin());
      for (std::size_t c = 0; c < n_columns; ++c) {
        scratch.scores[c] += static_cast<double>(s[c]);
        if (d) scratch.scores[c] += alpha * static_cast<double>(d[c]);
      }
      const double w = problem.examples.weight[at];
      std::span<double> found = scratch.gradient;
      mine[0] += w * problem.oracle->evaluate(problem.examples[e], scratch.scores, found,
                                              scratch.block_values);
      for (std::size_t c = 0; c < n_biases; ++c) {
        const double g = found.empty() ? 0.0 : w * found[c];
        mine[2 + c] += g;
        if (c >= n_columns) continue;
        if (d) mine[1] += g * static_cast<double>(d[c]);
        if (gradient == nullptr) continue;
        Real& cell = gradient[row * stride + static_cast<Index>(c)];
        cell = static_cast<Real>(row == previous ? static_cast<double>(cell) + g : g);
      }
      previous = row;
    }
  });
  double value = 0;
  double slope = 0;
  std::fill(column_sums.begin(), column_sums.end(), 0.0);
  for (Index chunk = 0; chunk < n_chunks; ++chunk) {
    const double* mine = partial.data() + as_size(chunk) * width;
    value += mine[0];
    slope += mine[1];
    for (std::size_t c = 0; c < n_biases; ++c) column_sums[c] += mine[2 + c];
  }
  if (along) *along = slope;
  return value;
}

template <class Real>
class LabelObjective final : public Objective<Real> {
 public:
  LabelObjective(const SiteProblem<Real>& problem, Space space, Threads& threads, Monitor& monitor)
      : Objective<Real>(problem.examples),
        problem_(problem),
        space_(space),
        map_(*problem.sites, problem.stride(), threads, monitor),
        gradient_(as_size(problem.sites->n_rows() * problem.stride())),
        column_sums_(as_size(problem.n_columns() + problem.oracle->n_free())) {
    this->use(threads, monitor);
  }

  Point<Real> zero() const override {
    const Index rows =
        space_ == Space::kSamples ? problem_.sites->n_rows() : problem_.sites->n_features();
    Point<Real> point;
    point.coordinates.assign(as_size(rows * problem_.stride()), Real(0));
    point.scores.assign(as_size(problem_.sites->n_rows() * problem_.stride()), Real(0));
    point.bias.assign(column_sums_.size(), 0.0);
    return point;
  }

  // A start other than zero; among samples, weights must be zero.
  Point<Real> at(const Weights<Real>& start) {
    Point<Real> point = zero();
    for (std::size_t c = 0; c < point.bias.size(); ++c) {
      point.bias[c] = static_cast<double>(start.bias[c]);
    }
    if (space_ == Space::kWeights) {
      std::copy(start.theta, start.theta + start.size(), point.coordinates.begin());
      map_.forward(point.coordinates.data(), point.scores.data());
    }
    return point;
  }

  // Keeps G for `gradient_at`.
  double loss_along(const Point<Real>& x, const Point<Real>* d, double alpha,
                    double* slope) override {
    std::vector<double> bias = x.bias;
    if (d) {
      for (std::size_t c = 0; c < bias.size(); ++c) bias[c] += alpha * d->bias[c];
    }
    double along = 0;
    const double value =
        total_loss<Real>(problem_, x.scores.data(), d ? d->scores.data() : nullptr, alpha, bias,
                         map_.threads(), gradient_.data(), column_sums_, &along);
    if (slope) {
      for (std::size_t c = 0; c < bias.size(); ++c) along += column_sums_[c] * d->bias[c];
      *slope = along;
    }
    return value;
  }

  void gradient_at(const Point<Real>& x, Point<Real>& g) override {
    const Penalty& penalty = this->penalty();
    const Real l2 = static_cast<Real>(penalty.l2);
    if (space_ == Space::kWeights) {
      map_.backward(gradient_.data(), g.coordinates.data());
      for (std::size_t i = 0; l2 != 0 && i < g.coordinates.size(); ++i) {
        g.coordinates[i] += l2 * x.coordinates[i];
      }
    } else {
      for (std::size_t i = 0; i < g.coordinates.size(); ++i) {
        g.coordinates[i] = gradient_[i] + l2 * x.coordinates[i];
      }
      map_.gram(g.coordinates.data(), g.scores.data());
    }
    for (std::size_t c = 0; c < g.bias.size(); ++c) {
      g.bias[c] = penalty.has_bias ? column_sums_[c] + penalty.bias_l2 * x.bias[c] : 0.0;
    }
  }

  // A direction gets its scores; in the space of samples it has them already.
  void finish_direction(Point<Real>& d) override {
    if (space_ == Space::kWeights) map_.forward(d.coordinates.data(), d.scores.data());
  }

  const std::vector<Real>& mirror(const Point<Real>& v) const override {
    return space_ == Space::kWeights ? v.coordinates : v.scores;
  }
  bool carries_scores() const override { return space_ == Space::kSamples; }
  bool has_cheap_trials() const override { return true; }

  void write(const Point<Real>& x, Weights<Real>& weights) {
    if (space_ == Space::kWeights) {
      std::copy(x.coordinates.begin(), x.coordinates.end(), weights.theta);
    } else {
      map_.backward(x.coordinates.data(), weights.theta);
    }
    for (std::size_t c = 0; c < x.bias.size(); ++c) weights.bias[c] = static_cast<Real>(x.bias[c]);
  }

 private:
  const SiteProblem<Real>& problem_;
  Space space_;
  LinearMap<Real> map_;
  std::vector<Real> gradient_;       // [n_rows][stride] G at the last evaluation
  std::vector<double> column_sums_;  // sum of G over sites, and the slopes of what is free
};

}  // namespace linguine
