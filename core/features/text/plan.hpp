// Plan: the templates of a feature specification, compiled. A document goes in, occurrences come
// out.
//
//   streams   templates that read the same field in the same way share one pass over its bytes
//   kinds     every template owns a run of kinds (one per length of n-gram, ...); they are part of
//             the key, so the order of templates is part of the model
//   bags      features that come with a name and a number instead of from a text
//   prefixes  what the names of a field's features begin with; keys do not depend on them
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/memory/mapped_pages.hpp"
#include "core/features/text/char_ngrams.hpp"
#include "core/features/text/spelling.hpp"
#include "core/features/text/stream.hpp"
#include "core/features/text/word_lists.hpp"
#include "core/features/text/word_ngrams.hpp"
#include "core/features/vocabulary/compact.hpp"

namespace linguine {

using Template = std::variant<WordNgrams, CharNgrams, Affixes, Shape, Capitalisation, WordList>;

// Named features of all documents, in the layout of a CSR; names are views. Or a table: each
// document has a value for each of the same `width` names, which are hashed once.
struct Bag {
  const std::int64_t* offsets = nullptr;  // [n_documents + 1]; none: a table
  const std::string_view* names = nullptr;
  const float* values = nullptr;
  std::int64_t width = 0;
  std::vector<std::uint64_t> hashes = {};  // [width] of the names of a table

  std::int64_t begin(Index document) const {
    return offsets == nullptr ? document * width : offsets[document];
  }
  const std::string_view& name(Index document, std::int64_t place) const {
    return names[offsets == nullptr ? place : offsets[document] + place];
  }
  std::uint64_t hash(Index document, std::int64_t place) const {
    return offsets == nullptr ? hashes[as_size(place)] : hash_bytes(name(document, place));
  }
};

struct Documents {
  Index size = 0;
  std::vector<std::span<const std::string_view>> fields;  // [n_fields][size]
  std::vector<std::string_view> mapped;  // [n_fields] the mapped file that a field is in, or empty
  std::vector<Bag> bags;                 // [n_bags of the plan]

  // Some documents have been read: their pages of a mapped file need not be in memory any more.
  void release(Range range) const {
    for (std::size_t f = 0; f < fields.size(); ++f) {
      if (!mapped[f].empty()) forget_pages(mapped[f], fields[f], range);
    }
  }

  std::size_t bytes(Index document) const {
    std::size_t total = 0;
    for (const auto& field : fields) total += field[as_size(document)].size();
    for (const Bag& bag : bags) {
      total += as_size(bag.begin(document + 1) - bag.begin(document)) * 8;
    }
    return total;
  }
};

class Plan {
 public:
  // `is_raw`: the values are numbers of their own, not counts to be weighted.
  void add(const StreamSettings& settings, Template what, bool is_raw) {
    std::size_t stream = 0;
    while (stream < streams_.size() && !(streams_[stream] == settings)) ++stream;
    if (stream == streams_.size()) {
      streams_.push_back(settings);
      needs_tokens_.push_back(0);
    }
    const bool tokens = std::visit([](const auto& each) { return each.kNeedsTokens; }, what);
    if (tokens) needs_tokens_[stream] = 1;
    const int n = std::visit([](const auto& each) { return each.n_kinds(); }, what);
    templates_.push_back({std::move(what), stream, n_kinds()});
    add_kinds(n, static_cast<int>(templates_.size()) - 1, is_raw);
  }
  void add_bag(bool is_raw) {
    bag_kinds_.push_back(n_kinds());
    add_kinds(1, -static_cast<int>(bag_kinds_.size()), is_raw);
  }

  void name_field(int field, std::string prefix) {
    if (prefixes_.size() <= as_size(field)) {
      prefixes_.resize(as_size(field) + 1);
    }
    prefixes_[as_size(field)] = std::move(prefix);
  }

  int n_kinds() const { return static_cast<int>(owner_.size()); }
  int n_templates() const { return static_cast<int>(templates_.size()); }
  int n_bags() const { return static_cast<int>(bag_kinds_.size()); }
  bool is_raw(std::uint64_t key) const { return is_raw_kind(kind_of(key)); }
  bool is_raw_kind(int kind) const { return raw_[as_size(kind)] != 0; }
  // The template that each kind belongs to; -1 - bag for named features.
  const std::vector<int>& owners() const { return owner_; }
  bool has_raw() const { return std::find(raw_.begin(), raw_.end(), 1) != raw_.end(); }
  const std::vector<StreamSettings>& streams() const { return streams_; }
  int n_fields() const {
    int n = 0;
    for (const StreamSettings& each : streams_) n = std::max(n, each.field + 1);
    return n;
  }

