// Subsequence kernel: texts by the subsequences of n symbols that they share, with gaps.
//
//   score     K(s, t) = sum_u phi_u(s) phi_u(t), phi_u(s) = sum over places i_1 < .. < i_n of u in
//             s of decay^(i_n - i_1 + 1); Def. 1 of [Lodhi2002]
//   recursion S_1(i, j) = decay^2 [s_i = t_j],
//             S_{l+1}(i, j) = decay^2 [s_i = t_j] D_l(i - 1, j - 1),
//             D_l(i, j) = sum_{i' <= i, j' <= j} decay^(i - i' + j - j') S_l(i', j'),
//             K = sum_{i, j} S_n(i, j); the sum D first down the columns (V), then along the row
//   cost      O(n |s| |t|) a cell, [Lodhi2002]'s; one s meets eight t at a time, one in each lane,
//             those of about the same length together. A symbol that none of the eight has costs
//             nothing: it only makes all sums smaller by decay
//   exact     sums of positive numbers; those below 1e-308 are 0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/memory/aligned.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/denormals.hpp"
#include "core/learning/kernels/kernel.hpp"
#include "core/learning/kernels/symbols.hpp"

namespace linguine {

inline constexpr int kTexts = 8;  // lanes

// One row of one level: below = D_{l-1}(i - 1, .), null for the first level; down = V_l and sum =
// D_l of the row before, which become those of this one. `extend` = decay^2 and `keep` = decay,
// both with the decay of the rows that were left out.
LINGUINE_MULTIVERSION inline void add_level(const double* codes, double symbol, Index length,
                                            double extend, double keep, double decay,
                                            const double* below, double* down, double* sum) {
  Block<double, kTexts> along = {};
  const Block<double, kTexts> none = {};
  for (Index j = 0; j < length; ++j) {
    const Block<double, kTexts> code = *block_at<kTexts>(codes + j * kTexts);
    const Block<double, kTexts> before =
        below == nullptr ? none + extend : extend * *block_at<kTexts>(below + j * kTexts);
    const Block<double, kTexts> found = code == symbol ? before : none;
    const Block<double, kTexts> column = found + keep * *block_at<kTexts>(down + j * kTexts);
    *block_at<kTexts>(down + j * kTexts) = column;
    along = column + decay * along;
    *block_at<kTexts>(sum + (j + 1) * kTexts) = along;
  }
}

// total += S_n(i, .), from D_{n-1}(i - 1, .).
LINGUINE_MULTIVERSION inline void add_last(const double* codes, double symbol, Index length,
                                           double extend, const double* below, double* total) {
  Block<double, kTexts> sum = {};
  const Block<double, kTexts> none = {};
  for (Index j = 0; j < length; ++j) {
    const Block<double, kTexts> code = *block_at<kTexts>(codes + j * kTexts);
    const Block<double, kTexts> before =
        below == nullptr ? none + 1.0 : *block_at<kTexts>(below + j * kTexts);
    sum += code == symbol ? before : none;
  }
  *block_at<kTexts>(total) += extend * sum;
}

class Subsequences {
 public:
  struct Work {
    std::vector<Index> order;
    AlignedVector<double> codes;    // [place][8]
    AlignedVector<double> tables;   // [level][V and D][place + 1][8]
    std::vector<std::uint8_t> has;  // [n_symbols] does any of the eight have it?
  };

  Subsequences(Symbols symbols, int n, double decay)
      : symbols_(std::move(symbols)), n_(n), decay_(decay) {}

  Index size() const { return symbols_.size(); }
  double n_operations() const {
    const double length = symbols_.mean_length();
    return 1 + length * length * n_;
  }

  void fill(const Rectangle& where, Work& work) const {
    const FlushDenormals flushed;
    work.has.resize(as_size(symbols_.n_symbols()));
    work.order.resize(as_size(where.width()));
    std::iota(work.order.begin(), work.order.end(), where.begin);
    std::stable_sort(work.order.begin(), work.order.end(),
                     [&](Index a, Index b) { return symbols_.length(a) < symbols_.length(b); });
    for (std::size_t at = 0; at < work.order.size(); at += kTexts) {
      const std::size_t count = std::min<std::size_t>(kTexts, work.order.size() - at);
      meet({work.order.data() + at, count}, where, work);
    }
  }

 private:
  using Places = std::span<const Index>;

  void meet(Places columns, const Rectangle& where, Work& work) const {
    const Index length = symbols_.length(columns.back());
    double* const codes = at_least(work.codes, length * kTexts);
    std::fill_n(codes, length * kTexts, -1.0);
    for (std::size_t lane = 0; lane < columns.size(); ++lane) {
      const auto text = symbols_[columns[lane]];
      for (std::size_t j = 0; j < text.size(); ++j) {
        codes[j * kTexts + lane] = text[j];
        work.has[as_size(text[j])] = 1;
      }
    }
    for (Index i = where.first; i < where.last; ++i) {
      alignas(64) double total[kTexts] = {};
      if (std::min(length, symbols_.length(i)) >= n_) compare(symbols_[i], length, work, total);
      for (std::size_t lane = 0; lane < columns.size(); ++lane) {
        where.row(i)[columns[lane] - where.begin] = total[lane];
      }
    }
    for (const Index column : columns) {
      for (const std::int32_t symbol : symbols_[column]) work.has[as_size(symbol)] = 0;
    }
  }

  void compare(std::span<const std::int32_t> s, Index length, Work& work, double* total) const {
    const Index table = (length + 1) * kTexts;
    double* const tables = at_least(work.tables, 2 * n_ * table);
    std::fill_n(tables, 2 * (n_ - 1) * table, 0.0);
    const auto down = [&](int level) { return tables + 2 * (level - 1) * table; };
    const auto sum = [&](int level) { return level == 0 ? nullptr : down(level) + table; };
    const double* const codes = work.codes.data();
    double skipped = 1;  // decay^(symbols of s that no t has, since the last that one has)
    for (const std::int32_t symbol : s) {
      if (work.has[as_size(symbol)] == 0) {
        skipped *= decay_;
        continue;
      }
      // S_1 does not look back, so that nothing was skipped for it.
      const double once = decay_ * decay_;
      const double extend = once * skipped;
      add_last(codes, symbol, length, n_ == 1 ? once : extend, sum(n_ - 1), total);
      for (int level = n_ - 1; level >= 1; --level) {
        add_level(codes, symbol, length, level == 1 ? once : extend, decay_ * skipped, decay_,
                  sum(level - 1), down(level), sum(level));
      }
      skipped = 1;
    }
  }

  Symbols symbols_;
  int n_;
  double decay_;
};

}  // namespace linguine
