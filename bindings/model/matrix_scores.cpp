// Prediction: one path for every model.
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
    auto out = std::make_unique_for_overwrite<Real[]>(
        static_cast<std::size_t>(sites.n_rows() * n_columns));
    {
      const nb::gil_scoped_release unlocked;
      predict_scores(sites, data_of<Real>(weights), static_cast<Index>(weights.stride(0)),
                     data_of<Real>(bias), n_columns, n_threads, out.get());
    }
    return nb::cast(new_table<Real>(std::move(out), sites.n_rows(), n_columns));
  });
}

}  // namespace

void bind_model(nb::module_& m) {
  m.def("scores", &scores, nb::arg("matrix"), nb::arg("weights"), nb::arg("bias"),
        nb::arg("n_columns"), nb::arg("n_threads"));
}

}  // namespace linguine::python
