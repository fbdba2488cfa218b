// Delimited: the fields of TSV, CSV and plain lines, as views into the bytes they were read from.
//
//   set       records = lines; with `is_quoted`, a field that opens with " runs to the closing "
//             and may hold delimiters, line ends and doubled quotes (RFC 4180; Python's csv, strict)
//   cost      one memchr for each delimiter, quote and line end: bound by memory
//   given     any bytes; `is_last` tells whether a record without line end is whole
//   returns   one view per wanted field; only fields with doubled quotes are copied, into the arena
//   exact     line ends are \n and \r\n; a \r elsewhere is an ordinary character
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/arena.hpp"

namespace linguine {

struct Dialect {
  int delimiter = '\t';  // -1: none, a line is one field
  bool is_quoted = false;
  bool keeps_empty_lines = false;
};

enum class Fault { kNone, kFieldCount, kUnclosedQuote, kTextAfterQuote };

class DelimitedReader {
 public:
  DelimitedReader(std::string_view data, Dialect dialect, Index first_line, bool is_last,
                  Arena& arena)
      : data_(data), dialect_(dialect), line_(first_line), is_last_(is_last), arena_(arena) {}

  // Reads one record and calls `take(f, field)` for f = 0, 1, ...; false at the end of what is
  // whole, or at a fault. Empty lines are passed over.
  template <class Take>
  bool next(Take&& take) {
    while (at_ < data_.size()) {
      const std::size_t end = find('\n', at_);
      if (end == data_.size() && !is_last_) return false;
      if (!dialect_.keeps_empty_lines && is_only_spaces(at_, content_end(at_, end))) {
        at_ = std::min(end + 1, data_.size());
        ++line_;
        continue;
      }
      return read_record(end, take);
    }
    return false;
  }

  std::size_t consumed() const { return at_; }  // end of the last whole record
  Index record_line() const { return record_line_; }
  Index next_line() const { return line_; }
  Index n_fields() const { return n_fields_; }  // of the last record
  Fault fault() const { return fault_; }

 private:
  std::size_t find(int byte, std::size_t from) const { return find(byte, from, data_.size()); }
  std::size_t find(int byte, std::size_t from, std::size_t to) const {
    if (byte < 0 || from >= to) return to;
    const void* found = std::memchr(data_.data() + from, byte, to - from);
    return found == nullptr ? to : as_size(static_cast<const char*>(found) - data_.data());
  }
  std::size_t content_end(std::size_t begin, std::size_t end) const {
    return end > begin && data_[end - 1] == '\r' ? end - 1 : end;
  }
  bool is_only_spaces(std::size_t begin, std::size_t end) const {
    return std::all_of(data_.data() + begin, data_.data() + end, [](char c) { return c == ' '; });
  }

  template <class Take>
  bool read_record(std::size_t line_end, Take& take) {
    Index n_lines = 1;
    Index f = 0;
    record_line_ = line_;
    std::size_t p = at_;
    std::size_t end = content_end(p, line_end);
    for (;; ++p) {
      if (dialect_.is_quoted && p < end && data_[p] == '"') {
        std::string_view field;
        std::size_t close = 0;
        if (!read_quoted(p, field, close)) return false;
        if (close > end) {  // the field holds line ends: the record ends on a later line
          n_lines += std::count(data_.data() + p, data_.data() + close, '\n');
          line_end = find('\n', close);
          if (line_end == data_.size() && !is_last_) return false;
          end = content_end(close + 1, line_end);
        }
        p = close + 1;
        take(f++, field);
        if (p < end && data_[p] != static_cast<char>(dialect_.delimiter)) {
          fault_ = Fault::kTextAfterQuote;
          record_line_ = line_ + n_lines - 1;
          return false;
        }
      } else {
        const std::size_t stop = find(dialect_.delimiter, p, end);
        take(f++, data_.substr(p, stop - p));
        p = stop;
      }
      if (p >= end) break;
    }
    at_ = std::min(line_end + 1, data_.size());
    line_ += n_lines;
    n_fields_ = f;
    return true;
  }

  // The field that opens with the quote at `open`; false if it does not close in these bytes.
  bool read_quoted(std::size_t open, std::string_view& field, std::size_t& close) {
    bool has_doubled = false;
    for (close = find('"', open + 1);; close = find('"', close + 2)) {
      const bool is_at_end = close + 1 >= data_.size();  // none found, or perhaps half of a pair
      if (is_at_end && !is_last_) return false;
      if (close >= data_.size()) {
        fault_ = Fault::kUnclosedQuote;
        return false;
      }
      if (is_at_end || data_[close + 1] != '"') break;
      has_doubled = true;
    }
    field = data_.substr(open + 1, close - open - 1);
    if (has_doubled) field = without_doubles(field);
    return true;
  }

  std::string_view without_doubles(std::string_view field) {
    char* const out = arena_.at_least(field.size());
    std::size_t n = 0;
    while (!field.empty()) {
      const std::size_t length = std::min(field.find('"'), field.size() - 1) + 1;
      std::memcpy(out + n, field.data(), length);
      n += length;
      field.remove_prefix(std::min(length + 1, field.size()));  // and the second of the pair
    }
    return arena_.keep(n);
  }

  std::string_view data_;
  Dialect dialect_;
  std::size_t at_ = 0;
  Index line_;
  Index record_line_ = 0;
  Index n_fields_ = 0;
  bool is_last_;
  Fault fault_ = Fault::kNone;
  Arena& arena_;
};

// The wanted columns of all records, up to the first fault.
template <class FaultKind>
struct RecordTable {
  std::vector<std::vector<std::string_view>> columns;
  std::vector<Index> lines;  // where each record begins
  std::size_t consumed = 0;
  Index next_line = 0;
  FaultKind fault = FaultKind::kNone;
  Index fault_line = 0;
  Index fault_number = 0;       // fields that came, or which of the wanted columns it is
  std::string_view fault_text;  // the record, where it is told
};

// Column j is field wanted[j]; every record has `n_fields`.
inline RecordTable<Fault> read_delimited(DelimitedReader& reader, const std::vector<Index>& wanted,
                                         Index n_fields) {
  RecordTable<Fault> table;
  table.columns.resize(wanted.size());
  std::vector<std::vector<std::string_view>*> column_of(as_size(n_fields));
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    column_of[as_size(wanted[j])] = &table.columns[j];
  }
  const auto take = [&](Index f, std::string_view field) {
    if (f >= n_fields) return;
    if (auto* column = column_of[as_size(f)]) column->push_back(field);
  };
  while (reader.next(take)) {
    if (reader.n_fields() != n_fields) {
      table.fault = Fault::kFieldCount;
      table.fault_number = reader.n_fields();
      break;
    }
    table.lines.push_back(reader.record_line());
  }
  if (reader.fault() != Fault::kNone) table.fault = reader.fault();
  if (table.fault != Fault::kNone) table.fault_line = reader.record_line();
  // A record that broke off has left fields behind.
  for (auto& column : table.columns) column.resize(table.lines.size());
  table.consumed = reader.consumed();
  table.next_line = reader.next_line();
  return table;
}

}  // namespace linguine
