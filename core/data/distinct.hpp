// Distinct: the different texts among many, sorted, and for each text the number of its own.
//
//   cost      one look into a hash table per text; only the different ones are sorted
//   exact     bytes in order, which for UTF-8 is the order of code points, as Python sorts str
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

struct Distinct {
  std::vector<std::string_view> names;  // ascending
  std::vector<Label> codes;             // [n] names[codes[i]] is text i
};

inline Distinct find_distinct(std::span<const std::string_view> texts) {
  std::unordered_map<std::string_view, Label> seen;
  std::vector<std::string_view> names;  // in the order of their first appearance
  Distinct result;
  result.codes.reserve(texts.size());
  for (const std::string_view text : texts) {
    const auto [place, is_new] = seen.try_emplace(text, static_cast<Label>(names.size()));
    if (is_new) names.push_back(text);
    result.codes.push_back(place->second);
  }
  std::vector<Label> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [](Label i) { return as_size(i); };
  std::sort(order.begin(), order.end(),
            [&](Label a, Label b) { return names[at(a)] < names[at(b)]; });
  std::vector<Label> rank(names.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[at(order[i])] = static_cast<Label>(i);
    result.names.push_back(names[at(order[i])]);
  }
  for (Label& code : result.codes) code = rank[at(code)];
  return result;
}

}  // namespace linguine
