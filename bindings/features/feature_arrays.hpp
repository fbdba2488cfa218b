// Feature arrays: vocabularies, rows and names as Python has them.
#pragma once

#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/features/vocabulary/build_vocabulary.hpp"
#include "core/features/vocabulary/key_lines.hpp"

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

// Offsets have 32 bits where they fit, else 64.
inline nb::tuple new_rows(Rows&& rows) {
  const auto& wide = rows.offsets;
  if (wide.back() <= std::numeric_limits<std::int32_t>::max()) {
    return nb::make_tuple(new_vector(std::vector<std::int32_t>(wide.begin(), wide.end())),
                          new_vector(std::move(rows.indices)), new_vector(std::move(rows.values)));
  }
  return nb::make_tuple(new_vector(std::move(rows.offsets)), new_vector(std::move(rows.indices)),
                        new_vector(std::move(rows.values)));
}

// (offsets, ids, values or None if all are 1)
inline nb::tuple new_token_rows(Rows&& rows) {
  const bool has_values = rows.values.size() > 0;
  nb::tuple three = new_rows(std::move(rows));
  return has_values ? three : nb::make_tuple(three[0], three[1], nb::none());
}

// (keys, frequencies, offsets of names, bytes of names, rows)
inline nb::tuple new_vocabulary(BuiltVocabulary&& built, nb::tuple&& rows) {
  return nb::make_tuple(new_vector(std::move(built.keys)), new_vector(std::move(built.frequencies)),
                        new_vector(std::move(built.name_offsets)),
                        new_vector(std::move(built.name_bytes)), rows);
}

}  // namespace linguine::python
