// Text models: documents to scores.
#include "core/model/text_scores.hpp"

#include <nanobind/stl/variant.h>

#include "bindings/features/documents.hpp"
#include "bindings/interrupt.hpp"

namespace linguine::python {

namespace {

nb::object scores_of_texts(const PyDocuments& documents, const KeyIndex& index,
                           const PyWeighting& values, const AnyArray& weights, const AnyArray& bias,
                           Index n_columns, int n_threads) {
  const Weighting weighting = make_weighting(values);
  check_weights<float>(weights, bias, n_columns);
  const ScoreTable table{data_of<float>(weights), static_cast<Index>(weights.stride(0)),
                         data_of<float>(bias), n_columns};
  auto out = std::make_unique_for_overwrite<float[]>(as_size(documents.size * n_columns));
  with_index(index, documents, [&](const auto& known) {
    const std::size_t n = known.size();
    const auto fits = [&](const auto& cells) { return cells.empty() || cells.size() == n; };
    require(weights.shape(0) == n && fits(weighting.idf) && fits(weighting.blocks),
            "weights, idf and blocks must have one row for each feature");
    unlocked(nb::none(), [&](Monitor& monitor) {
      Threads threads(threads_for(documents, n_threads));
      score_texts(documents.plan, known, weighting, table, documents, threads, monitor, out.get());
    });
  });
  return new_table(std::move(out), documents.size, n_columns);
}

}  // namespace

void bind_text_model(nb::module_& m) {
  using namespace nb::literals;
  m.def("scores_of_texts", &scores_of_texts, "documents"_a, "index"_a, "values"_a, "weights"_a,
        "bias"_a, "n_columns"_a, "n_threads"_a);
}

}  // namespace linguine::python
