// Owned: C++ memory that belongs to a Python object from now on.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"

namespace linguine::python {

// A Python object that owns a C++ one.
template <class T>
nb::object owner_of(std::unique_ptr<T> owned) {
  T* const raw = owned.release();
  return nb::capsule(raw, [](void* p) noexcept { delete static_cast<T*>(p); });
}

// A new NumPy array over a vector, which moves with it.
template <class T>
nb::object new_vector(std::vector<T> cells) {
  auto owned = std::make_unique<std::vector<T>>(std::move(cells));
  T* const raw = owned->data();
  const std::size_t size = owned->size();
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(raw, {size}, owner_of(std::move(owned))));
}

}  // namespace linguine::python
