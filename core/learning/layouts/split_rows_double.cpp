// The kernels of split rows in double precision, compiled once.
#include "core/learning/layouts/split_kernels.hpp"

namespace linguine {

template struct SplitRow<double, false>;
template struct SplitRow<double, true>;

}  // namespace linguine
