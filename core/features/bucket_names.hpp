// Bucket names: what the features in some hash buckets are called, by looking at texts again.
//
//   given     ids in ascending order; documents, as many as one likes to look at
//   returns   for each id the names seen, the most frequent first, at most `most`
//   cost      one pass over the documents; memory for the names of the wanted buckets only
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/features/plan.hpp"
#include "core/features/transform.hpp"

namespace linguine {

inline std::vector<std::vector<std::string>> bucket_names(const Plan& plan, const HashIndex& index,
                                                          const Documents& documents,
                                                          std::span<const std::int64_t> ids,
                                                          std::size_t most) {
  std::vector<std::map<std::string, std::size_t>> seen(ids.size());
  Plan::Workspace work(plan);
  std::string name;
  for (Index i = 0; i < documents.size; ++i) {
    plan.extract(documents, i, work);
    for (const Occurrence& each : work.found) {
      const auto id = static_cast<std::int64_t>(index.find(each.key));
      const auto at = std::lower_bound(ids.begin(), ids.end(), id);
      if (at == ids.end() || *at != id) continue;
      name.clear();
      plan.name(documents, i, work, each, name);
      ++seen[static_cast<std::size_t>(at - ids.begin())][name];
    }
  }
  std::vector<std::vector<std::string>> names(ids.size());
  for (std::size_t b = 0; b < ids.size(); ++b) {
    std::vector<std::pair<std::string, std::size_t>> found(seen[b].begin(), seen[b].end());
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& x, const auto& y) { return x.second > y.second; });
    for (std::size_t j = 0; j < std::min(most, found.size()); ++j) {
      names[b].push_back(found[j].first);
    }
  }
  return names;
}

}  // namespace linguine
