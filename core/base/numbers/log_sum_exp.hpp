// Logarithms of sums: stable where exp alone would overflow or vanish.
//
//   log_sum_exp(s)   log sum_k exp s_k  =  m + log sum_k exp(s_k - m),  m = max s
//   softmax          the same with the shares written back: mu_k = exp(s_k - log Z)
//   exact            within a few ulp for scores of any size; -inf is a share of exactly 0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/types.hpp"

namespace linguine {

// The score of what must not occur: its share is exactly 0.
inline constexpr double kImpossible = -std::numeric_limits<double>::infinity();

// A product of many scales whose logarithm is taken once in a while.
class LogProduct {
 public:
  void multiply(double factor) {
    product_ *= factor;
    if (product_ > 1e100 || product_ < 1e-100) flush();
  }
  void add(double log) { sum_ += log; }
  double value() {
    flush();
    return sum_;
  }

 private:
  void flush() {
    sum_ += std::log(product_);
    product_ = 1;
  }
  double product_ = 1;
  double sum_ = 0;
};

// Replaces scores by their shares and returns log Z.
inline double softmax_in_place(std::span<double> scores) {
  const double top = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (double& s : scores) {
    s = std::exp(s - top);
    sum += s;
  }
  for (double& s : scores) s /= sum;
  return top + std::log(sum);
}

// log(1 + exp z) without overflow.
inline double log_one_plus_exp(double z) {
  return z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z));
}

}  // namespace linguine
