// Token columns: sentences as codes. A cell is a small number; what it says is stored once.
//
//   set       column c of token i is columns[c].values[columns[c].codes[i]]
//   given     every code is within its values; sentence s is the tokens offsets[s]..offsets[s+1]
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

struct TokenColumn {
  std::span<const std::int32_t> codes;       // [n_tokens]
  std::span<const std::string_view> values;  // distinct, in the order of first appearance
};

struct TokenColumns {
  std::vector<TokenColumn> columns;
  std::span<const std::int64_t> offsets;  // [n_sentences + 1]

  Index n_tokens() const { return offsets.empty() ? 0 : offsets.back(); }
  Index n_sentences() const { return offsets.empty() ? 0 : std::ssize(offsets) - 1; }
};

}  // namespace linguine
