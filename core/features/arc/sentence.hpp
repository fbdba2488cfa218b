// Arc sentence: one sentence ready to be asked for the features of its arcs. A thread's memory,
// loaded with one sentence after the other.
//
//   cells     of the shared weights: `for_each_cell(h, m, use)`
//   rows      of the weights by relation: `for_each_row(h, m, use)`
//   cost      loading: two multiplications an atom, template and word. An arc: an addition and a
//             multiplication a template, and the cache misses of whoever reads the weights
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/features/arc/filter.hpp"
#include "core/features/arc/plan.hpp"

namespace linguine {

// How many bits of a key say where its weights are.
struct ArcBits {
  int shared = 22;
  int relation = 17;

  Index n_cells() const { return Index{1} << shared; }
  Index n_rows() const { return Index{1} << relation; }
};

struct ArcFeatures {
  ArcPlan plan;
  ArcFilter filter;
  int filter_source = -1;  // the classes of the filter; -1: none
  ArcBits bits;
};

class ArcSentence {
 public:
  // The sentence is tokens first..last-1 of the columns; its words are 1..n, 0 is the root.
  void load(const ArcFeatures& features, const TokenSources::Prepared& prepared,
            const TokenColumns& columns, Index first, Index last) {
    features_ = &features;
    n_words_ = last - first;
    const ArcPlan& plan = features.plan;
    pad_ = plan.reach();
    load_cells(plan, prepared, columns, first, last);
    n_templates_ = plan.n_templates();
    for (auto& end : ends_) end.resize(as_size(n_words_ + 1) * n_templates_);
    std::size_t first_key = 0;
    for (const auto kind : {ArcPlan::kShared, ArcPlan::kRelation, ArcPlan::kSibling}) {
      first_[kind] = first_key;
      n_plain_[kind] = plan.n_plain(kind);
      load_keys(plan.templates(kind), first_key);
      first_key += plan.templates(kind).size();
    }
    n_between_ = 0;
    load_between(plan.templates(ArcPlan::kShared));
    load_between(plan.templates(ArcPlan::kRelation));
    load_classes();
  }

  Index n_words() const { return n_words_; }
  bool allows(Index head, Index modifier) const {
    return features_->filter.allows(classes_, head, modifier);
  }

  // What head, modifier and sibling add to the keys of the templates of a kind; the first n have no
  // extra. For those who look up many at once.
  struct Keys {
    const std::uint64_t* head;
    const std::uint64_t* modifier;
    const std::uint64_t* sibling;
    std::size_t n;
  };
  Keys keys(ArcPlan::Kind kind, Index head, Index modifier, Index sibling = 0) const {
    const auto at = [&](ArcEnd end, Index word) {
      return ends_[as_size(end)].data() + as_size(word) * n_templates_ + first_[kind];
    };
    return {at(ArcEnd::kHead, head), at(ArcEnd::kModifier, modifier), at(ArcEnd::kSibling, sibling),
            n_plain_[kind]};
  }
  bool has_siblings() const { return n_plain_[ArcPlan::kSibling] > 0; }
  // Direction is the arc's; distance that of modifier and sibling, or of the arc without one.
  static ArcPlace sibling_place(Index head, Index sibling, Index modifier) {
    const ArcPlace arc = ArcPlace::of(head, modifier);
    if (sibling == 0) return arc;
    return {arc.direction, ArcPlace::of(sibling, modifier).distance};
  }

  static std::uint64_t finish(std::uint64_t sum) {
    sum ^= sum >> 29;
    return sum * 0x9e3779b97f4a7c15ULL;
  }
  static std::uint64_t turn(bool is_right) { return is_right ? kHashSeeds[1] : kHashSeeds[3]; }
  int shared_shift() const { return 64 - features_->bits.shared; }
  std::uint32_t cell_of(std::uint64_t sum) const {
    return static_cast<std::uint32_t>(finish(sum) >> shared_shift());
  }

