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
#include <vector>

#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/features/text/plan.hpp"
#include "core/features/vocabulary/bucket_index.hpp"
#include "core/features/vocabulary/row_chunks.hpp"

namespace linguine {

class BucketNames {
 public:
  BucketNames(const Plan& plan, const BucketIndex& wanted, const Documents& documents,
              Threads& threads, Monitor& monitor)
      : plan_(plan), documents_(documents), seen_(wanted.size()) {
    const std::vector<Range> ranges = cut_documents(documents);
    std::vector<std::map<std::uint64_t, Seen>> found(ranges.size());
    run_polled(threads, monitor, std::ssize(ranges),
               [&](Index c) { look(wanted, ranges[as_size(c)], found[as_size(c)]); });
    std::map<std::uint64_t, Seen> all;
    for (const auto& chunk : found) {
      for (const auto& [key, seen] : chunk) {
        all.try_emplace(key, Seen{key, 0, seen.document, seen.place}).first->second.count +=
            seen.count;
      }
    }
    for (const auto& [key, seen] : all) seen_[wanted.find(key)].push_back(seen);
  }

  std::vector<std::vector<std::string>> names(std::size_t most) {
    Plan::Workspace work(plan_);
    std::vector<std::vector<std::string>> out(seen_.size());
    for (std::size_t bucket = 0; bucket < seen_.size(); ++bucket) {
      std::vector<Seen>& features = seen_[bucket];
      std::sort(features.begin(), features.end(), [](const Seen& a, const Seen& b) {
        if (a.count != b.count) return a.count > b.count;
        if (a.document != b.document) return a.document < b.document;
        return a.place != b.place ? a.place < b.place : a.key < b.key;
      });
      for (std::size_t i = 0; i < std::min(most, features.size()); ++i) {
        const Seen& each = features[i];
        plan_.reread(documents_, each.document, work);
        std::string& name = out[bucket].emplace_back();
        plan_.name(documents_, each.document, work, {each.key, each.place, 0.0F}, name);
      }
    }
    return out;
  }

 private:
  struct Seen {
    std::uint64_t key;
    std::size_t count;
    Index document;  // where it was first seen
    std::uint32_t place;
  };

  void look(const BucketIndex& wanted, Range range, std::map<std::uint64_t, Seen>& found) const {
    Plan::Workspace work(plan_);
    for (Index i = range.first; i < range.last; ++i) {
      plan_.extract(documents_, i, work);
      for (const Occurrence& each : work.found) {
        if (wanted.find(each.key) == Vocabulary::kUnknown) continue;
        ++found.try_emplace(each.key, Seen{each.key, 0, i, each.place}).first->second.count;
      }
    }
    documents_.release(range);
  }

  const Plan& plan_;
  const Documents& documents_;
  std::vector<std::vector<Seen>> seen_;  // by bucket
};

}  // namespace linguine
