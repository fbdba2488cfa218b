// Bags: `name:value name:value ...`, the body of word:count files and of svmlight lines.
//
//   returns   names as views into the line and their values; the name ends at the last colon
//   exact     values are the nearest float32 of what stands there; infinity and NaN are faults
#pragma once

#include <string_view>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/blanks.hpp"
#include "core/data/numbers.hpp"

namespace linguine {

struct BagTable {
  std::vector<Index> offsets{0};  // [n + 1] where the entries of each line begin
  std::vector<std::string_view> names;
  std::vector<float> values;
  std::vector<std::string_view> labels;  // with `has_label`: first words, empty where there is none
  Index fault_row = -1;
  std::string_view fault_word;

  bool add(std::string_view line, bool is_svmlight);
};

// False at a word that is not name:value, which is then in the table. svmlight lines begin with a
// label, may name a query (qid:3) and end in a comment (# ...).
inline bool BagTable::add(std::string_view line, bool is_svmlight) {
  if (is_svmlight) {
    line = line.substr(0, line.find('#'));
    std::string_view rest = line;
    std::string_view label = cut_word(rest);
    const bool has_label = label.find(':') == std::string_view::npos;
    if (label.starts_with('+')) label.remove_prefix(1);
    labels.push_back(has_label ? label : std::string_view());
    if (has_label) line = rest;
  }
  for (std::string_view word = cut_word(line); !word.empty(); word = cut_word(line)) {
    const std::size_t colon = word.rfind(':');
    float value = 0;
    if (is_svmlight && word.starts_with("qid:")) continue;
    if (colon == std::string_view::npos || colon == 0 ||
        !parse_number(word.substr(colon + 1), value)) {
      fault_row = std::ssize(offsets) - 1;
      fault_word = word;
      return false;
    }
    names.push_back(word.substr(0, colon));
    values.push_back(value);
  }
  offsets.push_back(std::ssize(names));
  return true;
}

}  // namespace linguine
