// Arrays: the only file that knows how NumPy's memory looks. Everything crosses here, checked.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/types.hpp"

namespace linguine::python {

namespace nb = nanobind;

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using AnyArray = nb::ndarray<nb::ro, nb::device::cpu>;

template <class T>
const T* data_of(const AnyArray& array) {
  return static_cast<const T*>(array.data());
}

template <class T>
bool holds(const AnyArray& array) {
  return array.dtype() == nb::dtype<T>();
}

// A writable array of Real with a given shape; anything else is the caller's mistake.
template <class Real>
Real* writable(const nb::object& object, std::vector<Index> shape, const char* name) {
  nb::ndarray<Real, nb::c_contig, nb::device::cpu> array;
  if (!nb::try_cast(object, array) || array.ndim() != shape.size()) {
    throw std::invalid_argument(std::string(name) + " must be a writable C-contiguous array of " +
                                (sizeof(Real) == 4 ? "float32" : "float64") + " with " +
                                std::to_string(shape.size()) + " dimensions");
  }
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (static_cast<Index>(array.shape(i)) != shape[i]) {
      throw std::invalid_argument(std::string(name) + " has length " +
                                  std::to_string(array.shape(i)) + " in dimension " +
                                  std::to_string(i) + "; it must be " + std::to_string(shape[i]));
    }
  }
  return array.data();
}

// A new NumPy array that owns its memory through a capsule.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> new_table(std::unique_ptr<T[]> cells, Index rows,
                                                 Index columns) {
  T* raw = cells.release();
  nb::capsule owner(raw, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<2>>(raw, {as_size(rows), as_size(columns)}, owner);
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
