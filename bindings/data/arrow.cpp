// Arrow: takes the capsules of the PyCapsule interface (pyarrow, polars, pandas, ...) and keeps the
// arrays behind them alive for as long as Texts look into them.
#include "core/data/arrow.hpp"

#include <memory>
#include <string>
#include <utility>

#include "bindings/data/texts.hpp"
#include "bindings/handles.hpp"

namespace linguine::python {

namespace {

template <class T>
struct Released {
  void operator()(T* thing) const {
    if (thing->release != nullptr) thing->release(thing);
    delete thing;
  }
};
using Schema = std::unique_ptr<ArrowSchema, Released<ArrowSchema>>;
using Array = std::unique_ptr<ArrowArray, Released<ArrowArray>>;

template <class T>
T* content_of(const nb::object& capsule, const char* name) {
  void* const content = PyCapsule_GetPointer(capsule.ptr(), name);
  if (content == nullptr) throw nb::python_error();
  return static_cast<T*>(content);
}

// Takes the content out of a capsule, as the contract allows: the capsule then releases nothing.
template <class T>
std::unique_ptr<T, Released<T>> take_content(const nb::object& capsule, const char* name) {
  T* const content = content_of<T>(capsule, name);
  std::unique_ptr<T, Released<T>> taken(new T(*content));
  content->release = nullptr;
  return taken;
}

// What was found: texts, or None with the format of a column that does not hold strings.
struct Found {
  Texts texts;
  std::string format;
  bool is_strings = false;
  Index missing = -1;

  bool accept(const ArrowSchema& schema) {
    layout = strings_of(schema);
    format = schema.format;
    is_strings = layout != ArrowStrings::kNo;
    return is_strings;
  }
  void add(Array array) {
    const Index gap = first_missing(*array);
    if (gap >= 0 && missing < 0) missing = texts.size() + gap;
    view_strings(*array, layout, texts.views);
    texts.owners.push_back(owner_of(std::move(array)));
  }

  ArrowStrings layout = ArrowStrings::kNo;
};

void read_stream(const nb::object& capsule, Found& found) {
  auto* const stream = content_of<ArrowArrayStream>(capsule, "arrow_array_stream");
  const auto check = [&](int code) {
    if (code == 0) return;
    const char* reason = stream->get_last_error(stream);
    throw std::invalid_argument(reason == nullptr ? "the Arrow stream broke off" : reason);
  };
  const Schema schema(new ArrowSchema{});
  check(stream->get_schema(stream, schema.get()));
  if (!found.accept(*schema)) return;
  for (;;) {
    Array array(new ArrowArray{});
    check(stream->get_next(stream, array.get()));
    if (array->release == nullptr) return;
    found.add(std::move(array));
  }
}

nb::tuple texts_from_arrow(const nb::object& column) {
  Found found;
  if (nb::hasattr(column, "__arrow_c_stream__")) {
    read_stream(column.attr("__arrow_c_stream__")(), found);
  } else {
    const auto capsules = nb::cast<nb::tuple>(column.attr("__arrow_c_array__")());
    const nb::object first = capsules[0];
    const nb::object second = capsules[1];
    const auto schema = take_content<ArrowSchema>(first, "arrow_schema");
    auto array = take_content<ArrowArray>(second, "arrow_array");
    if (found.accept(*schema)) found.add(std::move(array));
  }
  const nb::object texts = found.is_strings ? nb::cast(std::move(found.texts)) : nb::none();
  return nb::make_tuple(texts, nb::str(found.format.c_str()), found.missing);
}

}  // namespace

void bind_arrow(nb::module_& m) {
  using namespace nb::literals;
  m.def("texts_from_arrow", &texts_from_arrow, "column"_a);
}

}  // namespace linguine::python
