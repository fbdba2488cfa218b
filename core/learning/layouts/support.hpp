// Support: which cells of a table of weights are parameters, and where they lie in memory.
//
//   cells      (row, label), only those that the data show if asked for: of the 7 million cells of
//              CoNLL-2000 under the usual template, 453 thousand
//   slots      a row with three labels or more is a block of all labels, so that a cache miss or
//              two and a few lanes serve it; of the first 8 or 16 labels alone where it has no
//              others (give the most frequent labels the lowest numbers). The cells of rows with
//              one or two labels lie alone. Frequent rows come first, equally frequent ones in the
//              order of the text: rare features of one sentence are neighbours
//   dead       slots of blocks that are no cells: they hold 0 and never move. So are the first
//              ones, a block that belongs to nobody: it fills up lists of slots
//   order      cells ascend by row and label, whatever the slots
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

// How the cells of a row lie: a block of all labels, of the first 16, of the first 8, or alone.
enum class RowKind : std::uint8_t { kWide, kMiddle, kNarrow, kAlone };

class Support {
 public:
  static constexpr Index kNarrow = 8;
  static constexpr Index kMiddle = 16;

  Support(Index n_rows, Label n_labels, Index stride)
      : n_rows_(n_rows),
        n_labels_(n_labels),
        stride_(stride),
        words_((Index{n_labels} + 63) / 64),
        seen_(as_size(n_rows * words_), 0),
        count_(as_size(n_rows), 0),
        first_(as_size(n_rows), 0) {}

  void see(Index row, Label label) {
    seen_[at(row * words_ + label / 64)] |= std::uint64_t{1} << (label % 64);
  }
  void see_all(Index row) {
    for (Label y = 0; y < n_labels_; ++y) see(row, y);
  }
  // The text has the row here; to be called in the order of the text.
  void count(Index row) {
    if (count_[at(row)]++ == 0) first_[at(row)] = n_counted_++;
  }
  // Rows first .. last - 1 are blocks however few cells they have.
  void make_blocks(Index first, Index last) {
    first_block_ = first;
    last_block_ = last;
  }
  // Rows first .. last - 1 have a slot for each cell and no other, however many they have.
  void keep_apart(Index first, Index last) {
    first_apart_ = first;
    last_apart_ = last;
  }
  // Rows with fewer labels than this have no block of all labels: of hundreds, most would be dead.
  void set_least_wide(Index n_labels) { least_wide_ = n_labels; }

  // After the last `see`: gives every cell its slot.
  void lay_out() {
    const std::vector<std::int32_t> order = rows_by_count();
    kind_.resize(as_size(n_rows_));
    for (Index row = 0; row < n_rows_; ++row) kind_[at(row)] = choose_kind(row);
    begin_.assign(as_size(n_rows_), -1);
    Index next = stride_;
    const auto take = [&](Index row, Index size) {
      begin_[at(row)] = static_cast<std::int32_t>(next);
      next += size;
      if (next > INT32_MAX) {
        throw std::length_error("a model must have fewer than 2^31 weights; got " +
                                std::to_string(next) + ". Use fewer templates or labels.");
      }
    };
    for (Index row = first_block_; row < last_block_; ++row) take(row, stride_);  // in order
    for (const RowKind kind : {RowKind::kWide, RowKind::kMiddle, RowKind::kNarrow}) {
      next = (next + kMiddle - 1) / kMiddle * kMiddle;  // a block of 16 is a cache line
      for (const std::int32_t row : order) {
        if (begin_[at(row)] < 0 && kind_[at(row)] == kind) take(row, width_of(row));
      }
    }
    n_block_slots_ = next;
    for (const std::int32_t row : order) {
      if (begin_[at(row)] < 0) take(row, n_labels_of(row));
    }
    n_slots_ = next;
    label_.resize(as_size(n_slots_ - n_block_slots_));
    Index n_cells = 0;
    for (Index row = 0; row < n_rows_; ++row) n_cells += n_labels_of(row);
    slot_.reserve(as_size(n_cells));
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
    first_ = {};
  }

  Index n_rows() const { return n_rows_; }
  Label n_labels() const { return n_labels_; }
  Index stride() const { return stride_; }
  Index n_slots() const { return n_slots_; }
  Index n_cells() const { return std::ssize(slot_); }
  // [n_cells] the slot of each.
  const std::vector<std::int32_t>& slots() const { return slot_; }
  std::int32_t begin(Index row) const { return begin_[at(row)]; }
  RowKind kind(Index row) const { return kind_[at(row)]; }
  bool is_block(Index row) const { return kind(row) != RowKind::kAlone; }
  // Slots of a block.
  Index width_of(Index row) const {
    const RowKind kind = kind_[at(row)];
    return kind == RowKind::kWide ? stride_ : kind == RowKind::kMiddle ? kMiddle : kNarrow;
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
  static std::size_t at(Index i) { return as_size(i); }

  // The most frequent rows first, equally frequent ones in the order of the text.
  std::vector<std::int32_t> rows_by_count() const {
    std::vector<std::int32_t> by_first(as_size(n_rows_));
    std::size_t n_unseen = n_counted_;
    std::uint32_t most = 0;
    for (Index row = 0; row < n_rows_; ++row) {
      const bool is_seen = count_[at(row)] > 0;
      by_first[is_seen ? first_[at(row)] : n_unseen++] = static_cast<std::int32_t>(row);
      most = std::max(most, count_[at(row)]);
    }
    std::vector<std::uint32_t> begin(std::size_t{most} + 2, 0);
    for (const std::uint32_t count : count_) ++begin[most - count + 1];
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    std::vector<std::int32_t> order(by_first.size());
    for (const std::int32_t row : by_first) {
      order[begin[most - count_[at(row)]]++] = row;
    }
    return order;
  }
  RowKind choose_kind(Index row) const {
    if (row >= first_block_ && row < last_block_) return RowKind::kWide;
    if (row >= first_apart_ && row < last_apart_) return RowKind::kAlone;
    if (n_labels_of(row) < kBlock) return RowKind::kAlone;
    Index n_needed = 0;
    for_each_label(row, [&](Label y) { n_needed = y + 1; });
    if (n_needed <= kNarrow && stride_ > kNarrow) return RowKind::kNarrow;
    if (n_needed <= kMiddle && stride_ > kMiddle) return RowKind::kMiddle;
    return n_labels_of(row) < least_wide_ ? RowKind::kAlone : RowKind::kWide;
  }

  Index n_rows_;
  Label n_labels_;
  Index stride_;
  Index words_;
  std::vector<std::uint64_t> seen_;  // [n_rows][words] a bit per label
  std::vector<std::uint32_t> count_;
  std::vector<std::uint32_t> first_;  // [n_rows] rank of its first occurrence
  std::uint32_t n_counted_ = 0;
  Index first_block_ = 0;
  Index last_block_ = 0;
  Index first_apart_ = 0;
  Index last_apart_ = 0;
  Index least_wide_ = kBlock;
  std::vector<RowKind> kind_;         // [n_rows]
  std::vector<std::int32_t> begin_;   // [n_rows] first slot
  std::vector<std::uint16_t> label_;  // of slots outside of blocks
  std::vector<std::int32_t> slot_;    // [n_cells]
  Index n_block_slots_ = 0;
  Index n_slots_ = 0;
};

}  // namespace linguine
