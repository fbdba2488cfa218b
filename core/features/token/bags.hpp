// Token bags: rows of features that come with a name and a number instead of from templates.
//
//   rows      one per token, ids ascend; a name that comes twice in a row is added up
//   values    none are kept as long as all of them are 1
//   cost      one pass: a hash and a look into a table for each name; every name is kept once
//   exact     the key of a name is a hash of its bytes, never 0; zeros are left out
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/numbers/hash.hpp"
#include "core/features/vocabulary/build_vocabulary.hpp"
#include "core/features/vocabulary/compact.hpp"
#include "core/features/vocabulary/key_lines.hpp"
#include "core/features/vocabulary/key_table.hpp"
#include "core/features/vocabulary/row_chunks.hpp"
#include "core/features/vocabulary/vocabulary.hpp"

namespace linguine {

inline std::uint64_t name_key(std::string_view name) {
  const std::uint64_t key = mix(hash_bytes(name) ^ kHashSeeds[2], kHashSeeds[3]);
  return key + (key == 0);
}

// Collects rows whose entries are numbered as they are met or, with a vocabulary, by it.
class BagReader {
 public:
  explicit BagReader(const KeyLines* known = nullptr) : known_(known) { offsets_.push_back(0); }

  void add(std::string_view name, float value) {
    if (value == 0) return;
    row_.push_back({name_key(name), 0, value});
    if (known_ != nullptr) return;
    row_names_ += name;
    row_ends_.push_back(row_names_.size());
  }
  void end_row() {
    if (known_ != nullptr) {
      known_->keep_known(row_);
    } else {
      number_row();
    }
    compact_(row_);
    for (const Occurrence& each : row_) {
      if (each.value != 1.0F && !has_values_) {
        values_.assign(ids_.size(), 1.0F);
        has_values_ = true;
      }
      if (known_ == nullptr) ++counts_[each.place];
      ids_.push_back(each.place);
      if (has_values_) values_.push_back(each.value);
    }
    row_.clear();
    offsets_.push_back(std::ssize(ids_));
  }

  // The rows over the known features.
  Rows rows() && {
    Rows rows;
    rows.offsets = std::move(offsets_);
    rows.indices = Recycled<std::int32_t>(std::ssize(ids_));
    std::copy(ids_.begin(), ids_.end(), rows.indices.data());
    if (has_values_) rows.values = Recycled<float>::copy_of(values_);
    return rows;
  }

  // The features that are in at least `min_count` rows, and the rows over them.
  BuiltVocabulary build(Index min_count) && {
    const std::vector<std::uint64_t>& keys = table_.keys();
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
      if (Index{counts_[i]} >= min_count) order.push_back(i);
    }
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
    BuiltVocabulary built;
    const auto n = std::ssize(order);
    built.keys = BigArray<std::uint64_t>(n);
    built.frequencies = BigArray<std::uint32_t>(n);
    built.name_offsets = BigArray<std::int64_t>(n + 1);
    built.name_offsets[0] = 0;
    std::vector<std::uint32_t> ids(keys.size(), Vocabulary::kUnknown);
    std::string names;
    for (std::uint32_t id = 0; id < order.size(); ++id) {
      const std::uint32_t i = order[id];
      ids[i] = id;
      built.keys[id] = keys[i];
      built.frequencies[id] = counts_[i];
      names.append(names_, name_begins_[i], name_end(i) - name_begins_[i]);
      built.name_offsets[id + std::size_t{1}] = std::ssize(names);
    }
    built.name_bytes = BigArray<std::uint8_t>::copy_of(names);
    renumber(ids);
    built.rows = std::move(*this).rows();
    return built;
  }

 private:
  // Numbers the whole row at once: the look-ups wait for memory together.
  void number_row() {
    for (const Occurrence& each : row_) table_.prefetch(each.key);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < row_.size(); ++i) {
      row_[i].place = enter(row_[i].key, begin, row_ends_[i]);
      begin = row_ends_[i];
    }
    row_names_.clear();
    row_ends_.clear();
  }
  std::uint32_t enter(std::uint64_t key, std::size_t begin, std::size_t end) {
    const std::uint32_t id = table_.enter(key);
    if (id == counts_.size()) {
      if (id >= 0x7FFFFFFF) throw std::length_error("there are too many features");
      counts_.push_back(0);
      name_begins_.push_back(names_.size());
      names_.append(row_names_, begin, end - begin);
    }
    return id;
  }
  std::size_t name_end(std::size_t i) const {
    return i + 1 < name_begins_.size() ? name_begins_[i + 1] : names_.size();
  }
  // Entries that lose their feature are taken out of their rows.
  void renumber(const std::vector<std::uint32_t>& ids) {
    std::size_t to = 0;
    std::size_t from = 0;
    for (std::size_t row = 1; row < offsets_.size(); ++row) {
      for (const auto end = as_size(offsets_[row]); from < end; ++from) {
        const std::uint32_t id = ids[ids_[from]];
        if (id == Vocabulary::kUnknown) continue;
        ids_[to] = id;
        if (has_values_) values_[to] = values_[from];
        ++to;
      }
      offsets_[row] = static_cast<std::int64_t>(to);
    }
    ids_.resize(to);
    if (has_values_) values_.resize(to);
  }

  const KeyLines* known_;
  KeyTable table_;
  std::vector<std::uint32_t> counts_;     // [n] rows
  std::vector<std::size_t> name_begins_;  // [n]
  std::string names_;
  std::vector<Occurrence> row_;
  std::string row_names_;  // names of the row, one behind the other
  std::vector<std::size_t> row_ends_;
  Compactor compact_;
  std::vector<std::int64_t> offsets_;
  std::vector<std::uint32_t> ids_;
  std::vector<float> values_;  // empty as long as all are 1
  bool has_values_ = false;
};

}  // namespace linguine
