// The moves of a chain: its structural scores, with what is forbidden, as the kernels read them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/memory/aligned.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/inference/chain/kernels.hpp"
#include "core/inference/chain/rules.hpp"

namespace linguine {

// Rows of scores of which most are zero.
class SparsePairs {
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

// The structural scores of one or many examples, masked; as shares when they are asked for.
class ChainMoves {
 public:
  void assign(const ChainRules& rules, const double* structural) {
    assign_rows(rules, structural, rules.n_rows());
    pairs_.clear();
  }
  // The same with the pairs of order 2 as a list of what is not zero: of hundreds of labels, few
  // triples occur. `structural` has the basic rows; `offsets` [(L + 1) L + 1] cut labels and
  // values.
  void assign(const ChainRules& rules, const double* structural,
              std::span<const std::int64_t> offsets, std::span<const std::int32_t> labels,
              std::span<const float> values) {
    assign_rows(rules, structural, rules.n_basic_rows());
    pairs_.assign(offsets, labels, values);
  }

  const ChainRules& rules() const { return *rules_; }
  const double* row(Index row) const { return scores_.data() + row * rules_->stride(); }
  const double* start() const { return row(rules_->start_row()); }
  const double* end() const { return row(rules_->end_row()); }

  // B(a, b, c) of order 2.
  double pair(Index a, Index b, Label c) const {
    if (pairs_.empty()) return row(rules_->pair_row(a, b))[c];
    return pairs_.find(a * rules_->n_labels() + b, c);
  }
  // The same for some c, ascending.
  void pair_scores(Index a, Index b, std::span<const Label> labels, double* out) const {
    if (!pairs_.empty()) {
      pairs_.find_all(a * rules_->n_labels() + b, labels, out);
      return;
    }
    const double* cells = row(rules_->pair_row(a, b));
    for (std::size_t j = 0; j < labels.size(); ++j) out[j] = cells[labels[j]];
  }
  double score(Index row_index, Label y) const {
    const Index n_basic = rules_->n_basic_rows();
    if (pairs_.empty() || row_index < n_basic) return row(row_index)[y];
    return pairs_.find(row_index - n_basic, y);
  }

  // exp(A - top): [L][stride], and its transpose. Padding is zero.
  void make_shares() {
    if (has_shares_) return;
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
  }

  const ChainRules* rules_ = nullptr;
  AlignedVector<double> scores_;  // [n_rows][stride], of the basic rows if `pairs_` has the others
  SparsePairs pairs_;
  AlignedVector<double> shares_;
  AlignedVector<double> transposed_;
  double top_ = 0;
  bool has_shares_ = false;
};

}  // namespace linguine
