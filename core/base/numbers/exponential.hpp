// Exponentials of many numbers at once.
//
//   form      x = n log 2 + r with |r| <= log(2) / 2;  exp x = 2^n p(r), p Taylor of degree 13
//   exact     within 2 ulp for results that are normal numbers; below exp(-708) the result is 0
//   given     x <= 709 (callers subtract the largest)
#pragma once

#include <bit>
#include <cstdint>

#include "core/base/types.hpp"

namespace linguine {

[[gnu::always_inline]] inline double exp_of(double x) {
  constexpr double kInverseLog2 = 1.4426950408889634;
  constexpr double kLog2High = 0.693147180369123816490;    // the last 32 bits are zero: n kLog2High
  constexpr double kLog2Low = 1.90821492927058770002e-10;  // is exact
  constexpr double kShift = 6755399441055744.0;            // adding it rounds to a whole number
  const double clipped = x < -708.0 ? -708.0 : x;
  const double shifted = clipped * kInverseLog2 + kShift;
  const double n = shifted - kShift;
  const double r = (clipped - n * kLog2High) - n * kLog2Low;
  double p = 1.0 / 6227020800.0;
  p = p * r + 1.0 / 479001600.0;
  p = p * r + 1.0 / 39916800.0;
  p = p * r + 1.0 / 3628800.0;
  p = p * r + 1.0 / 362880.0;
  p = p * r + 1.0 / 40320.0;
  p = p * r + 1.0 / 5040.0;
  p = p * r + 1.0 / 720.0;
  p = p * r + 1.0 / 120.0;
  p = p * r + 1.0 / 24.0;
  p = p * r + 1.0 / 6.0;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(shifted) + 1023) << 52;
  const double scale = std::bit_cast<double>(exponent);
  return x < -708.0 ? 0.0 : p * scale;
}

// out[i] = exp(in[i] - top)
void exp_all(const double* in, double top, Index count, double* out);

}  // namespace linguine
