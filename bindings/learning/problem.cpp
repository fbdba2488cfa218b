// Matrix and Problem: everything a user or a file can hand in is checked here, once.

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "bindings/handles.hpp"
#include "bindings/learning/label_sets.hpp"
#include "core/learning/label_oracle.hpp"
#include "core/learning/score_oracle.hpp"

namespace linguine::python {

void require(bool condition, const std::string& message) {
  if (!condition) throw std::invalid_argument(message);
}

[[noreturn]] static void complain(const Examples& examples, std::size_t e, Index n_rows,
                                  Label n_labels) {
  throw std::invalid_argument(
      "example " + std::to_string(e) + " must have a row within 0.." + std::to_string(n_rows - 1) +
      " not below the one before, gold within 0.." + std::to_string(n_labels - 1) +
      " and a positive finite weight; it has row " + std::to_string(examples.row[e]) + ", gold " +
      std::to_string(examples.gold[e]) + ", weight " + std::to_string(examples.weight[e]));
}

static void check_examples(const Examples& examples, Index n_rows, Label n_labels) {
  Index previous = 0;
  for (std::size_t e = 0; e < examples.row.size(); ++e) {
    const bool row_is_right = examples.row[e] >= previous && examples.row[e] < n_rows;
    const bool gold_is_right = examples.gold[e] >= 0 && examples.gold[e] < n_labels;
    const bool weight_is_right = std::isfinite(examples.weight[e]) && examples.weight[e] > 0;
    if (!row_is_right || !gold_is_right || !weight_is_right)
      complain(examples, e, n_rows, n_labels);
    previous = examples.row[e];
  }
}

Examples make_examples(const Vector<std::int64_t>& rows, const Vector<std::int32_t>& gold,
                       const Vector<double>& weights, Index n_rows, Label n_labels) {
  require(rows.size() == gold.size() && rows.size() == weights.size(),
          "rows, gold and weights must have one length");
  Examples examples{copy_of(rows), copy_of(gold), copy_of(weights), {}};
  check_examples(examples, n_rows, n_labels);
  return examples;
}

std::shared_ptr<const LabelSets> make_sets(const GivenSets& given, Label n_labels) {
  if (!given) return nullptr;
  const auto& [offsets, labels] = *given;
  const auto n_all = static_cast<std::int64_t>(labels.size());
  require(
      offsets.size() >= 1 && offsets.data()[0] == 0 && offsets.data()[offsets.size() - 1] == n_all,
      "offsets of sets must lead from 0 to the number of their labels");
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const std::int64_t end = offsets.data()[i + 1];
    require(offsets.data()[i] <= end && end <= n_all, "offsets of sets must not decrease");
    Label previous = -1;
    for (std::int64_t j = offsets.data()[i]; j < end; ++j) {
      const Label label = labels.data()[j];
      require(label > previous && label < n_labels,
              "labels of a set must ascend within 0..n_labels-1");
      previous = label;
    }
  }
  return std::make_shared<const LabelSets>(copy_of(offsets), copy_of(labels));
}

Examples make_runs(const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& gold,
                   const Vector<double>& weights, Index n_rows, Label n_labels) {
  require(offsets.size() == weights.size() + 1, "weights must have one entry per example");
  require(offsets.data()[0] == 0 && offsets.data()[weights.size()] == n_rows &&
              static_cast<Index>(gold.size()) == n_rows,
          "offsets must lead from 0 to the number of rows, and gold have one label per row");
  Examples examples;
  examples.gold = copy_of(gold);
  for (const Label y : examples.gold) {
    require(y >= -1 && y < n_labels, "gold labels must be in -1..n_labels-1");
  }
  for (std::size_t e = 0; e < weights.size(); ++e) {
    const Index begin = offsets.data()[e];
    const Index end = offsets.data()[e + 1];
    require(begin <= end, "offsets must not decrease");
    require(std::isfinite(weights.data()[e]) && weights.data()[e] > 0,
            "weights must be positive and finite");
    if (begin == end) continue;  // nothing to learn from an example without sites
    examples.row.push_back(begin);
    examples.n_sites.push_back(end - begin);
    examples.weight.push_back(weights.data()[e]);
  }
  return examples;
}

