// Text models: documents to scores.
#include "core/model/text_scores.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings/features/documents.hpp"
#include "bindings/interrupt.hpp"

namespace linguine::python {

namespace {

// (form, idf or None, blocks or None, number of blocks, whether rows are normalised)
using PyWeighting = std::tuple<std::string, std::optional<Vector<float>>,
                               std::optional<Vector<std::uint8_t>>, int, bool>;

nb::object scores_of_texts(const Plan& plan, const KeyIndex& index,
                           const std::vector<const Texts*>& fields, const std::vector<PyBag>& bags,
                           Index n_documents, const PyWeighting& values, const AnyArray& weights,
                           const AnyArray& bias, Index n_columns, int n_threads) {
  const auto& [form, idf, blocks, n_blocks, normalize] = values;
  const Weighting weighting = make_weighting(form, idf, blocks, n_blocks, normalize);
  check_weights<float>(weights, bias, n_columns);
  const Documents documents = make_documents(plan, fields, bags, n_documents);
  const ScoreTable table{data_of<float>(weights), static_cast<Index>(weights.stride(0)),
                         data_of<float>(bias), n_columns};
  auto out = std::make_unique_for_overwrite<float[]>(as_size(n_documents * n_columns));
  with_index(index, documents, [&](const auto& known) {
    const std::size_t n = known.size();
    require(weights.shape(0) == n && (!idf || idf->size() == n) && (!blocks || blocks->size() == n),
            "weights, idf and blocks must have one row for each feature");
    unlocked(nb::none(), [&](Monitor& monitor) {
      Threads threads(threads_for(documents, n_threads));
      score_texts(plan, known, weighting, table, documents, threads, monitor, out.get());
    });
  });
  return nb::cast(new_table<float>(std::move(out), n_documents, n_columns));
}

}  // namespace

void bind_text_model(nb::module_& m) {
  using namespace nb::literals;
  m.def("scores_of_texts", &scores_of_texts, "plan"_a, "index"_a, "fields"_a, "bags"_a,
        "n_documents"_a, "values"_a, "weights"_a, "bias"_a, "n_columns"_a, "n_threads"_a);
}

}  // namespace linguine::python