  // Calls use(cell, template) for all cells of the arc.
  template <class Use>
  void for_each_cell(Index head, Index modifier, const Use& use) const {
    const Keys plain = keys(ArcPlan::kShared, head, modifier);
    const ArcPlace place = ArcPlace::of(head, modifier);
    for (std::size_t t = 0; t < plain.n; ++t) {
      const std::uint32_t cell = cell_of(plain.head[t] + plain.modifier[t]);
      use(cell, t);
      use(cell ^ place.direction, t);
      use(cell ^ place.distance, t);
    }
    for_each_extra_cell(head, modifier, use);
  }
  // Of templates with an extra: these have the direction only.
  template <class Use>
  void for_each_extra_cell(Index head, Index modifier, const Use& use) const {
    const ArcPlace place = ArcPlace::of(head, modifier);
    for_each_extra(ArcPlan::kShared, head, modifier, [&](std::uint64_t sum, std::size_t t) {
      use(cell_of(sum) ^ place.direction, t);
    });
  }

  // Calls use(cell, template) for all cells of a modifier and its sibling, 0 for none.
  template <class Use>
  void for_each_sibling_cell(Index head, Index sibling, Index modifier, const Use& use) const {
    const Keys all = keys(ArcPlan::kSibling, head, modifier, sibling);
    const ArcPlace place = sibling_place(head, sibling, modifier);
    for (std::size_t t = 0; t < all.n; ++t) {
      const std::uint32_t cell = cell_of(all.head[t] + all.modifier[t] + all.sibling[t]);
      use(cell ^ place.direction, t);
      use(cell ^ place.distance, t);
    }
  }

  // Calls use(row, template) for all rows of weights by relation; templates count within their
  // kind.
  template <class Use>
  void for_each_row(Index head, Index modifier, const Use& use) const {
    const Keys plain = keys(ArcPlan::kRelation, head, modifier);
    const int shift = 64 - features_->bits.relation;
    const std::uint64_t turned = turn(head < modifier);
    for (std::size_t t = 0; t < plain.n; ++t) {
      use(finish(plain.head[t] + plain.modifier[t] + turned) >> shift, t);
    }
    for_each_extra(ArcPlan::kRelation, head, modifier, [&](std::uint64_t sum, std::size_t t) {
      use(finish(sum + turned) >> shift, t);
    });
  }

 private:
  // Calls use(sum of the key, template) for the values of all extras of a kind.
  template <class Use>
  void for_each_extra(ArcPlan::Kind kind, Index head, Index modifier, const Use& use) const {
    const auto& templates = features_->plan.templates(kind);
    const Keys all = keys(kind, head, modifier);
    for (std::size_t t = all.n; t < templates.size(); ++t) {
      const std::uint64_t sum = all.head[t] + all.modifier[t];
      for_each_value(templates[t], head, modifier,
                     [&](std::uint64_t value) { use(sum + value, t); });
    }
  }
  // The hash of a source's value at any place: words -pad .. n + pad.
  std::uint64_t cell(std::size_t source, Index word) const {
    return cells_[source * row_size() + as_size(word + pad_)];
  }
  std::size_t row_size() const { return as_size(n_words_ + 1 + 2 * pad_); }

  void load_cells(const ArcPlan& plan, const TokenSources::Prepared& prepared,
                  const TokenColumns& columns, Index first, Index last) {
    cells_.resize(plan.sources.size() * row_size());
    for (std::size_t s = 0; s < plan.sources.size(); ++s) {
      const std::int32_t* codes = plan.sources.column_of(columns, s).codes.data();
      std::uint64_t* out = cells_.data() + s * row_size();
      for (Index word = -pad_; word <= 0; ++word) *out++ = hash_beyond(word - 1);
      for (Index token = first; token < last; ++token) {
        *out++ = prepared.hashes[s][as_size(codes[token])];  // 0 is a value too
      }
      for (Index word = 1; word <= pad_; ++word) *out++ = hash_beyond(word);
    }
  }
  // What the atoms of templates add to their keys, by the end that they are about, at every word.
  void load_keys(const std::vector<ArcTemplate>& templates, std::size_t first) {
    for (std::size_t t = 0; t < templates.size(); ++t) {
      for (Index word = 0; word <= n_words_; ++word) {
        std::uint64_t sums[3] = {templates[t].seed, 0, 0};
        std::uint64_t slot = 0;
        for (const ArcAtom& atom : templates[t].atoms) {
          slot += kHashSeeds[2];  // not the first seed: it would wipe the value out
          const std::uint64_t value = cell(as_size(atom.source), word + atom.offset);
          sums[as_size(atom.end)] += chain(slot, value);
        }
        const std::size_t at = as_size(word) * n_templates_ + first + t;
        for (std::size_t end = 0; end < 3; ++end) ends_[end][at] = sums[end];
      }
    }
  }

