// Sentences with what is looked at in their spans, checked.
#pragma once

#include <vector>

#include "bindings/arrays.hpp"
#include "core/features/span/sentence.hpp"

namespace linguine::python {

struct PySpans {
  SpanFeatures features;
  const TokenColumns* token_columns = nullptr;
  const std::int32_t* entries = nullptr;  // [n_tokens] of the lexicon
  std::vector<nb::object> kept;

  PySpans(nb::object word, nb::object span, nb::object split, nb::object columns,
          const Vector<std::int32_t>& lexicon, Index n_lexicon);
};

}  // namespace linguine::python
