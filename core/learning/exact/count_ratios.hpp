// Log-count ratios: how much more often one label has a feature than the others.
//
//   score     r[f][k] = ln (p_f / |p|) / (q_f / |q|), p_f = alpha + sum of the weights of examples of
//             label k that have f, q_f the same of the others; [Wang2012]. |p| and |q| are sums over
//             the features of f's block
//   cost      O(entries + features x columns); logarithms only where a label has a feature, and one
//             for all labels that do not have it
//   given     sets of labels whose numbers gold are, or null; columns that stand for labels first_label, first_label + 1, ...; blocks [n_features] or
//             nothing, which is one block
//   returns   out [n_features][stride], zero before; padding stays zero
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/examples.hpp"
#include "core/base/label_sets.hpp"
#include "core/base/matrix/sites.hpp"

namespace linguine {

template <class Real>
void log_count_ratios(const Sites<Real>& sites, const Examples& examples, const LabelSets* sets,
                      Label first_label, Index count, Index stride, double alpha,
                      std::span<const std::uint8_t> blocks, Real* out) {
  const Index n_features = sites.n_features();
  std::vector<double> total(as_size(n_features), 0.0);
  std::vector<Index> columns;  // of an example
  for (Index e = 0; e < examples.size(); ++e) {
    const double weight = examples.weight[as_size(e)];
    columns.clear();
    for (const Label label : right_labels(sets, examples.gold[as_size(e)])) {
      const Index column = label - first_label;
      if (column >= 0 && column < count) columns.push_back(column);
    }
    sites.with_row(examples.row[as_size(e)], [&](const auto& row) {
      for (Index j = 0; j < row.count; ++j) {
        const Index f = row.feature(j);
        total[as_size(f)] += weight;
        for (const Index column : columns) out[f * stride + column] += static_cast<Real>(weight);
      }
    });
  }
  struct Sums {
    double n_features = 0;
    double total = 0;
    std::vector<double> inside;
  };
  std::array<Sums, 256> sums;
  for (auto& each : sums) each.inside.assign(as_size(count), 0.0);
  const auto block_of = [&](Index f) { return blocks.empty() ? 0 : blocks[as_size(f)]; };
  for (Index f = 0; f < n_features; ++f) {
    Sums& block = sums[block_of(f)];
    block.n_features += 1;
    block.total += total[as_size(f)];
    const Real* row = out + f * stride;
    for (Index k = 0; k < count; ++k) block.inside[as_size(k)] += static_cast<double>(row[k]);
  }
  for (auto& block : sums) {  // ln |p| / |q| from here on
    const double imagined = alpha * block.n_features;
    for (double& p : block.inside) {
      p = block.n_features > 0 ? std::log((imagined + p) / (imagined + block.total - p)) : 0.0;
    }
  }
  for (Index f = 0; f < n_features; ++f) {
    const double* norm = sums[block_of(f)].inside.data();
    const double all = total[as_size(f)];
    const double absent = std::log(alpha / (alpha + all));
    Real* row = out + f * stride;
    for (Index k = 0; k < count; ++k) {
      const auto n = static_cast<double>(row[k]);
      const double own = n == 0 ? absent : std::log((alpha + n) / (alpha + std::max(all - n, 0.0)));
      row[k] = static_cast<Real>(own - norm[k]);
    }
  }
}

}  // namespace linguine
