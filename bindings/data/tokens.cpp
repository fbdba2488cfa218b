// Tokens: sentences of files and of Python lists become columns of codes; tags go back into files.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/data/texts.hpp"
#include "bindings/handles.hpp"
#include "core/base/named.hpp"
#include "core/data/conll.hpp"
#include "core/data/interner.hpp"
#include "core/data/write_cells.hpp"

namespace linguine::python {

namespace {

constexpr Named<Separator> kSeparators[] = {
    {"auto", Separator::kUnknown}, {"tab", Separator::kTab}, {"blanks", Separator::kBlanks}};
constexpr Named<ConllFault> kConllFaults[] = {{"column-count", ConllFault::kColumnCount},
                                              {"id", ConllFault::kId},
                                              {"head", ConllFault::kHead}};

nb::tuple parse_conll(const Bytes& data, const std::string& separator, bool comments,
                      bool universal, Index n_columns, Index first_line, bool is_last) {
  require(n_columns >= 0, "n_columns must not be negative");
  const ConllDialect dialect{choice_of(kSeparators, separator, "separator"), comments, universal,
                             n_columns};
  ConllTable table =
      unlocked([&] { return ConllReader(view_of(data), dialect, first_line, is_last).read(); });
  nb::object fault = nb::none();
  if (table.fault != ConllFault::kNone) {
    const nb::bytes line(table.fault_text.data(), table.fault_text.size());
    fault = nb::make_tuple(name_of(kConllFaults, table.fault), table.fault_line, table.fault_number,
                           line);
  }
  const nb::bytes first(table.first_text.data(), table.first_text.size());
  nb::list columns;
  for (std::size_t c = 0; c < table.codes.size(); ++c) {
    columns.append(nb::make_tuple(new_vector(std::move(table.codes[c])),
                                  Texts{std::move(table.values[c]), {nb::cast(data)}}));
  }
  return nb::make_tuple(columns, new_vector(std::move(table.offsets)),
                        new_vector(std::move(table.lines)), new_vector(std::move(table.begins)),
                        table.is_tabbed, nb::make_tuple(table.first_line, first), table.consumed,
                        table.next_line, fault);
}

// A list or a tuple, item by item; the items are borrowed.
class Items {
 public:
  explicit Items(PyObject* items) : items_(items), is_list_(PyList_Check(items) != 0) {}
  static bool is_one(PyObject* object) {
    return PyList_Check(object) != 0 || PyTuple_Check(object) != 0;
  }
  Py_ssize_t size() const { return is_list_ ? PyList_Size(items_) : PyTuple_Size(items_); }
  PyObject* operator[](Py_ssize_t i) const {
    return is_list_ ? PyList_GetItem(items_, i) : PyTuple_GetItem(items_, i);
  }

 private:
  PyObject* items_;
  bool is_list_;
};

// One column that grows by Python strings. Of equal strings the first is kept alive.
class StringColumn {
 public:
  // Why the item cannot be a cell, or nothing.
  const char* add(PyObject* item, bool allow_none) {
    std::string_view text;
    if (item == nullptr) return "missing";
    if (PyUnicode_Check(item)) {
      Py_ssize_t length = 0;
      const char* bytes = PyUnicode_AsUTF8AndSize(item, &length);
      if (bytes == nullptr) {
        PyErr_Clear();
        return "surrogate";
      }
      text = {bytes, as_size(length)};
    } else if (!(allow_none && item == Py_None)) {
      return "type";
    }
    const std::size_t n_before = interner_.size();
    codes_.push_back(interner_.add(text));
    if (interner_.size() > n_before) owners_.append(nb::borrow(item));
    return nullptr;
  }

  nb::tuple finish() {
    Texts values{interner_.release(interner_.size()), {owners_}};
    return nb::make_tuple(new_vector(std::move(codes_)), std::move(values));
  }

 private:
  Interner interner_;
  std::vector<std::int32_t> codes_;
  nb::list owners_;
};

// Walks lists of lists; stops at what does not fit and remembers where.
class TokenWalk {
 public:
  // `keys`: None if a token is one str, a number of columns, or the keys of dictionaries.
  TokenWalk(const nb::object& keys, bool allow_none) : allow_none_(allow_none) {
    if (nb::isinstance<nb::list>(keys)) {
      for (nb::handle key : nb::cast<nb::list>(keys)) keys_.push_back(nb::borrow(key));
      columns_.resize(keys_.size());
    } else if (!keys.is_none()) {
      is_tuple_ = true;
      columns_.resize(nb::cast<std::size_t>(keys));
    } else {
      columns_.resize(1);
    }
  }

  void walk(const nb::list& sentences) {
    Index n_tokens = 0;
    for (nb::handle sentence : sentences) {
      place_[1] = place_[2] = -1;
      if (!Items::is_one(sentence.ptr())) {
        fail("sentence");
        return;
      }
      const Items tokens(sentence.ptr());
      for (Py_ssize_t t = 0; t < tokens.size(); ++t) {
        place_[1] = t;
        place_[2] = -1;
        if (!add(tokens[t])) return;
      }
      n_tokens += tokens.size();
      offsets_.push_back(n_tokens);
      ++place_[0];
    }
  }

