// Vocabulary builder: one pass over the documents finds all features, who has them, and their
// names.
//
//   algorithm a group-by in 256 parts: rows are made chunk by chunk; their keys are dealt out by
//             first byte; each part is counted in a table that stays in cache; ranks go back
//   cost      O(occurrences) with no random access to a large table; 17 bytes an entry on top of
//             the rows; benchmarks/suites/vectorise.py
//   given     documents and limits on the number of documents a feature is in
//   returns   ascending keys, document frequencies, names, and the rows
//   exact     the result depends neither on the number of threads nor (but for the names' source)
//             on the order of documents
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/monitor.hpp"
#include "core/base/threads.hpp"
#include "core/features/compact.hpp"
#include "core/features/plan.hpp"
#include "core/features/row_chunks.hpp"

namespace linguine {

struct VocabularyLimits {
  Index min_df = 1;
  Index max_df = 0;        // 0: none
  Index max_features = 0;  // 0: none
  bool with_names = true;
};

struct BuiltVocabulary {
  BigArray<std::uint64_t> keys;         // [n] ascending
  BigArray<std::uint32_t> frequencies;  // [n] documents
  BigArray<std::int64_t> name_offsets;  // [n + 1], or empty
  BigArray<std::uint8_t> name_bytes;
  Rows rows;
};

class VocabularyBuilder {
 public:
  VocabularyBuilder(const Plan& plan, const Documents& documents, const VocabularyLimits& limits,
                    Threads& threads, Monitor& monitor)
      : plan_(plan), documents_(documents), limits_(limits), threads_(threads), monitor_(monitor) {}

  BuiltVocabulary build() {
    const std::vector<Range> ranges = cut_documents(documents_);
    chunks_.resize(ranges.size());
    rows_.resize(ranges.size());
    run(ranges.size(), [&](std::size_t c) { read_chunk(c, ranges[c]); });
    run(kParts, [&](std::size_t p) { count_part(p); });
    choose_features();
    run(ranges.size(), [&](std::size_t c) { rank_chunk(c); });
    BuiltVocabulary built;
    collect(built);
    built.rows = join(rows_, documents_.size, threads_);
    return built;
  }

 private:
  static constexpr std::size_t kParts = 256;
  static constexpr std::uint32_t kFirst = 0x80000000;  // marks the first entry of its feature
  static constexpr std::uint32_t kDropped = 0xFFFFFFFF;

  struct Chunk {
    std::array<std::uint32_t, kParts + 1> begin{};  // of each part within `keys`
    BigArray<std::uint64_t> keys;  // [entries] by part; later part-local ids in their place
    BigArray<std::uint8_t> parts;  // [entries] in row order
    std::vector<std::pair<std::uint32_t, std::uint32_t>> named;  // id and length of its name
    std::string names;
  };
  struct Part {
    std::vector<std::uint64_t> keys;         // distinct, in order of discovery
    std::vector<std::uint32_t> frequencies;  // same order
    std::vector<std::uint32_t> ids;          // same order: final id or kDropped
    std::vector<std::uint32_t> order;        // kept ones by key
  };

  template <class Work>
  void run(std::size_t n, const Work& work) {
    run_polled(threads_, monitor_, static_cast<Index>(n),
               [&](Index i) { work(static_cast<std::size_t>(i)); });
  }

  void read_chunk(std::size_t c, Range range) {
    Plan::Workspace work(plan_);
    Chunk& chunk = chunks_[c];
    RowChunk& rows = rows_[c];
    rows.range = range;
    EntryBuffer& buffer = EntryBuffer::of_this_thread();
    thread_local std::vector<std::uint64_t> keys;  // in row order
    keys.clear();
    for (Index i = range.first; i < range.last; ++i) {
      plan_.extract(documents_, i, work);
      compact(work.found, work.scratch);
      rows.sizes.push_back(static_cast<std::uint32_t>(work.found.size()));
      for (const Occurrence& each : work.found) {
        keys.push_back(each.key);
        buffer.ids.push_back(each.place);
        buffer.values.push_back(each.value);
      }
    }
    if (keys.size() > 0xFFFFFFFF) throw std::length_error("a chunk has too many features");
    buffer.move_to(rows);
    deal(keys, chunk);
  }

