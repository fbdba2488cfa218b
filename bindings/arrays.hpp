// Arrays: the only file that knows how NumPy's memory looks. Everything crosses here, checked; so
// the converters of the standard library's types are included here, too, and nowhere else.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/types.hpp"

namespace linguine::python {

namespace nb = nanobind;

// An array whose numbers lie where the machine reads them whole. NumPy's may lie anywhere: those
// that come with a message of other processes begin at any byte of it. Such arrays are copied.
template <class... Facts>
struct Aligned : nb::ndarray<Facts...> {
  Aligned() = default;
  explicit Aligned(nb::ndarray<Facts...> array) : nb::ndarray<Facts...>(std::move(array)) {}
};

template <class T>
using Vector = Aligned<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Table = Aligned<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using AnyArray = Aligned<nb::ro, nb::device::cpu>;

// False if an array's numbers begin within the place of one.
template <class... Facts>
bool is_aligned(const nb::ndarray<Facts...>& array) {
  if (!array.is_valid() || array.size() == 0) return true;
  return reinterpret_cast<std::uintptr_t>(array.data()) % array.itemsize() == 0;
}

// The same numbers in memory of their own.
nb::object copy_of_array(nb::handle array);

template <class T>
const T* data_of(const AnyArray& array) {
  return static_cast<const T*>(array.data());
}

template <class T>
bool holds(const AnyArray& array) {
  return array.dtype() == nb::dtype<T>();
}

// Throws unless the shape that was found, if there is an array of such numbers, is the one wanted.
void check_shape(std::optional<std::span<const std::int64_t>> found, std::span<const Index> wanted,
                 std::size_t real_size, const char* name);

// A writable array of Real with a given shape; anything else is the caller's mistake.
template <class Real>
Real* writable(const nb::object& object, const std::vector<Index>& shape, const char* name) {
  nb::ndarray<Real, nb::c_contig, nb::device::cpu> array;
  std::optional<std::span<const std::int64_t>> found;
  if (nb::try_cast(object, array) && is_aligned(array)) {
    found.emplace(array.shape_ptr(), array.ndim());
  }
  check_shape(found, shape, sizeof(Real), name);
  return array.data();
}

// A Python object that owns a C++ one.
template <class T, class Delete>
nb::object owner_of(std::unique_ptr<T, Delete> owned) {
  using Owned = std::unique_ptr<T, Delete>;
  return nb::capsule(owned.release(), [](void* p) noexcept {
    const Owned last(static_cast<typename Owned::pointer>(p));
  });
}

// New NumPy arrays over cells (a vector, a BigArray), which move with them.
template <int kDimensions, class Cells>
nb::object new_array(Cells cells, std::initializer_list<std::size_t> shape) {
  auto owned = std::make_unique<Cells>(std::move(cells));
  auto* const raw = owned->data();
  return nb::cast(
      nb::ndarray<nb::numpy, std::remove_pointer_t<decltype(raw)>, nb::ndim<kDimensions>>(
          raw, shape, owner_of(std::move(owned))));
}
template <class Cells>
nb::object new_vector(Cells cells) {
  const std::size_t size = as_size(cells.size());
  return new_array<1>(std::move(cells), {size});
}
template <class Cells>
nb::object new_table(Cells cells, Index rows, Index columns) {
  return new_array<2>(std::move(cells), {as_size(rows), as_size(columns)});
}
template <class T>
nb::object new_table(std::unique_ptr<T[]> cells, Index rows, Index columns) {
  T* const raw = cells.get();
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<2>>(raw, {as_size(rows), as_size(columns)},
                                                         owner_of(std::move(cells))));
}

using Bytes = Vector<std::uint8_t>;

inline std::string_view view_of(const Bytes& data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

// Broken bytes are shown as U+FFFD.
inline nb::object decoded(std::string_view text) {
  PyObject* const string =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (string == nullptr) throw nb::python_error();
  return nb::steal(string);
}

// The UTF-8 of a str, or bytes as they are; nothing for other objects. Throws for lone surrogates.
inline std::optional<std::string_view> text_of(nb::handle item) {
  Py_ssize_t length = 0;
  if (PyUnicode_Check(item.ptr())) {
    const char* const text = PyUnicode_AsUTF8AndSize(item.ptr(), &length);
    if (text == nullptr) throw nb::python_error();
    return std::string_view(text, as_size(length));
  }
  char* bytes = nullptr;
  if (!PyBytes_Check(item.ptr())) return std::nullopt;
  PyBytes_AsStringAndSize(item.ptr(), &bytes, &length);
  return std::string_view(bytes, as_size(length));
}

inline std::string name_of_type(nb::handle item) {
  return nb::cast<std::string>(nb::str(item.type().attr("__name__")));
}

// Does work without the GIL.
template <class Work>
auto unlocked(const Work& work) {
  const nb::gil_scoped_release released;
  return work();
}

template <class T>
std::vector<T> copy_of(const Vector<T>& array) {
  return std::vector<T>(array.data(), array.data() + array.size());
}

}  // namespace linguine::python

namespace nanobind::detail {

template <class... Facts>
struct type_caster<linguine::python::Aligned<Facts...>> {
  using Caster = make_caster<ndarray<Facts...>>;
  NB_TYPE_CASTER(linguine::python::Aligned<Facts...>, Caster::Name)

  bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
    Caster found;
    if (!found.from_python(source, flags, cleanup)) return false;
    if (!linguine::python::is_aligned(found.value)) {
      try {
        if (!found.from_python(linguine::python::copy_of_array(source), flags, cleanup)) {
          return false;
        }
      } catch (python_error& error) {
        error.discard_as_unraisable("copying an array");
        return false;
      }
    }
    value = linguine::python::Aligned<Facts...>(std::move(found.value));
    return true;
  }

  static handle from_cpp(const ndarray<Facts...>& array, rv_policy policy,
                         cleanup_list* cleanup) noexcept {
    return Caster::from_cpp(array, policy, cleanup);
  }
};

}  // namespace nanobind::detail
