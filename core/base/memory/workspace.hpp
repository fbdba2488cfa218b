// Workspace: memory that grows to the largest example seen and is then reused.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

// The first of at least n cells; what they hold is whatever the last user left.
template <class Cells>
auto* at_least(Cells& cells, Index n) {
  if (cells.size() < as_size(n)) cells.resize(as_size(n));
  return cells.data();
}

// Rows of whole blocks of eight doubles, which are also whole cache lines: a block that straddles
// two lines costs twice.
inline constexpr Index kLineCells = 8;

inline Index whole_blocks(Index n_cells) {
  return (n_cells + kLineCells - 1) / kLineCells * kLineCells;
}

// The next cell that begins a line; kLineCells more are needed than are used.
inline double* whole_lines(double* cells) {
  constexpr std::uintptr_t kLine = kLineCells * sizeof(double);
  const std::uintptr_t over = reinterpret_cast<std::uintptr_t>(cells) % kLine;
  return over == 0 ? cells : cells + (kLine - over) / sizeof(double);
}

}  // namespace linguine
