// Candidates: one out of a list of outputs, each with features of its own; ranking, reranking.
//
//   set       which of the n sites of an example is chosen
//   score     s(i) = theta . f(x, y_i): one weight per feature, shared by all candidates
//             Eq. (1.12) of [Zhang2010], the general z(x, y)
//   output    a label per site: 0 for the one that is chosen, -1 for the others
//   recursion none: argmax and softmax over n numbers
//   cost      O(n); a wrong candidate costs 1
//   exact     softmax is shifted by the maximum; ties go to the first
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/types.hpp"
#include "core/inference/structure.hpp"

namespace linguine {

class Candidates {
 public:
  using Table = double*;
  struct Workspace {
    const double* scores = nullptr;
    Index n = 0;
    std::vector<double> parts;
    std::vector<Index> ranked;
  };
  static constexpr Label kChosen = 0;
  static constexpr Label kLeft = -1;

  Label n_columns() const { return 1; }
  Index part_width() const { return 1; }
  Index n_structural() const { return 0; }
  Table table_at(double* parts, Index) const { return parts; }
  void look(const double* scores, Index n, Workspace& work) const {
    work.scores = scores;
    work.n = n;
  }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    const double* parts = parts_of<kView>(work, gold);
    const double* top = std::max_element(parts, parts + work.n);
    std::fill_n(y, work.n, kLeft);
    y[top - parts] = kChosen;
    return *top;
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       Table shares) const {
    double* parts = parts_of<kView>(work, gold);
    const double log_z = softmax_in_place({parts, static_cast<std::size_t>(work.n)});
    for (Index i = 0; i < work.n; ++i) shares[i] += weight * parts[i];
    return log_z;
  }
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    work.ranked.resize(static_cast<std::size_t>(work.n));
    std::iota(work.ranked.begin(), work.ranked.end(), Index{0});
    std::stable_sort(work.ranked.begin(), work.ranked.end(),
                     [&](Index a, Index b) { return work.scores[a] > work.scores[b]; });
    outputs.clear();
    values.clear();
    for (const Index i : work.ranked) {
      if (static_cast<Index>(outputs.size()) == k) break;
      outputs.emplace_back(static_cast<std::size_t>(work.n), kLeft)[static_cast<std::size_t>(i)] =
          kChosen;
      values.push_back(work.scores[i]);
    }
  }
  double cost(std::span<const Label> gold, std::span<const Label> y) const {
    return std::equal(gold.begin(), gold.end(), y.begin()) ? 0 : 1;
  }
  double score(const Workspace& work, std::span<const Label> y) const {
    return work.scores[chosen(y)];
  }
  void add_output(const Workspace&, std::span<const Label> y, double weight, Table table) const {
    table[chosen(y)] += weight;
  }
  void keep_frozen(Table) const {}

 private:
  static std::ptrdiff_t chosen(std::span<const Label> y) {
    return std::find(y.begin(), y.end(), kChosen) - y.begin();
  }
  template <View kView>
  double* parts_of(Workspace& work, std::span<const Label> gold) const {
    double* parts = at_least(work.parts, work.n);
    std::copy_n(work.scores, work.n, parts);
    for (Index i = 0; kView == View::kCostly && i < work.n; ++i) {
      parts[i] += gold[static_cast<std::size_t>(i)] == kChosen ? 0 : 1;
    }
    return parts;
  }
};
static_assert(HasSums<Candidates> && HasKBest<Candidates>);

}  // namespace linguine
