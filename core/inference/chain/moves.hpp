// The moves of a chain: its structural scores, with what is forbidden, as the kernels read them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/memory/aligned.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/inference/chain/kernels.hpp"
#include "core/inference/chain/rules.hpp"

namespace linguine {

// Rows of scores of which most are zero.
class SparseRows {
 public:
  void clear() { offsets_.clear(); }
  bool empty() const { return offsets_.empty(); }
  void assign(std::span<const std::int64_t> offsets, std::span<const std::int32_t> labels,
              std::span<const float> values) {
    offsets_.resize(offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) offsets_[i] = offsets[i] - offsets[0];
    const auto first = as_size(offsets.front());
    const auto n = as_size(offsets.back()) - first;
    labels_.assign(labels.begin() + static_cast<std::ptrdiff_t>(first),
                   labels.begin() + static_cast<std::ptrdiff_t>(first + n));
    values_.assign(values.begin() + static_cast<std::ptrdiff_t>(first),
                   values.begin() + static_cast<std::ptrdiff_t>(first + n));
  }
  double find(Index row, Label label) const {
    double found = 0;
    find_all(row, {&label, 1}, &found);
    return found;
  }
  // The scores of some labels, ascending.
  void find_all(Index row, std::span<const Label> labels, double* out) const {
    const Label* first = labels_.data();
    const Label* at = first + offsets_[as_size(row)];
    const Label* end = first + offsets_[as_size(row) + 1];
    for (std::size_t j = 0; j < labels.size(); ++j) {
      at = std::lower_bound(at, end, labels[j]);
      out[j] = at != end && *at == labels[j] ? static_cast<double>(values_[at - first]) : 0.0;
    }
  }

 private:
  std::vector<std::int64_t> offsets_;  // [n_rows + 1]
  std::vector<Label> labels_;          // ascending within a row
  std::vector<float> values_;
};

// The moves of order n > 1: the scores of all rows that a site has, added up for every history, and
// as shares.
//
//   rows      L^n of (a, b): a label and the history b of the n - 1 labels after it; then those of
//             the first sites, t = n - 1 .. 1: L^t of START and all t labels before
class HistoryMoves {
 public:
  void assign(const ChainRules& rules, const double* structural) {
    n_ = rules.order();
    n_labels_ = rules.n_labels();
    n_histories_ = rules.power(n_ - 1);
    stride_ = rules.stride();
    begin_[as_size(n_)] = 0;
    n_rows_ = rules.power(n_);
    for (Index t = n_ - 1; t > 0; --t) {
      begin_[as_size(t)] = n_rows_;
      n_rows_ += rules.power(t);
    }
    scores_.resize(as_size(n_rows_ * stride_));
    const double* shorter = structural;
    for (Index k = 2; k <= n_; ++k) {
      const Index size = rules.power(k - 1) * stride_;
      const double* own = structural + rules.first_row(k) * stride_;
      double* to = scores_.data();
      if (k < n_) {
        shorter_[as_size(k % 2)].resize(as_size(n_labels_ * size));
        to = shorter_[as_size(k % 2)].data();
      }
      for (Index a = 0; a < n_labels_; ++a) add(shorter, own + a * size, size, to + a * size);
      add(shorter, own + n_labels_ * size, size, scores_.data() + begin_[as_size(k - 1)] * stride_);
      shorter = to;
    }
  }
  void make_shares() {
    top_ = top_of_rows(scores_.data(), n_rows_, n_labels_, stride_);
    shares_.assign(scores_.size(), 0.0);
    for (Index row = 0; row < n_rows_; ++row) {
      exp_all(scores_.data() + row * stride_, top_, n_labels_, shares_.data() + row * stride_);
    }
  }
  // Cells of the moves into site t from (h, b): `stride` of them. Before site n, h is 0 and b all
  // labels; (h + 1, b) follows after as many rows as there are histories.
  const double* scores(Index t, Index h, Index b) const { return scores_.data() + at(t, h, b); }
  const double* shares(Index t, Index h, Index b) const { return shares_.data() + at(t, h, b); }
  double top() const { return top_; }

 private:
  Index at(Index t, Index h, Index b) const {
    return (begin_[as_size(std::min(t, n_))] + h * n_histories_ + b) * stride_;
  }
  static void add(const double* a, const double* b, Index n, double* out) {
    for (Index i = 0; i < n; ++i) out[i] = a[i] + b[i];
  }

