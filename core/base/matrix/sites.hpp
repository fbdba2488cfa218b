// Sites: the rows of the feature matrix, however they are stored.
//
//   set       n_rows sparse rows phi over n_features
//   given     dense rows, or CSR with values or without (all ones): offsets of 32 or 64 bits, for
//             entries may be many, and indices of 32, for weights of more features fit nowhere;
//             they have been checked by `examine` before a kernel sees them
//   memory    a view: the arrays belong to somebody else, except in a transpose
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/base/matrix/rows.hpp"
#include "core/base/types.hpp"
#include "core/base/work/threads.hpp"

namespace linguine {

// What the first look at a matrix found out about its rows; everybody after uses it.
struct RowFacts {
  std::vector<double> squared_norm;    // [n_rows] |phi|^2
  std::vector<std::int32_t> nonzeros;  // [n_rows] numbers that are not 0
  bool has_duplicates = false;         // a row holds a feature twice: then |phi|^2 is wrong
};

// `seen` has one bit per feature, zero before and after: it stays in cache.
template <class Row>
inline bool has_duplicates(const Row& row, std::vector<std::uint64_t>& seen) {
  std::uint64_t twice = 0;
  for (Index j = 0; j < row.count; ++j) {
    const auto f = static_cast<std::uint64_t>(row.feature(j));
    const std::uint64_t bit = std::uint64_t{1} << (f % 64);
    twice |= seen[f / 64] & bit;
    seen[f / 64] |= bit;
  }
  for (Index j = 0; j < row.count; ++j) seen[as_size(row.feature(j)) / 64] = 0;
  return twice != 0;
}

enum class Storage : std::uint8_t { kDense, kShortOffsets, kLongOffsets };

template <class Real>
class Sites {
 public:
  Sites() = default;
  static Sites dense(const Real* values, Index n_rows, Index n_features) {
    return Sites(Storage::kDense, nullptr, nullptr, values, n_rows, n_features);
  }
  // `offsets` [n_rows + 1] of 32 or 64 bits; `values` may be null.
  template <class Offset>
  static Sites sparse(const Offset* offsets, const std::int32_t* indices, const Real* values,
                      Index n_rows, Index n_features) {
    return Sites(sizeof(Offset) == 4 ? Storage::kShortOffsets : Storage::kLongOffsets, offsets,
                 indices, values, n_rows, n_features);
  }

  Index n_rows() const { return n_rows_; }
  Index n_features() const { return n_features_; }
  bool is_dense() const { return storage_ == Storage::kDense; }
  Index n_entries() const { return is_dense() ? n_rows_ * n_features_ : begin_of(n_rows_); }

  // The column indices, null if rows are dense; and the same matrix with others in their place.
  const std::int32_t* indices() const { return indices_; }
  Sites with_indices(const std::int32_t* indices) const {
    Sites other = *this;
    other.indices_ = indices;
    return other;
  }

  // Calls `use(row)` with the row in its own type: the one switch over storage.
  template <class Use>
  decltype(auto) with_row(Index i, Use&& use) const {
    if (is_dense()) {
      return use(RowView<Real, Dense, true>{nullptr, values_ + i * n_features_, n_features_});
    }
    const Index begin = begin_of(i);
    const Index count = begin_of(i + 1) - begin;
    const std::int32_t* indices = indices_ + begin;
    if (values_ == nullptr) return use(RowView<Real, std::int32_t, false>{indices, nullptr, count});
    return use(RowView<Real, std::int32_t, true>{indices, values_ + begin, count});
  }

  void gather_row(Index i, const Real* theta, Index stride, Index width, Real* out) const {
    with_row(i, [&](const auto& row) { row.gather(theta, stride, width, out); });
  }
  void scatter_row(Index i, const Real* delta, Index stride, Index width, Real* theta) const {
    with_row(i, [&](const auto& row) { row.scatter(delta, stride, width, theta); });
  }
  void scatter_scaled_row(Index i, const Real* delta, const Real* scales, Index stride, Index width,
                          Real* theta) const {
    with_row(i, [&](const auto& row) { row.scatter_scaled(delta, scales, stride, width, theta); });
  }
  void gather_squares_row(Index i, const Real* scales, Index stride, Index width, Real* out) const {
    with_row(i, [&](const auto& row) { row.gather_squares(scales, stride, width, out); });
  }
  // For rows in random order, which no prefetcher foresees.
  void prefetch(Index i) const {
    with_row(i, [](const auto& row) { row.prefetch_entries(); });
  }
  // For tables of several cache lines a row, a few rows ahead of their use.
  void prefetch_wide(Index i, const Real* theta, Index stride) const {
    if (is_dense()) return;
    with_row(i, [&](const auto& row) {
      for (Index j = 0; j < row.count; ++j) {
        const char* line = reinterpret_cast<const char*>(theta + row.feature(j) * stride);
        const Index bytes = stride * static_cast<Index>(sizeof(Real));
        for (Index at = 0; at < std::min<Index>(bytes, 256); at += 64) {
          __builtin_prefetch(line + at);
        }
      }
    });
  }
  double squared_norm(Index i) const { return facts_->squared_norm[as_size(i)]; }
  Index nonzeros(Index i) const { return facts_->nonzeros[as_size(i)]; }
  bool has_duplicates() const { return facts_->has_duplicates; }

