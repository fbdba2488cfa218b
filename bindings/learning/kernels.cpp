// Kernels of vectors, strings and trees, and what is learned with them.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "bindings/data/texts.hpp"
#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/learning/options.hpp"
#include "core/learning/kernels/kernel_perceptron.hpp"
#include "core/learning/kernels/one_versus_one.hpp"
#include "core/learning/kernels/products.hpp"
#include "core/learning/kernels/spectrum.hpp"
#include "core/learning/kernels/subsequence.hpp"
#include "core/learning/kernels/subset_tree.hpp"
#include "core/learning/kernels/vectors.hpp"
#include "core/model/kernel_scores.hpp"

namespace linguine::python {

namespace {

// Items of a kernel: the first n_left, and behind them those of a second set, if there is one.
struct KernelItems {
  Items items;
  Index n_left = 0;
  Index n_empty = 0;       // of the first that are like nothing, not even like themselves
  Index first_empty = -1;  // the first of them
  nb::object table = {};   // the array that was given, if one was

  Index n_right() const { return items.size == n_left ? n_left : items.size - n_left; }
};

template <class Form, class Products>
Items vector_kernel(Products products, const Form& form) {
  return Items::of(std::make_shared<const VectorKernel<Products, Form>>(std::move(products), form));
}

template <class Form>
Items with_products(const Matrix& left, const Matrix* right, const Form& form) {
  const auto facts = [](const auto& sites) {
    return std::tuple(sites.n_rows(), sites.n_features(), sites.is_dense());
  };
  const auto [n_left, n_features, is_dense] = left.visit(facts);
  Index n = n_left;
  bool all_dense = is_dense;
  if (right != nullptr) {
    const auto [n_right, n_features_right, is_dense_right] = right->visit(facts);
    require(n_features_right == n_features, "both sides must have the same features");
    n += n_right;
    all_dense = all_dense && is_dense_right;  // sparse rows may be too wide to be written out
  }
  if (all_dense) {
    DenseProducts products(n, n_features);
    left.visit([&](const auto& sites) { products.add(sites, 0); });
    if (right != nullptr) right->visit([&](const auto& sites) { products.add(sites, n_left); });
    return vector_kernel(std::move(products), form);
  }
  SparseProducts products;
  std::vector<std::int32_t> numbers(as_size(n_features), -1);
  left.visit([&](const auto& sites) { products.add(sites, numbers); });
  if (right != nullptr) right->visit([&](const auto& sites) { products.add(sites, numbers); });
  products.close();
  return vector_kernel(std::move(products), form);
}

KernelItems polynomial_items(const Matrix& left, const Matrix* right, int degree, double offset) {
  require(degree >= 1, "degree must be at least 1");
  return unlocked([&] {
    const Index n_left = left.visit([](const auto& sites) { return sites.n_rows(); });
    return KernelItems{with_products(left, right, PolynomialOf{degree, offset}), n_left};
  });
}

KernelItems gaussian_items(const Matrix& left, const Matrix* right, double gamma) {
  require(gamma >= 0 && std::isfinite(gamma), "gamma must be finite and not negative");
  return unlocked([&] {
    const Index n_left = left.visit([](const auto& sites) { return sites.n_rows(); });
    return KernelItems{with_products(left, right, GaussianOf{gamma}), n_left};
  });
}

// Divides by the lengths of the items, if asked for; counts those that have none. An infinite length
// is an overflow_error that says whose.
template <class K>
KernelItems finish(K kernel, Index n_left, bool normalize, int n_threads, Monitor& monitor) {
  const auto shared = std::make_shared<const K>(std::move(kernel));
  const Items plain = Items::of(shared);
  const std::vector<double> diagonal = diagonal_of(plain, n_threads, monitor);
  KernelItems result{plain, n_left};
  for (Index i = 0; i < plain.size; ++i) {
    const double length = diagonal[as_size(i)];
    if (!std::isfinite(length)) throw std::overflow_error(std::to_string(i));
    if (length > 0 || i >= n_left) continue;
    if (result.n_empty++ == 0) result.first_empty = i;
  }
  if (normalize) {
    result.items = Items::of(std::make_shared<const Normalized<K>>(shared, diagonal));
  }
  return result;
}

Symbols read_symbols(const Texts& left, const Texts* right, bool words, bool lowercase) {
  Symbols symbols(words, lowercase);
  for (const auto& text : left.views) symbols.add(text);
  if (right != nullptr) {
    for (const auto& text : right->views) symbols.add(text);
  }
  return symbols;
}

KernelItems spectrum_items(const Texts& left, const Texts* right, int length, bool words,
                           bool lowercase, bool normalize, int n_threads, nb::object progress) {
  require(length >= 1, "length must be at least 1");
  return unlocked(std::move(progress), [&](Monitor& monitor) {
    const Symbols symbols = read_symbols(left, right, words, lowercase);
    using K = VectorKernel<SparseProducts, Linear>;
    return finish(K(count_runs(symbols, length), Linear{}), left.size(), normalize, n_threads,
                  monitor);
  });
}

KernelItems subsequence_items(const Texts& left, const Texts* right, int length, double decay,
                              bool words, bool lowercase, bool normalize, int n_threads,
                              nb::object progress) {
  require(length >= 1 && decay > 0 && decay <= 1, "length must be at least 1, decay in (0, 1]");
  return unlocked(std::move(progress), [&](Monitor& monitor) {
    return finish(Subsequences(read_symbols(left, right, words, lowercase), length, decay),
                  left.size(), normalize, n_threads, monitor);
  });
}

// Throws (number of the tree, what is wrong) as one message, which Python takes apart.
void add_trees(Trees& trees, const Texts& texts) {
  for (const auto& text : texts.views) {
    try {
      trees.add(text);
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument(std::to_string(trees.size()) + ":" + wrong.what());
    }
  }
}

KernelItems subset_tree_items(const Texts& left, const Texts* right, double decay, bool normalize,
                              int n_threads, nb::object progress) {
  require(decay > 0 && decay <= 1, "decay must be in (0, 1]");
  return unlocked(std::move(progress), [&](Monitor& monitor) {
    Trees trees;
    add_trees(trees, left);
    if (right != nullptr) add_trees(trees, *right);
    return finish(SubsetTrees(std::move(trees), decay), left.size(), normalize, n_threads, monitor);
  });
}

template <class Real>
KernelItems table_of(nb::object owner, const AnyArray& table) {
  const auto size = static_cast<Index>(table.shape(0));
  KernelItems result{Items::of(std::make_shared<const GramTable<Real>>(data_of<Real>(table), size)),
                     size};
  result.table = std::move(owner);
  return result;
}

KernelItems table_items(nb::object owner) {
  if (!is_aligned(nb::cast<nb::ndarray<nb::ro, nb::device::cpu>>(owner))) {
    owner = copy_of_array(owner);
  }
  const AnyArray table = nb::cast<AnyArray>(owner);
  const bool is_square = table.ndim() == 2 && table.shape(0) == table.shape(1);
  require(is_square && (table.shape(0) < 2 ||
                        (table.stride(1) == 1 &&
                         table.stride(0) == static_cast<std::int64_t>(table.shape(0)))),
          "a Gram matrix must be square and C-contiguous");
  require(holds<float>(table) || holds<double>(table),
          "a Gram matrix must hold float32 or float64");
  return holds<float>(table) ? table_of<float>(std::move(owner), table)
                             : table_of<double>(std::move(owner), table);
}

template <class Real>
nb::object gram_of(const KernelItems& self, int n_threads, nb::object progress) {
  auto out = std::make_unique_for_overwrite<Real[]>(as_size(self.n_left * self.n_right()));
  unlocked(std::move(progress), [&](Monitor& monitor) {
    fill_gram(self.items, self.n_left, n_threads, monitor, out.get());
  });
  return nb::cast(new_table<Real>(std::move(out), self.n_left, self.n_right()));
}

nb::object gram(const KernelItems& self, bool single, int n_threads, nb::object progress) {
  return single ? gram_of<float>(self, n_threads, std::move(progress))
                : gram_of<double>(self, n_threads, std::move(progress));
}

nb::object as_table(const std::vector<double>& cells, Index n_rows) {
  auto copy = std::make_unique_for_overwrite<double[]>(cells.size());
  std::copy(cells.begin(), cells.end(), copy.get());
  return nb::cast(new_table<double>(std::move(copy), n_rows, std::ssize(cells) / n_rows));
}

void check_weights(const KernelItems& self, const Vector<double>& weights) {
  require(self.n_left == self.items.size, "learning needs one set of items");
  require(static_cast<Index>(weights.size()) == self.items.size, "an item needs one weight");
  for (std::size_t i = 0; i < weights.size(); ++i) {
    require(weights.data()[i] > 0 && std::isfinite(weights.data()[i]), "weights must be positive");
  }
}

auto smo(const KernelItems& self, const Vector<std::int64_t>& offsets,
         const Vector<double>& weights, const SmoOptions& options, nb::object progress) {
  check_weights(self, weights);
  const auto n_labels = static_cast<Index>(offsets.size()) - 1;
  require(n_labels >= 2 && offsets.data()[0] == 0 && offsets.data()[n_labels] == self.items.size,
          "offsets must lead from 0 to the number of items, over two labels at least");
  for (Index label = 0; label < n_labels; ++label) {
    require(offsets.data()[label] < offsets.data()[label + 1], "offsets must ascend");
  }
  require(options.C > 0 && options.tolerance > 0 && options.cache_megabytes > 0,
          "C, tolerance and cache must be positive");
  const PairsSolution found = unlocked(std::move(progress), [&](Monitor& monitor) {
    return solve_pairs(self.items, copy_of(offsets), copy_of(weights), options, monitor);
  });
  return std::make_tuple(as_table(found.coefficients, n_labels - 1), new_vector(found.biases),
                         new_vector(found.n_iterations), found.objective, found.converged,
                         found.diverged);
}

auto kernel_perceptron(const KernelItems& self, const Vector<std::int32_t>& gold,
                       const Vector<double>& weights, Label n_labels,
                       const KernelPerceptronOptions& options, nb::object progress) {
  check_weights(self, weights);
  require(n_labels >= 2 && gold.size() == weights.size(), "an item needs one of several labels");
  for (std::size_t i = 0; i < gold.size(); ++i) {
    require(gold.data()[i] >= 0 && gold.data()[i] < n_labels, "a label is out of range");
  }
  const KernelPerceptronSolution found = unlocked(std::move(progress), [&](Monitor& monitor) {
    return KernelPerceptron(self.items, {gold.data(), gold.size()},
                            {weights.data(), weights.size()}, n_labels, options)
        .run(monitor);
  });
  return std::make_tuple(as_table(found.coefficients, std::ssize(found.bias)),
                         new_vector(found.bias), found.history);
}

nb::object scores(const KernelItems& self, const Table<double>& coefficients,
                  const Vector<double>& bias, int n_threads, nb::object progress) {
  const auto n_columns = static_cast<Index>(bias.size());
  require(self.items.size > self.n_left, "scores need items and vectors");
  require(static_cast<Index>(coefficients.shape(0)) == n_columns &&
              static_cast<Index>(coefficients.shape(1)) == self.n_right(),
          "coefficients must be (n_columns, n_vectors)");
  auto out = std::make_unique_for_overwrite<double[]>(as_size(self.n_left * n_columns));
  unlocked(std::move(progress), [&](Monitor& monitor) {
    linguine::kernel_scores(self.items, self.n_left, coefficients.data(), bias.data(), n_columns,
                            n_threads, monitor, out.get());
  });
  return nb::cast(new_table<double>(std::move(out), self.n_left, n_columns));
}

}  // namespace

void bind_kernels(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<KernelItems>(m, "KernelItems")
      .def_prop_ro("size", [](const KernelItems& self) { return self.n_left; })
      .def_ro("n_empty", &KernelItems::n_empty)
      .def_ro("first_empty", &KernelItems::first_empty);
  m.def("polynomial_items", &polynomial_items, "left"_a, "right"_a.none(), "degree"_a, "offset"_a);
  m.def("gaussian_items", &gaussian_items, "left"_a, "right"_a.none(), "gamma"_a);
  m.def("spectrum_items", &spectrum_items, "left"_a, "right"_a.none(), "length"_a, "words"_a,
        "lowercase"_a, "normalize"_a, "n_threads"_a, "progress"_a.none());
  m.def("subsequence_items", &subsequence_items, "left"_a, "right"_a.none(), "length"_a, "decay"_a,
        "words"_a, "lowercase"_a, "normalize"_a, "n_threads"_a, "progress"_a.none());
  m.def("subset_tree_items", &subset_tree_items, "left"_a, "right"_a.none(), "decay"_a,
        "normalize"_a, "n_threads"_a, "progress"_a.none());
  m.def("table_items", &table_items, "table"_a);
  m.def("gram", &gram, "items"_a, "single"_a, "n_threads"_a, "progress"_a.none());
  m.def("kernel_scores", &scores, "items"_a, "coefficients"_a, "bias"_a, "n_threads"_a,
        "progress"_a.none());
  OptionTable<SmoOptions>(m, "SmoOptions")
      .row("C", &SmoOptions::C)
      .row("tolerance", &SmoOptions::tolerance)
      .row("max_iterations", &SmoOptions::max_iterations)
      .row("shrinking", &SmoOptions::shrinking)
      .row("cache_megabytes", &SmoOptions::cache_megabytes)
      .row("n_threads", &SmoOptions::n_threads);
  m.def("smo", &smo, "items"_a, "offsets"_a, "weights"_a, "options"_a, "progress"_a.none());
  OptionTable<KernelPerceptronOptions>(m, "KernelPerceptronOptions")
      .row("epochs", &KernelPerceptronOptions::epochs)
      .row("budget", &KernelPerceptronOptions::budget)
      .row("averaged", &KernelPerceptronOptions::averaged)
      .row("has_bias", &KernelPerceptronOptions::has_bias)
      .row("shuffle", &KernelPerceptronOptions::shuffle)
      .row("seed", &KernelPerceptronOptions::seed)
      .row("cache_megabytes", &KernelPerceptronOptions::cache_megabytes)
      .row("n_threads", &KernelPerceptronOptions::n_threads);
  m.def("kernel_perceptron", &kernel_perceptron, "items"_a, "gold"_a, "weights"_a, "n_labels"_a,
        "options"_a, "progress"_a.none());
}

}  // namespace linguine::python
