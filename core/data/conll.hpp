// CoNLL: one token per line, cells in columns, empty lines between sentences; and CoNLL-U.
//
//   set       sentences = runs of token lines; -DOCSTART- lines and comments hold no token; in
//             CoNLL-U neither do multiword tokens (1-2) and empty nodes (8.1)
//   cost      one pass; a cell costs its bytes and one look into a hash table (Interner)
//   given     any bytes; `is_last` tells whether a sentence without an empty line behind it is whole
//   returns   codes and different values of every column, the line and place of every token;
//             nothing of a sentence that is not whole
//   exact     every token line has as many cells as the first; in CoNLL-U ids count 1, 2, ... and
//             heads are integers or _
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/coded_column.hpp"
#include "core/data/token_lines.hpp"

namespace linguine {

enum class Separator { kUnknown, kTab, kBlanks };  // unknown: the first token line tells

struct ConllDialect {
  Separator separator = Separator::kUnknown;
  bool has_comments = false;  // lines that begin with "# "
  bool is_universal = false;  // CoNLL-U: 10 columns, tabs, comments begin with #
  Index n_columns = 0;        // 0: as many as the first token line has
};

enum class ConllFault { kNone, kColumnCount, kId, kHead };

struct ConllTable {
  std::vector<std::vector<std::int32_t>> codes;       // [column][token]
  std::vector<std::vector<std::string_view>> values;  // [column][code]
  std::vector<Index> offsets{0};                      // [n_sentences + 1]
  std::vector<Index> lines;                           // [token], counted on from first_line
  std::vector<Index> begins;                          // [token] where its line begins in the data
  bool is_tabbed = false;
  Index first_line = 0;         // of a token in these data; 0: there is none
  std::string_view first_text;  // that line
  std::size_t consumed = 0;     // end of the last whole sentence and of what follows it
  Index next_line = 0;
  ConllFault fault = ConllFault::kNone;
  Index fault_line = 0;
  Index fault_number = 0;  // cells that came, or the id that should have come
  std::string_view fault_text;
};

class ConllReader {
 public:
  static constexpr Index kUniversalColumns = 10;
  static constexpr Index kHead = 6;

  ConllReader(std::string_view data, ConllDialect dialect, Index first_line, bool is_last)
      : data_(data), dialect_(dialect), line_(first_line), is_last_(is_last) {
    if (dialect_.is_universal) {
      dialect_.separator = Separator::kTab;
      dialect_.n_columns = kUniversalColumns;
    }
    table_.next_line = first_line;
  }

  ConllTable read() {
    std::size_t next = 0;
    for (std::size_t at = 0; at < data_.size(); at = next, ++line_) {
      const std::string_view line = line_at(data_, at, next);
      if (!is_last_ && data_[next - 1] != '\n') break;
      if (is_border(line)) {
        end_sentence();
        if (n_sentences() > 0) commit(next, line_ + 1);
      } else if (is_comment(line)) {
        continue;
      } else if (!dialect_.is_universal && starts_document(line)) {
        end_sentence();
        if (n_sentences() > 0) commit(at, line_);
      } else if (!(dialect_.is_universal ? read_universal(line) : read_token(line))) {
        break;
      }
    }
    if (is_last_ && table_.fault == ConllFault::kNone) {
      end_sentence();
      commit(data_.size(), line_);
    }
    return finish();
  }

 private:
  Index n_tokens() const { return std::ssize(table_.lines); }
  Index n_sentences() const { return std::ssize(table_.offsets) - 1; }
  bool is_tabbed() const { return dialect_.separator == Separator::kTab; }

  bool is_comment(std::string_view line) const {
    return dialect_.is_universal ? line.front() == '#'
                                 : dialect_.has_comments && line.starts_with("# ");
  }

  void end_sentence() {
    if (n_tokens() > table_.offsets.back()) table_.offsets.push_back(n_tokens());
  }

  // Everything before data[at] is done with.
  void commit(std::size_t at, Index line) {
    table_.consumed = at;
    table_.next_line = line;
    for (CodedColumn& column : columns_) column.commit();
  }

  void start(std::string_view line) {
    if (dialect_.separator == Separator::kUnknown) {
      dialect_.separator = looks_tabbed(line) ? Separator::kTab : Separator::kBlanks;
    }
    if (dialect_.n_columns == 0) dialect_.n_columns = count_cells(line, is_tabbed());
    table_.first_line = line_;
    table_.first_text = line;
    columns_.resize(as_size(dialect_.n_columns));
    const auto n_lines = as_size(std::count(data_.begin(), data_.end(), '\n')) + 1;
    for (CodedColumn& column : columns_) column.reserve(n_lines);
    table_.lines.reserve(n_lines);
    table_.begins.reserve(n_lines);
  }

  bool read_token(std::string_view line) {
    if (columns_.empty()) start(line);
    const char* const end = data_.data() + data_.size();
    const Index n_cells = cut_cells(line, is_tabbed(), [&](Index f, std::string_view cell) {
      if (f >= dialect_.n_columns) return;
      columns_[as_size(f)].add(cell, end);
      if (f == kHead) head_ = cell;
    });
    if (n_cells != dialect_.n_columns) return fail(ConllFault::kColumnCount, line, n_cells);
    table_.lines.push_back(line_);
    table_.begins.push_back(line.data() - data_.data());
    return true;
  }

  bool read_universal(std::string_view line) {
    const std::string_view id = line.substr(0, line.find('\t'));
    const Index expected = n_tokens() - table_.offsets.back() + 1;
    if (!is_digits(id)) {
      const Index n_cells = count_cells(line, true);
      if (n_cells != dialect_.n_columns) return fail(ConllFault::kColumnCount, line, n_cells);
      return is_between_tokens(id) || fail(ConllFault::kId, line, expected);
    }
    if (!read_token(line)) return false;
    if (!is_number(id, expected)) return fail(ConllFault::kId, line, expected);
    return head_ == "_" || is_digits(head_) || fail(ConllFault::kHead, line, expected);
  }

  static bool is_digits(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
  }

  // A multiword token (1-2) or an empty node (8.1).
  static bool is_between_tokens(std::string_view id) {
    const std::size_t middle = id.find_first_of("-.");
    return middle != std::string_view::npos && is_digits(id.substr(0, middle)) &&
           is_digits(id.substr(middle + 1));
  }

  static bool is_number(std::string_view digits, Index expected) {
    if (digits.size() > 18) return false;
    Index value = 0;
    for (const char c : digits) value = 10 * value + (c - '0');
    return value == expected;
  }

  bool fail(ConllFault fault, std::string_view line, Index number) {
    table_.fault = fault;
    table_.fault_line = line_;
    table_.fault_number = number;
    table_.fault_text = line;
    return false;
  }

  // Leaves out what belongs to no whole sentence.
  ConllTable finish() {
    const auto n = as_size(table_.offsets.back());
    for (CodedColumn& column : columns_) {
      column.finish(n, table_.codes.emplace_back(), table_.values.emplace_back());
    }
    table_.lines.resize(n);
    table_.begins.resize(n);
    table_.is_tabbed = is_tabbed();
    return std::move(table_);
  }

  std::string_view data_;
  ConllDialect dialect_;
  Index line_;
  bool is_last_;
  std::vector<CodedColumn> columns_;
  std::string_view head_;  // of the last token
  ConllTable table_;
};

}  // namespace linguine
