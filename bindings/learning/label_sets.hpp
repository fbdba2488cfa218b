// Sets of labels as they are handed in, checked.
#pragma once

#include <memory>
#include <optional>
#include <tuple>

#include "bindings/handles.hpp"
#include "core/base/label_sets.hpp"

namespace linguine::python {

// Where each set of labels begins, and the labels of all: ascending and different within a set.
using GivenSets = std::optional<std::tuple<Vector<std::int64_t>, Vector<std::int32_t>>>;

// Null if none are given.
std::shared_ptr<const LabelSets> make_sets(const GivenSets& given, Label n_labels);

}  // namespace linguine::python
