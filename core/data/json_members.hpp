// JSON members: cells that hold an object or an array, as what these hold.
//
//   cost      one pass (json_scanner.hpp)
//   given     cells as json_lines.hpp hands them out: strings resolved, all else as it is written
//   returns   the members of each cell one after the other; a cell that is neither a whole object
//             nor a whole array is its own only member, key and value, and null is empty
//   exact     so a string that spells an object counts as one
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/arena.hpp"
#include "core/data/blanks.hpp"
#include "core/data/json_scanner.hpp"

namespace linguine {

enum class CellShape : std::uint8_t { kPlain, kObject, kArray };

struct MemberTable {
  std::vector<Index> offsets{0};       // [n + 1] where the members of each cell begin
  std::vector<std::uint8_t> shapes;    // [n] a CellShape
  std::vector<std::string_view> keys;  // [members] empty for those of arrays
  std::vector<std::string_view> values;

  void add(std::string_view cell, Arena& arena) {
    const std::string_view inner = strip(cell);
    const bool is_object = inner.starts_with('{');
    CellShape shape = is_object ? CellShape::kObject : CellShape::kArray;
    if (!(is_object || inner.starts_with('[')) || !scan(inner, is_object, arena)) {
      shape = CellShape::kPlain;
      cut(as_size(offsets.back()));
      if (!inner.empty()) put(inner, JsonKind::kString, inner);
    }
    shapes.push_back(static_cast<std::uint8_t>(shape));
    offsets.push_back(std::ssize(keys));
  }

 private:
  bool scan(std::string_view cell, bool is_object, Arena& arena) {
    JsonScanner scanner(cell, arena);
    const auto take = [this](std::string_view key, JsonKind kind, std::string_view value) {
      put(key, kind, value);
    };
    return is_object ? scanner.scan_object(take) : scanner.scan_array(take);
  }
  void put(std::string_view key, JsonKind kind, std::string_view value) {
    keys.push_back(key);
    values.push_back(kind == JsonKind::kNull ? std::string_view() : value);
  }
  void cut(std::size_t n) {
    keys.resize(n);
    values.resize(n);
  }
};

inline MemberTable read_members(std::span<const std::string_view> cells, Arena& arena) {
  MemberTable table;
  for (const std::string_view cell : cells) table.add(cell, arena);
  return table;
}

}  // namespace linguine
