// Vectors: lists of numbers that become tables, and vectors of words.
#include <algorithm>
#include <memory>
#include <tuple>

#include "bindings/data/texts.hpp"
#include "bindings/features/documents.hpp"
#include "bindings/features/feature_arrays.hpp"
#include "core/data/number_lists.hpp"
#include "core/features/vectors/means.hpp"
#include "core/features/vectors/read_words.hpp"
#include "core/features/vectors/word_table.hpp"

namespace linguine::python {

namespace {

// (table, or None and what is wrong: row, "empty", "number" or "length", the word, its length)
nb::tuple parse_number_lists(const Texts& texts) {
  NumberTable table;
  Index row = 0;
  unlocked([&] {
    while (row < texts.size() && table.add(texts.views[as_size(row)])) ++row;
    return 0;
  });
  if (table.fault == ListFault::kNone) {
    const Index width = std::max(table.width, Index{0});
    return nb::make_tuple(new_table(std::move(table.values), texts.size(), width), nb::none());
  }
  const char* const kind = table.fault == ListFault::kEmpty    ? "empty"
                           : table.fault == ListFault::kNumber ? "number"
                                                               : "length";
  return nb::make_tuple(nb::none(), nb::make_tuple(row, kind, decoded(table.fault_word),
                                                   table.fault_length, table.width));
}

// (codes, offsets and bytes of words, fault: line, numbers of it or -1, what is no number)
nb::tuple read_word_vectors(const Bytes& content) {
  WordLines lines;
  unlocked([&] {
    lines.read(view_of(content));
    return 0;
  });
  if (lines.fault_line > 0) {
    const nb::tuple fault =
        nb::make_tuple(lines.fault_line, lines.fault_count, decoded(lines.fault_word), lines.width);
    return nb::make_tuple(nb::none(), nb::none(), nb::none(), fault);
  }
  const auto n = std::ssize(lines.offsets) - 1;
  const auto width = static_cast<Index>(lines.width);
  return nb::make_tuple(
      new_table(std::move(lines.codes), n, width), new_vector(std::move(lines.offsets)),
      new_vector(std::vector<std::uint8_t>(lines.words.begin(), lines.words.end())), nb::none());
}

// Codes of a table of numbers; and the first row with a number that is not finite, or -1.
nb::tuple quantise_rows(const Table<float>& table) {
  const auto n = static_cast<Index>(table.shape(0));
  const std::size_t width = table.shape(1);
  std::vector<std::int8_t> codes(as_size(n) * width);
  Index row = 0;
  while (row < n && quantise({table.data() + as_size(row) * width, width},
                             codes.data() + as_size(row) * width)) {
    ++row;
  }
  return nb::make_tuple(new_table(std::move(codes), n, static_cast<Index>(width)),
                        row < n ? row : Index{-1});
}

// A word table, and the arrays that it looks at.
struct PyWordTable {
  PyWordTable(const Texts& words, const Table<std::int8_t>& given)
      : codes(given),
        table(checked(words, given), given.data(), static_cast<Index>(given.shape(1))) {}

  static std::span<const std::string_view> checked(const Texts& words,
                                                   const Table<std::int8_t>& codes) {
    require(words.views.size() == codes.shape(0), "a word table needs one row for each word");
    require(words.views.size() < WordTable::kUnknown, "a word table has too many words");
    return words.views;
  }

  Table<std::int8_t> codes;
  WordTable table;
};

nb::object find_words(const PyWordTable& self, const Texts& words) {
  std::vector<std::int64_t> rows;
  NormalText lowered;
  for (const std::string_view word : words.views) {
    const std::uint32_t row = self.table.find(word, lowered);
    rows.push_back(row == WordTable::kUnknown ? -1 : static_cast<std::int64_t>(row));
  }
  return new_vector(std::move(rows));
}

nb::object means_of_texts(const PyWordTable& self, const Texts& texts, int n_threads) {
  const std::size_t width = self.table.width();
  std::vector<float> means(texts.views.size() * width, 0.0F);
  unlocked(nb::none(), [&](Monitor& /*monitor*/) {
    Threads threads(texts.views.size() < 256 ? 1 : n_threads);
    mean_vectors(self.table, {0, Tokenizer::kWords, false, false}, texts.views, threads,
                 means.data());
  });
  return new_table(std::move(means), texts.size(), static_cast<Index>(width));
}

nb::tuple joined_rows(const PyWordTable& self, const Vector<std::int64_t>& offsets,
                      const Vector<std::int32_t>& features,
                      const std::optional<Vector<float>>& values, const Vector<std::int64_t>& words,
                      const Vector<std::int32_t>& ids, float factor) {
  require(offsets.size() == words.size() + 1 && ids.size() == self.table.width(),
          "there must be one word for each row and one feature for each number");
  const std::int64_t* const at = offsets.data();
  require(at[0] == 0 && std::is_sorted(at, at + offsets.size()) &&
              at[words.size()] <= std::ssize(features) &&
              (!values || values->size() == features.size()),
          "row offsets must ascend from 0 and end within the features");
  for (std::size_t i = 0; i < words.size(); ++i) {
    require(words.data()[i] < self.table.size(), "a word is out of range");
  }
  return new_token_rows(unlocked([&] {
    return join_vectors(self.table, {at, offsets.size()}, {features.data(), features.size()},
                        values ? values->data() : nullptr, {words.data(), words.size()},
                        {ids.data(), ids.size()}, factor);
  }));
}

}  // namespace

void bind_vectors(nb::module_& m) {
  using namespace nb::literals;
  m.def("parse_number_lists", &parse_number_lists, "texts"_a);
  m.def("read_word_vectors", &read_word_vectors, "content"_a);
  m.def("quantise_rows", &quantise_rows, "table"_a);
  nb::class_<PyWordTable>(m, "WordTable")
      .def(nb::init<const Texts&, const Table<std::int8_t>&>(), "words"_a, "codes"_a,
           nb::keep_alive<1, 2>())
      .def("__len__", [](const PyWordTable& self) { return self.table.size(); })
      .def("find", &find_words, "words"_a)
      .def("means", &means_of_texts, "texts"_a, "n_threads"_a)
      .def("join", &joined_rows, "offsets"_a, "features"_a, "values"_a.none(), "words"_a, "ids"_a,
           "factor"_a);
}

}  // namespace linguine::python
