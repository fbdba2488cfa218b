// Workspace: memory that grows to the largest example seen and is then reused.
#pragma once

#include "core/base/memory/aligned.hpp"
#include "core/base/types.hpp"

namespace linguine {

// The first of at least n cells; what they hold is whatever the last user left.
template <class Cells>
auto* at_least(Cells& cells, Index n) {
  if (cells.size() < as_size(n)) cells.resize(as_size(n));
  return cells.data();
}

// Cells that a search keeps for the next one; used as a pointer to the first of them, which begins
// a cache line.
template <class T>
class Room {
 public:
  void fit(Index n) { at_least(cells_, n); }
  operator T*() { return cells_.data(); }

 private:
  AlignedVector<T> cells_;
};

// Rows of whole blocks of eight doubles, which are also whole cache lines: a block that straddles
// two lines costs twice.
inline Index whole_blocks(Index n_cells) {
  return (n_cells + 7) / 8 * 8;
}

}  // namespace linguine
