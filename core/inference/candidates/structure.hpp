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
#include <span>
#include <vector>

#include "core/inference/label/structure.hpp"

namespace linguine {

class Candidates : public OneOfMany {
 public:
  static constexpr Label kChosen = 0;
  static constexpr Label kLeft = -1;

  Label n_columns() const { return 1; }
  Index part_width() const { return 1; }
  void look(const double* scores, Index n, Workspace& work) const {
    work.scores = scores;
    work.n = n;
  }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    const double* parts = view_of<kView>(work, gold);
    const double* top = std::max_element(parts, parts + work.n);
    std::fill_n(y, work.n, kLeft);
    y[top - parts] = kChosen;
    return *top;
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       Table shares) const {
    return add_softmax(view_of<kView>(work, gold), work, weight, shares);
  }
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    const auto chosen = [&](Index i) {
      std::vector<Label> output(as_size(work.n), kLeft);
      output[as_size(i)] = kChosen;
      return output;
    };
    rank(work, k, chosen, outputs, values);
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

 private:
  static std::ptrdiff_t chosen(std::span<const Label> y) {
    return std::find(y.begin(), y.end(), kChosen) - y.begin();
  }
  template <View kView>
  static const double* view_of(Workspace& work, std::span<const Label> gold) {
    return parts_of<kView>(work, [&](Index i) { return gold[as_size(i)] == kChosen ? 0 : 1; });
  }
};
static_assert(HasSums<Candidates> && HasKBest<Candidates>);

}  // namespace linguine
