// Weighting: counts become values.
//
//   value     w(c) idf_j, w(c) = 1, c, 1 + ln c, c^2 or |c|; idf_j = ln((1 + n) / (1 + df_j)) + 1
//   norm      each block of features (all of them, or one block per template) gets the same
//             Euclidean length, and the row length 1
//   raw       features of raw kinds (numeric columns, lexicons, functions) stay as they are
//   off       features that are switched off become 0
//   cost      one pass over the rows, in place
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/base/work/threads.hpp"

namespace linguine {

enum class CountForm : std::uint8_t { kBinary, kCount, kLog, kSquare, kAbsolute };

struct Weighting {
  CountForm form = CountForm::kCount;
  std::span<const float> idf;            // [n_features], or empty
  std::span<const std::uint8_t> blocks;  // [n_features], or empty: one block
  int n_blocks = 1;
  bool normalize = false;

  static constexpr std::uint8_t kRaw = 255;
  static constexpr std::uint8_t kOff = 254;
  static constexpr int kMostBlocks = 64;
};

inline float count_value(CountForm form, float count) {
  switch (form) {
    case CountForm::kBinary:
      return count != 0 ? 1.0F : 0.0F;
    case CountForm::kLog:
      return count > 0 ? 1.0F + std::log(count) : 0.0F;  // 0 of NaN, too
    case CountForm::kSquare:
      return count * count;
    case CountForm::kAbsolute:
      return std::abs(count);
    default:
      return count;
  }
}

// The same, from a table of the whole numbers below 64, which nearly all counts are. Which of them
// are more than 1 nobody can predict, and behind a wrong guess idf would be waited for one by one.
class CountValues {
 public:
  explicit CountValues(CountForm form) : form_(form), small_(tables()[as_size(form)].data()) {}

  float operator()(float count) const {
    const auto held = static_cast<std::int32_t>(std::max(0.0F, std::min(count, kMost)));  // NaN: 0
    return static_cast<float>(held) == count ? small_[held] : count_value(form_, count);
  }

 private:
  static constexpr float kMost = 63;
  using Tables = std::array<std::array<float, 64>, 5>;

  static const Tables& tables() {
    static const Tables made = [] {
      Tables each;
      for (std::size_t f = 0; f < each.size(); ++f) {
        for (std::size_t c = 0; c < each[f].size(); ++c) {
          each[f][c] = count_value(static_cast<CountForm>(f), static_cast<float>(c));
        }
      }
      return each;
    }();
    return made;
  }

  CountForm form_;
  const float* small_;
};

// The largest id of a row, where one that is negative is larger than all others; 0 of none.
LINGUINE_MULTIVERSION inline std::uint32_t largest_id(const std::int32_t* ids, std::size_t size) {
  std::uint32_t largest = 0;
  for (std::size_t j = 0; j < size; ++j) {
    largest = std::max(largest, static_cast<std::uint32_t>(ids[j]));
  }
  return largest;
}

// Every value by the same number, in lanes.
LINGUINE_MULTIVERSION inline void scale_values(float* values, std::int64_t size, float by) {
  for (std::int64_t j = 0; j < size; ++j) values[j] *= by;
}

// Rows of one block, whose sum of squares stays in a register: in an array it waits for its own
// last store. Idf is asked for some entries at a time, as the sum is too slow to reach them early.
inline void weigh_one_block(const Weighting& weighting, const std::int32_t* ids, float* values,
                            std::int64_t size) {
  constexpr std::int64_t kAhead = 128;
  const float* const idf = weighting.idf.empty() ? nullptr : weighting.idf.data();
  const CountValues value_of(weighting.form);
  double square = 0;
  for (std::int64_t begin = 0; begin < size; begin += kAhead) {
    const std::int64_t end = std::min(size, begin + kAhead);
    for (std::int64_t j = begin; idf != nullptr && j < end; ++j) __builtin_prefetch(idf + ids[j]);
    for (std::int64_t j = begin; j < end; ++j) {
      float value = value_of(values[j]);
      if (idf != nullptr) value *= idf[as_size(ids[j])];
      values[j] = value;
      square += static_cast<double>(value) * static_cast<double>(value);
    }
  }
  if (!weighting.normalize || square == 0) return;
  scale_values(values, size, static_cast<float>(1.0 / std::sqrt(square * weighting.n_blocks)));
}

inline void weigh_row(const Weighting& weighting, const std::int32_t* ids, float* values,
                      std::int64_t size) {
  if (weighting.blocks.empty()) return weigh_one_block(weighting, ids, values, size);
  const auto block_of = [&](std::int64_t j) -> std::uint8_t {
    return weighting.blocks[as_size(ids[j])];
  };
  const CountValues value_of(weighting.form);
  double squares[Weighting::kMostBlocks] = {};
  for (std::int64_t j = 0; j < size; ++j) {
    const std::uint8_t block = block_of(j);
    if (block == Weighting::kRaw) continue;
    if (block == Weighting::kOff) {
      values[j] = 0;
      continue;
    }
    float value = value_of(values[j]);
    if (!weighting.idf.empty()) value *= weighting.idf[as_size(ids[j])];
    values[j] = value;
    squares[block] += static_cast<double>(value) * static_cast<double>(value);
  }
  if (!weighting.normalize) return;
  float scales[Weighting::kMostBlocks];
  for (int b = 0; b < weighting.n_blocks; ++b) {
    scales[b] = squares[b] == 0
                    ? 1.0F
                    : static_cast<float>(1.0 / std::sqrt(squares[b] * weighting.n_blocks));
  }
  for (std::int64_t j = 0; j < size; ++j) {
    if (const std::uint8_t block = block_of(j); block < Weighting::kOff) values[j] *= scales[block];
  }
}

template <class Offset>
void weigh(const Weighting& weighting, std::span<const Offset> offsets, const std::int32_t* ids,
           float* values, Threads& threads) {
  constexpr std::int64_t kRows = 256;
  const auto n = std::ssize(offsets) - 1;
  threads.run((n + kRows - 1) / kRows, [&](Index chunk) {
    for (std::int64_t i = chunk * kRows; i < std::min(n, (chunk + 1) * kRows); ++i) {
      const std::int64_t begin = offsets[as_size(i)];
      const std::int64_t size = offsets[as_size(i) + 1] - begin;
      weigh_row(weighting, ids + begin, values + begin, size);
    }
  });
}

}  // namespace linguine
