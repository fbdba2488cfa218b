// A column that grows cell by cell: a code for each cell, each different text once.
//
//   cost      a cell costs its bytes and one look into a hash table (Interner)
//   given     cells that stay where they are: only views are kept
//   exact     what came after the last commit can be taken back
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/numbers/hash.hpp"
#include "core/base/types.hpp"
#include "core/data/interner.hpp"

namespace linguine {

class CodedColumn {
 public:
  void reserve(std::size_t n) { codes_.reserve(n); }

  // `end` is where the data end that the cell is a part of.
  void add(std::string_view cell, const char* end) {
    const bool is_far_from_end = end - (cell.data() + cell.size()) >= 16;
    const std::uint64_t hash = is_far_from_end ? hash_padded(cell) : hash_bytes(cell);
    codes_.push_back(interner_.add(cell, hash));
  }
  void remove_last() { codes_.pop_back(); }
  std::size_t size() const { return codes_.size(); }

  void commit() { n_values_ = interner_.size(); }

  // The first `n` cells, which were there at the last commit; nothing can be added after that.
  void finish(std::size_t n, std::vector<std::int32_t>& codes,
              std::vector<std::string_view>& values) {
    codes_.resize(n);
    codes = std::move(codes_);
    values = interner_.release(n_values_);
  }

 private:
  Interner interner_;
  std::vector<std::int32_t> codes_;
  std::size_t n_values_ = 0;  // at the last commit
};

}  // namespace linguine
