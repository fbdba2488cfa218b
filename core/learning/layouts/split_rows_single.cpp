// The kernels of split rows in single precision, compiled once.
#include "core/learning/layouts/split_kernels.hpp"

namespace linguine {

template struct SplitRow<float, false>;
template struct SplitRow<float, true>;

}  // namespace linguine
