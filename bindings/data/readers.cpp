// Readers: bytes of files become Texts. The core finds the fields; here they meet their owners.
#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "bindings/data/texts.hpp"
#include "bindings/handles.hpp"
#include "core/base/named.hpp"
#include "core/data/bags.hpp"
#include "core/data/delimited.hpp"
#include "core/data/distinct.hpp"
#include "core/data/json_lines.hpp"
#include "core/data/json_members.hpp"
#include "core/data/label_lists.hpp"
#include "core/data/numbers.hpp"
#include "core/data/utf8.hpp"

namespace linguine::python {

namespace {

constexpr Named<Fault> kFaults[] = {
    {"field-count", Fault::kFieldCount},
    {"unclosed-quote", Fault::kUnclosedQuote},
    {"text-after-quote", Fault::kTextAfterQuote},
};
constexpr Named<JsonFault> kJsonFaults[] = {
    {"broken", JsonFault::kBroken},
    {"missing", JsonFault::kMissing},
    {"null", JsonFault::kNull},
    {"nested", JsonFault::kNested},
    {"not-string", JsonFault::kNotString},
};

// Texts of the columns, lines, what was read, and what `describe` says of the fault.
template <class Kind, class Describe>
nb::tuple handed_out(RecordTable<Kind> table, const Bytes& data, std::unique_ptr<Arena> arena,
                     const Describe& describe) {
  nb::object fault = nb::none();
  if (table.fault != Kind::kNone) fault = describe(table);
  const std::vector<nb::object> owners{nb::cast(data), owner_of(std::move(arena))};
  nb::list columns;
  for (auto& column : table.columns) columns.append(Texts{std::move(column), owners});
  return nb::make_tuple(columns, new_vector(std::move(table.lines)), table.consumed,
                        table.next_line, fault);
}

nb::tuple parse_delimited(const Bytes& data, int delimiter, bool quoted,
                          const std::vector<Index>& columns, Index n_fields, Index first_line,
                          bool is_last, bool keep_empty) {
  require(n_fields >= 1, "n_fields must be at least 1");
  for (const Index column : columns) {
    require(column >= 0 && column < n_fields, "columns must be within 0..n_fields-1");
  }
  auto arena = std::make_unique<Arena>();
  auto table = unlocked([&] {
    DelimitedReader reader(view_of(data), {delimiter, quoted, keep_empty}, first_line, is_last,
                           *arena);
    return read_delimited(reader, columns, n_fields);
  });
  return handed_out(std::move(table), data, std::move(arena), [](const auto& at) {
    return nb::make_tuple(name_of(kFaults, at.fault), at.fault_line, at.fault_number);
  });
}

// The fields of the first record, each cut after `limit` bytes: names are short, texts may not be.
nb::tuple first_record(const Bytes& data, int delimiter, bool quoted, bool is_last,
                       std::size_t limit) {
  Arena arena;
  DelimitedReader reader(view_of(data), {delimiter, quoted, false}, 1, is_last, arena);
  nb::list fields;
  const bool is_whole = reader.next(
      [&](Index, std::string_view field) { fields.append(decoded(field.substr(0, limit))); });
  if (!is_whole) fields = nb::list();
  nb::object fault = nb::none();
  if (reader.fault() != Fault::kNone) {
    fault = nb::make_tuple(name_of(kFaults, reader.fault()), reader.record_line(), Index{0});
  }
  return nb::make_tuple(fields, reader.consumed(), reader.next_line(), fault);
}

nb::tuple parse_json_lines(const Bytes& data, const std::vector<std::string>& names,
                           const std::vector<int>& needs, Index first_line, bool is_last) {
  require(names.size() == needs.size(), "names and needs must have one length");
  std::vector<Need> wanted;
  for (const int need : needs) {
    require(need >= 0 && need <= 3, "needs must be 0, 1, 2 or 3");
    wanted.push_back(static_cast<Need>(need));
  }
  auto arena = std::make_unique<Arena>();
  auto table = unlocked([&] {
    DelimitedReader lines(view_of(data), {-1, false, false}, first_line, is_last, *arena);
    return read_json_lines(lines, names, wanted, *arena);
  });
  return handed_out(std::move(table), data, std::move(arena), [](const auto& at) {
    const nb::bytes line(at.fault_text.data(), at.fault_text.size());
    return nb::make_tuple(name_of(kJsonFaults, at.fault), at.fault_line, at.fault_number, line);
  });
}

nb::tuple split_bags(const Texts& lines, bool is_svmlight) {
  BagTable table;
  unlocked([&] {
    for (const std::string_view line : lines.views) {
      if (!table.add(line, is_svmlight)) break;
    }
  });
  nb::object fault = nb::none();
  if (table.fault_row >= 0) {
    const nb::bytes word(table.fault_word.data(), table.fault_word.size());
    fault = nb::make_tuple(table.fault_row, word);
  }
  return nb::make_tuple(
      Texts{std::move(table.labels), lines.owners}, new_vector(std::move(table.offsets)),
      Texts{std::move(table.names), lines.owners}, new_vector(std::move(table.values)), fault);
}

// Labels of all lines, where those of each begin, and the lines without them.
nb::tuple split_label_lines(const Texts& lines, const std::string& prefix) {
  auto arena = std::make_unique<Arena>();
  LabelLists lists;
  std::vector<std::string_view> texts;
  texts.reserve(lines.views.size());
  unlocked([&] {
    for (const std::string_view line : lines.views) {
      texts.push_back(lists.add_line(line, prefix, *arena));
    }
  });
  std::vector<nb::object> owners = lines.owners;
  owners.push_back(owner_of(std::move(arena)));
  Texts rest{std::move(texts), owners};
  return nb::make_tuple(Texts{std::move(lists.labels), std::move(owners)},
                        new_vector(std::move(lists.offsets)), std::move(rest));
}

// Labels of all fields, where those of each begin, and the first field that is no list or -1. Without
// a separator fields are JSON arrays; one that does not begin as one is a label by itself.
nb::tuple split_label_fields(const Texts& fields, const std::string& separator) {
  auto arena = std::make_unique<Arena>();
  LabelLists lists;
  Index fault = -1;
  unlocked([&] {
    for (std::size_t i = 0; i < fields.views.size(); ++i) {
      const std::string_view field = strip(fields.views[i]);
      if (!separator.empty()) {
        lists.add_field(field, separator);
      } else if (!field.starts_with('[') && !field.starts_with('{')) {
        lists.add_field(field, "\n");
      } else if (!lists.add_json(field, *arena) && fault < 0) {
        fault = static_cast<Index>(i);
      }
    }
  });
  std::vector<nb::object> owners = fields.owners;
  owners.push_back(owner_of(std::move(arena)));
  return nb::make_tuple(Texts{std::move(lists.labels), std::move(owners)},
                        new_vector(std::move(lists.offsets)), fault);
}

Texts strip_texts(const Texts& texts) {
  Texts stripped{texts.views, texts.owners};
  for (std::string_view& view : stripped.views) view = strip(view);
  return stripped;
}

nb::tuple json_members(const Texts& cells) {
  auto arena = std::make_unique<Arena>();
  auto table = unlocked([&] { return read_members(cells.views, *arena); });
  std::vector<nb::object> owners = cells.owners;
  owners.push_back(owner_of(std::move(arena)));
  return nb::make_tuple(new_vector(std::move(table.shapes)), new_vector(std::move(table.offsets)),
                        Texts{std::move(table.keys), owners},
                        Texts{std::move(table.values), owners});
}

// The numbers, NaN where there is none, and the place of the first of these or -1.
nb::tuple read_numbers(const Texts& words) {
  std::vector<double> numbers(words.views.size());
  Index bad = -1;
  unlocked([&] {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (parse_number(strip(words.views[i]), numbers[i])) continue;
      numbers[i] = std::numeric_limits<double>::quiet_NaN();
      if (bad < 0) bad = static_cast<Index>(i);
    }
  });
  return nb::make_tuple(new_vector(std::move(numbers)), bad);
}

nb::tuple distinct(const Texts& texts) {
  Distinct found = unlocked([&] { return find_distinct(texts.views); });
  nb::list names;
  for (const std::string_view name : found.names) names.append(decoded(name));
  return nb::make_tuple(names, new_vector(std::move(found.codes)));
}

// Places of the first zero byte and of the first byte that is not UTF-8; -1 where there is none.
nb::tuple find_unreadable(const Bytes& data) {
  const std::string_view text = view_of(data);
  const auto [zero, broken] =
      unlocked([&] { return std::make_pair(text.find('\0'), first_broken_byte(text)); });
  const auto place = [&](std::size_t at) { return at < text.size() ? static_cast<Index>(at) : -1; };
  return nb::make_tuple(place(zero), place(broken));
}

}  // namespace

