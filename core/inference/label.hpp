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

#include "core/base/logmath.hpp"
#include "core/base/types.hpp"
#include "core/inference/cost.hpp"
#include "core/inference/structure.hpp"

namespace linguine {

class LabelStructure {
 public:
  explicit LabelStructure(Cost cost) : cost_(std::move(cost)) {}

  Label argmax(std::span<const double> scores) const {
    return static_cast<Label>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  }
  // Replaces the scores by their marginals; returns log Z.
  double marginals(std::span<double> parts) const { return softmax_in_place(parts); }

  void k_best(std::span<const double> scores, Label k, std::vector<Label>& best) const {
    best.resize(scores.size());
    std::iota(best.begin(), best.end(), 0);
    const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(k), best.size());
    auto better = [&](Label a, Label b) {
      const double sa = scores[static_cast<std::size_t>(a)];
      const double sb = scores[static_cast<std::size_t>(b)];
      return sa > sb || (sa == sb && a < b);
    };
    std::partial_sort(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(wanted), best.end(),
                      better);
    best.resize(wanted);
  }
  void add_cost(Label gold, std::span<double> parts) const {
    for (std::size_t y = 0; y < parts.size(); ++y) parts[y] += cost_(gold, static_cast<Label>(y));
  }
  const Cost& cost() const { return cost_; }

 private:
  Cost cost_;
};
static_assert(Structure<LabelStructure>);

}  // namespace linguine
