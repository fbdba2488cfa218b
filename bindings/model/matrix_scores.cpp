// The scores of the rows of a matrix.
#include "core/model/matrix_scores.hpp"

#include "bindings/handles.hpp"

namespace linguine::python {

namespace {

nb::object scores(const Matrix& matrix, const AnyArray& weights, const AnyArray& bias,
                  Index n_columns, int n_threads) {
  return matrix.visit([&]<class Real>(const Sites<Real>& sites) -> nb::object {
    check_weights<Real>(weights, bias, n_columns);
    require(static_cast<Index>(weights.shape(0)) == sites.n_features(),
            "weights must have one row for each feature");
    auto out = std::make_unique_for_overwrite<Real[]>(as_size(sites.n_rows() * n_columns));
    {
      const nb::gil_scoped_release unlocked;
      predict_scores(sites, data_of<Real>(weights), static_cast<Index>(weights.stride(0)),
                     data_of<Real>(bias), n_columns, n_threads, out.get());
    }
    return new_table(std::move(out), sites.n_rows(), n_columns);
  });
}

}  // namespace

void bind_model(nb::module_& m) {
  using namespace nb::literals;
  m.def("scores", &scores, "matrix"_a, "weights"_a, "bias"_a, "n_columns"_a, "n_threads"_a);
}

}  // namespace linguine::python
