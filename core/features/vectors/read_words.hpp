// Word vectors in text: "word 0.1 -0.2 ...", one to a line, as word2vec and GloVe write them.
//
//   head      a first line of two whole numbers, how many words and numbers there are, is skipped
//   width     the numbers of the first word; of a line with more, the rest belongs to the word
//   returns   words, end to end, and their numbers as bytes (word_table.hpp)
//   cost      one pass; a byte for each number
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/data/bags.hpp"
#include "core/data/blanks.hpp"
#include "core/features/vectors/word_table.hpp"

namespace linguine {

struct WordLines {
  std::string words;
  std::vector<std::int64_t> offsets{0};  // [n + 1]
  std::vector<std::int8_t> codes;        // [n][width]
  std::size_t width = 0;
  Index fault_line = 0;    // counted from 1; 0 is none
  Index fault_count = -1;  // numbers of that line, if there are too few; else the word is none
  std::string fault_word;

  void read(std::string_view content);

 private:
  bool add();

  std::vector<std::string_view> parts_;
  std::vector<float> row_;
};

inline bool is_whole(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

inline void WordLines::read(std::string_view content) {
  Index number = 0;
  while (!content.empty()) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    const std::string_view line = content.substr(0, end);
    content.remove_prefix(std::min(end + 1, content.size()));
    ++number;
    parts_.clear();
    std::string_view rest = line;
    for (auto part = cut_word(rest); !part.empty(); part = cut_word(rest)) parts_.push_back(part);
    const bool is_head =
        number == 1 && parts_.size() == 2 && is_whole(parts_[0]) && is_whole(parts_[1]);
    if (parts_.empty() || is_head) continue;
    if (!add()) {
      fault_line = number;
      return;
    }
  }
}

inline bool WordLines::add() {
  if (width == 0) width = parts_.size() - 1;
  if (width == 0 || parts_.size() < width + 1) {
    fault_count = std::ssize(parts_) - 1;
    return false;
  }
  row_.clear();
  for (std::size_t k = parts_.size() - width; k < parts_.size(); ++k) {
    float value = 0;
    if (!parse_number(parts_[k], value)) {
      fault_word = parts_[k];
      return false;
    }
    row_.push_back(value);
  }
  const char* const begin = parts_[0].data();
  const std::string_view last = parts_[parts_.size() - width - 1];
  words.append(begin, as_size(last.data() + last.size() - begin));
  offsets.push_back(std::ssize(words));
  codes.resize(codes.size() + width);
  quantise(row_, codes.data() + codes.size() - width);
  return true;
}

}  // namespace linguine
