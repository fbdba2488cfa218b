// Token lines: what a line of a CoNLL file is, and where its cells begin and end.
//
//   set       a line is empty (a border between sentences), a comment, the start of a document or
//             one token; its cells are separated by single tabs or by runs of spaces and tabs
//   cost      every byte is looked at once
//   exact     only space and tab are blank, whatever the locale says; a \r that ends a line is no
//             content
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/base/types.hpp"

namespace linguine {

inline constexpr std::string_view kDocumentStart = "-DOCSTART-";

inline bool is_cell_blank(char c) {
  return c == ' ' || c == '\t';
}

// The line at data[at], without its end; `next` is where the next one begins.
inline std::string_view line_at(std::string_view data, std::size_t at, std::size_t& next) {
  const void* found = std::memchr(data.data() + at, '\n', data.size() - at);
  const std::size_t end =
      found == nullptr ? data.size() : as_size(static_cast<const char*>(found) - data.data());
  next = found == nullptr ? end : end + 1;
  const bool has_return = end > at && data[end - 1] == '\r';
  return data.substr(at, end - at - (has_return ? 1 : 0));
}

inline bool is_border(std::string_view line) {
  return std::all_of(line.begin(), line.end(),
                     [](char c) { return is_cell_blank(c) || c == '\r'; });
}

inline std::string_view without_blanks_behind(std::string_view line) {
  while (!line.empty() && is_cell_blank(line.back())) line.remove_suffix(1);
  return line;
}

inline bool starts_document(std::string_view line) {
  return line.starts_with(kDocumentStart) &&
         (line.size() == kDocumentStart.size() || is_cell_blank(line[kDocumentStart.size()]));
}

// Calls `take(f, cell)` for f = 0, 1, ... and returns how many cells there are.
template <class Take>
Index cut_cells(std::string_view line, bool is_tabbed, Take&& take) {
  Index f = 0;
  const char* p = line.data();
  const char* const end = p + line.size();
  if (is_tabbed) {
    for (;; ++p) {
      const char* const begin = p;
      while (p != end && *p != '\t') ++p;
      take(f++, std::string_view(begin, as_size(p - begin)));
      if (p == end) return f;
    }
  }
  for (;;) {
    while (p != end && is_cell_blank(*p)) ++p;
    if (p == end) return f;
    const char* const begin = p;
    while (p != end && !is_cell_blank(*p)) ++p;
    take(f++, std::string_view(begin, as_size(p - begin)));
  }
}

inline Index count_cells(std::string_view line, bool is_tabbed) {
  return cut_cells(line, is_tabbed, [](Index, std::string_view) {});
}

// Whether single tabs separate the cells of a line: it has some, and nothing else touches them.
inline bool looks_tabbed(std::string_view line) {
  if (line.find('\t') == std::string_view::npos) return false;
  bool is_clean = true;
  cut_cells(line, true, [&](Index, std::string_view cell) {
    is_clean &= !cell.empty() && cell.front() != ' ' && cell.back() != ' ';
  });
  return is_clean;
}

}  // namespace linguine
