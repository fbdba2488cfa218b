// One-versus-one: an SVM for every pair of labels, as libsvm has it.
//
//   set       items in the order of their labels; label a is +1 against every b > a, but for two
//             labels, where the second is +1
//   cost      K (K - 1) / 2 problems of the items of two labels each; several at a time on threads
//   returns   libsvm's layout: an item of label a has K - 1 coefficients, that of its problem with b
//             at place b (b < a) or b - 1 (b > a); a bias for each pair (0,1), (0,2), .., (1,2), ..
//   exact     problems never exchange a bit, so that threads change nothing
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/work/watch.hpp"
#include "core/learning/kernels/smo.hpp"

namespace linguine {

struct PairsSolution {
  std::vector<double> coefficients;  // [n_labels - 1][n]
  std::vector<double> biases;        // [n_pairs]
  std::vector<Index> n_iterations;   // [n_pairs]
  double objective = 0;              // the sum of all
  bool converged = true;
  Index diverged = -1;  // the first pair that infinite C could not separate
};

// `offsets` [n_labels + 1]: the items of a label lie side by side.
inline PairsSolution solve_pairs(const Items& items, const std::vector<Index>& offsets,
                                 const std::vector<double>& weights, const SmoOptions& options,
                                 Monitor& monitor) {
  const Index n_labels = std::ssize(offsets) - 1;
  const Index n = items.size;
  std::vector<std::pair<Index, Index>> pairs;
  for (Index a = 0; a < n_labels; ++a) {
    for (Index b = a + 1; b < n_labels; ++b) pairs.emplace_back(a, b);
  }
  const Index n_pairs = std::ssize(pairs);
  std::vector<SmoSolution> solutions(as_size(n_pairs));
  Threads threads(options.n_threads);
  Threads* const spare = n_pairs == 1 ? &threads : nullptr;
  const auto at_once = static_cast<double>(std::min<Index>(threads.count(), n_pairs));
  const auto count_of = [&](Index label) {
    return offsets[as_size(label + 1)] - offsets[as_size(label)];
  };
  const auto solve = [&](Index pair, Watch& watch) {
    const auto [a, b] = pairs[as_size(pair)];
    const Ranges ranges{{offsets[as_size(a)], offsets[as_size(b)]},
                        {offsets[as_size(a + 1)], offsets[as_size(b + 1)]}};
    std::vector<double> y(as_size(ranges.size()), n_labels == 2 ? 1.0 : -1.0);
    std::fill_n(y.begin(), count_of(a), n_labels == 2 ? -1.0 : 1.0);
    std::vector<double> w(y.size());
    for (Index k = 0; k < ranges.size(); ++k) w[as_size(k)] = weights[as_size(ranges.item(k))];
    SmoOptions own = options;
    own.cache_megabytes /= at_once;
    Smo smo(items, ranges, y, w, own, spare);
    solutions[as_size(pair)] = smo.run(watch);
    if (Monitor* const told = watch.monitor(); told != nullptr) {
      told->report("smo", pair + 1, n_pairs, solutions[as_size(pair)].objective);
    }
  };
  run_polled(threads, monitor, n_pairs, solve);
  PairsSolution result;
  result.coefficients.assign(as_size((n_labels - 1) * n), 0.0);
  for (Index pair = 0; pair < n_pairs; ++pair) {
    const auto [a, b] = pairs[as_size(pair)];
    const SmoSolution& found = solutions[as_size(pair)];
    std::copy_n(found.beta.begin(), count_of(a),
                result.coefficients.begin() + (b - 1) * n + offsets[as_size(a)]);
    std::copy_n(found.beta.begin() + count_of(a), count_of(b),
                result.coefficients.begin() + a * n + offsets[as_size(b)]);
    result.biases.push_back(found.bias);
    result.n_iterations.push_back(found.n_iterations);
    result.objective += found.objective;
    result.converged = result.converged && found.converged;
    if (found.diverged && result.diverged < 0) result.diverged = pair;
  }
  return result;
}

}  // namespace linguine
