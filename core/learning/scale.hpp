// Scale: how large the numbers of the examples are. Step sizes follow it.
//
//   returns   the mean of |x|^2 over the examples' rows, and the root mean square of their non-zero
//   numbers exact     chunk sums in double, added in chunk order
#pragma once

#include <cmath>
#include <vector>

#include "core/base/threads.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

struct Scale {
  double mean_squared_norm = 0;
  double typical_value = 1;  // 1 where there is nothing to measure
};

template <class Row>
LINGUINE_MULTIVERSION void add_scale(Row row, double& squares, double& nonzeros) {
  double sum[4] = {0, 0, 0, 0};
  Index count = 0;
  for (Index j = 0; j < row.count; ++j) {
    const double x = static_cast<double>(row.value(j));
    sum[j % 4] += x * x;
    count += x != 0;
  }
  squares += (sum[0] + sum[1]) + (sum[2] + sum[3]);
  nonzeros += static_cast<double>(count);
}

template <class Real>
Scale measure_scale(const Problem<Real>& problem, Threads& threads) {
  const auto& borders = problem.borders;
  const Index n_chunks = static_cast<Index>(borders.size()) - 1;
  std::vector<double> squares(static_cast<std::size_t>(n_chunks), 0.0);
  std::vector<double> nonzeros(static_cast<std::size_t>(n_chunks), 0.0);
  threads.run(n_chunks, [&](Index chunk) {
    const auto at = static_cast<std::size_t>(chunk);
    for (Index e = borders[at]; e < borders[at + 1]; ++e) {
      const Index row = problem.examples.row[static_cast<std::size_t>(e)];
      problem.sites->with_row(row, [&](const auto& r) { add_scale(r, squares[at], nonzeros[at]); });
    }
  });
  double total = 0;
  double count = 0;
  for (std::size_t chunk = 0; chunk < squares.size(); ++chunk) {
    total += squares[chunk];
    count += nonzeros[chunk];
  }
  Scale scale;
  scale.mean_squared_norm = total / static_cast<double>(problem.examples.size());
  const double typical = count > 0 ? std::sqrt(total / count) : 0.0;
  if (typical > 0 && std::isfinite(typical)) scale.typical_value = typical;
  return scale;
}

}  // namespace linguine
