// The scores of the rows of a matrix, and of texts.
#include <nanobind/stl/variant.h>

#include "bindings/features/documents.hpp"
#include "bindings/interrupt.hpp"
#include "core/model/text_scores.hpp"

namespace linguine::python {

namespace {

// theta [n_features][>= n_columns] with adjacent columns, and b [>= n_columns].
template <class Real>
ScoreTable<Real> table_of(const AnyArray& weights, const AnyArray& bias, Index n_columns) {
  require(holds<Real>(weights) && holds<Real>(bias), "weights, bias and rows must have one type");
  require(n_columns >= 1 && weights.ndim() == 2 &&
              static_cast<Index>(weights.shape(1)) >= n_columns &&
              (weights.shape(1) == 1 || weights.stride(1) == 1),
          "weights must be (n_features, >= n_columns) with adjacent columns");
  require(bias.ndim() == 1 && static_cast<Index>(bias.shape(0)) >= n_columns &&
              (bias.shape(0) == 1 || bias.stride(0) == 1),
          "bias must be (>= n_columns,)");
  return {data_of<Real>(weights), static_cast<Index>(weights.stride(0)), data_of<Real>(bias),
          n_columns};
}

nb::object scores(const Matrix& matrix, const AnyArray& weights, const AnyArray& bias,
                  Index n_columns, int n_threads) {
  return matrix.visit([&]<class Real>(const Sites<Real>& sites) -> nb::object {
    const ScoreTable table = table_of<Real>(weights, bias, n_columns);
    require(static_cast<Index>(weights.shape(0)) == sites.n_features(),
            "weights must have one row for each feature");
    auto out = std::make_unique_for_overwrite<Real[]>(as_size(sites.n_rows() * n_columns));
    unlocked([&] { predict_scores(sites, table, n_threads, out.get()); });
    return new_table(std::move(out), sites.n_rows(), n_columns);
  });
}

nb::object scores_of_texts(const PyDocuments& documents, const KeyIndex& index,
                           const PyWeighting& values, const AnyArray& weights, const AnyArray& bias,
                           Index n_columns, int n_threads) {
  const Weighting weighting = make_weighting(values);
  const ScoreTable table = table_of<float>(weights, bias, n_columns);
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

void bind_model(nb::module_& m) {
  using namespace nb::literals;
  m.def("scores", &scores, "matrix"_a, "weights"_a, "bias"_a, "n_columns"_a, "n_threads"_a);
  m.def("scores_of_texts", &scores_of_texts, "documents"_a, "index"_a, "values"_a, "weights"_a,
        "bias"_a, "n_columns"_a, "n_threads"_a);
}

}  // namespace linguine::python
