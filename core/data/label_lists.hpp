// Label lists: the labels of texts that have several, or none: JSON arrays, fields with a separator,
// words with fastText's prefix.
//
//   returns   the labels of all texts as views, without blanks around them, and where each begins
//   exact     what is empty is no label; a label that is there twice is handed out twice
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/arena.hpp"
#include "core/data/blanks.hpp"
#include "core/data/json_scanner.hpp"

namespace linguine {

class LabelLists {
 public:
  std::vector<std::string_view> labels;
  std::vector<Index> offsets{0};  // [n + 1]

  void add_field(std::string_view field, std::string_view separator) {
    for (std::size_t at = 0; at <= field.size();) {
      const std::size_t end = std::min(field.find(separator, at), field.size());
      add(field.substr(at, end - at));
      at = end + separator.size();
    }
    close();
  }

  // False if the bytes are not an array of strings and numbers.
  bool add_json(std::string_view array, Arena& arena) {
    bool is_flat = true;
    JsonScanner scanner(array, arena);
    const bool is_whole =
        scanner.scan_array([&](std::string_view, JsonKind kind, std::string_view value) {
          is_flat &= kind == JsonKind::kString || kind == JsonKind::kScalar;
          add(value);
        });
    close();
    return is_whole && is_flat;
  }

  // Returns the line without its labels: a view, unless some stand behind other words.
  std::string_view add_line(std::string_view line, std::string_view prefix, Arena& arena) {
    std::string_view text = line;
    for (std::string_view rest = line; take_label(rest, prefix); text = rest) {
    }
    text = strip(text);
    if (has_label(text, prefix)) text = without_labels(text, prefix, arena);
    close();
    return text;
  }

 private:
  void add(std::string_view label) {
    label = strip(label);
    if (!label.empty()) labels.push_back(label);
  }
  void close() { offsets.push_back(std::ssize(labels)); }

  bool take_label(std::string_view& rest, std::string_view prefix) {
    const std::string_view word = cut_word(rest);
    if (!word.starts_with(prefix) || word.size() == prefix.size()) return false;
    add(word.substr(prefix.size()));
    return true;
  }
  static bool has_label(std::string_view text, std::string_view prefix) {
    for (std::size_t at = text.find(prefix); at != std::string_view::npos;
         at = text.find(prefix, at + 1)) {
      if (at == 0 || is_blank(text[at - 1])) return true;
    }
    return false;
  }
  std::string_view without_labels(std::string_view text, std::string_view prefix, Arena& arena) {
    char* const out = arena.at_least(text.size());
    std::size_t n = 0;
    for (std::string_view rest = text; !strip(rest).empty();) {
      std::string_view next = rest;
      if (!take_label(next, prefix)) {
        const std::size_t length = rest.size() - next.size();
        std::memcpy(out + n, rest.data(), length);
        n += length;
      }
      rest = next;
    }
    return strip(arena.keep(n));
  }
};

}  // namespace linguine
