// Prediction: one path for every model.
#include "bindings/handles.hpp"
#include "core/model/predict.hpp"

namespace linguine::python {

namespace {

nb::object scores(const Matrix& matrix, const AnyArray& weights, const AnyArray& bias,
                  Index n_columns, int n_threads) {
  return matrix.visit([&]<class Real>(const Sites<Real>& sites) -> nb::object {
    if (!holds<Real>(weights) || !holds<Real>(bias)) {
      throw std::invalid_argument("weights, bias and matrix must have one type");
    }
    if (weights.ndim() != 2 || static_cast<Index>(weights.shape(0)) != sites.n_features() ||
        static_cast<Index>(weights.shape(1)) < n_columns || n_columns < 1 ||
        (weights.shape(1) > 1 && weights.stride(1) != 1)) {
      throw std::invalid_argument(
          "weights must be (n_features, >= n_columns) with adjacent columns");
    }
    if (bias.ndim() != 1 || static_cast<Index>(bias.shape(0)) < n_columns ||
        (bias.shape(0) > 1 && bias.stride(0) != 1)) {
      throw std::invalid_argument("bias must be (>= n_columns,)");
    }
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
