// Small values: the values of many entries, a byte each if they are counts below 256. Nearly all
// are; rows wait for the end of a pass in a quarter of the memory that floats would take.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/memory/big_array.hpp"
#include "core/base/types.hpp"

namespace linguine {

LINGUINE_MULTIVERSION inline bool are_small_counts(const float* values, std::size_t n) {
  bool all = true;
  for (std::size_t i = 0; i < n; ++i) {
    const float value = values[i];
    // Beyond the range the conversion is undefined, so it is clamped first; NaN becomes 0.
    const float held = value > 0 ? std::min(value, 255.0F) : 0.0F;
    all &= static_cast<float>(static_cast<std::int32_t>(held)) == value;
  }
  return all;
}
LINGUINE_MULTIVERSION inline void narrow_counts(const float* values, std::size_t n,
                                                std::uint8_t* out) {
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(values[i]));
  }
}

class SmallValues {
 public:
  SmallValues() = default;
  explicit SmallValues(const std::vector<float>& values) {
    if (are_small_counts(values.data(), values.size())) {
      bytes_ = BigArray<std::uint8_t>(std::ssize(values));
      narrow_counts(values.data(), values.size(), bytes_.data());
    } else {
      floats_ = BigArray<float>::copy_of(values);
    }
  }

  bool empty() const { return bytes_.size() == 0 && floats_.size() == 0; }
  // Calls use(values) with a pointer to bytes or to floats.
  template <class Use>
  decltype(auto) with_values(const Use& use) {
    return floats_.size() > 0 ? use(floats_.data()) : use(bytes_.data());
  }
  void copy_to(float* out, std::size_t n) {
    with_values([&](const auto* values) { std::copy_n(values, n, out); });
  }

 private:
  BigArray<std::uint8_t> bytes_;  // one of the two is empty
  BigArray<float> floats_;
};

}  // namespace linguine
