#include "core/base/numbers/exponential.hpp"

namespace linguine {

LINGUINE_MULTIVERSION void exp_all(const double* in, double top, Index count, double* out) {
  for (Index i = 0; i < count; ++i) out[i] = exp_of(in[i] - top);
}

}  // namespace linguine
