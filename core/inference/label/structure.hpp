// Label: one label out of K for one site; document classification.
//
//   set       y in {0 .. K-1}
//   score     s(y) = theta_y . phi + b_y
//   recursion none: argmax and softmax over K numbers
//   cost      O(K); k-best O(K log k)
//   given     scores [K]
//   exact     softmax is shifted by the maximum; ties go to the lower index
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/types.hpp"
#include "core/inference/cost.hpp"
#include "core/inference/structure.hpp"

namespace linguine {

class LabelStructure {
 public:
  using Table = double*;
  struct Workspace {
    const double* scores = nullptr;
    std::vector<double> parts;
    std::vector<Label> ranked;
  };

  LabelStructure(Label n_labels, Cost cost) : n_labels_(n_labels), cost_(std::move(cost)) {}

  Label n_columns() const { return n_labels_; }
  Index part_width() const { return n_labels_; }
  Index n_structural() const { return 0; }
  Table table_at(double* parts, Index) const { return parts; }
  void look(const double* scores, Index, Workspace& work) const { work.scores = scores; }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    const double* scores = parts_of<kView>(work, gold);
    const double* top = std::max_element(scores, scores + n_labels_);
    *y = static_cast<Label>(top - scores);
    return *top;
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       Table shares) const {
    const double* scores = parts_of<kView>(work, gold);
    double* parts = at_least(work.parts, n_labels_);
    if (scores != parts) std::copy_n(scores, n_labels_, parts);
    const double log_z = softmax_in_place({parts, as_size(n_labels_)});
    for (Label y = 0; y < n_labels_; ++y) shares[y] += weight * parts[y];
    return log_z;
  }
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    std::vector<Label>& ranked = work.ranked;
    ranked.resize(as_size(n_labels_));
    std::iota(ranked.begin(), ranked.end(), 0);
    const auto end = ranked.begin() + std::min<Index>(k, n_labels_);
    std::partial_sort(ranked.begin(), end, ranked.end(), [&](Label a, Label b) {
      return work.scores[a] > work.scores[b] || (work.scores[a] == work.scores[b] && a < b);
    });
    outputs.clear();
    values.clear();
    for (auto y = ranked.begin(); y != end; ++y) {
      outputs.push_back({*y});
      values.push_back(work.scores[*y]);
    }
  }
  double cost(std::span<const Label> gold, std::span<const Label> y) const {
    return cost_(gold[0], y[0]);
  }
  double score(const Workspace& work, std::span<const Label> y) const { return work.scores[y[0]]; }
  void add_output(const Workspace&, std::span<const Label> y, double weight, Table table) const {
    table[y[0]] += weight;
  }
  void keep_frozen(Table) const {}

 private:
  template <View kView>
  const double* parts_of(Workspace& work, std::span<const Label> gold) const {
    if constexpr (kView == View::kAsIs) return work.scores;
    double* parts = at_least(work.parts, n_labels_);
    for (Label y = 0; y < n_labels_; ++y) parts[y] = work.scores[y] + cost_(gold[0], y);
    return parts;
  }

  Label n_labels_;
  Cost cost_;
};
static_assert(HasSums<LabelStructure> && HasKBest<LabelStructure>);

}  // namespace linguine
