// Texts: made from lists, or from offsets into a buffer; every offset is checked.
#include "bindings/data/texts.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "bindings/handles.hpp"
#include "core/base/memory/mapped_file.hpp"
#include "core/base/memory/mapped_pages.hpp"
#include "core/data/utf8.hpp"

namespace linguine::python {

namespace {

// The tuple keeps every item alive, whatever happens to the list.
Texts from_list(const nb::list& list) {
  Texts texts;
  const nb::tuple items(list);
  texts.views.reserve(items.size());
  for (nb::handle item : items) {
    const std::optional<std::string_view> text = text_of(item);
    if (!text) {
      throw nb::type_error(
          ("item " + std::to_string(texts.size()) + " must be str; got " + name_of_type(item))
              .c_str());
    }
    texts.views.push_back(*text);
    texts.has_bytes |= !PyUnicode_Check(item.ptr());
  }
  texts.owners.emplace_back(items);
  return texts;
}

[[noreturn]] void complain_of_span(std::size_t i, std::int64_t begin, std::int64_t end,
                                   std::size_t size) {
  throw std::invalid_argument("text " + std::to_string(i) + " must lie within the " +
                              std::to_string(size) + " bytes of the buffer; it begins at " +
                              std::to_string(begin) + " and ends at " + std::to_string(end));
}

Texts from_buffer(const Vector<std::uint8_t>& data, const Vector<std::int64_t>& offsets) {
  if (offsets.size() == 0) throw std::invalid_argument("offsets must not be empty");
  Texts texts;
  texts.views.reserve(offsets.size() - 1);
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const std::int64_t begin = offsets.data()[i];
    const std::int64_t end = offsets.data()[i + 1];
    if (begin < 0 || end < begin || as_size(end) > data.size()) {
      complain_of_span(i, begin, end, data.size());
    }
    texts.views.emplace_back(reinterpret_cast<const char*>(data.data()) + begin,
                             as_size(end - begin));
  }
  texts.owners.push_back(nb::cast(data));
  return texts;
}

std::size_t index_in(const Texts& texts, Index i) {
  if (i < 0) i += texts.size();
  if (i < 0 || i >= texts.size()) throw nb::index_error("Texts: index out of range");
  return as_size(i);
}

Texts slice(const Texts& texts, Index begin, Index end) {
  if (begin < 0 || end < begin || end > texts.size()) {
    throw nb::index_error("Texts.slice: must be within 0 <= begin <= end <= len");
  }
  return {{texts.views.begin() + begin, texts.views.begin() + end},
          texts.owners,
          texts.has_bytes,
          texts.file};
}

Texts take(const Texts& texts, const Vector<std::int64_t>& indices) {
  Texts taken;
  taken.owners = texts.owners;
  taken.has_bytes = texts.has_bytes;
  taken.file = texts.file;
  taken.views.reserve(indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    taken.views.push_back(texts.views[index_in(texts, indices.data()[i])]);
  }
  return taken;
}

// All texts of several, one after the other.
Texts chain(const std::vector<const Texts*>& parts) {
  Texts all;
  for (const Texts* part : parts) {
    all.views.insert(all.views.end(), part->views.begin(), part->views.end());
    all.owners.insert(all.owners.end(), part->owners.begin(), part->owners.end());
    all.has_bytes |= part->has_bytes;
  }
  return all;
}

// One text out of those of all columns at the same place, with a separator between them.
Texts join(const std::vector<const Texts*>& columns, const std::string& separator) {
  if (columns.empty()) throw std::invalid_argument("Texts.join: must have a column");
  const std::size_t n = columns[0]->views.size();
  std::size_t n_bytes = n * (columns.size() - 1) * separator.size();
  for (const Texts* column : columns) {
    if (column->views.size() != n) {
      throw std::invalid_argument("Texts.join: columns must have one length");
    }
    for (const std::string_view text : column->views) n_bytes += text.size();
  }
  PyObject* joined = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(n_bytes));
  if (joined == nullptr) throw nb::python_error();
  Texts texts;
  texts.owners.push_back(nb::steal(joined));
  texts.views.reserve(n);
  char* end = PyBytes_AsString(joined);
  for (std::size_t i = 0; i < n; ++i) {
    const char* begin = end;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (c > 0) end = std::copy(separator.begin(), separator.end(), end);
      const std::string_view text = columns[c]->views[i];
      end = std::copy(text.begin(), text.end(), end);
    }
    texts.views.emplace_back(begin, as_size(end - begin));
  }
  for (const Texts* column : columns) texts.has_bytes |= column->has_bytes;
  return texts;
}