  // Keys go to the part of their first byte.
  static void deal(const std::vector<std::uint64_t>& keys, Chunk& chunk) {
    const auto part_of = [](std::uint64_t key) { return static_cast<std::size_t>(key >> 56); };
    for (const std::uint64_t key : keys) ++chunk.begin[part_of(key) + 1];
    for (std::size_t p = 0; p < kParts; ++p) chunk.begin[p + 1] += chunk.begin[p];
    std::array<std::uint32_t, kParts> next;
    std::copy_n(chunk.begin.begin(), kParts, next.begin());
    chunk.keys = BigArray<std::uint64_t>(static_cast<Index>(keys.size()));
    chunk.parts = BigArray<std::uint8_t>(static_cast<Index>(keys.size()));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      chunk.parts[i] = static_cast<std::uint8_t>(part_of(keys[i]));
      chunk.keys[next[part_of(keys[i])]++] = keys[i];
    }
  }

  // The ids of a part lie in the first half of the memory of its keys.
  static char* id_bytes(Chunk& chunk, std::size_t part) {
    return reinterpret_cast<char*>(chunk.keys.data() + chunk.begin[part]);
  }

  // Open addressing; grows at half full.
  class Table {
   public:
    // Index of the key among `keys`, to which a new one is appended.
    std::uint32_t enter(std::uint64_t key, std::vector<std::uint64_t>& keys) {
      if (2 * keys.size() >= slots_.size()) grow(keys);
      std::size_t at = place(key);
      while (slots_[at] != kDropped && keys[slots_[at]] != key) at = (at + 1) & (slots_.size() - 1);
      if (slots_[at] == kDropped) {
        slots_[at] = static_cast<std::uint32_t>(keys.size());
        keys.push_back(key);
      }
      return slots_[at];
    }

   private:
    std::size_t place(std::uint64_t key) const {  // the first byte is the part's, the last the kind
      return static_cast<std::size_t>(key >> 20) & (slots_.size() - 1);
    }
    void grow(const std::vector<std::uint64_t>& keys) {
      slots_.assign(std::max<std::size_t>(256, 4 * slots_.size()), kDropped);
      for (std::uint32_t i = 0; i < keys.size(); ++i) {
        std::size_t at = place(keys[i]);
        while (slots_[at] != kDropped) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = i;
      }
    }
    std::vector<std::uint32_t> slots_;
  };

  void count_part(std::size_t p) {
    Part& part = parts_[p];
    Table table;
    for (Chunk& chunk : chunks_) {
      char* ids = id_bytes(chunk, p);
      for (std::uint32_t i = chunk.begin[p]; i < chunk.begin[p + 1]; ++i) {
        const std::size_t n_before = part.keys.size();
        std::uint32_t id = table.enter(chunk.keys[i], part.keys);
        if (id == n_before) {
          part.frequencies.push_back(0);
          if (id >= kFirst) throw std::length_error("too many features");
        }
        ++part.frequencies[id];
        if (id == n_before) id |= kFirst;
        std::memcpy(ids + 4 * std::size_t{i - chunk.begin[p]}, &id, 4);
      }
    }
    part.ids.assign(part.keys.size(), kDropped);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> kept;
    for (std::uint32_t i = 0; i < part.keys.size(); ++i) {
      const auto frequency = static_cast<Index>(part.frequencies[i]);
      const bool is_common = limits_.max_df > 0 && frequency > limits_.max_df;
      const bool is_kept = frequency >= limits_.min_df && !is_common;
      if (is_kept || plan_.is_raw(part.keys[i])) kept.emplace_back(part.keys[i], i);
    }
    std::sort(kept.begin(), kept.end());
    part.order.reserve(kept.size());
    for (const auto& [key, i] : kept) part.order.push_back(i);
  }

  void choose_features() {
    if (limits_.max_features > 0) keep_most_frequent();
    n_features_ = 0;
    for (Part& part : parts_) {
      for (const std::uint32_t i : part.order) {
        part.ids[i] = static_cast<std::uint32_t>(n_features_++);
      }
    }
    if (n_features_ >= kFirst) throw std::length_error("too many features");
  }

