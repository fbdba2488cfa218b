// Vector work of the batch solvers: many inner products, or one combination of many vectors, in a
// single sweep over memory. L-BFGS's own vectors otherwise cost as much as the data.
//
//   exact     sums in double over chunks of 8192 cells, added in chunk order
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/types.hpp"
#include "core/base/work/threads.hpp"

namespace linguine {

inline constexpr Index kCellsPerChunk = 8192;

template <class Real>
LINGUINE_MULTIVERSION double dot_cells(const Real* u, const Real* v, Index count) {
  double sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  Index i = 0;
  for (; i + 8 <= count; i += 8) {
    for (int k = 0; k < 8; ++k) {
      sum[k] += static_cast<double>(u[i + k]) * static_cast<double>(v[i + k]);
    }
  }
  for (; i < count; ++i) sum[0] += static_cast<double>(u[i]) * static_cast<double>(v[i]);
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

template <class Real>
LINGUINE_MULTIVERSION void add_cells(Real factor, const Real* v, Real* out, Index count) {
  for (Index i = 0; i < count; ++i) out[i] += factor * v[i];
}

// out[i][j] = left_i . right_j
template <class Real>
void dots(std::span<const Real* const> left, std::span<const Real* const> right, Index size,
          Threads& threads, std::vector<double>& out) {
  const std::size_t n_pairs = left.size() * right.size();
  const Index n_chunks = (size + kCellsPerChunk - 1) / kCellsPerChunk;
  std::vector<double> partial(as_size(n_chunks) * n_pairs);
  threads.run(n_chunks, [&](Index chunk) {
    const Index begin = chunk * kCellsPerChunk;
    const Index count = std::min(size - begin, kCellsPerChunk);
    double* mine = partial.data() + as_size(chunk) * n_pairs;
    for (const Real* u : left) {
      for (const Real* v : right) *mine++ = dot_cells(u + begin, v + begin, count);
    }
  });
  out.assign(n_pairs, 0.0);
  for (Index chunk = 0; chunk < n_chunks; ++chunk) {
    const double* mine = partial.data() + as_size(chunk) * n_pairs;
    for (std::size_t i = 0; i < n_pairs; ++i) out[i] += mine[i];
  }
}

// out = sum_j factors[j] * vectors[j]; `out` may be one of the vectors only if it is the first.
template <class Real>
void combine(std::span<const double> factors, std::span<const Real* const> vectors, Real* out,
             Index size, Threads& threads) {
  const Index n_chunks = (size + kCellsPerChunk - 1) / kCellsPerChunk;
  threads.run(n_chunks, [&](Index chunk) {
    const Index begin = chunk * kCellsPerChunk;
    const Index count = std::min(size - begin, kCellsPerChunk);
    const Real first = static_cast<Real>(factors[0]);
    for (Index i = begin; i < begin + count; ++i) out[i] = first * vectors[0][i];
    for (std::size_t j = 1; j < vectors.size(); ++j) {
      add_cells(static_cast<Real>(factors[j]), vectors[j] + begin, out + begin, count);
    }
  });
}

// Sums `part(begin, end)` over chunks of cells, in chunk order; the parts run on threads.
template <class Part>
double sum_over_cells(std::size_t size, Threads& threads, Part&& part) {
  const Index n_chunks = (static_cast<Index>(size) + kCellsPerChunk - 1) / kCellsPerChunk;
  std::vector<double> partial(as_size(n_chunks));
  threads.run(n_chunks, [&](Index chunk) {
    const auto begin = as_size(chunk * kCellsPerChunk);
    partial[as_size(chunk)] = part(begin, std::min(size, begin + as_size(kCellsPerChunk)));
  });
  double total = 0;
  for (const double each : partial) total += each;
  return total;
}

// The same cell by cell: the sum of `part(i)`, or `use(i)` where there is nothing to add up.
template <class Part>
double sum_cells(std::size_t size, Threads& threads, const Part& part) {
  return sum_over_cells(size, threads, [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += part(i);
    return sum;
  });
}
template <class Use>
void for_all_cells(std::size_t size, Threads& threads, const Use& use) {
  sum_over_cells(size, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) use(i);
    return 0.0;
  });
}

}  // namespace linguine
