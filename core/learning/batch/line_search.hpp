// Line searches along a ray x + alpha d. The scores of x and d are known, so a trial costs one pass
// over the examples' scores and none over the data.
//
//   armijo    halve alpha until F(x + alpha d) <= F(x) + 1e-4 alpha F'(0); Alg. 4 of [LxMLS]
//   wolfe     find alpha with |F'(alpha)| <= sigma |F'(0)|; F is convex along the ray, so the sign
//             of F' says on which side the minimum lies; secant steps between the two ends of the
//             bracket
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/types.hpp"

namespace linguine {

struct Trial {
  double alpha = 0;
  double value = 0;
  double slope = 0;
  bool found = false;
};

// `evaluate(alpha)` returns a Trial with value and slope filled in. A trial that is returned as
// found was the last one evaluated.
template <class Evaluate>
Trial armijo(const Trial& start, double first_alpha, Evaluate&& evaluate) {
  constexpr double kDecrease = 1e-4;
  double alpha = first_alpha;
  for (int i = 0; i < 60; ++i, alpha *= 0.5) {
    Trial trial = evaluate(alpha);
    if (trial.value <= start.value + kDecrease * alpha * start.slope) {
      trial.found = true;
      return trial;
    }
  }
  return start;
}

template <class Evaluate>
Trial wolfe(const Trial& start, double first_alpha, double sigma, Evaluate&& evaluate) {
  // Near the optimum differences of F drown in rounding; the slope is still exact, so F may rise by
  // noise.
  const double noise = 1e-10 * std::abs(start.value);
  Trial low = start;
  Trial high;
  double alpha = first_alpha;
  for (int i = 0; i < 40; ++i) {
    Trial trial = evaluate(alpha);
    if (!std::isfinite(trial.value) || !std::isfinite(trial.slope)) {
      trial.value = std::numeric_limits<double>::infinity();
      trial.slope = std::numeric_limits<double>::infinity();
    } else if (std::abs(trial.slope) <= sigma * std::abs(start.slope) &&
               trial.value <= start.value + noise) {
      trial.found = true;
      return trial;
    }
    if (trial.slope > 0) {
      high = trial, high.found = true;
    } else {
      low = trial;
    }
    if (!high.found) {
      alpha *= 4;
      continue;
    }
    const double width = high.alpha - low.alpha;
    const double secant =
        std::isfinite(high.slope) ? low.alpha - low.slope * width / (high.slope - low.slope) : 0.0;
    alpha = std::clamp(secant, low.alpha + 0.1 * width, high.alpha - 0.1 * width);
  }
  if (low.alpha == 0 || low.value > start.value) return start;
  low = evaluate(low.alpha);  // the caller takes the gradient of the last trial
  low.found = true;
  return low;
}

}  // namespace linguine
