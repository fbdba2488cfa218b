// Vocabulary builder: one pass over the rows (documents, tokens) finds all features, who has them,
// and their names.
//
//   algorithm a group-by in 256 parts: rows are made chunk by chunk; their keys are dealt out by
//             first byte; each part is counted in a table that stays in cache; ranks go back
//   cost      O(occurrences) with no random access to a large table; 14 bytes an entry, rows
//             and all; benchmarks/suites/vectorise.py
//   given     a source of rows, and limits on the number of rows a feature is in
//   returns   ascending keys, in how many rows each is, names, and the rows
//   exact     the result depends neither on the number of threads nor (but for the names' source)
//             on the order of rows
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/features/text/plan.hpp"
#include "core/features/vocabulary/key_table.hpp"
#include "core/features/vocabulary/row_chunks.hpp"

namespace linguine {

struct VocabularyLimits {
  Index min_df = 1;
  Index max_df = 0;        // 0: none
  Index max_features = 0;  // 0: none
  bool with_names = true;
  std::vector<std::uint32_t> min_df_at;  // by place, instead of min_df; or empty

  // Whether a feature that is in so many rows stays.
  bool keeps(Index frequency, Index least) const {
    return frequency >= least && (max_df == 0 || frequency <= max_df);
  }
};

struct BuiltVocabulary {
  BigArray<std::uint64_t> keys;         // [n] ascending
  BigArray<std::uint32_t> frequencies;  // [n] rows
  BigArray<std::int64_t> name_offsets;  // [n + 1], or empty
  BigArray<std::uint8_t> name_bytes;
  Rows rows;
};

// Where rows come from; `read` calls row(entries) for each. A feature must come at most once in a
// row, with a place by which its name is found again. Ranges must depend on the data alone, or the
// result depends on the number of threads.
template <class S>
concept RowSource =
    requires(const S& source, typename S::Workspace& work, Range range, std::string& out) {
      { source.n_rows() } -> std::same_as<Index>;
      { source.ranges() } -> std::same_as<std::vector<Range>>;
      { source.has_values() } -> std::same_as<bool>;
      { source.stays(std::uint64_t{0}) } -> std::same_as<bool>;  // whatever the limits say
      source.release(range);                                     // it has been read for now
      source.read(range, work, [](std::span<const Occurrence>) {});
      source.name(Index{0}, std::uint64_t{0}, std::uint32_t{0}, work, out);  // rows ascend
    };

class DocumentSource {
 public:
  DocumentSource(const Plan& plan, const Documents& documents)
      : plan_(plan), documents_(documents) {}

  struct Workspace : Plan::Workspace {
    explicit Workspace(const DocumentSource& source) : Plan::Workspace(source.plan_) {}
    Index reread = -1;  // the document that was last read for names
  };
  Index n_rows() const { return documents_.size; }
  std::vector<Range> ranges() const { return cut_documents(documents_); }
  bool has_values() const { return true; }
  bool stays(std::uint64_t key) const { return plan_.is_raw(key); }

  template <class Row>
  void read(Range range, Workspace& work, const Row& row) const {
    const auto shrink = [&work](std::vector<Occurrence>& found) { work.compact(found); };
    for (Index i = range.first; i < range.last; ++i) {
      plan_.extract_row(documents_, i, work, shrink);
      row(std::span<const Occurrence>(work.found));
    }
    release(range);
  }
  void release(Range range) const { documents_.release(range); }
  void name(Index row, std::uint64_t key, std::uint32_t place, Workspace& work,
            std::string& out) const {
    if (work.reread != row) plan_.reread(documents_, row, work);
    work.reread = row;
    plan_.name(documents_, row, work, {key, place, 0.0F}, out);
  }

 private:
  const Plan& plan_;
  const Documents& documents_;
};

template <RowSource Source>
class VocabularyBuilder {
 public:
  VocabularyBuilder(const Source& source, const VocabularyLimits& limits, Threads& threads,
                    Monitor& monitor)
      : source_(source), limits_(limits), threads_(threads), monitor_(monitor) {}

