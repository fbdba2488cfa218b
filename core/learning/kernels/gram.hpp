// Gram matrix: K of all pairs, in blocks and on threads.
//
//   algorithm blocks of rows are dealt out to the threads; a block goes through its columns in
//             pieces that stay in the cache. Of a symmetric matrix the blocks above the diagonal
//             are computed and then copied to below it
//   exact     blocks depend on the data alone, so that threads change nothing; one set with itself
//             gives an exactly symmetric matrix
//   stops     where Ctrl-C asks for it, within a block
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/work/watch.hpp"
#include "core/learning/kernels/kernel.hpp"

namespace linguine {

// What is done between two looks at Ctrl-C, and the most rows and columns of a piece.
inline constexpr double kPieceOperations = 5e7;
inline constexpr Index kBlockRows = 32;
inline constexpr Index kBlockColumns = 512;

// How many of the operations of a piece fit into one dimension of it.
inline Index piece_side(double n_operations, Index least, Index most) {
  const double side = kPieceOperations / n_operations;
  return side < static_cast<double>(most) ? std::max(least, static_cast<Index>(side)) : most;
}

// Fills a rectangle in pieces: wide ones of few rows where a cell is dear.
inline void fill_pieces(const Items& items, const Items::Fill& fill, const Rectangle& where,
                        Watch& watch) {
  const Index width = piece_side(items.n_operations, 16, kBlockColumns);
  const Index height = piece_side(items.n_operations * static_cast<double>(width), 1, kBlockRows);
  for (Index begin = where.begin; begin < where.end; begin += width) {
    for (Index first = where.first; first < where.last; first += height) {
      watch.poll();
      fill({first, std::min(where.last, first + height), begin, std::min(where.end, begin + width),
            where.row(first) + (begin - where.begin), where.stride});
    }
  }
}

// out [n_left][n_columns]: the first n_left items against the others; or, if there are no others,
// against themselves.
template <class Real>
void fill_gram(const Items& items, Index n_left, int n_threads, Monitor& monitor, Real* out) {
  const bool is_symmetric = n_left == items.size;
  const Index n_columns = is_symmetric ? n_left : items.size - n_left;
  const Index first_column = is_symmetric ? 0 : n_left;
  const Index n_blocks = (n_left + kBlockRows - 1) / kBlockRows;
  Threads threads(n_threads);
  run_polled(threads, monitor, n_blocks, [&](Index block, Watch& watch) {
    const Items::Fill fill = items.make_fill();
    const Index first = block * kBlockRows;
    const Index last = std::min(n_left, first + kBlockRows);
    const Index begin = is_symmetric ? first : first_column;
    std::vector<double> cells(as_size((last - first) * (items.size - begin)));
    const Rectangle where{first, last, begin, items.size, cells.data(), items.size - begin};
    fill_pieces(items, fill, where, watch);
    for (Index i = first; i < last; ++i) {
      std::transform(where.row(i), where.row(i) + where.width(),
                     out + i * n_columns + (begin - first_column),
                     [](double cell) { return static_cast<Real>(cell); });
    }
  });
  if (!is_symmetric) return;
  threads.run(n_blocks, [&](Index block) {
    const Index last = std::min(n_left, (block + 1) * kBlockRows);
    for (Index from = 0; from < last; from += kBlockRows) {  // tiles stay in the cache
      for (Index i = block * kBlockRows; i < last; ++i) {
        for (Index j = from; j < std::min(i, from + kBlockRows); ++j) {
          out[i * n_left + j] = out[j * n_left + i];
        }
      }
    }
  });
}

// K(i, i) of all items.
inline std::vector<double> diagonal_of(const Items& items, int n_threads, Monitor& monitor) {
  constexpr Index kPerChunk = 64;
  std::vector<double> diagonal(as_size(items.size));
  Threads threads(n_threads);
  run_polled(threads, monitor, (items.size + kPerChunk - 1) / kPerChunk,
             [&](Index chunk, Watch& watch) {
               const Items::Fill fill = items.make_fill();
               const Index last = std::min(items.size, (chunk + 1) * kPerChunk);
               for (Index i = chunk * kPerChunk; i < last; ++i) {
                 watch.poll();
                 fill({i, i + 1, i, i + 1, &diagonal[as_size(i)], 1});
               }
             });
  return diagonal;
}

}  // namespace linguine
