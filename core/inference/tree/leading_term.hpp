// Leading terms: positive numbers c e^k for an e that tends to 0, of which only the first term of a
// sum is kept.
//
//   form      (log c, k)
//   a + b     the one with the lower k; both, if k is the same
//   a b, a/b  log c and k are added, subtracted
//   exact     there is no subtraction, so a first term never cancels; logarithms have no range
#pragma once

#include <cmath>

#include "core/base/numbers/log_sum_exp.hpp"
#include "core/base/types.hpp"

namespace linguine {

struct LeadingTerm {
  double log = kImpossible;  // -inf is zero, of any order
  Index order = 0;

  bool is_zero() const { return log == kImpossible; }
};

inline LeadingTerm operator+(const LeadingTerm& a, const LeadingTerm& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (a.order != b.order) return a.order < b.order ? a : b;
  const double difference = a.log - b.log;
  return difference > 0 ? LeadingTerm{a.log + std::log1p(std::exp(-difference)), a.order}
                        : LeadingTerm{b.log + std::log1p(std::exp(difference)), a.order};
}

inline LeadingTerm operator*(const LeadingTerm& a, const LeadingTerm& b) {
  return a.is_zero() || b.is_zero() ? LeadingTerm{} : LeadingTerm{a.log + b.log, a.order + b.order};
}

// b is not zero.
inline LeadingTerm operator/(const LeadingTerm& a, const LeadingTerm& b) {
  return a.is_zero() ? a : LeadingTerm{a.log - b.log, a.order - b.order};
}

}  // namespace linguine
