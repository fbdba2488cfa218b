// Split sites: the rows of a feature matrix as lists of slots of a Support, made once and read in
// every iteration. Blocks and lone cells apart, so that neither loop has a branch.
#pragma once

#include <stdexcept>
#include <vector>

#include "core/base/sites.hpp"
#include "core/learning/support.hpp"

namespace linguine {

// Entries of rows one after the other; values only where one of them is not 1.
template <class Real>
struct EntryLists {
  std::vector<std::uint32_t> ends{0};  // [n_rows + 1]
  std::vector<std::int32_t> slots;
  std::vector<Real> values;  // or empty: all are 1

  void add(std::int32_t slot, Real value) {
    if (value != Real(1) && values.empty()) values.assign(slots.size(), Real(1));
    slots.push_back(slot);
    if (value != Real(1) || !values.empty()) values.push_back(value);
  }
  void end_row() {
    if (slots.size() > UINT32_MAX) throw std::length_error("too many features in all rows");
    ends.push_back(static_cast<std::uint32_t>(slots.size()));
  }
  std::size_t begin(Index row) const { return ends[static_cast<std::size_t>(row)]; }
  std::size_t end(Index row) const { return ends[static_cast<std::size_t>(row) + 1]; }
  // Calls `use(row view)`.
  template <class Use>
  void with_row(Index row, const Use& use) const {
    const std::size_t first = begin(row);
    const auto n = static_cast<Index>(end(row) - first);
    if (values.empty()) {
      use(RowView<Real, std::int32_t, false>{slots.data() + first, nullptr, n});
    } else {
      use(RowView<Real, std::int32_t, true>{slots.data() + first, values.data() + first, n});
    }
  }
};

template <class Real>
class SplitSites {
 public:
  SplitSites(const Sites<Real>& sites, const Support& support) : support_(support) {
    for (Index i = 0; i < sites.n_rows(); ++i) {
      sites.with_row(i, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) take(row.feature(j), row.value(j));
      });
      for (EntryLists<Real>* list : {&wide_, &narrow_, &alone_}) list->end_row();
    }
    for (EntryLists<Real>* list : {&wide_, &narrow_, &alone_}) list->slots.shrink_to_fit();
    labels_.shrink_to_fit();
  }

  // Asks for what `gather_row` or `scatter_row` will touch.
  void prefetch(Index row, const Real* slots) const {
    for (std::size_t j = wide_.begin(row); j < wide_.end(row); ++j) {
      const char* line = reinterpret_cast<const char*>(slots + wide_.slots[j]);
      for (Index i = 0; i < support_.stride() * static_cast<Index>(sizeof(Real)); i += 64) {
        __builtin_prefetch(line + i);
      }
    }
    for (const EntryLists<Real>* list : {&narrow_, &alone_}) {
      for (std::size_t j = list->begin(row); j < list->end(row); ++j) {
        __builtin_prefetch(slots + list->slots[j]);
      }
    }
  }

  // out = the scores of a site : [stride]
  void gather_row(Index row, const Real* slots, Real* out) const {
    wide_.with_row(row, [&](const auto& r) { gather(r, slots, 1, support_.stride(), out); });
    if (narrow_.begin(row) != narrow_.end(row)) {
      Real narrow[Support::kNarrow];
      narrow_.with_row(row, [&](const auto& r) { gather(r, slots, 1, Support::kNarrow, narrow); });
      for (Index c = 0; c < Support::kNarrow; ++c) out[c] += narrow[c];
    }
    alone_.with_row(row, [&](const auto& r) {
      const std::uint16_t* labels = labels_.data() + alone_.begin(row);
      for (Index j = 0; j < r.count; ++j) out[labels[j]] += r.value(j) * slots[r.feature(j)];
    });
  }
  void scatter_row(Index row, const Real* delta, Real* slots) const {
    wide_.with_row(row, [&](const auto& r) { scatter(r, delta, 1, support_.stride(), slots); });
    narrow_.with_row(row, [&](const auto& r) { scatter(r, delta, 1, Support::kNarrow, slots); });
    alone_.with_row(row, [&](const auto& r) {
      const std::uint16_t* labels = labels_.data() + alone_.begin(row);
      for (Index j = 0; j < r.count; ++j) slots[r.feature(j)] += r.value(j) * delta[labels[j]];
    });
  }

 private:
  void take(Index row, Real value) {
    if (support_.is_block(row)) {
      const bool is_wide = support_.width_of(row) == support_.stride();
      (is_wide ? wide_ : narrow_).add(support_.begin(row), value);
      return;
    }
    std::int32_t slot = support_.begin(row);
    support_.for_each_label(row, [&](Label y) {
      alone_.add(slot++, value);
      labels_.push_back(static_cast<std::uint16_t>(y));
    });
  }

  const Support& support_;
  EntryLists<Real> wide_;              // first slots of blocks of all labels
  EntryLists<Real> narrow_;            // of blocks of the first labels
  EntryLists<Real> alone_;             // slots of lone cells
  std::vector<std::uint16_t> labels_;  // of the lone cells
};

}  // namespace linguine
