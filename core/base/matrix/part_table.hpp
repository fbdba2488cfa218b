// Part tables: one number per (site, column). Scores go into a structure in this shape, and argmax
// indicators, marginals and gradients come out of it in the same shape.
#pragma once

#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/types.hpp"

namespace linguine {

template <class Real>
struct PartTable {
  Index n_sites = 0;
  Index stride = 1;
  std::vector<Real> values;  // [n_sites][stride], padding zero

  PartTable() = default;
  PartTable(Index sites, Index columns)
      : n_sites(sites), stride(stride_of(columns)), values(as_size(n_sites * stride)) {}
  Real* row(Index site) { return values.data() + site * stride; }
  const Real* row(Index site) const { return values.data() + site * stride; }
};

}  // namespace linguine