  // One thread's memory: streams and occurrences of the document at hand.
  struct Workspace {
    explicit Workspace(const Plan& plan) {
      for (const StreamSettings& each : plan.streams_) streams.emplace_back(each);
    }
    std::vector<Stream> streams;
    Occurrences found;
    Compactor compact;
  };

  // Reads the document's texts; `found` gets its occurrences in the order of templates and places.
  void extract(const Documents& documents, Index i, Workspace& work) const {
    work.found.begin_document();
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      const auto& field = documents.fields[as_size(streams_[s].field)];
      work.streams[s].read(field[as_size(i)], needs_tokens_[s] != 0);
    }
    for (const Planned& each : templates_) {
      std::visit(
          [&](const auto& what) {
            what.extract(work.streams[each.stream], each.first_kind, work.found);
          },
          each.what);
    }
    for (std::size_t b = 0; b < bag_kinds_.size(); ++b) {
      const Bag& bag = documents.bags[b];
      const std::int64_t begin = bag.begin(i);
      for (std::int64_t j = 0; j < bag.begin(i + 1) - begin; ++j) {
        const float value = bag.values[begin + j];
        if (value == 0) continue;
        work.found.push_back(
            {make_key(bag.hash(i, j), bag_kinds_[b]), static_cast<std::uint32_t>(j), value});
      }
    }
  }

  // The same, and `shrink` turns occurrences into a row: at the end, and on the way if they are
  // many.
  void extract_row(const Documents& documents, Index i, Workspace& work,
                   const Occurrences::Shrink& shrink) const {
    work.found.set_shrink(shrink);
    extract(documents, i, work);
    shrink(work.found);
  }

  // Reads the texts again so that `name` can look at them, without cutting them into tokens.
  void reread(const Documents& documents, Index i, Workspace& work) const {
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      const auto& field = documents.fields[as_size(streams_[s].field)];
      work.streams[s].read(field[as_size(i)], false);
    }
  }

  struct Place {
    int template_index;  // negative: a bag
    int field;
    Span span;  // bytes of the normalised text
  };
  // Appends the name of an occurrence in the document that `work` has read.
  Place name(const Documents& documents, Index i, const Workspace& work,
             const Occurrence& occurrence, std::string& out) const {
    const int kind = kind_of(occurrence.key);
    const int owner = owner_[as_size(kind)];
    if (owner < 0) {
      const Bag& bag = documents.bags[as_size(-owner - 1)];
      out += bag.name(i, occurrence.place);
      return {owner, -1, {0, 0}};
    }
    const Planned& each = templates_[as_size(owner)];
    const Stream& stream = work.streams[each.stream];
    const int field = stream.settings().field;
    if (as_size(field) < prefixes_.size()) {
      out += prefixes_[as_size(field)];
    }
    const Span span = std::visit(
        [&](const auto& what) {
          return what.name(stream, kind - each.first_kind, occurrence.place, out);
        },
        each.what);
    return {owner, field, span};
  }
  const Stream& stream_of(const Workspace& work, int template_index) const {
    return work.streams[templates_[as_size(template_index)].stream];
  }

 private:
  struct Planned {
    Template what;
    std::size_t stream;
    int first_kind;
  };
  void add_kinds(int n, int owner, bool is_raw) {
    if (n_kinds() + n > kMostKinds) {
      throw std::invalid_argument("features must have at most " + std::to_string(kMostKinds) +
                                  " kinds (lengths of n-grams and affixes count one by one); got " +
                                  std::to_string(n_kinds() + n));
    }
    owner_.insert(owner_.end(), as_size(n), owner);
    raw_.insert(raw_.end(), as_size(n), is_raw ? 1 : 0);
  }

  std::vector<StreamSettings> streams_;
  std::vector<char> needs_tokens_;
  std::vector<Planned> templates_;
  std::vector<int> bag_kinds_;
  std::vector<int> owner_;             // [n_kinds] template, or -1 - bag
  std::vector<char> raw_;              // [n_kinds]
  std::vector<std::string> prefixes_;  // [n_fields or fewer]
};

}  // namespace linguine