  // The values of a source in this sentence, and how many there are up to every word.
  struct Between {
    int source = -1;
    std::vector<std::uint64_t> values;  // distinct
    std::vector<std::uint32_t> counts;  // [n_words + 1][n_values] in words 1..i
  };
  const Between& between(int source) const {
    std::size_t i = 0;
    while (between_[i].source != source) ++i;
    return between_[i];
  }
  void load_between(const std::vector<ArcTemplate>& templates) {
    for (const ArcTemplate& each : templates) {
      if (each.extra != ArcExtra::kBetween && each.extra != ArcExtra::kCount) continue;
      const auto same = [&](const Between& b) { return b.source == each.source; };
      const auto end = between_.begin() + static_cast<std::ptrdiff_t>(n_between_);
      if (std::any_of(between_.begin(), end, same)) continue;
      if (n_between_ == between_.size()) between_.emplace_back();
      load_one(between_[n_between_++], each.source);
    }
  }
  void load_one(Between& to, int source) {
    to.source = source;
    to.values.clear();
    ids_.clear();
    for (Index word = 1; word <= n_words_; ++word) {
      const std::uint64_t value = cell(as_size(source), word);
      const auto found = std::find(to.values.begin(), to.values.end(), value);
      ids_.push_back(as_size(found - to.values.begin()));
      if (found == to.values.end()) to.values.push_back(value);
    }
    const std::size_t n = to.values.size();
    to.counts.assign((as_size(n_words_) + 1) * n, 0);
    for (std::size_t word = 1; word <= as_size(n_words_); ++word) {
      std::uint32_t* now = to.counts.data() + word * n;
      std::copy(now - n, now, now);
      ++now[ids_[word - 1]];
    }
  }
  void load_classes() {
    classes_.assign(as_size(n_words_ + 1), -1);
    if (features_->filter_source < 0) return;
    for (Index word = 1; word <= n_words_; ++word) {
      classes_[as_size(word)] =
          features_->filter.id_of(cell(as_size(features_->filter_source), word));
    }
  }

  // Calls use(what an extra adds to the key) for each of its values.
  template <class Use>
  void for_each_value(const ArcTemplate& each, Index head, Index modifier, const Use& use) const {
    if (each.extra == ArcExtra::kDistance) {
      const ArcPlace place = ArcPlace::of(head, modifier);
      use(chain(kHashSeeds[1], place.distance));
      return;
    }
    const Index low = std::min(head, modifier);
    const Index high = std::max(head, modifier);
    if (high - low < 2) return;
    const Between& there = between(each.source);
    const std::size_t n = there.values.size();
    const std::uint32_t* before = there.counts.data() + as_size(low) * n;
    const std::uint32_t* upto = there.counts.data() + as_size(high - 1) * n;
    for (std::size_t v = 0; v < n; ++v) {
      const std::uint32_t count = upto[v] - before[v];
      if (count == 0) continue;
      const std::uint64_t many = each.extra == ArcExtra::kCount ? std::min(count, 3U) : 0;
      use(chain(kHashSeeds[1] + many, there.values[v]));
    }
  }

  const ArcFeatures* features_ = nullptr;
  Index n_words_ = 0;
  Index pad_ = 0;
  std::size_t n_templates_ = 0;
  std::size_t first_[ArcPlan::kKinds] = {};  // template of each kind
  std::size_t n_plain_[ArcPlan::kKinds] = {};
  std::vector<std::uint64_t> cells_;                // [n_sources][pad + 1 + n_words + pad]
  std::array<std::vector<std::uint64_t>, 3> ends_;  // by ArcEnd: [n_words + 1][n_templates]
  std::vector<Between> between_;                    // the first n_between_ are this sentence's
  std::size_t n_between_ = 0;
  std::vector<std::size_t> ids_;
  std::vector<std::int32_t> classes_;  // [n_words + 1] for the filter
};

}  // namespace linguine
