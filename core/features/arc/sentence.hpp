// Arc sentence: one sentence ready to be asked for the features of its arcs. A thread's memory,
// loaded with one sentence after the other.
//
//   cells     of the shared weights: `for_each_cell(h, m, use)`
//   rows      of the weights by relation: `for_each_row(h, m, use)`
//   cost      loading: two multiplications an atom, template and word. An arc: an addition and a
//             multiplication a template, and the cache misses of whoever reads the weights
#pragma once

#include <algorithm>
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
    const std::size_t n_keys = as_size(n_words_ + 1) * n_templates_;
    heads_.resize(n_keys);
    modifiers_.resize(n_keys);
    load_halves(plan.templates(ArcPlan::kShared), 0);
    n_shared_ = plan.templates(ArcPlan::kShared).size();
    load_halves(plan.templates(ArcPlan::kRelation), n_shared_);
    n_plain_[0] = plan.n_plain(ArcPlan::kShared);
    n_plain_[1] = plan.n_plain(ArcPlan::kRelation);
    load_thirds(plan.templates(ArcPlan::kSibling));
    n_between_ = 0;
    load_between(plan.templates(ArcPlan::kShared));
    load_between(plan.templates(ArcPlan::kRelation));
    load_classes();
  }

  Index n_words() const { return n_words_; }
  bool allows(Index head, Index modifier) const {
    return features_->filter.allows(classes_, head, modifier);
  }

  // The halves of the keys of templates without an extra, for those who look up many at once.
  struct Halves {
    const std::uint64_t* head;
    const std::uint64_t* modifier;
    std::size_t n;
  };
  Halves shared_halves(Index head, Index modifier) const {
    return {half(heads_, head, 0), half(modifiers_, modifier, 0), n_plain_[0]};
  }
  Halves relation_halves(Index head, Index modifier) const {
    return {half(heads_, head, n_shared_), half(modifiers_, modifier, n_shared_), n_plain_[1]};
  }

  // The same of siblings: three parts of every key.
  struct Thirds {
    const std::uint64_t* head;
    const std::uint64_t* modifier;
    const std::uint64_t* sibling;
    std::size_t n;
  };
  Thirds sibling_thirds(Index head, Index sibling, Index modifier) const {
    const std::uint64_t* all = thirds_.data();
    const auto at = [&](Index word, ArcEnd end) {
      return all + (as_size(word) * 3 + as_size(end)) * n_sibling_;
    };
    return {at(head, ArcEnd::kHead), at(modifier, ArcEnd::kModifier), at(sibling, ArcEnd::kSibling),
            n_sibling_};
  }
  bool has_siblings() const { return n_sibling_ > 0; }
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
  int relation_shift() const { return 64 - features_->bits.relation; }

  // Calls use(cell, template) for all cells of the arc.
  template <class Use>
  void for_each_cell(Index head, Index modifier, const Use& use) const {
    const Halves plain = shared_halves(head, modifier);
    const ArcPlace place = ArcPlace::of(head, modifier);
    for (std::size_t t = 0; t < plain.n; ++t) {
      const auto cell =
          static_cast<std::uint32_t>(finish(plain.head[t] + plain.modifier[t]) >> shared_shift());
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
    const auto& templates = features_->plan.templates(ArcPlan::kShared);
    for (std::size_t t = n_plain_[0]; t < templates.size(); ++t) {
      const std::uint64_t sum = half(heads_, head, 0)[t] + half(modifiers_, modifier, 0)[t];
      for_each_value(templates[t], head, modifier, [&](std::uint64_t value) {
        const auto cell = static_cast<std::uint32_t>(finish(sum + value) >> shared_shift());
        use(cell ^ place.direction, t);
      });
    }
  }

  // Calls use(cell, template) for all cells of a modifier and its sibling, 0 for none.
  template <class Use>
  void for_each_sibling_cell(Index head, Index sibling, Index modifier, const Use& use) const {
    const Thirds all = sibling_thirds(head, sibling, modifier);
    const ArcPlace place = sibling_place(head, sibling, modifier);
    for (std::size_t t = 0; t < all.n; ++t) {
      const auto cell = static_cast<std::uint32_t>(
          finish(all.head[t] + all.modifier[t] + all.sibling[t]) >> shared_shift());
      use(cell ^ place.direction, t);
      use(cell ^ place.distance, t);
    }
  }

  // Calls use(row, template) for all rows of weights by relation; templates count within their
  // kind.
  template <class Use>
  void for_each_row(Index head, Index modifier, const Use& use) const {
    const Halves plain = relation_halves(head, modifier);
    const std::uint64_t turned = turn(head < modifier);
    for (std::size_t t = 0; t < plain.n; ++t) {
      use(finish(plain.head[t] + plain.modifier[t] + turned) >> relation_shift(), t);
    }
    for_each_extra_row(head, modifier, use);
  }
  template <class Use>
  void for_each_extra_row(Index head, Index modifier, const Use& use) const {
    const auto& templates = features_->plan.templates(ArcPlan::kRelation);
    const std::uint64_t turned = turn(head < modifier);
    for (std::size_t t = n_plain_[1]; t < templates.size(); ++t) {
      const std::uint64_t sum =
          half(heads_, head, n_shared_)[t] + half(modifiers_, modifier, n_shared_)[t] + turned;
      for_each_value(templates[t], head, modifier,
                     [&](std::uint64_t value) { use(finish(sum + value) >> relation_shift(), t); });
    }
  }

 private:
  const std::uint64_t* half(const std::vector<std::uint64_t>& halves, Index word,
                            std::size_t first) const {
    return halves.data() + as_size(word) * n_templates_ + first;
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
  void load_halves(const std::vector<ArcTemplate>& templates, std::size_t first) {
    for (std::size_t t = 0; t < templates.size(); ++t) {
      for (Index word = 0; word <= n_words_; ++word) {
        std::uint64_t sums[3] = {templates[t].seed, 0, 0};
        add_atoms(templates[t], word, sums);
        const std::size_t at = as_size(word) * n_templates_ + first + t;
        heads_[at] = sums[0];
        modifiers_[at] = sums[1];
      }
    }
  }
  // What the atoms of a template add to the key, by the end they are about, if it is `word`.
  void add_atoms(const ArcTemplate& each, Index word, std::uint64_t* sums) const {
    std::uint64_t slot = 0;
    for (const ArcAtom& atom : each.atoms) {
      slot += kHashSeeds[2];  // not the first seed: it would wipe the value out
      const std::uint64_t value = cell(as_size(atom.source), word + atom.offset);
      sums[as_size(atom.end)] += chain(slot, value);
    }
  }

  void load_thirds(const std::vector<ArcTemplate>& templates) {
    n_sibling_ = templates.size();
    if (n_sibling_ == 0) return;
    thirds_.resize(as_size(n_words_ + 1) * 3 * n_sibling_);
    for (std::size_t t = 0; t < n_sibling_; ++t) {
      for (Index word = 0; word <= n_words_; ++word) {
        std::uint64_t sums[3] = {templates[t].seed, 0, 0};
        add_atoms(templates[t], word, sums);
        for (std::size_t end = 0; end < 3; ++end) {
          thirds_[(as_size(word) * 3 + end) * n_sibling_ + t] = sums[end];
        }
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
  std::size_t n_shared_ = 0;
  std::size_t n_plain_[2] = {0, 0};
  std::vector<std::uint64_t> cells_;      // [n_sources][pad + 1 + n_words + pad]
  std::vector<std::uint64_t> heads_;      // [n_words + 1][n_templates]
  std::vector<std::uint64_t> modifiers_;  // [n_words + 1][n_templates]
  std::size_t n_sibling_ = 0;
  std::vector<std::uint64_t> thirds_;  // [n_words + 1][head, modifier, sibling][n_sibling]
  std::vector<Between> between_;       // the first n_between_ are this sentence's
  std::size_t n_between_ = 0;
  std::vector<std::size_t> ids_;
  std::vector<std::int32_t> classes_;  // [n_words + 1] for the filter
};

}  // namespace linguine