  BuiltVocabulary build() {
    const std::vector<Range> ranges = source_.ranges();
    chunks_.resize(ranges.size());
    rows_ = make_chunks(
        ranges, threads_, monitor_,
        [&](RowChunk& rows, std::size_t c, EntryBuffer& buffer) { read_chunk(rows, c, buffer); });
    run(kParts, [&](std::size_t p) { count_part(p); });
    if (!limits_.min_df_at.empty()) run(ranges.size(), [&](std::size_t c) { mark_places(c); });
    run(kParts, [&](std::size_t p) { choose_part(p); });
    choose_features();
    run(kParts, [&](std::size_t p) { rank_part(p); });
    run(ranges.size(), [&](std::size_t c) { rank_chunk(c); });
    if (limits_.with_names) collect_names();
    built_.rows = join(rows_, source_.n_rows(), threads_);
    return std::move(built_);
  }

 private:
  static constexpr std::size_t kParts = 256;
  static constexpr std::uint32_t kFirst = 0x80000000;  // marks the first entry of its feature
  static constexpr std::uint32_t kDropped = 0x7FFFFFFF;

  struct Chunk {
    std::array<std::uint32_t, kParts + 1> begin{};  // of each part within `keys`
    BigArray<std::uint64_t> keys;                   // [entries] by part; later ids in their place
    BigArray<std::uint8_t> parts;                   // [entries] in row order
    std::vector<std::pair<std::uint32_t, std::uint32_t>> named;  // id and length of its name
    std::string names;
  };
  struct Part {
    std::vector<std::uint64_t> keys;         // distinct, in order of discovery
    std::vector<std::uint32_t> frequencies;  // same order
    std::vector<std::uint32_t> least;        // same order: how frequent it must be; or empty
    std::vector<std::uint32_t> order;        // kept ones by key
    std::uint32_t first_id = 0;              // of the first of them
  };

  template <class Work>
  void run(std::size_t n, const Work& work) {
    run_polled(threads_, monitor_, static_cast<Index>(n), [&](Index i) { work(as_size(i)); });
  }

  void read_chunk(RowChunk& rows, std::size_t c, EntryBuffer& buffer) {
    typename Source::Workspace work(source_);
    thread_local std::vector<std::uint64_t> keys;  // in row order
    keys.clear();
    source_.read(rows.range, work, [&](std::span<const Occurrence> row) {
      const std::size_t begin = keys.size();
      keys.resize(begin + row.size());
      for (std::size_t i = 0; i < row.size(); ++i) keys[begin + i] = row[i].key;
      buffer.append(row, source_.has_values());
      rows.sizes.push_back(static_cast<std::uint32_t>(row.size()));
    });
    if (keys.size() > 0xFFFFFFFF) throw std::length_error("a chunk has too many features");
    deal(keys, chunks_[c]);
  }

  // Keys go to the part of their first byte.
  static void deal(const std::vector<std::uint64_t>& keys, Chunk& chunk) {
    const auto part_of = [](std::uint64_t key) { return as_size(key >> 56); };
    for (const std::uint64_t key : keys) ++chunk.begin[part_of(key) + 1];
    for (std::size_t p = 0; p < kParts; ++p) chunk.begin[p + 1] += chunk.begin[p];
    std::array<std::uint32_t, kParts> next;
    std::copy_n(chunk.begin.begin(), kParts, next.begin());
    chunk.keys = BigArray<std::uint64_t>(std::ssize(keys));
    chunk.parts = BigArray<std::uint8_t>(std::ssize(keys));
    for (std::size_t i = 0; i < keys.size(); ++i) {
      chunk.parts[i] = static_cast<std::uint8_t>(part_of(keys[i]));
      chunk.keys[next[part_of(keys[i])]++] = keys[i];
    }
  }

