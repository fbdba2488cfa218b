// Write cells: a file as it was, with other cells, or cells more, on every line of a token.
//
//   cost      every byte is copied once
//   given     `begins`, ascending: where the lines of tokens begin;
//             all other lines stay as they are
//   returns   the bytes of data[from, to)
//   exact     line ends stay; where cells are added, blanks behind the last cell give way if runs
//             of blanks separate; a -DOCSTART- line with all its cells gets an O for each added
//             cell, so that every line has as many
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/token_lines.hpp"

namespace linguine {

struct CellLayout {
  bool is_tabbed = false;
  Index n_columns = 0;
};

// One new cell for every token: names[codes[i]].
struct NewCells {
  static constexpr Index kAdded = -1;

  Index column = kAdded;  // the column whose cells are changed, or kAdded: behind all others
  std::span<const std::int32_t> codes;
  std::span<const std::string_view> names;

  std::string_view operator[](std::size_t i) const { return names[as_size(codes[i])]; }
};

class CellWriter {
 public:
  CellWriter(std::string_view data, CellLayout layout, std::span<const NewCells> cells,
             std::string& out)
      : data_(data), layout_(layout), out_(out) {
    replaced_.resize(as_size(layout.n_columns));
    for (const NewCells& each : cells) {
      if (each.column == NewCells::kAdded) {
        added_.push_back(&each);
      } else {
        replaced_[as_size(each.column)] = &each;
      }
    }
  }

  void write(std::size_t from, std::size_t to, std::span<const Index> begins) {
    std::size_t at = from;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      const auto begin = as_size(begins[i]);
      copy_lines(at, begin);
      const std::string_view line = line_at(data_, begin, at);
      put_rest(line, put_replaced(line, i));
      for (const NewCells* cells : added_) put_added(line, (*cells)[i]);
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
      const bool gets_cells = !added_.empty() && starts_document(line) &&
                              count_cells(line, layout_.is_tabbed) == layout_.n_columns;
      if (gets_cells) {
        put_rest(line, 0);
        for (std::size_t c = 0; c < added_.size(); ++c) put_added(line, "O");
      } else {
        out_.append(line);
      }
      put_end(line, next);
      at = next;
    }
  }

  // Writes the line up to its last replaced cell, and returns how much of the line that was.
  std::size_t put_replaced(std::string_view line, std::size_t i) {
    std::size_t done = 0;
    cut_cells(line, layout_.is_tabbed, [&](Index f, std::string_view cell) {
      const NewCells* const cells = f < layout_.n_columns ? replaced_[as_size(f)] : nullptr;
      if (cells == nullptr) return;
      const auto begin = as_size(cell.data() - line.data());
      out_.append(line.substr(done, begin - done)).append((*cells)[i]);
      done = begin + cell.size();
    });
    return done;
  }

  void put_rest(std::string_view line, std::size_t done) {
    const bool is_trimmed = !added_.empty() && !layout_.is_tabbed;
    out_.append((is_trimmed ? without_blanks_behind(line) : line).substr(done));
  }

  void put_added(std::string_view line, std::string_view cell) {
    out_.push_back(layout_.is_tabbed || line.find('\t') != std::string_view::npos ? '\t' : ' ');
    out_.append(cell);
  }

  void put_end(std::string_view line, std::size_t next) {
    const char* const end = line.data() + line.size();
    out_.append(end, as_size(data_.data() + next - end));
  }

  std::string_view data_;
  CellLayout layout_;
  std::vector<const NewCells*> replaced_;  // [column], null where the cells stay
  std::vector<const NewCells*> added_;
  std::string& out_;
};

}  // namespace linguine