Cost make_cost(const std::optional<Table<double>>& cost, Label n_labels) {
  if (!cost) return Cost(n_labels);
  require(static_cast<Label>(cost->shape(0)) == n_labels &&
              static_cast<Label>(cost->shape(1)) == n_labels,
          "cost must have shape (n_labels, n_labels)");
  return Cost(n_labels, std::span<const double>(cost->data(), cost->size()));
}

namespace {

using OptionalArray = std::optional<AnyArray>;

template <class Real>
Sites<Real> dense_sites(const AnyArray& values, Index n_rows, Index n_features) {
  require(values.ndim() == 2 && static_cast<Index>(values.shape(0)) == n_rows &&
              static_cast<Index>(values.shape(1)) == n_features,
          "dense values must have shape (n_rows, n_features)");
  return Sites<Real>::dense(data_of<Real>(values), n_rows, n_features);
}

template <class Real>
Sites<Real> sparse_sites(const AnyArray& indptr, const AnyArray& indices,
                         const OptionalArray& values, Index n_rows, Index n_features) {
  const Real* cells = values ? data_of<Real>(*values) : nullptr;
  require(holds<std::int32_t>(indices), "indices must be int32");
  const auto* ids = data_of<std::int32_t>(indices);
  if (holds<std::int32_t>(indptr)) {
    return Sites<Real>::sparse(data_of<std::int32_t>(indptr), ids, cells, n_rows, n_features);
  }
  require(holds<std::int64_t>(indptr), "indptr must be int32 or int64");
  return Sites<Real>::sparse(data_of<std::int64_t>(indptr), ids, cells, n_rows, n_features);
}

bool is_contiguous(const AnyArray& array) {
  std::int64_t expected = 1;
  for (std::size_t i = array.ndim(); i-- > 0;) {
    if (array.shape(i) > 1 && array.stride(i) != expected) return false;
    expected *= static_cast<std::int64_t>(array.shape(i));
  }
  return true;
}

template <class Real>
Sites<Real> make_sites(const OptionalArray& indptr, const OptionalArray& indices,
                       const OptionalArray& values, Index n_rows, Index n_features) {
  return indptr ? sparse_sites<Real>(*indptr, *indices, values, n_rows, n_features)
                : dense_sites<Real>(*values, n_rows, n_features);
}

void make_matrix(Matrix* self, const OptionalArray& indptr, const OptionalArray& indices,
                 const OptionalArray& values, Index n_rows, Index n_features, bool single,
                 bool unique) {
  require(n_rows >= 0 && n_features >= 0, "n_rows and n_features must not be negative");
  require(indptr.has_value() == indices.has_value(), "indptr and indices come together");
  Matrix matrix;
  for (const OptionalArray* array : {&indptr, &indices, &values}) {
    if (!array->has_value()) continue;
    require(is_contiguous(**array), "arrays must be C-contiguous");
    matrix.arrays.push_back(**array);
  }
  if (values) {
    require(holds<float>(*values) || holds<double>(*values), "values must be float32 or float64");
    single = holds<float>(*values);
  }
  if (!indptr) {
    require(values.has_value(), "a dense matrix needs values");
  } else {
    require(indptr->ndim() == 1 && indices->ndim() == 1 && (!values || values->ndim() == 1),
            "indptr, indices and values must have one dimension");
    require(static_cast<Index>(indptr->size()) == n_rows + 1,
            "indptr must have n_rows + 1 entries");
    require(!values || values->size() == indices->size(),
            "values and indices must have one length");
  }
  if (single) {
    matrix.sites = make_sites<float>(indptr, indices, values, n_rows, n_features);
  } else {
    matrix.sites = make_sites<double>(indptr, indices, values, n_rows, n_features);
  }
  const Index n_indices = indices ? static_cast<Index>(indices->size()) : 0;
  const nb::gil_scoped_release unlocked;
  std::visit(
      [&](auto& sites) {
        // Worth a few threads only for large matrices.
        const unsigned most = values && values->size() > 200000 ? 4 : 1;
        Threads threads(static_cast<int>(std::min(most, std::thread::hardware_concurrency())));
        sites.examine(n_indices, threads, unique);
      },
      matrix.sites);
  new (self) Matrix(std::move(matrix));
}

void make_problem(PyProblem* self, const nb::object& owner, const Vector<std::int64_t>& rows,
                  const Vector<std::int32_t>& gold, const Vector<double>& weights, Label n_labels,
                  const std::string& loss, bool one_versus_all,
                  const std::optional<Table<double>>& cost, const GivenSets& given) {
  const auto sets = make_sets(given, n_labels);
  require(n_labels >= (sets ? 3 : 1), "n_labels must be at least 1, and 3 of sets of labels");
  require(!sets || one_versus_all, "sets of labels need one_versus_all");
  new (self) PyProblem(make_site_problem(
      owner, n_labels, loss, cost, [&]<class Real>(PyProblem& result, SiteProblem<Real>& problem) {
        const Label n_gold = sets ? sets->size() : n_labels;
        problem.examples = make_examples(rows, gold, weights, problem.sites->n_rows(), n_gold);
        problem.oracle = make_label_oracle(loss, n_labels, one_versus_all, result.cost, sets);
      }));
}

// Numbers to hit instead of labels: one for each example; examples of a row have the same.
PyProblem make_score_problem(const nb::object& owner, const Vector<std::int64_t>& rows,
                             const Vector<double>& targets, const Vector<double>& weights,
                             const std::string& loss, double number) {
  require(rows.size() == targets.size() && rows.size() == weights.size(),
          "rows, targets and weights must have one length");
  require(std::isfinite(number) && number >= 0 && number < 1e300, "number must not be negative");
  require(loss != OrdinalLoss::kName || (number >= 2 && number <= 1e6),
          "ordered values must be at least two");
  return make_site_problem(
      owner, 2, loss, std::nullopt, [&]<class Real>(PyProblem&, SiteProblem<Real>& problem) {
        problem.examples = Examples{copy_of(rows), {}, copy_of(weights), {}};
        problem.examples.gold.assign(rows.size(), 0);
        check_examples(problem.examples, problem.sites->n_rows(), 2);
        problem.oracle =
            make_score_oracle(loss, number, problem.examples, {targets.data(), targets.size()},
                              problem.sites->n_rows());
      });
}

}  // namespace

