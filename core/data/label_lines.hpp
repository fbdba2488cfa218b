// Label lines: fastText's format, `__label__spam Win a prize!`, one label per line.
//
//   returns   label and text as views into the line; a line without a label has an empty one
//   exact     any later word with the prefix is one more label, as fastText has it
#pragma once

#include <string_view>

#include "core/data/blanks.hpp"

namespace linguine {

enum class LabelCount { kNone, kOne, kSeveral };

struct LabelLine {
  std::string_view label;
  std::string_view text;
  LabelCount count = LabelCount::kNone;
};

inline LabelLine split_label_line(std::string_view line, std::string_view prefix) {
  std::string_view rest = line;
  const std::string_view word = cut_word(rest);
  if (!word.starts_with(prefix) || word.size() == prefix.size()) return {{}, strip(line)};
  const LabelLine result{word.substr(prefix.size()), strip(rest), LabelCount::kOne};
  for (std::size_t at = rest.find(prefix); at != std::string_view::npos;
       at = rest.find(prefix, at + 1)) {
    if (is_blank(rest[at - 1])) {
      return {result.label, result.text, LabelCount::kSeveral};
    }
  }
  return result;
}

}  // namespace linguine
