// Label tree: linear classifiers at the nodes of a tree of labels, and a beam that finds the best
// labels without looking at the others.
//
//   tree      nodes in the order of their levels, 0 is the root; first_child[v] up to
//             first_child[v + 1] are the children of v, none of a leaf; leaf v has labels[v]
//   score     z_v = w_v.x + b_v, of a label that of its leaf. The beam keeps the `beam` best nodes
//             of each level by their own z alone: each was learned on all texts that the beam
//             brings to its parent, so that z of cousins can be compared
//   weights   of node v a sparse row over its children for each feature: features[r] of the rows
//             row_begin[v]..row_begin[v + 1], whose entries are (child, weight)
//   cost      beam x features x levels look-ups in tables of their own (Etter et al. 2022), and as
//             many products as there are weights. Chunks of texts on threads
//   exact     sums over the features in their order; ties go to the first node or label
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

struct LabelTreeArrays {
  std::span<const std::int32_t> first_child;  // [n_nodes + 1]
  std::span<const std::int32_t> labels;       // [n_nodes], -1 of inner nodes
  std::span<const float> bias;                // [n_nodes], that of the root says nothing
  std::span<const std::int64_t> row_begin;    // [n_nodes + 1]
  std::span<const std::uint32_t> features;    // [n_rows], ascending within a node
  std::span<const std::int64_t> entry_begin;  // [n_rows + 1]
  std::span<const std::uint16_t> children;    // [n_entries], numbers within a node
  std::span<const float> values;              // [n_entries]

  Index n_nodes() const { return std::ssize(labels); }
};

class LabelTree {
 public:
  struct Found {
    float score;
    std::int32_t node;
  };
  struct Hit {
    std::int64_t row;
    float value;
  };
  struct Workspace {
    std::vector<float> z;
    std::vector<Hit> hits;
    std::vector<Found> beam, next;
  };

  // Whoever makes it has checked the arrays.
  explicit LabelTree(const LabelTreeArrays& given) : at_(given) {
    const auto n = as_size(at_.n_nodes());
    slot_begin_.assign(n + 1, 0);
    shift_.assign(n, 0);
    for (std::size_t v = 0; v < n; ++v) {
      const auto rows = as_size(at_.row_begin[v + 1] - at_.row_begin[v]);
      const std::size_t size = rows == 0 ? 0 : std::bit_ceil(2 * rows);
      slot_begin_[v + 1] = slot_begin_[v] + size;
      shift_[v] = static_cast<std::uint8_t>(size == 0 ? 0 : 64 - std::bit_width(size - 1));
    }
    slots_.assign(slot_begin_[n], kFree);
    for (std::size_t v = 0; v < n; ++v) fill_slots(v);
  }

  const LabelTreeArrays& arrays() const { return at_; }

  // The best labels of a row, at most `k`, with their scores; the rest of `labels` is -1.
  template <class Row>
  void search(const Row& row, Index beam, Index k, Workspace& work, std::int32_t* labels,
              float* scores) const {
    work.beam.assign(1, {0.0F, 0});
    while (true) {
      const bool is_last = grow(row, work);
      const Index most = is_last ? k : beam;
      keep_best(work.next, most, is_last);
      std::swap(work.beam, work.next);
      if (is_last) break;
    }
    for (Index i = 0; i < k; ++i) {
      const bool is_there = i < std::ssize(work.beam);
      labels[i] = is_there ? label_of(work.beam[as_size(i)].node) : -1;
      scores[i] = is_there ? work.beam[as_size(i)].score : -std::numeric_limits<float>::infinity();
    }
  }

