// Column steps: what one visit of an example does to all columns that lie side by side.
//
//   slots     columns lie side by side in blocks of four; a column's slot is its place there. Slots
//             without a column are settled: never active
//   lanes     the same few operations in every slot, without a branch, so that several go at once.
//             What settled columns would do is worked out and thrown away, which costs less than to
//             ask
//   exact     slots never exchange a bit, so that a column does not notice who lies beside it
#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/types.hpp"
#include "core/learning/dual/losses.hpp"
#include "core/learning/dual/options.hpp"

namespace linguine {

// An example as its steps see it.
struct StepTerms {
  double C = 1;
  double cost = 1;    // of the wrong label
  double length = 0;  // |x|^2, where all columns see the same row
  bool shrinking = true;
};

// The multipliers of one example, slot by slot.
struct StepCells {
  double* alpha;
  double* sign;           // 1 where the column is right, else -1
  double* active;         // 0 where it is skipped until the next measurement, else 1
  const double* lengths;  // |s x|^2 of scaled columns, or null
};

// The part of the gradient that a feasible step can follow.
template <class Loss>
inline double violation(double alpha, double slope, double c) {
  const double at_most = alpha >= Loss::upper(c) ? std::max(slope, 0.0) : slope;
  return alpha <= 0 ? std::min(slope, 0.0) : at_most;
}

// One step of every active column. `scores` of the slots become the changes of alpha times sign;
// `widest` and `dual` are kept up to date, beyond `most` a multiplier at its bound is shrunk.
template <class Loss, bool kScaled>
LINGUINE_MULTIVERSION void step_columns(Index n_slots, StepTerms terms, StepCells cells,
                                        double* __restrict scores, double* __restrict widest,
                                        const double* __restrict most, double* __restrict dual) {
  double* __restrict alpha = cells.alpha;
  double* __restrict active = cells.active;
  const double* __restrict sign = cells.sign;
  const double* __restrict lengths = cells.lengths;
  const double C = terms.C;
  const double cost = terms.cost;
  for (Index s = 0; s < n_slots; ++s) {
    const double a = alpha[s];
    const double margin = sign[s] * scores[s];
    const double slope = Loss::gradient(a, margin, C, cost);
    const double outward = std::abs(violation<Loss>(a, slope, C));
    const bool is_active = active[s] > 0;
    const double size = is_active ? outward : 0.0;
    const bool moves = size >= kNoViolation;
    widest[s] = std::max(widest[s], size);
    const bool is_settled = terms.shrinking && !moves && std::abs(slope) > most[s];
    active[s] = is_settled ? 0.0 : active[s];
    if constexpr (Loss::kIterates) {
      if (!moves) {
        scores[s] = 0;
        continue;
      }
    }
    const double length = kScaled ? lengths[s] : terms.length;
    const double found = Loss::solve(a, margin, length > 0 ? length : 1e-12, C, cost);
    const double next = moves ? found : a;
    const double change = next - a;
    dual[s] -= change * (margin + 0.5 * length * change) + Loss::conjugate(next, C, cost) -
               Loss::conjugate(a, C, cost);
    alpha[s] = next;
    scores[s] = change * sign[s];
  }
}

// Sums over examples, slot by slot.
struct ColumnSums {
  double* loss;  // of a hard margin the largest
  double* norm;
  double* conjugate;
};

// Adds an example; wakes what was shrunk by mistake in columns that are `due`.
template <class Loss>
LINGUINE_MULTIVERSION void measure_columns(Index n_slots, StepTerms terms, StepCells cells,
                                           const double* __restrict scores,
                                           const double* __restrict due, ColumnSums sums) {
  double* __restrict active = cells.active;
  double* __restrict loss = sums.loss;
  double* __restrict norm = sums.norm;
  double* __restrict conjugate = sums.conjugate;
  for (Index s = 0; s < n_slots; ++s) {
    const double a = cells.alpha[s];
    const double margin = cells.sign[s] * scores[s];
    const double lost = Loss::loss(margin, terms.cost);
    loss[s] = Loss::kHard ? std::max(loss[s], lost) : loss[s] + terms.C * lost;
    norm[s] += a * margin;  // |w|^2 = sum_i alpha_i y_i s_i
    conjugate[s] += Loss::conjugate(a, terms.C, terms.cost);
    const double slope = Loss::gradient(a, margin, terms.C, terms.cost);
    const bool wakes = due[s] > 0 && violation<Loss>(a, slope, terms.C) != 0;
    active[s] = wakes ? 1.0 : active[s];
  }
}

// What columns ask of a loss, chosen when they run: only loops over slots are compiled for each.
struct DualLoss {
  bool is_hard;
  double (*start)(double C);
  double (*upper)(double C);
  double (*conjugate)(double alpha, double C, double cost);
  decltype(&step_columns<DualHinge, false>) step;
  decltype(&step_columns<DualHinge, true>) scaled_step;
  decltype(&measure_columns<DualHinge>) measure;

  template <class Loss>
  static DualLoss of() {
    return {Loss::kHard,
            Loss::start,
            Loss::upper,
            Loss::conjugate,
            step_columns<Loss, false>,
            step_columns<Loss, true>,
            measure_columns<Loss>};
  }
};

}  // namespace linguine