  // Throws with the place of the first broken offset, index or value. Everything after relies on
  // it. Only rows that the core made itself are `unique`: known to hold no feature twice.
  void examine(Index n_indices, Threads& threads, bool unique = false) {
    if (!is_dense()) {
      if (begin_of(0) != 0) throw std::invalid_argument("CSR offsets must start at 0");
      for (Index i = 0; i < n_rows_; ++i) {
        if (begin_of(i + 1) < begin_of(i)) {
          throw std::invalid_argument("CSR offsets must not decrease; they do at row " +
                                      std::to_string(i));
        }
      }
      if (begin_of(n_rows_) > n_indices) {
        throw std::invalid_argument("CSR offsets must end within the indices; they end at " +
                                    std::to_string(begin_of(n_rows_)) + " of " +
                                    std::to_string(n_indices));
      }
    }
    auto facts = std::make_shared<RowFacts>();
    facts->squared_norm.resize(as_size(n_rows_));
    facts->nonzeros.resize(as_size(n_rows_));
    const Index rows_per_chunk = std::max<Index>(512, (n_rows_ + 31) / 32);
    const Index n_chunks = (n_rows_ + rows_per_chunk - 1) / rows_per_chunk;
    std::vector<char> broken(as_size(n_chunks), 0);
    std::vector<char> twice(as_size(n_chunks), 0);
    threads.run(n_chunks, [&](Index chunk) {
      const bool may_repeat = !is_dense() && !unique;
      std::vector<std::uint64_t> seen(may_repeat ? as_size(n_features_ / 64 + 1) : 0);
      const Index end = std::min(n_rows_, (chunk + 1) * rows_per_chunk);
      for (Index i = chunk * rows_per_chunk; i < end && !broken[as_size(chunk)]; ++i) {
        with_row(i, [&](const auto& row) {
          if (!row.is_sound(n_features_)) {
            broken[as_size(chunk)] = 1;
            return;
          }
          facts->squared_norm[as_size(i)] = row.squared_norm();
          facts->nonzeros[as_size(i)] = row.nonzeros();
          // Most matrices are sorted, and to see that goes in lanes.
          if (may_repeat && !row.ascends() && linguine::has_duplicates(row, seen)) {
            twice[as_size(chunk)] = 1;
          }
        });
      }
    });
    auto is_set = [](char flag) { return flag != 0; };
    facts->has_duplicates = std::any_of(twice.begin(), twice.end(), is_set);
    facts_ = std::move(facts);
    if (std::none_of(broken.begin(), broken.end(), is_set)) return;
    for (Index i = 0; i < n_rows_; ++i) {  // the slow way, to name the place
      with_row(i, [&](const auto& row) { complain(i, row); });
    }
  }

 private:
  Sites(Storage storage, const void* offsets, const std::int32_t* indices, const Real* values,
        Index n_rows, Index n_features)
      : storage_(storage),
        offsets_(offsets),
        indices_(indices),
        values_(values),
        n_rows_(n_rows),
        n_features_(n_features) {}

  Index begin_of(Index i) const {
    return storage_ == Storage::kShortOffsets
               ? static_cast<Index>(static_cast<const std::int32_t*>(offsets_)[i])
               : static_cast<const std::int64_t*>(offsets_)[i];
  }
  template <class Row>
  void complain(Index i, const Row& row) const {
    for (Index j = 0; j < row.count; ++j) {
      const Index f = row.feature(j);
      if (f < 0 || f >= n_features_) {
        throw std::invalid_argument("column indices must be in 0.." +
                                    std::to_string(n_features_ - 1) + "; row " + std::to_string(i) +
                                    " has " + std::to_string(f));
      }
      if (!std::isfinite(row.value(j))) {
        throw std::domain_error((std::isnan(row.value(j)) ? "NaN" : "infinity") +
                                std::string(" in row ") + std::to_string(i) + ", column " +
                                std::to_string(f));
      }
    }
  }

  Storage storage_ = Storage::kDense;
  const void* offsets_ = nullptr;
  const std::int32_t* indices_ = nullptr;
  const Real* values_ = nullptr;
  Index n_rows_ = 0;
  Index n_features_ = 0;
  std::shared_ptr<const RowFacts> facts_;
};

}  // namespace linguine
