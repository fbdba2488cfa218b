// Row chunks: documents are turned into rows chunk by chunk on several threads, and joined to a
// CSR.
//
//   contract  the borders of chunks depend on the documents alone, so the result does not depend on
//             the number of threads
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "core/base/memory/big_array.hpp"
#include "core/base/memory/recycled.hpp"
#include "core/base/work/threads.hpp"
#include "core/base/work/watch.hpp"
#include "core/features/text/plan.hpp"

namespace linguine {

// About 64 chunks, none much smaller than 32 KB of text.
inline std::vector<Range> cut_documents(const Documents& documents) {
  constexpr std::size_t kLeast = std::size_t{1} << 15;
  std::size_t total = 0;
  for (Index i = 0; i < documents.size; ++i) total += documents.bytes(i);
  const std::size_t target = std::max(kLeast, total / 64);
  std::vector<Range> ranges;
  std::size_t bytes = 0;
  Index first = 0;
  for (Index i = 0; i < documents.size; ++i) {
    bytes += documents.bytes(i) + 64;
    if (bytes < target && i + 1 < documents.size) continue;
    ranges.push_back({first, i + 1});
    first = i + 1;
    bytes = 0;
  }
  return ranges;
}

LINGUINE_MULTIVERSION inline bool are_small_counts(const float* values, std::size_t n) {
  bool all = true;
  for (std::size_t i = 0; i < n; ++i) {
    const float value = values[i];
    // Beyond the range the conversion is undefined, so it is clamped first; NaN becomes 0.
    const float held = value > 0 ? std::min(value, 255.0F) : 0.0F;
    all &= static_cast<float>(static_cast<std::int32_t>(held)) == value;
  }
  return all;
}
LINGUINE_MULTIVERSION inline void narrow_counts(const float* values, std::size_t n,
                                                std::uint8_t* out) {
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(values[i]));
  }
}

// The values of many entries, a byte each if they are counts below 256. Nearly all are; rows wait
// for the end of a pass in a quarter of the memory that floats would take.
class SmallValues {
 public:
  SmallValues() = default;
  explicit SmallValues(const std::vector<float>& values) {
    if (are_small_counts(values.data(), values.size())) {
      // As large as what is mapped: that goes back to the system at once, and pages that nobody
      // writes to cost nothing.
      const auto n = std::ssize(values);
      bytes_ = BigArray<std::uint8_t>(n < kMany ? n : std::max(n, kMapped));
      bytes_.cut(n);
      narrow_counts(values.data(), values.size(), bytes_.data());
    } else {
      floats_ = BigArray<float>::copy_of(values);
    }
  }

  bool empty() const { return bytes_.size() == 0 && floats_.size() == 0; }
  // Calls use(values) with a pointer to bytes or to floats.
  template <class Use>
  decltype(auto) with_values(const Use& use) {
    return floats_.size() > 0 ? use(floats_.data()) : use(bytes_.data());
  }
  void copy_to(float* out, std::size_t n) {
    with_values([&](const auto* values) { std::copy_n(values, n, out); });
  }

 private:
  static constexpr Index kMany = Index{1} << 16;
  static constexpr Index kMapped = Index{1} << 19;

  BigArray<std::uint8_t> bytes_;  // one of the two is empty
  BigArray<float> floats_;
};

struct RowChunk {
  Range range{0, 0};
  std::vector<std::uint32_t> sizes;  // [documents] entries of each row
  Recycled<std::uint32_t> ids;       // [entries]
  SmallValues values;                // [entries], or none
};

// Where a thread collects the entries of a chunk before it knows how many there are. Kept for the
// next chunk: fresh memory costs more than what is written to it.
struct EntryBuffer {
  std::vector<std::uint32_t> ids;
  std::vector<float> values;

