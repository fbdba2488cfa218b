// Passes of SMO: what is done with all points at each step, in lanes.
//
//   move      g_t -= step (K_it - K_jt), and the largest g among those that may go up
//   partner   the largest (g_i - g_t)^2 / eta_it among those that may go down, and the smallest g
//   cost      one pass each over contiguous numbers; who may not move has an infinity added
//   given     arrays padded to whole lanes with points that may not move
//   exact     each lane keeps the first of its largest; ties go to the lower index
#pragma once

#include <limits>

#include "core/base/memory/aligned.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/base/types.hpp"

namespace linguine {

// Doubles in a cache line.
inline constexpr Index kLaneCells = static_cast<Index>(kCacheLine / sizeof(double));

namespace smo {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kLeastEta = 1e-12;  // libsvm's
inline constexpr int kLanes = static_cast<int>(kLaneCells);

// The largest of each lane and where it was found first.
struct Best {
  alignas(64) double value[kLanes];
  alignas(64) Index place[kLanes];

  void clear() {
    for (int k = 0; k < kLanes; ++k) {
      value[k] = -kInfinity;
      place[k] = k;
    }
  }
  Index top() const {
    int lane = 0;
    for (int k = 1; k < kLanes; ++k) {
      const bool is_better =
          value[k] > value[lane] || (value[k] == value[lane] && place[k] < place[lane]);
      if (is_better) lane = k;
    }
    return value[lane] == -kInfinity ? -1 : place[lane];
  }
};

inline void find_top(const double* up, Index n, const double* g, Best& best) {
  best.clear();
  for (Index t = 0; t < n; ++t) {
    const double value = g[t] + up[t];
    if (value <= best.value[t % kLanes]) continue;
    best.value[t % kLanes] = value;
    best.place[t % kLanes] = t;
  }
}

LINGUINE_MULTIVERSION inline void subtract_row(const float* row, double factor, Index n,
                                               double* g) {
  for (Index t = 0; t < n; ++t) g[t] -= factor * static_cast<double>(row[t]);
}

// g -= step (row_i - row_j); the largest g + up.
LINGUINE_MULTIVERSION inline void move_gradient(const float* row_i, const float* row_j, double step,
                                                const double* up, Index n, double* g, Best& best) {
  best.clear();
  for (Index t = 0; t < n; t += kLanes) {
    for (Index k = 0; k < kLanes; ++k) {
      g[t + k] -= step * (static_cast<double>(row_i[t + k]) - static_cast<double>(row_j[t + k]));
      const double value = g[t + k] + up[t + k];
      const bool is_better = value > best.value[k];
      best.value[k] = is_better ? value : best.value[k];
      best.place[k] = is_better ? t + k : best.place[k];
    }
  }
}

// The largest gain (g_i - g_t)^2 / eta; `least` gets the smallest g + down of each lane.
LINGUINE_MULTIVERSION inline void find_partner(const float* row, const double* diagonal,
                                               const double* g, const double* down, Index n,
                                               double g_i, double K_ii, double* least, Best& best) {
  best.clear();
  for (int k = 0; k < kLanes; ++k) least[k] = kInfinity;
  for (Index t = 0; t < n; t += kLanes) {
    for (Index k = 0; k < kLanes; ++k) {
      const double g_t = g[t + k] + down[t + k];
      least[k] = g_t < least[k] ? g_t : least[k];
      const double lead = g_i - g_t;
      const double eta = K_ii + diagonal[t + k] - 2 * static_cast<double>(row[t + k]);
      const double gain = lead * lead / (eta > kLeastEta ? eta : kLeastEta);
      const bool is_better = lead > 0 && gain > best.value[k];
      best.value[k] = is_better ? gain : best.value[k];
      best.place[k] = is_better ? t + k : best.place[k];
    }
  }
}

}  // namespace smo

}  // namespace linguine
