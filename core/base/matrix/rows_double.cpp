// The kernels of rows in double precision, compiled once.
#include "core/base/matrix/row_kernels.hpp"

namespace linguine {

template struct RowView<double, Dense, true>;
template struct RowView<double, std::int32_t, false>;
template struct RowView<double, std::int32_t, true>;
template void gram<double>(const Index*, const std::int32_t*, const double*, Index, Index,
                           const double*, Index, double*);

}  // namespace linguine
