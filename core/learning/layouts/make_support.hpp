// Which cells of the weights of sequences are parameters: every label of a feature or only those
// that the data show with it, and the same for transitions.
#pragma once

#include <cstdint>
#include <span>

#include "core/inference/chain/rules.hpp"
#include "core/learning/layouts/support.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

struct SupportOptions {
  bool all_states = false;       // every label for every feature, not only those seen together
  bool all_transitions = false;  // every allowed transition and end, not only those seen
  bool has_ends = true;          // weights for the first and the last label
};

// Further cells, row by row: what earlier data have shown.
struct SeenCells {
  std::span<const std::int64_t> offsets;  // [n_rows + 1]
  std::span<const Label> labels;
};

template <class Real>
Support make_support(const SiteProblem<Real>& problem, const ChainRules& rules,
                     const SupportOptions& options, const SeenCells& seen = {}) {
  const Label L = problem.n_labels;
  Support support(problem.n_weight_rows(), L, rules.stride());
  const Index structure = problem.first_structural_row();
  const auto see_site = [&](const Sites<Real>& sites, Index i, Label y, Index base, Index step) {
    sites.with_row(i, [&](const auto& row) {
      for (Index j = 0; j < row.count; ++j) {
        const Index r = base + row.feature(j) * step;
        support.count(r);
        if (options.all_states) {
          support.see_all(r);
        } else if (y >= 0) {
          support.see(r, y);
        }
      }
    });
  };
  for (Index e = 0; e < problem.examples.size(); ++e) {
    const Example example = problem.examples[e];
    const auto& gold = example.gold;
    for (std::size_t t = 0; t < gold.size(); ++t) {
      const Index site = example.first_row + static_cast<Index>(t);
      see_site(*problem.sites, site, gold[t], 0, 1);
      if (t == 0) continue;
      if (rules.learns_transitions() && gold[t] >= 0) {
        rules.for_each_row(gold.data(), static_cast<Index>(t),
                           [&](Index row) { support.see(structure + row, gold[t]); });
      }
      for (Label from = 0; problem.edges != nullptr && from < L; ++from) {
        const Label y = from == gold[t - 1] ? gold[t] : -1;
        see_site(*problem.edges, site, y, problem.first_edge_row() + from, L);
      }
    }
    if (!options.has_ends || gold.empty()) continue;
    if (gold.front() >= 0) support.see(structure + rules.start_row(), gold.front());
    if (gold.back() >= 0) support.see(structure + rules.end_row(), gold.back());
  }
  for (Label y = 0; options.all_transitions && options.has_ends && y < L; ++y) {
    if (rules.allows_start(y)) support.see(structure + rules.start_row(), y);
    if (rules.allows_end(y)) support.see(structure + rules.end_row(), y);
  }
  const bool all_moves = options.all_transitions && rules.learns_transitions();
  for (Label from = 0; all_moves && from < L; ++from) {
    for (Label y = 0; y < L; ++y) {
      if (!rules.allows(from, y)) continue;
      support.see(structure + from, y);
      for (Index row = rules.first_row(2) + from; row < rules.n_rows(); row += L) {
        support.see(structure + row, y);
      }
    }
  }
  for (std::size_t row = 0; row + 1 < seen.offsets.size(); ++row) {
    for (auto j = seen.offsets[row]; j < seen.offsets[row + 1]; ++j) {
      support.see(static_cast<Index>(row), seen.labels[as_size(j)]);
    }
  }
  support.make_blocks(structure, problem.n_weight_rows());
  support.lay_out();
  return support;
}

}  // namespace linguine
