// Examples: which site, which gold label, and how much it counts.
//
//   given     rows ascending (several examples may share a row: soft labels; some rows may have
//   none:
//             folds, held-out data)
#pragma once

#include <vector>

#include "core/base/types.hpp"

namespace linguine {

struct Examples {
  std::vector<Index> row;      // [n] ascending
  std::vector<Label> gold;     // [n] in 0..n_labels-1
  std::vector<double> weight;  // [n] > 0

  Index size() const { return static_cast<Index>(row.size()); }

  // Borders of chunks of about `target` examples; examples of one row stay together, so that chunks
  // never write to the same row.
  std::vector<Index> chunk_borders(Index target) const {
    std::vector<Index> borders{0};
    for (Index e = target; e < size(); e += target) {
      while (e < size() && at(e) == at(e - 1)) ++e;
      if (e < size()) borders.push_back(e);
    }
    borders.push_back(size());
    return borders;
  }

 private:
  Index at(Index e) const { return row[static_cast<std::size_t>(e)]; }
};

}  // namespace linguine