// The bytes of a file, or None where it cannot be mapped. The size may be that of long ago.
nb::object map_file(int descriptor, std::size_t size, const std::string& name) {
  auto file = std::make_unique<MappedFile>(descriptor, size, name);
  const std::string_view bytes = file->bytes();
  if (bytes.empty()) return nb::none();
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return nb::cast(nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(
      data, {bytes.size()}, owner_of(std::move(file))));
}

void bind_files(nb::module_& m) {
  using namespace nb::literals;
  nb::register_exception_translator([](const std::exception_ptr& raised, void*) {
    try {
      std::rethrow_exception(raised);
    } catch (const CutFile& cut) {
      const nb::object kind = nb::module_::import_("linguine.errors").attr("DataError");
      PyErr_SetString(kind.ptr(), cut.what());
    }
  });
  m.def("map_file", &map_file, "descriptor"_a, "size"_a, "name"_a);
  m.def("is_mapped",
        [](const Vector<std::uint8_t>& data) { return MappedFile::holds(data.data()); });
  m.def(
      "check_whole",
      [](const Vector<std::uint8_t>& data, std::size_t size) {
        if (size < data.size()) MappedFile::note_cut(data.data());
        MappedFile::check(data.data());
      },
      "data"_a, "size"_a);
}

}  // namespace

void bind_texts(nb::module_& m) {
  using namespace nb::literals;
  bind_files(m);
  nb::class_<Texts>(m, "Texts")
      .def("__init__",
           [](Texts* self, const nb::list& items) { new (self) Texts(from_list(items)); })
      .def_static("from_buffer", &from_buffer, "data"_a, "offsets"_a)
      .def_static("chain", &chain, "parts"_a)
      .def_static("join", &join, "columns"_a, "separator"_a)
      .def("__len__", [](const Texts& self) { return self.views.size(); })
      .def("__getitem__",
           [](const Texts& self, Index i) { return decoded(self.views[index_in(self, i)]); })
      .def("tolist",
           [](const Texts& self) {
             nb::list items;
             for (const std::string_view text : self.views) items.append(decoded(text));
             return items;
           })
      .def("slice", &slice, "begin"_a, "end"_a)
      .def(
          "lie_in_file",
          [](Texts& self, const Vector<std::uint8_t>& file) {
            self.owners.push_back(nb::cast(file));
            self.file = {reinterpret_cast<const char*>(file.data()), file.size()};
          },
          "file"_a)
      .def("take", &take, "indices"_a)
      .def_prop_ro("n_bytes",
                   [](const Texts& self) {
                     std::size_t total = 0;
                     for (const std::string_view text : self.views) total += text.size();
                     return total;
                   })
      .def("drop_pages",
           [](const Texts& self) { forget_pages(self.file, self.views, {0, self.size()}); })
      .def_ro("has_bytes", &Texts::has_bytes)
      .def("first_broken", [](const Texts& self) {
        const nb::gil_scoped_release unlocked;
        for (std::size_t i = 0; i < self.views.size(); ++i) {
          if (first_broken_byte(self.views[i]) < self.views[i].size()) {
            return static_cast<Index>(i);
          }
        }
        return Index{-1};
      });
}

}  // namespace linguine::python
