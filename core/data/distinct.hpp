// Distinct: the different texts among many, sorted, and for each text the number of its own.
//
//   cost      one look into a hash table per text; only the different ones are sorted
//   exact     bytes in order, which for UTF-8 is the order of code points, as Python sorts str
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "core/data/interner.hpp"

namespace linguine {

struct Distinct {
  std::vector<std::string_view> names;  // ascending
  std::vector<Label> codes;             // [n] names[codes[i]] is text i
};

inline Distinct find_distinct(std::span<const std::string_view> texts) {
  Interner interner;
  Distinct result;
  result.codes.reserve(texts.size());
  for (const std::string_view text : texts) result.codes.push_back(interner.add(text));
  const std::vector<std::string_view> names = interner.release(interner.size());
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