  // The ids of a part lie in the first half of the memory of its keys.
  static char* id_bytes(Chunk& chunk, std::size_t part) {
    return reinterpret_cast<char*>(chunk.keys.data() + chunk.begin[part]);
  }

  void count_part(std::size_t p) {
    Part& part = parts_[p];
    KeyTable table;
    for (Chunk& chunk : chunks_) {
      char* ids = id_bytes(chunk, p);
      for (std::uint32_t i = chunk.begin[p]; i < chunk.begin[p + 1]; ++i) {
        const std::size_t n_before = table.size();
        std::uint32_t id = table.enter(chunk.keys[i]);
        if (id == n_before) {
          part.frequencies.push_back(0);
          if (id >= kFirst) throw std::length_error("too many features");
        }
        ++part.frequencies[id];
        if (id == n_before) id |= kFirst;
        std::memcpy(ids + 4 * std::size_t{i - chunk.begin[p]}, &id, 4);
      }
    }
    part.keys = std::move(table).take_keys();
    if (!limits_.min_df_at.empty()) part.least.resize(part.keys.size());
  }

  // Calls use(entry, part, id) for all entries of a chunk in row order.
  template <class Use>
  void walk(std::size_t c, const Use& use) {
    Chunk& chunk = chunks_[c];
    std::array<const char*, kParts> next;
    for (std::size_t p = 0; p < kParts; ++p) next[p] = id_bytes(chunk, p);
    const auto n = as_size(chunk.parts.size());
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t p = chunk.parts[i];
      std::uint32_t id;
      std::memcpy(&id, next[p], 4);
      next[p] += 4;
      use(i, p, id);
    }
  }

  // The place of its first entry says how frequent a feature must be.
  void mark_places(std::size_t c) {
    walk(c, [&](std::size_t i, std::size_t p, std::uint32_t local) {
      if ((local & kFirst) == 0) return;
      parts_[p].least[local & ~kFirst] = limits_.min_df_at[rows_[c].ids[i]];
    });
  }

  void choose_part(std::size_t p) {
    Part& part = parts_[p];
    std::vector<std::pair<std::uint64_t, std::uint32_t>> kept;
    for (std::uint32_t i = 0; i < part.keys.size(); ++i) {
      const auto frequency = static_cast<Index>(part.frequencies[i]);
      const Index least = part.least.empty() ? limits_.min_df : Index{part.least[i]};
      if (limits_.keeps(frequency, least) || source_.stays(part.keys[i])) {
        kept.emplace_back(part.keys[i], i);
      }
    }
    std::sort(kept.begin(), kept.end());
    part.order.reserve(kept.size());
    for (const auto& [key, i] : kept) part.order.push_back(i);
  }

  void choose_features() {
    if (limits_.max_features > 0) keep_most_frequent();
    std::size_t n = 0;
    for (Part& part : parts_) {
      part.first_id = static_cast<std::uint32_t>(n);
      n += part.order.size();
    }
    if (n >= kDropped) throw std::length_error("too many features");
    built_.keys = BigArray<std::uint64_t>(static_cast<Index>(n));
    built_.frequencies = BigArray<std::uint32_t>(static_cast<Index>(n));
  }

