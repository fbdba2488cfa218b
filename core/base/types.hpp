// The few types that every kernel speaks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace linguine {

using Index = std::int64_t;  // rows, features, examples, steps: always 64 bits
using Label = std::int32_t;  // labels and columns

// A number that is not negative, as the standard library counts.
template <class Number>
constexpr std::size_t as_size(Number n) {
  return static_cast<std::size_t>(n);
}

// Hot kernels are compiled for several instruction sets and chosen when the library is loaded, so
// that one build runs anywhere. Sanitizers cannot look through the chooser, hence the switch.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(LINGUINE_NO_MULTIVERSION)
#define LINGUINE_MULTIVERSION \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LINGUINE_MULTIVERSION
#endif

}  // namespace linguine
