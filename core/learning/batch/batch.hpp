// Batch: minimise a smooth convex objective by descending along one direction after another.
//
//   objective F(theta) = L(Phi theta + b) + l2/2 |theta|^2 (objective.hpp)
//   algorithm one loop; the direction (directions.hpp) is all that distinguishes gradient descent,
//             conjugate gradient and L-BFGS
//   stops     when F - F* <= tolerance F. Strong convexity certifies F - F* <= |grad F|^2 / (2 l2),
//             which is the duality gap at this point; L-BFGS also stops when its own estimate
//             1/2 g.H.g and what the last five iterations gained are both that small (either alone
//             is fooled by plateaus)
//   returns   iterations, whether it stopped by itself, F, and F after each iteration
#pragma once

#include "core/base/named.hpp"
#include "core/learning/batch/objective.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

enum class Solver { kLbfgs, kConjugateGradient, kGradientDescent, kOwlQn };
inline constexpr Named<Solver> kSolvers[] = {
    {"lbfgs", Solver::kLbfgs},
    {"conjugate-gradient", Solver::kConjugateGradient},
    {"gradient-descent", Solver::kGradientDescent},
    {"owl-qn", Solver::kOwlQn},
};

struct BatchOptions {
  Solver solver = Solver::kLbfgs;
  Index max_iterations = 1000;
  double tolerance = 1e-5;
  Index memory = 10;
  Penalty penalty;
  double l1 = 0;
  int n_threads = 1;
};

// From x as it is; x becomes the minimum.
template <class Real>
Solution minimise_from(Objective<Real>& f, Point<Real>& x, const BatchOptions& options);

}  // namespace linguine
