// Split sites: the rows of a feature matrix as lists of slots of a Support, made once and read in
// every pass. The lists of a row follow each other, so that memory is read in one stream:
//
//   blocks    of all labels, of the first 16, of the first 8
//   same      lone cells of one label, the most frequent one of the row; before training this is
//             the right label of the site, which every lone feature has been seen with
//   alone     first that label, then the other lone cells as slot and label
//   padded    the first four to even numbers with slot 0, where there is always 0: how often
//             a loop turns is then nearly always the same, and the processor foresees it
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "core/base/matrix/rows.hpp"
#include "core/base/matrix/sites.hpp"
#include "core/base/memory/big_array.hpp"
#include "core/learning/layouts/split_rows.hpp"
#include "core/learning/layouts/support.hpp"

namespace linguine {

template <class Real>
class SplitSites {
 public:
  SplitSites(const Sites<Real>& sites, const Support& support) : stride_(support.stride()) {
    const std::vector<RowCode> codes = encode(support);
    const Index n_rows = sites.n_rows();
    ends_ = BigArray<std::uint32_t>(n_rows * kLists + 1);
    ends_[n_ends_++] = 0;
    // Four entries for a feature with two lone cells, and padding. What is not written to is never
    // given memory.
    entries_ = BigArray<std::int32_t>(4 * sites.n_entries() + 8 * n_rows + 64);
    for (Index i = 0; i < n_rows; ++i) {
      for (Pending& list : pending_) list.clear();
      sites.with_row(i, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) {
          take(codes[as_size(row.feature(j))], row.value(j));
        }
      });
      write_row();
    }
    for (Pending& list : pending_) list = {};
  }

  // Asks for where the lists of a row are, and for the lists, once that is known.
  void prefetch_ends(Index row) const { __builtin_prefetch(ends_of(row)); }
  void prefetch_lists(Index row) const {
    const std::int32_t* entries = entries_.data() + ends_of(row)[0];
    for (Index line = 0; line < 4; ++line) __builtin_prefetch(entries + 16 * line);
  }

  // out = the scores of some sites that follow each other : [n_rows][stride]
  void gather_rows(Index row, Index n_rows, const Real* slots, double* out) const {
    with_row(row, [&](const auto& r) { r.gather(n_rows, slots, stride_, out); });
  }
  void scatter_rows(Index row, Index n_rows, const double* delta, Real* slots) const {
    with_row(row, [&](const auto& r) { r.scatter(n_rows, delta, stride_, slots); });
  }

  // Calls `use(first slot, first label, number of slots, value)` for every block and lone cell.
  template <class Use>
  void for_each_run(Index row, const Use& use) const {
    with_row(row, [&](const auto& r) {
      const auto run = [&](std::uint32_t j, Index label, Index width) {
        if (r.entries[j] != 0) use(Index{r.entries[j]}, label, width, r.value(j));
      };
      const auto blocks = [&](SiteList list, Index width) {
        for (auto j = r.begin(list); j < r.end(list); ++j) run(j, 0, width);
      };
      blocks(SiteList::kWide, stride_);
      blocks(SiteList::kMiddle, Support::kMiddle);
      blocks(SiteList::kNarrow, Support::kNarrow);
      for (auto j = r.begin(SiteList::kSame); j < r.end(SiteList::kSame); ++j) {
        run(j, same_label(r), 1);
      }
      for (auto j = r.begin(SiteList::kAlone) + 1; j < r.end(SiteList::kAlone); j += 2) {
        run(j, r.entries[j + 1], 1);
      }
    });
  }

 private:
  // All that is asked about a row of the weights, together.
  struct RowCode {
    std::int32_t begin = 0;
    RowKind kind = RowKind::kAlone;
    std::uint8_t n_alone = 0;
    std::array<std::uint16_t, 2> labels = {};  // of lone cells
  };
  struct Entry {
    std::int32_t slot;
    std::int32_t label;
    Real value;
  };
  using Pending = std::vector<Entry>;

  static std::vector<RowCode> encode(const Support& support) {
    std::vector<RowCode> codes(as_size(support.n_rows()));
    for (Index row = 0; row < support.n_rows(); ++row) {
      RowCode& code = codes[as_size(row)];
      code.begin = support.begin(row);
      code.kind = support.kind(row);
      if (support.is_block(row)) continue;
      support.for_each_label(
          row, [&](Label y) { code.labels[code.n_alone++] = static_cast<std::uint16_t>(y); });
    }
    return codes;
  }
  void take(const RowCode& code, Real value) {
    if (code.kind != RowKind::kAlone) {
      pending_[as_size(code.kind)].push_back({code.begin, 0, value});
      return;
    }
    for (std::int32_t k = 0; k < code.n_alone; ++k) {
      const Label label = code.labels[as_size(k)];
      pending_[as_size(RowKind::kAlone)].push_back({code.begin + k, label, value});
    }
  }
  void write(std::int32_t entry, Real value) {
    if (value != Real(1) && values_.empty()) values_.assign(n_entries_, Real(1));
    entries_[n_entries_++] = entry;
    if (value != Real(1) || !values_.empty()) values_.push_back(value);
  }
  void end_list() {
    if (n_entries_ > UINT32_MAX) throw std::length_error("too many features in all rows");
    ends_[n_ends_++] = static_cast<std::uint32_t>(n_entries_);
  }
  void end_padded_list() {
    while ((n_entries_ - ends_[n_ends_ - 1]) % kPadding != 0) write(0, Real(1));
    end_list();
  }
  void write_row() {
    for (std::size_t kind = 0; kind < 3; ++kind) {
      for (const Entry& entry : pending_[kind]) write(entry.slot, entry.value);
      end_padded_list();
    }
    const Pending& alone = pending_[as_size(RowKind::kAlone)];
    if (alone.empty()) {
      end_list();
      end_list();
      return;
    }
    const std::int32_t same = commonest_label(alone);
    for (const Entry& entry : alone) {
      if (entry.label == same) write(entry.slot, entry.value);
    }
    end_padded_list();
    write(same, Real(1));
    for (const Entry& entry : alone) {
      if (entry.label == same) continue;
      write(entry.slot, entry.value);
      write(entry.label, Real(1));
    }
    end_list();
  }
  // A vote: exact where one label has most cells, and any label will do where none has.
  static std::int32_t commonest_label(const Pending& cells) {
    std::int32_t label = cells[0].label;
    Index lead = 0;
    for (const Entry& cell : cells) {
      if (lead == 0) label = cell.label;
      lead += cell.label == label ? 1 : -1;
    }
    return label;
  }

  template <class Row>
  static std::int32_t same_label(const Row& row) {
    return row.entries[row.begin(SiteList::kAlone)];
  }
  const std::uint32_t* ends_of(Index row) const { return ends_.data() + row * kLists; }
  template <class Use>
  void with_row(Index row, const Use& use) const {
    if (values_.empty()) {
      use(SplitRow<Real, false>{entries_.data(), nullptr, ends_of(row)});
    } else {
      use(SplitRow<Real, true>{entries_.data(), values_.data(), ends_of(row)});
    }
  }

  Index stride_;
  BigArray<std::uint32_t> ends_;    // [n_rows][lists] where lists begin, and the end
  BigArray<std::int32_t> entries_;  // see above; with room that is never used
  std::size_t n_ends_ = 0;
  std::size_t n_entries_ = 0;
  std::vector<Real> values_;        // beside the entries, or empty
  std::array<Pending, 4> pending_;  // by kind: the row that is being made
};

}  // namespace linguine
