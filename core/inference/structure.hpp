// Structure: which outputs exist, and how to search them. A structure answers four questions about
// the scores of the parts of one example:
//
//   argmax     the best output; ties go to the lower index        (cost-augmented: of scores +
//   cost) marginals  every part's share of the partition sum, and log Z  (cost-augmented: of scores
//   + cost) k_best     the k best outputs, best first cost       what wrong parts cost, so that the
//   two above can be asked of scores + cost
//
// Scores go in and shares come out in tables of one shape, [site][label]. What must hold: argmax is
// the limit of the marginals as scores grow, and marginals are the derivative of log Z. If they are
// not, the gradient of every loss is wrong; tests/inference checks both by enumeration.
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

template <class S>
concept Structure = requires(const S s, std::span<double> parts, std::span<const double> scores,
                             Label gold, Label k, std::vector<Label>& best) {
  { s.argmax(scores) } -> std::same_as<Label>;
  { s.marginals(parts) } -> std::same_as<double>;
  { s.k_best(scores, k, best) };
  { s.add_cost(gold, parts) };
};

}  // namespace linguine
