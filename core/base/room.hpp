// Room: memory of a workspace, which grows to the largest example seen and is then reused.
#pragma once

#include <vector>

#include "core/base/types.hpp"

namespace linguine {

// The first of at least n cells; what they hold is whatever the last user left.
template <class T>
T* room(std::vector<T>& cells, Index n) {
  if (cells.size() < static_cast<std::size_t>(n)) cells.resize(static_cast<std::size_t>(n));
  return cells.data();
}

}  // namespace linguine
