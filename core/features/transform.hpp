// Transform: documents to rows over features that are already known, or over hash buckets.
//
//   exact     id = rank of the key in the vocabulary; unknown features are dropped
//   hashed    id = first `bits` bits of the key; features that meet are added up
//   cost      one pass over the bytes; rows come out sorted by id
#pragma once

#include <vector>

#include "core/base/threads.hpp"
#include "core/features/compact.hpp"
#include "core/features/row_chunks.hpp"
#include "core/features/vocabulary.hpp"

namespace linguine {

class HashIndex {
 public:
  explicit HashIndex(int bits) : shift_(64 - bits) {}

  std::uint32_t find(std::uint64_t key) const { return static_cast<std::uint32_t>(key >> shift_); }
  void keep_known(std::vector<Occurrence>& row) const {
    std::size_t kept = 0;
    for (const Occurrence& each : row) {
      const std::uint32_t id = find(each.key);
      if (kept > 0 && row[kept - 1].place == id) {
        row[kept - 1].value += each.value;
      } else {
        row[kept++] = {each.key, id, each.value};
      }
    }
    row.resize(kept);
  }

 private:
  int shift_;
};

// `KeyIndex` replaces each key by its id in `place` (Vocabulary or HashIndex).
template <class KeyIndex>
Rows transform(const Plan& plan, const KeyIndex& index, const Documents& documents,
               Threads& threads, Monitor& monitor) {
  const std::vector<Range> ranges = cut_documents(documents);
  std::vector<RowChunk> chunks(ranges.size());
  run_polled(threads, monitor, static_cast<Index>(ranges.size()), [&](Index c) {
    RowChunk& chunk = chunks[static_cast<std::size_t>(c)];
    chunk.range = ranges[static_cast<std::size_t>(c)];
    Plan::Workspace work(plan);
    EntryBuffer& buffer = EntryBuffer::of_this_thread();
    for (Index i = chunk.range.first; i < chunk.range.last; ++i) {
      plan.extract(documents, i, work);
      compact(work.found, work.scratch);
      index.keep_known(work.found);
      chunk.sizes.push_back(static_cast<std::uint32_t>(work.found.size()));
      for (const Occurrence& each : work.found) {
        buffer.ids.push_back(each.place);
        buffer.values.push_back(each.value);
      }
    }
    buffer.move_to(chunk);
  });
  return join(chunks, documents.size, threads);
}

}  // namespace linguine
