#include "bindings/features/spans.hpp"

#include <utility>

#include "bindings/features/arc.hpp"

namespace linguine::python {

PySpans::PySpans(nb::object word, nb::object span, nb::object split, nb::object columns,
                 const Vector<std::int32_t>& lexicon, Index n_lexicon) {
  const auto& given = nb::cast<const PyTokenColumns&>(columns);
  const nb::object all[kSpanKinds] = {word, span, split};
  for (std::size_t kind = 0; kind < kSpanKinds; ++kind) {
    const auto& each = nb::cast<const PyArcFeatures&>(all[kind]);
    each.check(given);
    features.of[kind] = &each.features;
    require(each.features.bits.relation == features.of[0]->bits.relation,
            "words, spans and splits must share their rows of weights");
    kept.push_back(all[kind]);
  }
  require(std::ssize(lexicon) == given.columns.n_tokens(), "lexicon: one entry for each token");
  for (const std::int32_t entry : std::span(lexicon.data(), lexicon.size())) {
    require(entry >= -1 && entry < n_lexicon, "an entry of the lexicon is out of range");
  }
  token_columns = &given.columns;
  entries = lexicon.data();
  kept.push_back(nb::cast(lexicon));
  kept.push_back(std::move(columns));
}

}  // namespace linguine::python
