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

// One out of n numbers: what a label and a list of candidates have in common.
class OneOfMany : public PlainParts {
 public:
  struct Workspace {
    const double* scores = nullptr;
    Index n = 0;
    std::vector<double> parts;
    std::vector<Index> ranked;
  };

 protected:
  // The scores in a view; cost_of(i) is what choosing i costs.
  template <View kView, class CostOf>
  static const double* parts_of(Workspace& work, const CostOf& cost_of) {
    if constexpr (kView == View::kAsIs) return work.scores;
    double* parts = at_least(work.parts, work.n);
    for (Index i = 0; i < work.n; ++i) parts[i] = work.scores[i] + cost_of(i);
    return parts;
  }
  static double add_softmax(const double* scores, Workspace& work, double weight, Table shares) {
    double* parts = at_least(work.parts, work.n);
    if (scores != parts) std::copy_n(scores, work.n, parts);
    const double log_z = softmax_in_place({parts, as_size(work.n)});
    for (Index i = 0; i < work.n; ++i) shares[i] += weight * parts[i];
    return log_z;
  }
  // The k best numbers; ties go to the lower index. Each is an output: output_of(i).
  template <class OutputOf>
  static void rank(Workspace& work, Index k, const OutputOf& output_of,
                   std::vector<std::vector<Label>>& outputs, std::vector<double>& values) {
    work.ranked.resize(as_size(work.n));
    std::iota(work.ranked.begin(), work.ranked.end(), Index{0});
    const auto end = work.ranked.begin() + std::min(k, work.n);
    std::partial_sort(work.ranked.begin(), end, work.ranked.end(), [&](Index a, Index b) {
      return work.scores[a] > work.scores[b] || (work.scores[a] == work.scores[b] && a < b);
    });
    outputs.clear();
    values.clear();
    for (auto i = work.ranked.begin(); i != end; ++i) {
      outputs.push_back(output_of(*i));
      values.push_back(work.scores[*i]);
    }
  }
};

class LabelStructure : public OneOfMany {
 public:
  LabelStructure(Label n_labels, Cost cost) : n_labels_(n_labels), cost_(std::move(cost)) {}

  Label n_columns() const { return n_labels_; }
  Index part_width() const { return n_labels_; }
  void look(const double* scores, Index, Workspace& work) const {
    work.scores = scores;
    work.n = n_labels_;
  }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    const double* scores = view_of<kView>(work, gold);
    const double* top = std::max_element(scores, scores + n_labels_);
    *y = static_cast<Label>(top - scores);
    return *top;
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       Table shares) const {
    return add_softmax(view_of<kView>(work, gold), work, weight, shares);
  }
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    const auto alone = [](Index i) { return std::vector<Label>{static_cast<Label>(i)}; };
    rank(work, k, alone, outputs, values);
  }
  double cost(std::span<const Label> gold, std::span<const Label> y) const {
    return cost_(gold[0], y[0]);
  }
  double score(const Workspace& work, std::span<const Label> y) const { return work.scores[y[0]]; }
  void add_output(const Workspace&, std::span<const Label> y, double weight, Table table) const {
    table[y[0]] += weight;
  }

 private:
  template <View kView>
  const double* view_of(Workspace& work, std::span<const Label> gold) const {
    return parts_of<kView>(work, [&](Index y) { return cost_(gold[0], static_cast<Label>(y)); });
  }

  Label n_labels_;
  Cost cost_;
};
static_assert(HasSums<LabelStructure> && HasKBest<LabelStructure>);

}  // namespace linguine