 private:
  // z of the children of a node : work.z.
  template <class Row>
  void score_children(std::int32_t v, const Row& row, Workspace& work) const {
    std::vector<float>& z = work.z;
    const auto i = as_size(v);
    const auto first = as_size(at_.first_child[i]);
    const auto last = as_size(at_.first_child[i + 1]);
    z.assign(at_.bias.begin() + std::ptrdiff_t(first), at_.bias.begin() + std::ptrdiff_t(last));
    if (slot_begin_[i] == slot_begin_[i + 1]) return;
    // Look-ups wait for memory and not for each other, so each step is asked for all features first.
    for (Index j = 0; j < row.count; ++j) prefetch(i, static_cast<std::uint32_t>(row.feature(j)));
    work.hits.clear();
    for (Index j = 0; j < row.count; ++j) {
      const std::int64_t r = find(i, static_cast<std::uint32_t>(row.feature(j)));
      if (r < 0) continue;
      work.hits.push_back({r, static_cast<float>(row.value(j))});
      __builtin_prefetch(at_.entry_begin.data() + r);
    }
    for (const Hit& hit : work.hits) {
      const std::int64_t e = at_.entry_begin[as_size(hit.row)];
      __builtin_prefetch(at_.children.data() + e);
      __builtin_prefetch(at_.values.data() + e);
    }
    for (const Hit& hit : work.hits) {
      const std::int64_t end = at_.entry_begin[as_size(hit.row + 1)];
      for (std::int64_t e = at_.entry_begin[as_size(hit.row)]; e < end; ++e) {
        z[at_.children[as_size(e)]] += at_.values[as_size(e)] * hit.value;
      }
    }
  }

  struct Slot {
    std::uint32_t feature;
    std::uint32_t row;  // of the node, or kNone
  };
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr Slot kFree{0, kNone};

  std::int32_t label_of(std::int32_t v) const { return at_.labels[as_size(v)]; }
  std::size_t home(std::size_t v, std::uint32_t feature) const {
    return static_cast<std::size_t>((feature * 0x9e3779b97f4a7c15ULL) >> shift_[v]);
  }
  void fill_slots(std::size_t v) {
    const std::size_t size = slot_begin_[v + 1] - slot_begin_[v];
    const auto begin = at_.row_begin[v];
    for (std::int64_t r = begin; r < at_.row_begin[v + 1]; ++r) {
      const std::uint32_t feature = at_.features[as_size(r)];
      std::size_t slot = home(v, feature);
      while (slots_[slot_begin_[v] + slot].row != kNone) slot = (slot + 1) & (size - 1);
      slots_[slot_begin_[v] + slot] = {feature, static_cast<std::uint32_t>(r - begin)};
    }
  }
  void prefetch(std::size_t v, std::uint32_t feature) const {
    __builtin_prefetch(slots_.data() + slot_begin_[v] + home(v, feature));
  }
  // The row of a feature, -1 if the node has no weight of it.
  std::int64_t find(std::size_t v, std::uint32_t feature) const {
    const std::size_t mask = slot_begin_[v + 1] - slot_begin_[v] - 1;
    const Slot* const slots = slots_.data() + slot_begin_[v];
    for (std::size_t slot = home(v, feature);; slot = (slot + 1) & mask) {
      if (slots[slot].row == kNone) return -1;
      if (slots[slot].feature == feature) return at_.row_begin[v] + slots[slot].row;
    }
  }

  // Puts the children of the beam into `next`; leaves that were reached stay. True if all are
  // leaves.
  template <class Row>
  bool grow(const Row& row, Workspace& work) const {
    work.next.clear();
    bool is_last = true;
    for (const Found& from : work.beam) {
      if (label_of(from.node) >= 0) {
        work.next.push_back(from);
        continue;
      }
      score_children(from.node, row, work);
      const std::int32_t first = at_.first_child[as_size(from.node)];
      for (std::size_t c = 0; c < work.z.size(); ++c) {
        const std::int32_t child = first + static_cast<std::int32_t>(c);
        work.next.push_back({work.z[c], child});
        is_last = is_last && label_of(child) >= 0;
      }
    }
    return is_last;
  }
  void keep_best(std::vector<Found>& found, Index most, bool are_leaves) const {
    const auto is_better = [&](const Found& a, const Found& b) {
      if (a.score != b.score) return a.score > b.score;
      return are_leaves ? label_of(a.node) < label_of(b.node) : a.node < b.node;
    };
    const auto n = std::min<std::ptrdiff_t>(std::ssize(found), most);
    std::partial_sort(found.begin(), found.begin() + n, found.end(), is_better);
    found.resize(as_size(n));
  }

  LabelTreeArrays at_;
  std::vector<std::size_t> slot_begin_;  // [n_nodes + 1]
  std::vector<std::uint8_t> shift_;
  std::vector<Slot> slots_;
};

}  // namespace linguine