void bind_readers(nb::module_& m) {
  using namespace nb::literals;
  m.def("parse_delimited", &parse_delimited, "data"_a, nb::kw_only(), "delimiter"_a, "quoted"_a,
        "columns"_a, "n_fields"_a, "first_line"_a, "is_last"_a, "keep_empty"_a);
  m.def("first_record", &first_record, "data"_a, nb::kw_only(), "delimiter"_a, "quoted"_a,
        "is_last"_a, "limit"_a);
  m.def("parse_json_lines", &parse_json_lines, "data"_a, nb::kw_only(), "names"_a, "needs"_a,
        "first_line"_a, "is_last"_a);
  m.def("split_bags", &split_bags, "lines"_a, nb::kw_only(), "is_svmlight"_a);
  m.def("split_label_lines", &split_label_lines, "lines"_a, "prefix"_a);
  m.def("split_label_fields", &split_label_fields, "fields"_a, "separator"_a);
  m.def("strip_texts", &strip_texts, "texts"_a);
  m.def("json_members", &json_members, "cells"_a);
  m.def("read_numbers", &read_numbers, "words"_a);
  m.def("distinct", &distinct, "texts"_a);
  m.def("find_unreadable", &find_unreadable, "data"_a);
  m.def(
      "count_lines",
      [](const Bytes& data) { return std::count(data.data(), data.data() + data.size(), '\n'); },
      "data"_a);
}

}  // namespace linguine::python
