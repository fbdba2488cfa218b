// Token rows: the tokens of sentences as sparse rows over window features, and their vocabulary.
//
//   rows      one per token, ids in template order; no values, unless two templates can give one
//             feature: then it is there once, with their number, and ids ascend
//   unknown   features are dropped; of the templates of a group only the first known one counts
//   cost      about 3 ns a key and 9 a look-up
//   exact     the result does not depend on the number of threads: chunks are cut by sentences
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/memory/big_array.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/features/token/plan.hpp"
#include "core/features/vocabulary/build_vocabulary.hpp"
#include "core/features/vocabulary/compact.hpp"
#include "core/features/vocabulary/key_lines.hpp"
#include "core/features/vocabulary/row_chunks.hpp"
#include "core/features/vocabulary/vocabulary.hpp"

namespace linguine {

// About 64 chunks of whole sentences, none much smaller than 4096 tokens.
inline std::vector<Range> cut_sentences(const TokenColumns& columns) {
  const Index target = std::max<Index>(4096, columns.n_tokens() / 64);
  std::vector<Range> ranges;
  Index first = 0;
  for (std::size_t s = 1; s < columns.offsets.size(); ++s) {
    const Index last = columns.offsets[s];
    if (last - first < target && s + 1 < columns.offsets.size()) continue;
    if (last > first) ranges.push_back({first, last});
    first = last;
  }
  return ranges;
}

// Finds the sentence of a token, fast if tokens ascend.
class SentenceCursor {
 public:
  Range of(const TokenColumns& columns, Index token) {
    const auto offsets = columns.offsets;
    if (token < offsets[at_] || token >= offsets[at_ + 1]) {
      at_ = as_size(std::upper_bound(offsets.begin(), offsets.end(), token) - offsets.begin() - 1);
    }
    return {offsets[at_], offsets[at_ + 1]};
  }

 private:
  std::size_t at_ = 0;
};

// What all functions below look at.
struct TokenView {
  const TokenPlan& plan;
  const TokenColumns& columns;
  const TokenPlan::Prepared& prepared;
  bool edges;  // of pairs of neighbours instead of tokens

  std::size_t n_templates() const { return as_size(plan.n_templates(edges)); }

  // Calls use(first token, number of tokens, keys of their templates) for all blocks of a range of
  // whole sentences.
  template <class Use>
  void for_each_block(Range range, TokenPlan::Workspace& work, const Use& use) const {
    SentenceCursor cursor;
    for (Index begin = range.first; begin < range.last;) {
      const Range sentence = cursor.of(columns, begin);
      const Index end = std::min(begin + TokenPlan::kBlock, sentence.last);
      plan.block_keys(prepared, columns, sentence.first, sentence.last, begin, end, edges, work);
      use(begin, end - begin, work.keys.data());
      begin = end;
    }
  }
  // Calls use(token, keys of its templates) for all tokens of such a range.
  template <class Use>
  void for_each(Range range, TokenPlan::Workspace& work, const Use& use) const {
    for_each_block(range, work, [&](Index first, Index n, const std::uint64_t* keys) {
      for (Index i = 0; i < n; ++i, keys += n_templates()) use(first + i, keys);
    });
  }
};

class TokenSource {
 public:
  explicit TokenSource(const TokenView& view) : view_(view) {}

  struct Workspace : TokenPlan::Workspace {
    explicit Workspace(const TokenSource& /*source*/) {}
    std::vector<Occurrence> row;
    Compactor compact;
    SentenceCursor cursor;
  };
  Index n_rows() const { return view_.columns.n_tokens(); }
  std::vector<Range> ranges() const { return cut_sentences(view_.columns); }
  bool has_values() const { return view_.plan.repeats(view_.edges); }
  bool stays(std::uint64_t /*key*/) const { return false; }
  void release(Range /*range*/) const {}

  // In the entries `place` is the template.
  template <class Row>
  void read(Range range, Workspace& work, const Row& row) const {
    const std::size_t n = view_.n_templates();
    view_.for_each(range, work, [&](Index /*token*/, const std::uint64_t* keys) {
      work.row.clear();
      for (std::size_t t = 0; t < n; ++t) {
        if (keys[t] != 0) work.row.push_back({keys[t], static_cast<std::uint32_t>(t), 1.0F});
      }
      if (has_values()) work.compact(work.row);
      row(std::span<const Occurrence>(work.row));
    });
  }
  void name(Index row, std::uint64_t /*key*/, std::uint32_t place, Workspace& work,
            std::string& out) const {
    const Range sentence = work.cursor.of(view_.columns, row);
    view_.plan.name(view_.columns, sentence.first, sentence.last, row, static_cast<int>(place),
                    view_.edges, out);
  }

 private:
  const TokenView& view_;
};

// One thread's memory for rows over known features.
class KnownRows {
 public:
  KnownRows(const TokenView& view, const KeyLines& known)
      : known_(known),
        n_(view.n_templates()),
        repeats_(view.plan.repeats(view.edges)),
        has_groups_(view.plan.has_groups(view.edges)) {
    for (std::size_t t = 0; t < n_; ++t) {
      groups_.push_back(view.plan.group(static_cast<int>(t), view.edges));
      n_groups_ = std::max(n_groups_, as_size(groups_.back()) + 1);
    }
  }