  // Ties go to the lower key.
  void keep_most_frequent() {
    struct Candidate {
      std::uint32_t frequency;
      std::uint64_t key;
    };
    std::vector<Candidate> all;
    for (const Part& part : parts_) {
      for (const std::uint32_t i : part.order) {
        if (!plan_.is_raw(part.keys[i])) all.push_back({part.frequencies[i], part.keys[i]});
      }
    }
    const auto most = static_cast<std::size_t>(limits_.max_features);
    if (all.size() <= most) return;
    const auto is_better = [](const Candidate& a, const Candidate& b) {
      return a.frequency != b.frequency ? a.frequency > b.frequency : a.key < b.key;
    };
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(most) - 1;
    std::nth_element(all.begin(), last, all.end(), is_better);
    const Candidate worst = *last;
    for (Part& part : parts_) {
      std::erase_if(part.order, [&](std::uint32_t i) {
        return !plan_.is_raw(part.keys[i]) && is_better(worst, {part.frequencies[i], part.keys[i]});
      });
    }
  }

  // Part-local ids become final ones, rows lose dropped features, first entries leave a name.
  void rank_chunk(std::size_t c) {
    Plan::Workspace work(plan_);
    Chunk& chunk = chunks_[c];
    RowChunk& rows = rows_[c];
    std::array<const char*, kParts> next;
    for (std::size_t p = 0; p < kParts; ++p) next[p] = id_bytes(chunk, p);
    std::size_t from = 0;
    std::size_t to = 0;
    for (std::size_t r = 0; r < rows.sizes.size(); ++r) {
      const Index document = rows.range.first + static_cast<Index>(r);
      const std::size_t row_begin = to;
      bool is_read = false;
      for (const std::size_t end = from + rows.sizes[r]; from < end; ++from) {
        const std::size_t p = chunk.parts[from];
        std::uint32_t local;
        std::memcpy(&local, next[p], 4);
        next[p] += 4;
        const std::uint32_t id = parts_[p].ids[local & ~kFirst];
        if (id == kDropped) continue;
        if ((local & kFirst) != 0 && limits_.with_names) {
          if (!is_read) plan_.reread(documents_, document, work);
          is_read = true;
          const std::size_t length = chunk.names.size();
          const Occurrence seen{parts_[p].keys[local & ~kFirst], rows.ids[from], 0.0F};
          plan_.name(documents_, document, work, seen, chunk.names);
          chunk.named.emplace_back(id, static_cast<std::uint32_t>(chunk.names.size() - length));
        }
        rows.ids[to] = id;
        rows.values[to++] = rows.values[from];
      }
      rows.sizes[r] = static_cast<std::uint32_t>(to - row_begin);
    }
    chunk.keys = {};
    chunk.parts = {};
  }

  void collect(BuiltVocabulary& built) {
    const auto n = static_cast<Index>(n_features_);
    built.keys = BigArray<std::uint64_t>(n);
    built.frequencies = BigArray<std::uint32_t>(n);
    std::size_t at = 0;
    for (Part& part : parts_) {
      for (const std::uint32_t i : part.order) {
        built.keys[at] = part.keys[i];
        built.frequencies[at++] = part.frequencies[i];
      }
      part = Part();
    }
    if (limits_.with_names) collect_names(built);
  }

  void collect_names(BuiltVocabulary& built) {
    built.name_offsets = BigArray<std::int64_t>::zeros(static_cast<Index>(n_features_) + 1);
    std::int64_t* offsets = built.name_offsets.data();
    for (const Chunk& chunk : chunks_) {
      for (const auto& [id, length] : chunk.named) offsets[id + std::size_t{1}] = length;
    }
    for (std::size_t i = 0; i < n_features_; ++i) offsets[i + 1] += offsets[i];
    built.name_bytes = BigArray<std::uint8_t>(offsets[n_features_]);
    run(chunks_.size(), [&](std::size_t c) {
      const char* from = chunks_[c].names.data();
      for (const auto& [id, length] : chunks_[c].named) {
        std::memcpy(built.name_bytes.data() + offsets[id], from, length);
        from += length;
      }
      chunks_[c] = Chunk();
    });
  }

  const Plan& plan_;
  const Documents& documents_;
  const VocabularyLimits& limits_;
  Threads& threads_;
  Monitor& monitor_;
  std::vector<Chunk> chunks_;
  std::vector<RowChunk> rows_;
  std::array<Part, kParts> parts_;
  std::size_t n_features_ = 0;
};

}  // namespace linguine
