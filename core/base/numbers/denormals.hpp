// Denormals: numbers below 1e-308, which processors compute with a hundred times slower.
//
//   use       a kernel whose small numbers do not count holds a FlushDenormals while it runs; they
//             are then exactly 0, on processors where this can be asked for
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace linguine {

#if defined(__SSE2__)
class FlushDenormals {
 public:
  FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | kFlushResults | kZeroInputs); }
  ~FlushDenormals() { _mm_setcsr(before_); }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  static constexpr unsigned kFlushResults = 0x8000;
  static constexpr unsigned kZeroInputs = 0x0040;
  unsigned before_;
};
#else
class FlushDenormals {
 public:
  FlushDenormals() {}
};
#endif

}  // namespace linguine
