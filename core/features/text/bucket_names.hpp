// Bucket names: what the features in some hash buckets are called, by looking at texts again.
//
//   given     the buckets that are asked for; documents, as many as one likes to look at
//   returns   for each bucket the names seen, the most frequent first, at most `most`
//   cost      one pass over the documents; only the names that are returned are ever spelled out
//   exact     ties go to the name that was seen first, whatever the number of threads
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/features/text/plan.hpp"
#include "core/features/vocabulary/bucket_index.hpp"
#include "core/features/vocabulary/row_chunks.hpp"

namespace linguine {

inline std::vector<std::vector<std::string>> bucket_names(const Plan& plan,
                                                          const BucketIndex& wanted,
                                                          const Documents& documents,
                                                          std::size_t most, Threads& threads,
                                                          Monitor& monitor) {
  struct Seen {
    std::uint64_t key;
    std::size_t count;
    Index document;  // where it was first seen
    std::uint32_t place;
  };
  const std::vector<Range> ranges = cut_documents(documents);
  std::vector<std::map<std::uint64_t, Seen>> found(ranges.size());
  run_polled(threads, monitor, std::ssize(ranges), [&](Index c) {
    const Range range = ranges[as_size(c)];
    Plan::Workspace work(plan);
    for (Index i = range.first; i < range.last; ++i) {
      plan.extract(documents, i, work);
      for (const Occurrence& each : work.found) {
        if (wanted.find(each.key) == Vocabulary::kUnknown) continue;
        const Seen first{each.key, 0, i, each.place};
        ++found[as_size(c)].try_emplace(each.key, first).first->second.count;
      }
    }
    documents.release(range);
  });
  std::map<std::uint64_t, Seen> all;
  for (const auto& chunk : found) {
    for (const auto& [key, seen] : chunk) {
      const Seen first{key, 0, seen.document, seen.place};
      all.try_emplace(key, first).first->second.count += seen.count;
    }
  }
  std::vector<std::vector<Seen>> by_bucket(wanted.size());
  for (const auto& [key, seen] : all) by_bucket[wanted.find(key)].push_back(seen);

  Plan::Workspace work(plan);
  std::vector<std::vector<std::string>> out(by_bucket.size());
  for (std::size_t bucket = 0; bucket < by_bucket.size(); ++bucket) {
    std::vector<Seen>& features = by_bucket[bucket];
    std::sort(features.begin(), features.end(), [](const Seen& a, const Seen& b) {
      if (a.count != b.count) return a.count > b.count;
      return std::tie(a.document, a.place, a.key) < std::tie(b.document, b.place, b.key);
    });
    for (std::size_t i = 0; i < std::min(most, features.size()); ++i) {
      const Seen& each = features[i];
      plan.reread(documents, each.document, work);
      std::string& name = out[bucket].emplace_back();
      plan.name(documents, each.document, work, {each.key, each.place, 0.0F}, name);
    }
  }
  return out;
}

}  // namespace linguine
