// The kernels of rows in single precision, compiled once.
#include "core/base/matrix/row_kernels.hpp"

namespace linguine {

template struct RowView<float, Dense, true>;
template struct RowView<float, std::int32_t, false>;
template struct RowView<float, std::int32_t, true>;
template void gram<float>(const Index*, const std::int32_t*, const float*, Index, Index,
                          const float*, Index, float*);

}  // namespace linguine
