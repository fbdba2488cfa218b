// Spectrum kernel: texts by the runs of n symbols that they share.
//
//   score     K(s, t) = sum over runs u of n symbols: count of u in s times count of u in t
//             [Leslie2002]
//   algorithm a run is numbered by the number of the run without its last symbol, and this symbol:
//             n looks into a hash table for each place; then sparse products
//   cost      n |s| to prepare a text, its different runs for a cell
//   exact     whole numbers
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/learning/kernels/products.hpp"
#include "core/learning/kernels/symbols.hpp"

namespace linguine {

inline SparseProducts count_runs(const Symbols& symbols, int n) {
  SparseProducts rows;
  std::unordered_map<std::uint64_t, std::int32_t> numbers;  // of (run, next symbol)
  std::unordered_map<std::int32_t, double> counts;
  std::vector<SparseProducts::Entry> row;
  // Runs have numbers behind those of the symbols, which are runs of one.
  const auto first = static_cast<std::uint64_t>(symbols.n_symbols());
  for (Index i = 0; i < symbols.size(); ++i) {
    const auto text = symbols[i];
    counts.clear();
    for (std::size_t at = 0; at + as_size(n) <= text.size(); ++at) {
      auto run = static_cast<std::uint64_t>(text[at]);
      for (std::size_t k = 1; k < as_size(n); ++k) {
        const std::uint64_t key = run << 32 | static_cast<std::uint32_t>(text[at + k]);
        const auto next = static_cast<std::int32_t>(first + numbers.size());
        run = static_cast<std::uint64_t>(numbers.try_emplace(key, next).first->second);
      }
      counts[static_cast<std::int32_t>(run)] += 1;
    }
    row.clear();
    for (const auto& [run, count] : counts) row.push_back({run, count});
    rows.add_row(row);
  }
  rows.close();
  return rows;
}

}  // namespace linguine
