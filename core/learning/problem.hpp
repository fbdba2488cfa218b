// Problem: what is to be learned. Sites, examples and an oracle; learners see nothing else.
//
//   loss      L(S) = sum_e w_e l(S[row_e]; gold_e),  G = dL/dS
//   cost      O(examples x columns), in chunks of 512 examples
//   exact     values are added in chunk order, in double
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/aligned.hpp"
#include "core/base/examples.hpp"
#include "core/base/parts.hpp"
#include "core/base/sites.hpp"
#include "core/base/threads.hpp"
#include "core/learning/oracle.hpp"

namespace linguine {

template <class Real>
struct Problem {
  const Sites<Real>* sites = nullptr;
  const Sites<Real>* edges = nullptr;  // observed transitions, a row per site; or null
  Examples examples;
  std::shared_ptr<const Oracle> oracle;
  Label n_labels = 0;
  std::vector<Index> borders;  // chunks of examples, made once

  Index n_columns() const { return oracle->n_columns(); }
  Index stride() const { return stride_of(n_columns()); }
  // The rows of the weights: features, observed transitions label by label, structure.
  Index first_edge_row() const { return sites->n_features(); }
  Index first_structural_row() const {
    return first_edge_row() + (edges == nullptr ? 0 : edges->n_features() * n_labels);
  }
  Index n_weight_rows() const { return first_structural_row() + oracle->n_structural(); }
  // The rows of an example's part table.
  Index n_part_rows(const Example& example) const {
    return example.n_sites() * (edges == nullptr ? 1 : 1 + Index{n_labels}) +
           oracle->n_structural();
  }
  Index n_parts(Index example) const {
    return n_part_rows(examples[example]) * oracle->part_width();
  }
  void cut() { borders = examples.chunk_borders(512); }
};

// One thread's scratch: nothing is allocated per example.
struct Scratch {
  explicit Scratch(const Oracle& oracle)
      : block_values(static_cast<std::size_t>(oracle.n_blocks())) {
    resize(oracle.n_columns());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  void resize(Index n_parts) {
    const auto n = static_cast<std::size_t>(n_parts);
    if (memory.size() < 2 * n) memory.resize(2 * n);
    scores = {memory.data(), n};
    gradient = {memory.data() + n, n};
  }
  std::span<double> scores;
  std::span<double> gradient;
  std::vector<double> block_values;

 private:
  AlignedVector<double> memory;  // grows and is never cleared
};

// L at S + alpha * D + bias; writes G (rows without an example stay zero) and sums its columns.
//   direction  may be null
//   along      receives <G, D>: the slope of L along the direction (scores only)
template <class Real>
double total_loss(const Problem<Real>& problem, const Real* scores, const Real* direction,
                  double alpha, std::span<const double> bias, Threads& threads, Real* gradient,
                  std::span<double> column_sums, double* along) {
  const Index stride = problem.stride();
  const auto n_columns = static_cast<std::size_t>(problem.n_columns());
  const auto& borders = problem.borders;
  const Index n_chunks = static_cast<Index>(borders.size()) - 1;
  const std::size_t width = n_columns + 2;  // value, slope, column sums
  std::vector<double> partial(static_cast<std::size_t>(n_chunks) * width, 0.0);
  threads.run(n_chunks, [&](Index chunk) {
    Scratch scratch(*problem.oracle);
    double* mine = partial.data() + static_cast<std::size_t>(chunk) * width;
    Index previous = -1;
    for (Index e = borders[static_cast<std::size_t>(chunk)];
         e < borders[static_cast<std::size_t>(chunk) + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      const Index row = problem.examples.row[at];
      const Real* s = scores + row * stride;
      const Real* d = direction ? direction + row * stride : nullptr;
      for (std::size_t c = 0; c < n_columns; ++c) {
        scratch.scores[c] = static_cast<double>(s[c]) + bias[c];
        if (d) scratch.scores[c] += alpha * static_cast<double>(d[c]);
      }
      const double w = problem.examples.weight[at];
      mine[0] += w * problem.oracle->evaluate(problem.examples[e].gold, scratch.scores,
                                              scratch.gradient, scratch.block_values);
      for (std::size_t c = 0; c < n_columns; ++c) {
        const double g = w * scratch.gradient[c];
        if (d) mine[1] += g * static_cast<double>(d[c]);
        mine[2 + c] += g;
        if (gradient == nullptr) continue;
        Real& cell = gradient[row * stride + static_cast<Index>(c)];
        cell = static_cast<Real>(row == previous ? static_cast<double>(cell) + g : g);
      }
      previous = row;
    }
  });
  double value = 0;
  double slope = 0;
  std::fill(column_sums.begin(), column_sums.end(), 0.0);
  for (Index chunk = 0; chunk < n_chunks; ++chunk) {
    const double* mine = partial.data() + static_cast<std::size_t>(chunk) * width;
    value += mine[0];
    slope += mine[1];
    for (std::size_t c = 0; c < n_columns; ++c) column_sums[c] += mine[2 + c];
  }
  if (along) *along = slope;
  return value;
}

}  // namespace linguine
