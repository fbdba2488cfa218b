// Arc features as Python makes them.
#pragma once

#include "bindings/features/token_columns.hpp"
#include "core/features/arc/sentence.hpp"

namespace linguine::python {

struct PyArcFeatures {
  ArcFeatures features;

  // Throws unless all columns of the templates are there.
  void check(const PyTokenColumns& columns) const {
    require(static_cast<int>(columns.columns.columns.size()) >= features.plan.sources.n_columns(),
            "a column of the templates is missing");
  }
};

}  // namespace linguine::python
