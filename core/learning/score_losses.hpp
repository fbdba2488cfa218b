// Losses of scores: a site has a number t to hit, and its score s misses it by r = s - t.
//
//   squared              1/2 r^2                                              [Zhang2010 1.3]
//   huber                1/2 r^2 where |r| <= delta, else delta (|r| - delta / 2)  [Huber1964]
//   epsilon-insensitive  max(0, |r| - epsilon)                                [Drucker1997]
//   poisson              exp(s) - t s: minus log p(t) under a mean of exp(s)  [McCullagh1989]
//   ordinal              -log (sigma(tau_t - s) - sigma(tau_(t-1) - s)), t in 0..K-1, tau_(-1) and
//                        tau_(K-1) infinite: cumulative logits [McCullagh1980]. tau_0 = 0, since
//                        scores have a bias; tau_k = tau_(k-1) + exp(gamma_k), so that thresholds
//                        are in order wherever a search goes
//
// Each says which numbers are targets, and its value with the derivatives. Ordinal has K - 2
// numbers gamma of its own, which no feature moves: they stand behind the score.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/types.hpp"
#include "core/learning/losses.hpp"

namespace linguine {

// One score, and no numbers of its own; `number_` is delta or epsilon.
template <class Loss>
class PlainScoreLoss {
 public:
  explicit PlainScoreLoss(double number = 0) : number_(number) {}

  double number() const { return number_; }
  Label n_free() const { return 0; }
  bool takes(double target) const { return std::isfinite(target) && target >= Loss::kLeast; }
  double operator()(double target, std::span<const double> scores,
                    std::span<double> gradient) const {
    return Loss::value(target, scores[0], number_, gradient[0]);
  }

  static constexpr double kLeast = -HUGE_VAL;

 private:
  double number_;
};

struct SquaredScoreLoss : PlainScoreLoss<SquaredScoreLoss> {
  using PlainScoreLoss::PlainScoreLoss;
  static constexpr const char* kName = "squared";
  static double value(double target, double score, double, double& gradient) {
    gradient = score - target;
    return 0.5 * gradient * gradient;
  }
};

struct HuberLoss : PlainScoreLoss<HuberLoss> {
  using PlainScoreLoss::PlainScoreLoss;
  static constexpr const char* kName = "huber";
  static double value(double target, double score, double delta, double& gradient) {
    const double miss = score - target;
    gradient = std::clamp(miss, -delta, delta);
    return gradient * (miss - 0.5 * gradient);
  }
};

struct EpsilonInsensitiveLoss : PlainScoreLoss<EpsilonInsensitiveLoss> {
  using PlainScoreLoss::PlainScoreLoss;
  static constexpr const char* kName = "epsilon-insensitive";
  static double value(double target, double score, double epsilon, double& gradient) {
    const double miss = score - target;
    const double beyond = std::abs(miss) - epsilon;
    gradient = beyond > 0 ? std::copysign(1.0, miss) : 0.0;
    return std::max(0.0, beyond);
  }
};

struct PoissonLoss : PlainScoreLoss<PoissonLoss> {
  using PlainScoreLoss::PlainScoreLoss;
  static constexpr const char* kName = "poisson";
  static constexpr double kLeast = 0;
  static double value(double target, double score, double, double& gradient) {
    const double mean = std::exp(score);
    gradient = mean - target;
    return mean - target * score;
  }
};

class OrdinalLoss {
 public:
  static constexpr const char* kName = "ordinal";
  explicit OrdinalLoss(double n_values = 2) : last_(static_cast<Label>(n_values) - 1) {}

  Label n_free() const { return last_ - 1; }
  bool takes(double target) const {
    return target >= 0 && target <= last_ && target == std::floor(target);
  }
  // With a = tau_(t-1) - s and b = tau_t - s,
  // sigma(b) - sigma(a) = sigma(b) sigma(-a) (1 - exp(a - b)), which never cancels.
  double operator()(double target, std::span<const double> scores,
                    std::span<double> gradient) const {
    const auto t = static_cast<Label>(target);
    std::fill(gradient.begin(), gradient.end(), 0.0);
    double below = -scores[0];  // tau_(t-1) - s
    for (Label k = 1; k < t; ++k) below += gap(scores, k);
    double value = 0;
    double up = 0;    // how far the upper threshold is pulled up
    double down = 0;  // how far the lower one is pulled down
    if (t > 0) {
      value += log_one_plus_exp(below);
      down = sigmoid(below);
    }
    if (t < last_) {
      const double above = t == 0 ? below : below + gap(scores, t);
      value += log_one_plus_exp(-above);
      up = sigmoid(-above);
    }
    gradient[0] = up - down;
    for (Label k = 1; k <= std::min(t, last_ - 1); ++k) {
      const double width = gap(scores, k);
      double by_width = k < t ? down - up : -up;
      if (k == t) {
        const double least = std::max(width, kThinnest);
        value -= std::log(-std::expm1(-least));
        by_width -= 1 / std::expm1(least);
      }
      gradient[as_size(k)] = width * by_width;
    }
    return value;
  }

 private:
  static constexpr double kThinnest = 1e-300;  // its logarithm is finite
  static double gap(std::span<const double> scores, Label k) {
    return std::exp(scores[as_size(k)]);
  }
  static double sigmoid(double x) { return std::exp(-log_one_plus_exp(-x)); }
  Label last_;  // K - 1
};

// The one table: a new loss of scores is a struct above and its name here.
using ScoreLosses =
    LossTable<SquaredScoreLoss, HuberLoss, EpsilonInsensitiveLoss, PoissonLoss, OrdinalLoss>;

}  // namespace linguine
