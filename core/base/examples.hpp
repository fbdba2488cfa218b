// Examples: which sites, which gold labels, and how much they count.
//
//   label     one site each; rows ascending (several examples may share a row: soft labels; some
//             rows may have none: folds, held-out data)
//   sequence  a run of sites each, with a gold label per row; -1 is not known
#pragma once

#include <span>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

struct Example {
  Index first_row;
  std::span<const Label> gold;  // [n_sites]
  double weight;

  Index n_sites() const { return std::ssize(gold); }
};

struct Examples {
  std::vector<Index> row;      // [n] the first row of each, ascending
  std::vector<Label> gold;     // [n] in 0..n_labels-1; of sequences [n_rows]
  std::vector<double> weight;  // [n] > 0
  std::vector<Index> n_sites;  // [n], or empty: one site each

  Index size() const { return std::ssize(row); }
  Example operator[](Index e) const {
    const auto i = as_size(e);
    if (n_sites.empty()) return {row[i], {gold.data() + e, 1}, weight[i]};
    return {row[i], {gold.data() + row[i], as_size(n_sites[i])}, weight[i]};
  }

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
  Index at(Index e) const { return row[as_size(e)]; }
};

}  // namespace linguine