  // Appends the rows of a block of tokens.
  void append(const std::uint64_t* keys, std::size_t n_tokens, EntryBuffer& out,
              std::vector<std::uint32_t>& sizes) {
    ids_.resize(n_tokens * n_);
    known_.find_all({keys, ids_.size()}, ids_.data());
    for (std::size_t i = 0; i < n_tokens; ++i) {
      const std::size_t before = out.ids.size();
      append_row({ids_.data() + i * n_, n_}, out);
      sizes.push_back(static_cast<std::uint32_t>(out.ids.size() - before));
    }
  }

 private:
  void append_row(std::span<std::uint32_t> ids, EntryBuffer& out) {
    if (has_groups_) keep_first_of_groups(ids);
    if (!repeats_) {
      for (const std::uint32_t id : ids) {
        if (id != Vocabulary::kUnknown) out.ids.push_back(id);
      }
      return;
    }
    const auto before = static_cast<std::ptrdiff_t>(out.ids.size());
    for (const std::uint32_t id : ids) {
      if (id == Vocabulary::kUnknown) continue;
      const auto seen = std::find(out.ids.begin() + before, out.ids.end(), id);
      if (seen != out.ids.end()) {
        ++out.values[as_size(seen - out.ids.begin())];
      } else {
        out.ids.push_back(id);
        out.values.push_back(1.0F);
      }
    }
  }
  void keep_first_of_groups(std::span<std::uint32_t> ids) {
    taken_.assign(n_groups_, 0);
    for (std::size_t t = 0; t < n_; ++t) {
      if (groups_[t] == 0 || ids[t] == Vocabulary::kUnknown) continue;
      char& taken = taken_[as_size(groups_[t])];
      if (taken != 0) ids[t] = Vocabulary::kUnknown;
      taken = 1;
    }
  }

  const KeyLines& known_;
  std::size_t n_;
  bool repeats_;
  bool has_groups_;
  std::size_t n_groups_ = 1;
  std::vector<int> groups_;         // [n_templates]
  std::vector<char> taken_;         // [n_groups]
  std::vector<std::uint32_t> ids_;  // [n_tokens][n_templates]
};

inline Rows transform_tokens(const TokenView& view, const KeyLines& known, Threads& threads,
                             Monitor& monitor) {
  const auto fill = [&](RowChunk& chunk, std::size_t /*c*/, EntryBuffer& buffer) {
    TokenPlan::Workspace work;
    KnownRows rows(view, known);
    view.for_each_block(chunk.range, work,
                        [&](Index /*first*/, Index n, const std::uint64_t* keys) {
                          rows.append(keys, as_size(n), buffer, chunk.sizes);
                        });
  };
  std::vector<RowChunk> chunks = make_chunks(cut_sentences(view.columns), threads, monitor, fill);
  return join(chunks, view.columns.n_tokens(), threads);
}

// `min_counts` per template; a feature of two templates takes that of its first occurrence.
inline BuiltVocabulary fit_token_vocabulary(const TokenView& view,
                                            std::vector<std::uint32_t> min_counts, Threads& threads,
                                            Monitor& monitor) {
  VocabularyLimits limits;
  if (!min_counts.empty()) limits.min_df = min_counts[0];
  const bool is_uniform = std::all_of(min_counts.begin(), min_counts.end(),
                                      [&](std::uint32_t each) { return each == min_counts[0]; });
  if (!is_uniform) limits.min_df_at = std::move(min_counts);
  const TokenSource source(view);
  BuiltVocabulary built = VocabularyBuilder(source, limits, threads, monitor).build();
  if (view.plan.has_groups(view.edges)) {
    const Vocabulary vocabulary({built.keys.data(), as_size(built.keys.size())});
    built.rows = transform_tokens(view, KeyLines(vocabulary), threads, monitor);
  }
  return built;
}

// All keys, [n_tokens][n_templates]; 0 where a template is not there.
inline BigArray<std::uint64_t> token_keys(const TokenView& view, Threads& threads,
                                          Monitor& monitor) {
  const auto n = static_cast<Index>(view.n_templates());
  BigArray<std::uint64_t> all(view.columns.n_tokens() * n);
  const std::vector<Range> ranges = cut_sentences(view.columns);
  run_polled(threads, monitor, std::ssize(ranges), [&](Index c) {
    TokenPlan::Workspace work;
    view.for_each(ranges[as_size(c)], work, [&](Index token, const std::uint64_t* keys) {
      std::copy_n(keys, n, all.data() + token * n);
    });
  });
  return all;
}

// Names of known features by looking at sentences that have them; empty for those they have not.
inline std::vector<std::string> name_features(const TokenView& view, const Vocabulary& vocabulary) {
  std::vector<std::string> names(vocabulary.size());
  std::size_t n_left = names.size();
  TokenPlan::Workspace work;
  SentenceCursor cursor;
  for (const Range range : cut_sentences(view.columns)) {
    if (n_left == 0) break;
    view.for_each(range, work, [&](Index token, const std::uint64_t* keys) {
      for (std::size_t t = 0; t < view.n_templates(); ++t) {
        const std::uint32_t id = keys[t] == 0 ? Vocabulary::kUnknown : vocabulary.find(keys[t]);
        if (id == Vocabulary::kUnknown || !names[id].empty()) continue;
        const Range sentence = cursor.of(view.columns, token);
        view.plan.name(view.columns, sentence.first, sentence.last, token, static_cast<int>(t),
                       view.edges, names[id]);
        --n_left;
      }
    });
  }
  return names;
}

}  // namespace linguine
