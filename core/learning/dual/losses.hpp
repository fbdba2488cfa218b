// The one-dimensional problems of dual coordinate descent: one dual variable of one binary problem.
//
//   primal    P = 1/2 |w|^2 + sum_i C_i l(y_i s_i),  C_i = weight_i / l2
//   dual      D = -1/2 |w|^2 - sum_i conjugate(alpha_i),  w = sum_i alpha_i y_i x_i,
//             0 <= alpha_i (<= C_i)
//   hard      C_i infinite: every margin must be met, sum_i C_i l is 0 or infinite, and hinge and
//             squared hinge are the same [Eisenstein2018, 2.47]. What is left to measure is by how
//             much the worst margin is missed
//   solve     the alpha that maximises D with the others fixed, given y s and |x|^2
//   cost      the price of the wrong label: the margin that a hinge asks for (1 unless a cost matrix
//             says else)
//   source    hinge, squared hinge: Alg. 1 of [Hsieh2008]; logistic: Alg. 5 of [Yu2011] (Newton in
//             alpha)
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/learning/dual/options.hpp"
#include "core/learning/losses.hpp"

namespace linguine {

struct DualHinge {
  static constexpr bool kHard = false;
  static constexpr bool kIterates = false;  // whether `solve` is more than a formula
  static double start(double) { return 0; }
  static double loss(double margin, double cost) { return std::max(0.0, cost - margin); }
  static double conjugate(double alpha, double, double cost) { return -cost * alpha; }
  static double gradient(double, double margin, double, double cost) { return margin - cost; }
  static double upper(double C) { return C; }
  static double solve(double alpha, double margin, double norm, double C, double cost) {
    return std::clamp(alpha - (margin - cost) / norm, 0.0, C);
  }
};

// The share of the asked margin that is missed; its largest value over the examples counts.
struct DualHardMargin : DualHinge {
  static constexpr bool kHard = true;
  static double loss(double margin, double cost) { return missed_share(margin, cost); }
  static double upper(double) { return HUGE_VAL; }
  static double solve(double alpha, double margin, double norm, double, double cost) {
    return std::max(0.0, alpha - (margin - cost) / norm);
  }
};

struct DualSquaredHinge {
  static constexpr bool kHard = false;
  static constexpr bool kIterates = false;
  static double start(double) { return 0; }
  static double loss(double margin, double cost) {
    const double gap = std::max(0.0, cost - margin);
    return gap * gap;
  }
  static double conjugate(double alpha, double C, double cost) {
    return alpha * alpha / (4 * C) - cost * alpha;
  }
  static double gradient(double alpha, double margin, double C, double cost) {
    return margin - cost + alpha / (2 * C);
  }
  static double upper(double) { return HUGE_VAL; }
  static double solve(double alpha, double margin, double norm, double C, double cost) {
    return std::max(0.0, alpha - gradient(alpha, margin, C, cost) / (norm + 1 / (2 * C)));
  }
};

struct DualLogistic {
  static constexpr bool kHard = false;
  static constexpr bool kIterates = true;
  // The optimum is inside (0, C); the start is near, but not at, the border.
  static double start(double C) { return std::min(0.001 * C, 1e-8); }
  static double loss(double margin, double) { return log_one_plus_exp(-margin); }
  static double conjugate(double alpha, double C, double) {
    const double rest = C - alpha;
    const double a = alpha > 0 ? alpha * std::log(alpha / C) : 0.0;
    const double b = rest > 0 ? rest * std::log(rest / C) : 0.0;
    return a + b;
  }
  static double gradient(double alpha, double margin, double C, double) {
    return margin + std::log(alpha / (C - alpha));
  }
  static double upper(double C) { return C; }
  // Newton on 1/2 norm (z - alpha)^2 + margin (z - alpha) + z log z + (C - z) log(C - z), from the
  // nearer end.
  static double solve(double alpha, double margin, double norm, double C, double) {
    // Mirror the problem so that the solution lies in (0, C/2]: there the logarithm of z dominates.
    const double middle = margin + norm * (C / 2 - alpha);
    const bool mirrored = middle < 0;
    const double a = mirrored ? C - alpha : alpha;
    const double m = mirrored ? -margin : margin;
    double z = a;
    if (C - z < 0.5 * C) z = 0.1 * z;
    for (int i = 0; i < 100; ++i) {
      const double slope = norm * (z - a) + m + std::log(z / (C - z));
      if (std::abs(slope) < 1e-12) break;
      const double curvature = norm + C / ((C - z) * z);
      const double next = z - slope / curvature;
      z = next <= 0 ? 0.1 * z : next;
      if (std::abs(slope) < 1e-9 && next > 0) break;
    }
    z = std::clamp(z, 1e-15 * C,
                   (1 - 1e-15) * C);  // never on the border, where the gradient is infinite
    return mirrored ? C - z : z;
  }
};

// The dual of a loss of the table; void where it has none.
template <class Loss, class Of, class Dual, class Otherwise>
using DualIf = std::conditional_t<std::is_same_v<Loss, Of>, Dual, Otherwise>;
template <class Loss>
using DualOf = DualIf<Loss, HingeLoss, DualHinge,
                      DualIf<Loss, SquaredHingeLoss, DualSquaredHinge,
                             DualIf<Loss, LogisticLoss, DualLogistic, void>>>;

}  // namespace linguine
