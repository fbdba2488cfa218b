// Counting by marginals: the two steps of EM over the rows of a matrix.
#include "core/learning/exact/soft_counts.hpp"

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"

namespace linguine::python {

namespace {

// Keeps the matrix alive.
struct PySoftCounts {
  nb::object matrix;
  SoftCounts counts;
};

SoftCounts make_counts(const nb::object& matrix, int n_threads) {
  const auto& rows = nb::cast<const Matrix&>(matrix);
  require(!rows.is_single(), "soft counts are made of rows of float64");
  const auto& sites = std::get<Sites<double>>(rows.sites);
  const nb::gil_scoped_release unlocked;
  Threads threads(n_threads);
  return {sites, threads};
}

nb::tuple expect(const PySoftCounts& self, const Table<double>& weights, const Vector<double>& bias,
                 double sharpness, int n_threads) {
  const Index n = self.counts.n_rows();
  const auto n_labels = static_cast<Index>(bias.shape(0));
  require(n_labels >= 1 && static_cast<Index>(weights.shape(0)) == self.counts.n_features() &&
              static_cast<Index>(weights.shape(1)) == n_labels,
          "weights must be (n_features, n_labels) and bias (n_labels,)");
  require(sharpness > 0 && sharpness <= 1, "sharpness must be in (0, 1]");
  const ScoreTable<double> table{weights.data(), n_labels, bias.data(), n_labels};
  auto q = std::make_unique_for_overwrite<double[]>(as_size(n * n_labels));
  std::vector<double> log_z(as_size(n));
  unlocked(nb::none(), [&](Monitor& monitor) {
    Threads threads(n_threads);
    self.counts.expect(table, sharpness, threads, monitor, q.get(), log_z.data());
  });
  return nb::make_tuple(new_table<double>(std::move(q), n, n_labels), new_vector(std::move(log_z)));
}

nb::object sums(const PySoftCounts& self, const Table<double>& q, int n_threads) {
  require(static_cast<Index>(q.shape(0)) == self.counts.n_rows() && q.shape(1) >= 1,
          "q must be (n_rows, n_labels)");
  const auto n_labels = static_cast<Index>(q.shape(1));
  const Index d = self.counts.n_features();
  auto out = std::make_unique_for_overwrite<double[]>(as_size(d * n_labels));
  unlocked(nb::none(), [&](Monitor& monitor) {
    Threads threads(n_threads);
    self.counts.sums(q.data(), n_labels, threads, monitor, out.get());
  });
  return new_table<double>(std::move(out), d, n_labels);
}

}  // namespace

void bind_soft_counts(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PySoftCounts>(m, "SoftCounts")
      .def(
          "__init__",
          [](PySoftCounts* self, nb::object matrix, int n_threads) {
            SoftCounts counts = make_counts(matrix, n_threads);
            new (self) PySoftCounts{std::move(matrix), std::move(counts)};
          },
          "matrix"_a, "n_threads"_a)
      .def("expect", &expect, "weights"_a, "bias"_a, "sharpness"_a, "n_threads"_a)
      .def("sums", &sums, "q"_a, "n_threads"_a);
}

}  // namespace linguine::python