  // Part-local ids become final ones while the table that says which stays in cache.
  void rank_part(std::size_t p) {
    Part& part = parts_[p];
    std::vector<std::uint32_t> ids(part.keys.size(), kDropped);
    std::uint32_t id = part.first_id;
    for (const std::uint32_t i : part.order) {
      built_.keys[id] = part.keys[i];
      built_.frequencies[id] = part.frequencies[i];
      ids[i] = id++;
    }
    for (Chunk& chunk : chunks_) {
      char* bytes = id_bytes(chunk, p);
      for (std::uint32_t i = chunk.begin[p]; i < chunk.begin[p + 1]; ++i, bytes += 4) {
        std::uint32_t local;
        std::memcpy(&local, bytes, 4);
        const std::uint32_t found = ids[local & ~kFirst] | (local & kFirst);
        std::memcpy(bytes, &found, 4);
      }
    }
    part = Part();
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
        if (!source_.stays(part.keys[i])) all.push_back({part.frequencies[i], part.keys[i]});
      }
    }
    const auto most = as_size(limits_.max_features);
    if (all.size() <= most) return;
    const auto is_better = [](const Candidate& a, const Candidate& b) {
      return a.frequency != b.frequency ? a.frequency > b.frequency : a.key < b.key;
    };
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(most) - 1;
    std::nth_element(all.begin(), last, all.end(), is_better);
    const Candidate worst = *last;
    for (Part& part : parts_) {
      std::erase_if(part.order, [&](std::uint32_t i) {
        return !source_.stays(part.keys[i]) &&
               is_better(worst, {part.frequencies[i], part.keys[i]});
      });
    }
  }

  // Entries get their ids, rows lose dropped features, first entries leave a name.
  void rank_chunk(std::size_t c) {
    typename Source::Workspace work(source_);
    Chunk& chunk = chunks_[c];
    RowChunk& rows = rows_[c];
    const bool has_values = source_.has_values();
    std::size_t row = 0;
    std::size_t row_end = rows.sizes.empty() ? 0 : rows.sizes[0];
    std::size_t row_begin = 0;  // of the entries that stay
    std::size_t to = 0;
    const auto close_rows = [&](std::size_t entry) {
      while (row < rows.sizes.size() && row_end <= entry) {
        rows.sizes[row] = static_cast<std::uint32_t>(to - row_begin);
        row_begin = to;
        if (++row < rows.sizes.size()) row_end += rows.sizes[row];
      }
    };
    rows.values.with_values([&](auto* values) {
      walk(c, [&](std::size_t from, std::size_t, std::uint32_t id) {
        if (from == row_end) close_rows(from);
        if ((id & ~kFirst) == kDropped) return;
        if ((id & kFirst) != 0 && limits_.with_names) {
          id &= ~kFirst;
          const std::size_t length = chunk.names.size();
          source_.name(rows.range.first + static_cast<Index>(row), built_.keys[id], rows.ids[from],
                       work, chunk.names);
          chunk.named.emplace_back(id, static_cast<std::uint32_t>(chunk.names.size() - length));
        }
        rows.ids[to] = id & ~kFirst;
        if (has_values) values[to] = values[from];
        ++to;
      });
    });
    close_rows(as_size(chunk.parts.size()));
    source_.release(rows.range);
    chunk.keys = {};
    chunk.parts = {};
  }

  void collect_names() {
    const auto n = as_size(built_.keys.size());
    built_.name_offsets = BigArray<std::int64_t>::zeros(static_cast<Index>(n) + 1);
    std::int64_t* offsets = built_.name_offsets.data();
    run(chunks_.size(), [&](std::size_t c) {
      for (const auto& [id, length] : chunks_[c].named) offsets[id + std::size_t{1}] = length;
    });
    for (std::size_t i = 0; i < n; ++i) offsets[i + 1] += offsets[i];
    built_.name_bytes = BigArray<std::uint8_t>(offsets[n]);
    run(chunks_.size(), [&](std::size_t c) {
      const char* from = chunks_[c].names.data();
      for (const auto& [id, length] : chunks_[c].named) {
        std::memcpy(built_.name_bytes.data() + offsets[id], from, length);
        from += length;
      }
      chunks_[c] = Chunk();
    });
  }

  const Source& source_;
  const VocabularyLimits& limits_;
  Threads& threads_;
  Monitor& monitor_;
  std::vector<Chunk> chunks_;
  std::vector<RowChunk> rows_;
  std::array<Part, kParts> parts_;
  BuiltVocabulary built_;
};

}  // namespace linguine