  Index n_ = 0;
  Index n_labels_ = 0;
  Index n_histories_ = 0;
  Index stride_ = 0;
  Index n_rows_ = 0;
  std::array<Index, ChainRules::kMostOrder + 1> begin_{};  // [t] the first row of each site
  AlignedVector<double> scores_;
  AlignedVector<double> shares_;
  std::array<AlignedVector<double>, 2> shorter_;  // sums over fewer labels, while they are needed
  double top_ = 0;
};

// The structural scores of one or many examples, masked; as shares when they are asked for.
class ChainMoves {
 public:
  void assign(const ChainRules& rules, const double* structural) {
    assign_rows(rules, structural, rules.n_rows());
    sparse_.clear();
  }
  // The same with the rows of two labels and more as a list of what is not zero: of hundreds of
  // labels, few triples occur. `structural` has the basic rows; `offsets` [their number + 1] cut
  // labels and values.
  void assign(const ChainRules& rules, const double* structural,
              std::span<const std::int64_t> offsets, std::span<const std::int32_t> labels,
              std::span<const float> values) {
    assign_rows(rules, structural, rules.n_basic_rows());
    sparse_.assign(offsets, labels, values);
  }

  const ChainRules& rules() const { return *rules_; }
  const double* row(Index row) const { return scores_.data() + row * rules_->stride(); }
  const double* start() const { return row(rules_->start_row()); }
  const double* end() const { return row(rules_->end_row()); }

  // The scores of a row for some labels, ascending.
  void scores_of(Index row_index, std::span<const Label> labels, double* out) const {
    const Index n_basic = rules_->n_basic_rows();
    if (!sparse_.empty() && row_index >= n_basic) {
      sparse_.find_all(row_index - n_basic, labels, out);
      return;
    }
    const double* cells = row(row_index);
    for (std::size_t j = 0; j < labels.size(); ++j) out[j] = cells[labels[j]];
  }
  double score(Index row_index, Label y) const {
    const Index n_basic = rules_->n_basic_rows();
    if (sparse_.empty() || row_index < n_basic) return row(row_index)[y];
    return sparse_.find(row_index - n_basic, y);
  }

  // What order 2 and more are asked with.
  void make_histories() {
    if (has_histories_ || rules_->order() == 1) return;
    histories_.assign(*rules_, scores_.data());
    has_histories_ = true;
  }
  const HistoryMoves& histories() const { return histories_; }

  // exp(A - top): [L][stride], and its transpose. Padding is zero.
  void make_shares() {
    if (has_shares_) return;
    make_histories();
    if (has_histories_) histories_.make_shares();
    const Index L = rules_->n_labels();
    const Index stride = rules_->stride();
    const auto n = as_size(L * stride);
    shares_.assign(n, 0.0);
    transposed_.assign(n, 0.0);
    top_ = top_of_rows(row(0), L, L, stride);
    for (Index from = 0; from < L; ++from) {
      double* to = shares_.data() + from * stride;
      exp_all(row(from), top_, L, to);
      for (Index y = 0; y < L; ++y) {
        transposed_[as_size(y * stride + from)] = to[y];
      }
    }
    has_shares_ = true;
  }
  double top() const { return top_; }
  const double* shares() const { return shares_.data(); }
  const double* transposed() const { return transposed_.data(); }

 private:
  void assign_rows(const ChainRules& rules, const double* structural, Index n_rows) {
    rules_ = &rules;
    scores_.assign(structural, structural + n_rows * rules.stride());
    const auto n_masked = as_size(rules.has_mask() ? rules.n_basic_rows() * rules.stride() : 0);
    for (std::size_t i = 0; i < n_masked; ++i) scores_[i] += rules.mask()[i];
    has_shares_ = false;
    has_histories_ = false;
  }

  const ChainRules* rules_ = nullptr;
  AlignedVector<double> scores_;  // [n_rows][stride], of the basic rows if `sparse_` has the others
  SparseRows sparse_;
  HistoryMoves histories_;
  AlignedVector<double> shares_;
  AlignedVector<double> transposed_;
  double top_ = 0;
  bool has_shares_ = false;
  bool has_histories_ = false;
};

}  // namespace linguine