  nb::tuple finish() {
    nb::object fault = nb::none();
    if (fault_ != nullptr) fault = nb::make_tuple(fault_, place_[0], place_[1], place_[2]);
    nb::list columns;
    for (StringColumn& column : columns_) columns.append(column.finish());
    return nb::make_tuple(columns, new_vector(std::move(offsets_)), fault);
  }

 private:
  bool fail(const char* fault) {
    fault_ = fault;
    return false;
  }

  bool add(PyObject* token) {
    if (!keys_.empty()) return add_dictionary(token);
    if (!is_tuple_) return add_cell(0, token);
    if (!Items::is_one(token)) return fail("token");
    const Items cells(token);
    if (cells.size() != static_cast<Py_ssize_t>(columns_.size())) return fail("column-count");
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (!add_cell(c, cells[static_cast<Py_ssize_t>(c)])) return false;
    }
    return true;
  }

  bool add_dictionary(PyObject* token) {
    if (PyDict_Check(token) == 0) return fail("token");
    if (PyDict_Size(token) != static_cast<Py_ssize_t>(keys_.size())) return fail("column-count");
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      PyObject* const cell = PyDict_GetItemWithError(token, keys_[c].ptr());
      if (cell == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
      if (!add_cell(c, cell)) return false;
    }
    return true;
  }

  bool add_cell(std::size_t column, PyObject* cell) {
    place_[2] = static_cast<Index>(column);
    fault_ = columns_[column].add(cell, allow_none_);
    return fault_ == nullptr;
  }

  bool allow_none_;
  bool is_tuple_ = false;
  std::vector<nb::object> keys_;
  std::vector<StringColumn> columns_;
  std::vector<Index> offsets_{0};
  Index place_[3] = {0, -1, -1};  // sentence, token, column
  const char* fault_ = nullptr;
};

nb::tuple intern_tokens(const nb::list& sentences, const nb::object& keys, bool allow_none) {
  TokenWalk walk(keys, allow_none);
  walk.walk(sentences);
  return walk.finish();
}

// New codes without gaps, in the order of first appearance, and the old code of each.
nb::tuple renumber(const Vector<std::int32_t>& codes, Index n_values) {
  require(n_values >= 0, "n_values must not be negative");
  std::vector<std::int32_t> new_of(as_size(n_values), -1);
  std::vector<Index> kept;
  std::vector<std::int32_t> renumbered;
  renumbered.reserve(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const std::int32_t code = codes.data()[i];
    require(code >= 0 && code < n_values, "codes must be within 0..n_values-1");
    std::int32_t& place = new_of[as_size(code)];
    if (place < 0) {
      place = static_cast<std::int32_t>(kept.size());
      kept.push_back(code);
    }
    renumbered.push_back(place);
  }
  return nb::make_tuple(new_vector(std::move(renumbered)), new_vector(std::move(kept)));
}

using CellArguments = std::vector<std::tuple<Index, Vector<std::int32_t>, const Texts*>>;

nb::bytes write_cells(const Bytes& data, Index from, Index to, const Vector<std::int64_t>& begins,
                      const CellArguments& cells, bool is_tabbed, Index n_columns) {
  const auto size = std::ssize(data);
  require(0 <= from && from <= to && to <= size, "from and to must be within the data");
  require(n_columns >= 0, "n_columns must not be negative");
  Index at = from;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const Index begin = begins.data()[i];
    require(begin >= at && begin < to, "begins must ascend between from and to");
    at = begin + 1;
  }
  std::vector<NewCells> columns;
  for (const auto& [column, codes, names] : cells) {
    require(column >= NewCells::kAdded && column < n_columns, "a column must be there, or be -1");
    require(names != nullptr, "cells must have names");
    require(codes.size() == begins.size(), "begins and codes must have one length");
    for (std::size_t i = 0; i < codes.size(); ++i) {
      require(codes.data()[i] >= 0 && codes.data()[i] < names->size(), "codes must have a name");
    }
    columns.push_back({column, {codes.data(), codes.size()}, names->views});
  }
  std::string out;
  unlocked([&] {
    out.reserve(as_size(to - from) + 8 * columns.size() * begins.size());
    CellWriter writer(view_of(data), {is_tabbed, n_columns}, columns, out);
    writer.write(as_size(from), as_size(to), {begins.data(), begins.size()});
  });
  return nb::bytes(out.data(), out.size());
}

}  // namespace

void bind_tokens(nb::module_& m) {
  using namespace nb::literals;
  m.def("parse_conll", &parse_conll, "data"_a, nb::kw_only(), "separator"_a, "comments"_a,
        "universal"_a, "n_columns"_a, "first_line"_a, "is_last"_a);
  m.def("intern_tokens", &intern_tokens, "sentences"_a, "keys"_a.none(), nb::kw_only(),
        "allow_none"_a);
  m.def("renumber", &renumber, "codes"_a, "n_values"_a);
  m.def("write_cells", &write_cells, "data"_a, nb::kw_only(), "begin"_a, "end"_a, "begins"_a,
        "cells"_a, "is_tabbed"_a, "n_columns"_a);
}

}  // namespace linguine::python