  // Not inlined: the address of a thread's own variable is dear, and would be asked for again.
  [[gnu::noinline]] static EntryBuffer& of_this_thread() {
    constexpr std::size_t kRoom = std::size_t{1} << 18;  // a usual chunk: no growing, no copying
    thread_local EntryBuffer buffer;
    buffer.ids.clear();
    buffer.values.clear();
    buffer.ids.reserve(kRoom);
    buffer.values.reserve(kRoom);
    return buffer;
  }
  // Where no more chunks are to come: the buffer of the thread that has called would lie about.
  static void forget() { of_this_thread() = {}; }
  void append(std::span<const Occurrence> row, bool has_values = true) {
    const std::size_t begin = ids.size();
    ids.resize(begin + row.size());
    for (std::size_t i = 0; i < row.size(); ++i) ids[begin + i] = row[i].place;
    if (!has_values) return;
    values.resize(begin + row.size());
    for (std::size_t i = 0; i < row.size(); ++i) values[begin + i] = row[i].value;
  }
  void move_to(RowChunk& chunk) const {
    chunk.ids = Recycled<std::uint32_t>::copy_of(ids);
    chunk.values = SmallValues(values);
  }
};

// Rows of all ranges: `fill(chunk, number of the chunk, buffer)` makes those of one.
template <class Fill>
std::vector<RowChunk> make_chunks(const std::vector<Range>& ranges, Threads& threads,
                                  Monitor& monitor, const Fill& fill) {
  std::vector<RowChunk> chunks(ranges.size());
  run_polled(threads, monitor, std::ssize(ranges), [&](Index c) {
    RowChunk& chunk = chunks[as_size(c)];
    chunk.range = ranges[as_size(c)];
    chunk.sizes.reserve(as_size(chunk.range.last - chunk.range.first));
    EntryBuffer& buffer = EntryBuffer::of_this_thread();
    fill(chunk, as_size(c), buffer);
    buffer.move_to(chunk);
  });
  return chunks;
}

// In how many of the chosen rows each feature is.
template <class Offset>
std::vector<std::uint32_t> document_frequencies(std::span<const Offset> offsets,
                                                std::span<const std::int32_t> indices,
                                                std::span<const std::uint8_t> chosen,
                                                std::size_t n_features) {
  std::vector<std::uint32_t> frequencies(n_features, 0);
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    if (i >= chosen.size() || chosen[i] == 0) continue;
    for (Offset j = offsets[i]; j < offsets[i + 1]; ++j) {
      ++frequencies.at(as_size(indices[as_size(j)]));
    }
  }
  return frequencies;
}

struct Rows {
  std::vector<std::int64_t> offsets;  // [n + 1]
  Recycled<std::int32_t> indices;
  Recycled<float> values;  // none: all are 1
};

inline Rows join(std::vector<RowChunk>& chunks, Index n_documents, Threads& threads) {
  Rows rows;
  rows.offsets.reserve(as_size(n_documents) + 1);
  rows.offsets.push_back(0);
  for (const RowChunk& chunk : chunks) {
    for (const std::uint32_t size : chunk.sizes) {
      rows.offsets.push_back(rows.offsets.back() + static_cast<std::int64_t>(size));
    }
  }
  rows.indices = Recycled<std::int32_t>(rows.offsets.back());
  const bool has_values = std::any_of(chunks.begin(), chunks.end(),
                                      [](const RowChunk& each) { return !each.values.empty(); });
  if (has_values) rows.values = Recycled<float>(rows.offsets.back());
  threads.run(std::ssize(chunks), [&](Index c) {
    RowChunk& chunk = chunks[as_size(c)];
    const auto begin = rows.offsets[as_size(chunk.range.first)];
    const auto n = as_size(rows.offsets[as_size(chunk.range.last)] - begin);
    if (n > 0) {
      std::memcpy(rows.indices.data() + begin, chunk.ids.data(), n * sizeof(std::int32_t));
      if (has_values) {
        chunk.values.copy_to(rows.values.data() + begin, n);
      }
    }
    chunk.ids = {};
    chunk.values = {};
  });
  return rows;
}

}  // namespace linguine
