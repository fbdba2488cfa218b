// Step rules: how far to go along one example's gradient. Each turns scores into the change of the
// parts; theta then moves by f(delta), for one site phi (outer) delta.
//
//   perceptron  delta = -w g                                             Alg. 3 of [Eisenstein2018]
//   MIRA        delta = -tau g, tau = min(C w, l / |f(g)|^2) per block   Eq. (3.8-3.13) of
//               [Eisenstein2014]
//   k-best MIRA min 1/2 |theta' - theta|^2 + C w sum_j xi_j  s.t. margin_j >= cost_j - xi_j, one
//               constraint per candidate; its dual by Hildreth's coordinate ascent [McDonald]
//   AROW        delta = -w g; the weights have a variance each and decide (arow_weights.hpp)
//   SGD         delta = -eta_t w g;  eta_t = eta_0, eta_0 t^-power, or 1 / (l2/n t) (Pegasos)
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/named.hpp"
#include "core/learning/layouts/part_rows.hpp"
#include "core/learning/oracle.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

enum class Rule { kPerceptron, kMira, kSgd, kPegasos, kAdaGrad, kArow };
inline constexpr Named<Rule> kRules[] = {
    {"perceptron", Rule::kPerceptron}, {"mira", Rule::kMira},       {"sgd", Rule::kSgd},
    {"pegasos", Rule::kPegasos},       {"adagrad", Rule::kAdaGrad}, {"arow", Rule::kArow},
};
enum class Schedule { kConstant, kPower, kPegasos };
inline constexpr Named<Schedule> kSchedules[] = {
    {"constant", Schedule::kConstant},
    {"power", Schedule::kPower},
    {"pegasos", Schedule::kPegasos},
};

struct StepOptions {
  Rule rule = Rule::kSgd;
  Schedule schedule = Schedule::kConstant;
  double learning_rate = 1;
  double power = 0.6;
  double C = 1;
  Label k_best = 1;
  double l2 = 0;  // of the whole objective; a step sees l2 / n
  double l1 = 0;

  // Every weight has a rate of its own, kept in `weight_squares`.
  bool has_own_rates() const { return rule == Rule::kAdaGrad || rule == Rule::kArow; }
};

LINGUINE_MULTIVERSION inline void scale_into(const double* in, double factor, Index n,
                                             double* out) {
  for (Index i = 0; i < n; ++i) out[i] = factor * in[i];
}

class StepRule {
 public:
  virtual ~StepRule() = default;
  // The learning rate of step t = 1, 2, ...; what L2 and L1 are multiplied with.
  virtual double rate(Index /*t*/) const { return 1; }
  // scratch.scores in; the loss is returned and scratch.delta [parts] written, or made empty where
  // nothing moves.
  virtual double delta(const Oracle& oracle, const Example& example, double rate,
                       const PartSpace& /*space*/, Scratch& scratch) const {
    const double value = ask(oracle, example, scratch);
    if (scratch.delta.empty()) return value;
    const double factor = -rate * example.weight;
    scale_into(scratch.gradient.data(), factor, std::ssize(scratch.delta), scratch.delta.data());
    return value;
  }

 protected:
  // The weighted loss; without a gradient nothing moves.
  static double ask(const Oracle& oracle, const Example& example, Scratch& scratch) {
    const double value =
        oracle.evaluate(example, scratch.scores, scratch.gradient, scratch.block_values);
    if (scratch.gradient.empty()) scratch.delta = {};
    return example.weight * value;
  }
};

class Sgd final : public StepRule {
 public:
  Sgd(const StepOptions& options, Index n_examples)
      : schedule_(options.schedule),
        eta_(options.learning_rate),
        power_(options.power),
        lambda_(options.l2 / static_cast<double>(n_examples)) {}
  double rate(Index t) const override {
    const double step = static_cast<double>(t);
    if (schedule_ == Schedule::kConstant) return eta_;
    return schedule_ == Schedule::kPower ? eta_ * std::pow(step, -power_) : 1 / (lambda_ * step);
  }

 private:
  Schedule schedule_;
  double eta_;
  double power_;
  double lambda_;
};

class Mira final : public StepRule {
 public:
  Mira(double C, Label k) : C_(C), k_(k) {}

  double delta(const Oracle& oracle, const Example& example, double, const PartSpace& space,
               Scratch& scratch) const override {
    return k_ == 1 ? one_best(oracle, example, space, scratch)
                   : k_best(oracle, example, space, scratch);
  }

 private:
  double one_best(const Oracle& oracle, const Example& example, const PartSpace& space,
                  Scratch& scratch) const {
    const double value = ask(oracle, example, scratch);
    const std::span<double> delta = scratch.delta;
    if (delta.empty()) return value;
    const std::size_t n_blocks = scratch.block_values.size();
    const std::size_t width = delta.size() / n_blocks;
    for (std::size_t b = 0; b < n_blocks; ++b) {
      const std::span<const double> parts(scratch.gradient);
      const double loss = scratch.block_values[b];
      const double norm = loss > 0 ? space.squared_norm(parts.subspan(b * width, width)) : 0.0;
      const double tau = norm > 0 ? std::min(C_ * example.weight, loss / norm) : 0.0;
      for (std::size_t c = b * width; c < (b + 1) * width; ++c) {
        delta[c] = -tau * scratch.gradient[c];
      }
    }
    return value;
  }

  double k_best(const Oracle& oracle, const Example& example, const PartSpace& space,
                Scratch& scratch) const {
    const double weight = example.weight;
    const std::span<double> delta = scratch.delta;
    std::vector<Candidate> candidates;
    oracle.candidates(example, scratch.scores, k_, candidates);
    const std::size_t k = candidates.size();
    std::fill(delta.begin(), delta.end(), 0.0);
    std::vector<double> alpha(k, 0.0);
    double worst = 0;
    for (const Candidate& candidate : candidates) worst = std::max(worst, candidate.loss);
    if (worst <= 0) return weight * worst;
    std::vector<double> gram(k * k);
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        gram[i * k + j] = gram[j * k + i] =
            space.dot(candidates[i].difference, candidates[j].difference);
      }
    }
    // delta = sum_j alpha_j difference_j; each pass makes one constraint after the other exact.
    for (int pass = 0; pass < 1000; ++pass) {
      double largest = 0;
      for (std::size_t j = 0; j < k; ++j) {
        const double norm = gram[j * k + j];
        if (norm == 0) continue;  // the same features: no step tells it from gold
        double moved = 0;
        for (std::size_t i = 0; i < k; ++i) moved += gram[j * k + i] * alpha[i];
        const double wanted = alpha[j] + (candidates[j].loss - moved) / norm;
        const double next = std::clamp(wanted, 0.0, C_ * weight);
        largest = std::max(largest, std::abs(next - alpha[j]) * norm);
        alpha[j] = next;
      }
      if (largest <= 1e-12 * worst) break;
    }
    for (std::size_t j = 0; j < k; ++j) {
      const auto& difference = candidates[j].difference;
      for (std::size_t c = 0; c < delta.size(); ++c) delta[c] += alpha[j] * difference[c];
    }
    return weight * worst;
  }

  double C_;
  Label k_;
};

inline std::unique_ptr<StepRule> make_step_rule(const StepOptions& options, Index n_examples) {
  switch (options.rule) {
    case Rule::kPerceptron:
    case Rule::kArow:  // whose weights know how far to go along the gradient
      return std::make_unique<StepRule>();
    case Rule::kMira:
      return std::make_unique<Mira>(options.C, options.k_best);
    default:
      return std::make_unique<Sgd>(options, n_examples);
  }
}

}  // namespace linguine
