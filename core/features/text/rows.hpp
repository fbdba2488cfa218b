// Transform: documents to rows over features that are already known.
//
//   exact     id = rank of the key in the vocabulary; unknown features are dropped
//   hashed    the same with the first bits of the key alone; features that meet are added up
//   cost      one pass over the bytes; rows are in the order of the text
#pragma once

#include <vector>

#include "core/base/work/threads.hpp"
#include "core/features/vocabulary/compact.hpp"
#include "core/features/vocabulary/row_chunks.hpp"

namespace linguine {

// What turns occurrences into a row of known features; done twice, it is the same.
template <class KeyIndex>
Occurrences::Shrink row_maker(Plan::Workspace& work, const KeyIndex& index) {
  return [&work, &index](std::vector<Occurrence>& found) {
    work.compact(found, index.mask());
    index.keep_known(found);
  };
}

// `KeyIndex` has a mask of the bits of a key that count, and replaces each key by its id in `place`
// (Vocabulary, KeyLines, BucketIndex or AllBuckets).
template <class KeyIndex>
std::vector<RowChunk> read_rows(const Plan& plan, const KeyIndex& index, const Documents& documents,
                                Threads& threads, Monitor& monitor) {
  const auto fill = [&](RowChunk& chunk, std::size_t /*c*/, EntryBuffer& buffer) {
    Plan::Workspace work(plan);
    const auto shrink = row_maker(work, index);
    for (Index i = chunk.range.first; i < chunk.range.last; ++i) {
      plan.extract_row(documents, i, work, shrink);
      chunk.sizes.push_back(static_cast<std::uint32_t>(work.found.size()));
      buffer.append(work.found);
    }
    documents.release(chunk.range);
  };
  return make_chunks(cut_documents(documents), threads, monitor, fill);
}

template <class KeyIndex>
Rows transform(const Plan& plan, const KeyIndex& index, const Documents& documents,
               Threads& threads, Monitor& monitor) {
  std::vector<RowChunk> chunks = read_rows(plan, index, documents, threads, monitor);
  return join(chunks, documents.size, threads);
}

}  // namespace linguine
