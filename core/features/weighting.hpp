// Weighting: counts become values.
//
//   value     w(c) idf_j, w(c) = 1, c or 1 + ln c; idf_j = ln((1 + n) / (1 + df_j)) + 1
//   norm      the row divided by its Euclidean length, if asked for
//   raw       entries of raw kinds (numeric columns, lexicons, functions) stay as they are
//   cost      one pass over the rows, in place
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/base/threads.hpp"

namespace linguine {

enum class CountForm : std::uint8_t { kBinary, kCount, kLog };

struct Weighting {
  CountForm form = CountForm::kCount;
  std::span<const float> idf;         // [n_features], or empty
  std::span<const std::uint8_t> raw;  // [n_features] 1 for raw features, or empty
  bool normalize = false;
};

inline float count_value(CountForm form, float count) {
  switch (form) {
    case CountForm::kBinary:
      return count != 0 ? 1.0F : 0.0F;
    case CountForm::kLog:
      return count > 0 ? 1.0F + std::log(count) : 0.0F;
    default:
      return count;
  }
}

inline void weigh_row(const Weighting& weighting, const std::int32_t* ids, float* values,
                      std::int64_t size) {
  double squares = 0;
  for (std::int64_t j = 0; j < size; ++j) {
    const auto id = static_cast<std::size_t>(ids[j]);
    if (!weighting.raw.empty() && weighting.raw[id] != 0) continue;
    // Most counts are 1, and all forms agree there.
    float value = values[j] == 1.0F ? 1.0F : count_value(weighting.form, values[j]);
    if (!weighting.idf.empty()) value *= weighting.idf[id];
    values[j] = value;
    squares += static_cast<double>(value) * static_cast<double>(value);
  }
  if (!weighting.normalize || squares == 0) return;
  const auto scale = static_cast<float>(1.0 / std::sqrt(squares));
  for (std::int64_t j = 0; j < size; ++j) {
    if (weighting.raw.empty() || weighting.raw[static_cast<std::size_t>(ids[j])] == 0) {
      values[j] *= scale;
    }
  }
}

inline void weigh(const Weighting& weighting, std::span<const std::int64_t> offsets,
                  const std::int32_t* ids, float* values, Threads& threads) {
  constexpr std::int64_t kRows = 256;
  const auto n = static_cast<std::int64_t>(offsets.size()) - 1;
  threads.run((n + kRows - 1) / kRows, [&](Index chunk) {
    for (std::int64_t i = chunk * kRows; i < std::min(n, (chunk + 1) * kRows); ++i) {
      const std::int64_t begin = offsets[static_cast<std::size_t>(i)];
      const std::int64_t size = offsets[static_cast<std::size_t>(i) + 1] - begin;
      weigh_row(weighting, ids + begin, values + begin, size);
    }
  });
}

}  // namespace linguine
