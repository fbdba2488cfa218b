// Feature arrays: vocabularies, rows and names as Python has them.
#pragma once

#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/base/memory/big_array.hpp"
#include "core/features/vocabulary/key_lines.hpp"
#include "core/features/vocabulary/row_chunks.hpp"
#include "core/features/vocabulary/vocabulary.hpp"

namespace linguine::python {

struct PyVocabulary {
  explicit PyVocabulary(const Vector<std::uint64_t>& given)
      : keys(given), vocabulary({given.data(), given.size()}) {}

  Vector<std::uint64_t> keys;
  Vocabulary vocabulary;

  // Made when many keys are looked up for the first time. Call it with the GIL.
  const KeyLines& lines() const {
    if (lines_ == nullptr) lines_ = std::make_unique<KeyLines>(vocabulary);
    return *lines_;
  }

 private:
  mutable std::unique_ptr<KeyLines> lines_;
};

template <class T>
nb::object new_array(BigArray<T>&& cells) {
  auto* owned = new BigArray<T>(std::move(cells));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<BigArray<T>*>(p); });
  return nb::cast(
      nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {as_size(owned->size())}, owner));
}

template <class T, class From>
nb::object new_array(const std::vector<From>& from) {
  BigArray<T> cells(std::ssize(from));
  for (std::size_t i = 0; i < from.size(); ++i) cells[i] = static_cast<T>(from[i]);
  return new_array(std::move(cells));
}

// Offsets and indices have one width: 32 bits where they fit.
inline nb::tuple new_rows(Rows&& rows) {
  if (rows.offsets.back() <= std::numeric_limits<std::int32_t>::max()) {
    return nb::make_tuple(new_array<std::int32_t>(rows.offsets), new_array(std::move(rows.indices)),
                          new_array(std::move(rows.values)));
  }
  BigArray<std::int64_t> wide(rows.indices.size());
  std::copy_n(rows.indices.data(), rows.indices.size(), wide.data());
  return nb::make_tuple(new_array<std::int64_t>(rows.offsets), new_array(std::move(wide)),
                        new_array(std::move(rows.values)));
}

// (offsets, ids, values or None if all are 1)
inline nb::tuple new_token_rows(Rows&& rows) {
  const bool has_values = rows.values.size() > 0;
  nb::tuple three = new_rows(std::move(rows));
  return has_values ? three : nb::make_tuple(three[0], three[1], nb::none());
}

}  // namespace linguine::python
