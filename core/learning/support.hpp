// Support: which cells of a table of weights are parameters, and where they lie in memory.
//
//   cells      (row, label), only those that the data show if asked for: of the 7 million cells of
//              CoNLL-2000 under the usual template, 453 thousand
//   slots      a row with three labels or more is a block of all labels, so that a cache miss or
//   two
//              and a few lanes serve it; of the first eight labels alone where it has no others
//              (give the most frequent labels the lowest numbers). The cells of rows with one or
//              two labels lie alone. Frequent rows come first
//   dead       slots of blocks that are no cells: they hold 0 and never move
//   order      cells ascend by row and label, whatever the slots
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

class Support {
 public:
  static constexpr Index kNarrow = 8;

  Support(Index n_rows, Label n_labels, Index stride)
      : n_rows_(n_rows),
        n_labels_(n_labels),
        stride_(stride),
        words_((Index{n_labels} + 63) / 64),
        seen_(static_cast<std::size_t>(n_rows * words_), 0),
        count_(static_cast<std::size_t>(n_rows), 0) {}

  void see(Index row, Label label) {
    seen_[at(row * words_ + label / 64)] |= std::uint64_t{1} << (label % 64);
  }
  void see_all(Index row) {
    for (Label y = 0; y < n_labels_; ++y) see(row, y);
  }
  void count(Index row) { ++count_[at(row)]; }
  // Rows first .. last - 1 are blocks however few cells they have.
  void make_blocks(Index first, Index last) {
    first_block_ = first;
    last_block_ = last;
  }

  // After the last `see`: gives every cell its slot.
  void lay_out() {
    std::vector<std::int32_t> order(static_cast<std::size_t>(n_rows_));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return count_[at(a)] > count_[at(b)]; });
    begin_.assign(static_cast<std::size_t>(n_rows_), -1);
    Index next = 0;
    const auto take = [&](Index row, Index size) {
      begin_[at(row)] = static_cast<std::int32_t>(next);
      next += size;
      if (next > INT32_MAX) {
        throw std::length_error("a model must have fewer than 2^31 weights; got " +
                                std::to_string(next) + ". Use fewer templates or labels.");
      }
    };
    for (Index row = first_block_; row < last_block_; ++row) take(row, stride_);  // in order
    for (const Index width : {stride_, kNarrow}) {
      for (const std::int32_t row : order) {
        if (begin_[at(row)] < 0 && is_block(row) && width_of(row) == width) take(row, width);
      }
    }
    n_block_slots_ = next;
    for (const std::int32_t row : order) {
      if (begin_[at(row)] < 0) take(row, n_labels_of(row));
    }
    n_slots_ = next;
    label_.resize(static_cast<std::size_t>(n_slots_ - n_block_slots_));
    Index n_cells = 0;
    for (Index row = 0; row < n_rows_; ++row) n_cells += n_labels_of(row);
    slot_.reserve(static_cast<std::size_t>(n_cells));
    for (Index row = 0; row < n_rows_; ++row) {
      std::int32_t alone = begin_[at(row)];
      for_each_label(row, [&](Label y) {
        if (is_block(row)) {
          slot_.push_back(begin_[at(row)] + y);
        } else {
          label_[at(alone - n_block_slots_)] = static_cast<std::uint16_t>(y);
          slot_.push_back(alone++);
        }
      });
    }
    count_ = {};
  }

  Index n_rows() const { return n_rows_; }
  Label n_labels() const { return n_labels_; }
  Index stride() const { return stride_; }
  Index n_slots() const { return n_slots_; }
  Index n_cells() const { return static_cast<Index>(slot_.size()); }
  // [n_cells] the slot of each.
  const std::vector<std::int32_t>& slots() const { return slot_; }
  std::int32_t begin(Index row) const { return begin_[at(row)]; }
  bool is_block(Index row) const {
    return (row >= first_block_ && row < last_block_) || n_labels_of(row) >= kBlock;
  }
  // Slots of a block: all labels, or the first eight.
  Index width_of(Index row) const {
    const bool is_structural = row >= first_block_ && row < last_block_;
    const std::uint64_t beyond = seen_[at(row * words_)] >> kNarrow;
    bool is_narrow = stride_ > kNarrow && !is_structural && beyond == 0;
    for (Index w = 1; w < words_; ++w) is_narrow = is_narrow && seen_[at(row * words_ + w)] == 0;
    return is_narrow ? kNarrow : stride_;
  }
  // Of a slot that is not in a block.
  Label label_of(std::int32_t slot) const { return label_[at(slot - n_block_slots_)]; }
  Index n_labels_of(Index row) const {
    Index n = 0;
    for (Index w = 0; w < words_; ++w) n += std::popcount(seen_[at(row * words_ + w)]);
    return n;
  }
  template <class Use>
  void for_each_label(Index row, const Use& use) const {
    for (Index w = 0; w < words_; ++w) {
      for (std::uint64_t left = seen_[at(row * words_ + w)]; left != 0; left &= left - 1) {
        use(static_cast<Label>(w * 64 + std::countr_zero(left)));
      }
    }
  }

 private:
  static constexpr Index kBlock = 3;
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  Index n_rows_;
  Label n_labels_;
  Index stride_;
  Index words_;
  std::vector<std::uint64_t> seen_;  // [n_rows][words] a bit per label
  std::vector<std::uint32_t> count_;
  Index first_block_ = 0;
  Index last_block_ = 0;
  std::vector<std::int32_t> begin_;   // [n_rows] first slot
  std::vector<std::uint16_t> label_;  // of slots outside of blocks
  std::vector<std::int32_t> slot_;    // [n_cells]
  Index n_block_slots_ = 0;
  Index n_slots_ = 0;
};

}  // namespace linguine
