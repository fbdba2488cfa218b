// Write tags: a file as it was, with one cell more or one other cell on every line of a token.
//
//   cost      every byte is copied once
//   given     `begins`, ascending: where the lines of tokens begin; all other lines stay as they
//   are returns   the bytes of data[from, to) exact     line ends stay; blanks behind the last cell
//   give way where runs of blanks separate; a
//             -DOCSTART- line with all its cells gets an O, so that every line has one cell more
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/types.hpp"
#include "core/data/token_lines.hpp"

namespace linguine {

struct TagLayout {
  bool is_tabbed = false;
  Index n_columns = 0;
  Index replaced = -1;  // the column whose cell is changed; -1: one is added at the end
};

class TagWriter {
 public:
  TagWriter(std::string_view data, TagLayout layout, std::string& out)
      : data_(data), layout_(layout), out_(out) {}

  // The tag of token i of these is names[codes[i]].
  void write(std::size_t from, std::size_t to, std::span<const Index> begins,
             std::span<const std::int32_t> codes, std::span<const std::string_view> names) {
    std::size_t at = from;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      const auto begin = static_cast<std::size_t>(begins[i]);
      copy_lines(at, begin);
      const std::string_view line = line_at(data_, begin, at);
      put_line(line, names[static_cast<std::size_t>(codes[i])]);
      put_end(line, at);
    }
    copy_lines(at, to);
  }

 private:
  // Lines that hold no token.
  void copy_lines(std::size_t at, std::size_t to) {
    while (at < to) {
      std::size_t next = 0;
      const std::string_view line = line_at(data_, at, next);
      const bool gets_cell = layout_.replaced < 0 && starts_document(line) &&
                             count_cells(line, layout_.is_tabbed) == layout_.n_columns;
      if (gets_cell) {
        put_line(line, "O");
      } else {
        out_.append(line);
      }
      put_end(line, next);
      at = next;
    }
  }

  void put_line(std::string_view line, std::string_view tag) {
    if (layout_.replaced < 0) {
      out_.append(layout_.is_tabbed ? line : without_blanks_behind(line));
      out_.push_back(layout_.is_tabbed || line.find('\t') != std::string_view::npos ? '\t' : ' ');
      out_.append(tag);
      return;
    }
    cut_cells(line, layout_.is_tabbed, [&](Index f, std::string_view cell) {
      if (f != layout_.replaced) return;
      const auto begin = static_cast<std::size_t>(cell.data() - line.data());
      out_.append(line.substr(0, begin)).append(tag).append(line.substr(begin + cell.size()));
    });
  }

  void put_end(std::string_view line, std::size_t next) {
    const char* const end = line.data() + line.size();
    out_.append(end, static_cast<std::size_t>(data_.data() + next - end));
  }

  std::string_view data_;
  TagLayout layout_;
  std::string& out_;
};

}  // namespace linguine
