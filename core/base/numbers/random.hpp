// Random: a small generator whose stream is part of the model file's promise (same seed, same
// bits).
//
//   generator SplitMix64 (Steele, Lea and Flood 2014); shuffle is Fisher-Yates, unbiased by
//             rejection
#pragma once

#include <span>
#include <utility>

#include "core/base/types.hpp"

namespace linguine {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = bound * (~std::uint64_t{0} / bound);
    std::uint64_t draw = next();
    while (draw >= limit) draw = next();
    return draw % bound;
  }
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace linguine