void bind_base(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<Matrix> matrix(m, "Matrix");
  matrix.def("__init__", &make_matrix, "indptr"_a.none(), "indices"_a.none(), "values"_a.none(),
             "n_rows"_a, "n_features"_a, "single"_a, nb::kw_only(), "unique"_a = false);
  matrix.def_prop_ro("is_single", &Matrix::is_single);
  const auto fact = []<class Handle, class Read>(nb::class_<Handle>& handle, const char* name,
                                                 const Read& read) {
    handle.def_prop_ro(name, [read](const Handle& self) { return self.visit(read); });
  };
  fact(matrix, "n_rows", [](const auto& sites) { return sites.n_rows(); });
  fact(matrix, "n_features", [](const auto& sites) { return sites.n_features(); });
  fact(matrix, "nnz", [](const auto& sites) { return sites.n_entries(); });
  fact(matrix, "has_duplicates", [](const auto& sites) { return sites.has_duplicates(); });

  nb::class_<PyProblem> problem(m, "Problem");
  problem.def("__init__", &make_problem, "matrix"_a, "rows"_a, "gold"_a, "weights"_a, "n_labels"_a,
              "loss"_a, "one_versus_all"_a, "cost"_a.none() = nb::none(),
              "sets"_a.none() = nb::none());
  m.def("score_problem", &make_score_problem, "matrix"_a, "rows"_a, "targets"_a, "weights"_a,
        "loss"_a, "number"_a);
  fact(problem, "n_columns", [](const auto& each) { return each.n_columns(); });
  fact(problem, "stride", [](const auto& each) { return each.stride(); });
  fact(problem, "n_examples", [](const auto& each) { return each.examples.size(); });

  m.def("stride", &stride_of, "n_columns"_a);
}

}  // namespace linguine::python
