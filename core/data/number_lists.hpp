// Number lists: "[0.1, -2]" or "0.1 -2", one to a text, as a table.
//
//   returns   rows of equal length, that of the first list : [n][width]
//   exact     values are the nearest float32 of what stands there; infinity and NaN are faults
//   cost      one pass, a number at a time
#pragma once

#include <string_view>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/bags.hpp"

namespace linguine {

enum class ListFault { kNone, kEmpty, kNumber, kLength };

struct NumberTable {
  std::vector<float> values;  // [n][width]
  Index width = -1;           // not known before the first list
  ListFault fault = ListFault::kNone;
  std::string_view fault_word;  // what is not a finite number
  Index fault_length = 0;

  bool add(std::string_view list);
};

// Blanks and commas are between numbers.
inline std::string_view cut_number(std::string_view& list) {
  const auto is_between = [](char c) {
    return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r';
  };
  std::size_t begin = 0;
  while (begin < list.size() && is_between(list[begin])) ++begin;
  std::size_t end = begin;
  while (end < list.size() && !is_between(list[end])) ++end;
  const std::string_view word = list.substr(begin, end - begin);
  list.remove_prefix(end);
  return word;
}

// False at a list that is none; why is then in the table.
inline bool NumberTable::add(std::string_view list) {
  const auto complain = [&](ListFault what) {
    fault = what;
    return false;
  };
  std::string_view rest = list;
  const std::string_view first = cut_number(rest);
  if (first.empty()) return complain(ListFault::kEmpty);
  if (first.front() == '[') {  // what is behind its end is no number, and told so
    const std::size_t end = list.rfind(']');
    const std::size_t begin = list.find('[') + 1;
    fault_word = list.substr(0, 40);
    if (end == std::string_view::npos || end < begin) return complain(ListFault::kNumber);
    std::string_view behind = list.substr(end + 1);
    if (!cut_number(behind).empty()) return complain(ListFault::kNumber);
    list = list.substr(begin, end - begin);
  }
  Index length = 0;
  for (std::string_view word = cut_number(list); !word.empty(); word = cut_number(list)) {
    float value = 0;
    fault_word = word;
    if (!parse_number(word, value)) return complain(ListFault::kNumber);
    values.push_back(value);
    ++length;
  }
  if (length == 0) return complain(ListFault::kEmpty);
  if (width < 0) width = length;
  fault_length = length;
  return length == width || complain(ListFault::kLength);
}

}  // namespace linguine
