// Label trees: the order of labels that they are grown from, and the search for the best labels.
// Everything that a file says is checked here, before a kernel sees it.
#include "core/model/label_tree.hpp"

#include <nanobind/stl/variant.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/features/documents.hpp"
#include "bindings/learning/label_sets.hpp"
#include "core/learning/label_tree/balanced_order.hpp"
#include "core/model/scores.hpp"

namespace linguine::python {

namespace {

template <class T>
std::span<const T> span_of(const Vector<T>& array) {
  return {array.data(), array.size()};
}

void check_begins(std::span<const std::int64_t> begins, std::int64_t end, const char* what) {
  require(!begins.empty() && begins.front() == 0 && begins.back() == end, what);
  require(std::is_sorted(begins.begin(), begins.end()), what);
}

// Every node but the root has one parent, which stands before it; a leaf has a label, and an inner
// node has none.
void check_shape(const LabelTreeArrays& at, std::int64_t n_labels) {
  const auto n = std::ssize(at.labels);
  require(n >= 2 && std::ssize(at.first_child) == n + 1 && std::ssize(at.bias) == n,
          "a tree must have a root, children, and a bias for each node");
  require(at.first_child[0] == 1 && at.first_child[as_size(n)] == n &&
              std::is_sorted(at.first_child.begin(), at.first_child.end()),
          "children must follow each other up to the last node");
  for (Index v = 0; v < n; ++v) {
    const auto i = as_size(v);
    const Index count = at.first_child[i + 1] - at.first_child[i];
    require(count == 0 || at.first_child[i] > v, "a node must stand before its children");
    require(count <= 65536, "a node must have at most 65,536 children");
    require((at.labels[i] >= 0) == (count == 0) && at.labels[i] < n_labels && at.labels[i] >= -1,
            "leaves, and they alone, must have labels");
  }
}

// The entries of a node's rows lie within its children, and its rows ascend.
void check_rows(const LabelTreeArrays& at, std::int64_t n_features) {
  for (Index v = 0; v < at.n_nodes(); ++v) {
    const auto i = as_size(v);
    const Index count = at.first_child[i + 1] - at.first_child[i];
    for (auto r = at.row_begin[i]; r < at.row_begin[i + 1]; ++r) {
      const auto row = as_size(r);
      require(at.features[row] < n_features, "a feature is out of range");
      require(r == at.row_begin[i] || at.features[row - 1] < at.features[row],
              "the features of a node must ascend");
      for (auto e = at.entry_begin[row]; e < at.entry_begin[row + 1]; ++e) {
        require(at.children[as_size(e)] < count, "a child is out of range");
      }
    }
  }
}

class PyLabelTree {
 public:
  PyLabelTree(Vector<std::int32_t> first_child, Vector<std::int32_t> labels, Vector<float> bias,
              Vector<std::int64_t> row_begin, Vector<std::uint32_t> features,
              Vector<std::int64_t> entry_begin, Vector<std::uint16_t> children,
              Vector<float> values, std::int64_t n_features, std::int64_t n_labels)
      : kept_(std::move(first_child), std::move(labels), std::move(bias), std::move(row_begin),
              std::move(features), std::move(entry_begin), std::move(children), std::move(values)),
        n_features_(n_features) {
    const LabelTreeArrays at =
        std::apply([](const auto&... each) { return LabelTreeArrays{span_of(each)...}; }, kept_);
    check_shape(at, n_labels);
    require(std::ssize(at.row_begin) == at.n_nodes() + 1, "each node must have rows, or none");
    check_begins(at.row_begin, std::ssize(at.features), "the rows of nodes must follow each other");
    require(std::ssize(at.entry_begin) == std::ssize(at.features) + 1,
            "each row must have entries, or none");
    require(at.children.size() == at.values.size(), "each entry must have a child and a weight");
    check_begins(at.entry_begin, std::ssize(at.values),
                 "the entries of rows must follow each other");
    check_rows(at, n_features);
    tree_ = std::make_unique<LabelTree>(at);
  }

  // (labels, scores) of the k best labels of each row, both [n_rows][k]
  nb::object search_rows(const Matrix& matrix, Index beam, Index k, int n_threads) const {
    return matrix.visit([&]<class Real>(const Sites<Real>& sites) {
      require(sites.n_features() == n_features_, "rows must have the features of the tree");
      Answer answer(sites.n_rows(), beam, k);
      unlocked(nb::none(), [&](Monitor& monitor) {
        constexpr Index kRows = 64;
        Threads threads(n_threads);
        run_polled(threads, monitor, (sites.n_rows() + kRows - 1) / kRows, [&](Index chunk) {
          LabelTree::Workspace work;
          const Index end = std::min(sites.n_rows(), (chunk + 1) * kRows);
          for (Index i = chunk * kRows; i < end; ++i) {
            sites.with_row(i, [&](const auto& row) { answer.fill(*tree_, i, row, work); });
          }
        });
      });
      return answer.tables();
    });
  }

  nb::object search_texts(const PyDocuments& documents, const KeyIndex& index,
                          const PyWeighting& values, Index beam, Index k, int n_threads) const {
    const Weighting weighting = make_weighting(values);
    Answer answer(documents.size, beam, k);
    with_index(index, documents, [&](const auto& known) {
      const auto n = std::ssize(known);
      const auto fits = [&](const auto& cells) { return cells.empty() || std::ssize(cells) == n; };
      require(n == n_features_ && fits(weighting.idf) && fits(weighting.blocks),
              "the tree, idf and blocks must have the features of the vocabulary");
      unlocked(documents, n_threads, nb::none(), [&](Threads& threads, Monitor& monitor) {
        with_text_rows(documents.plan, known, weighting, documents, threads, monitor, [&] {
          return [&, work = LabelTree::Workspace()](Index i, const auto& row) mutable {
            answer.fill(*tree_, i, row, work);
          };
        });
      });
    });
    return answer.tables();
  }

 private:
  struct Answer {
    Answer(Index n_rows, Index beam_given, Index k_given)
        : n(n_rows), beam(beam_given), k(k_given) {
      require(beam >= 1 && k >= 1, "the beam and the number of labels must be positive");
      labels = std::make_unique_for_overwrite<std::int32_t[]>(as_size(n * k));
      scores = std::make_unique_for_overwrite<float[]>(as_size(n * k));
    }
    template <class Row>
    void fill(const LabelTree& tree, Index i, const Row& row, LabelTree::Workspace& work) {
      tree.search(row, beam, k, work, labels.get() + i * k, scores.get() + i * k);
    }
    nb::object tables() {
      return nb::make_tuple(new_table(std::move(labels), n, k), new_table(std::move(scores), n, k));
    }
    Index n, beam, k;
    std::unique_ptr<std::int32_t[]> labels;
    std::unique_ptr<float[]> scores;
  };

  std::tuple<Vector<std::int32_t>, Vector<std::int32_t>, Vector<float>, Vector<std::int64_t>,
             Vector<std::uint32_t>, Vector<std::int64_t>, Vector<std::uint16_t>, Vector<float>>
      kept_;
  std::int64_t n_features_;
  std::unique_ptr<LabelTree> tree_;
};

nb::object order_of_labels(const Matrix& matrix, const Vector<std::int64_t>& rows,
                           const Vector<std::int32_t>& gold, const Vector<double>& weights,
                           Label n_labels, const GivenSets& given, int depth, std::uint64_t seed,
                           int n_threads) {
  require(n_labels >= 1 && depth >= 0 && depth < 31, "labels and depth must be in range");
  return matrix.visit([&]<class Real>(const Sites<Real>& sites) {
    const auto sets = make_sets(given, n_labels);
    const Label n_gold = sets ? sets->size() : n_labels;
    const Examples examples = make_examples(rows, gold, weights, sites.n_rows(), n_gold);
    std::vector<std::int32_t> order;
    unlocked(nb::none(), [&](Monitor& monitor) {
      Threads threads(n_threads);
      const Centroids centroids = find_centroids(sites, examples, sets.get(), n_labels);
      order = balanced_order(centroids, sites.n_features(), depth, seed, threads, monitor);
    });
    return new_vector(std::move(order));
  });
}

}  // namespace

void bind_label_trees(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyLabelTree>(m, "LabelTree")
      .def(nb::init<Vector<std::int32_t>, Vector<std::int32_t>, Vector<float>, Vector<std::int64_t>,
                    Vector<std::uint32_t>, Vector<std::int64_t>, Vector<std::uint16_t>,
                    Vector<float>, std::int64_t, std::int64_t>(),
           "first_child"_a, "labels"_a, "bias"_a, "row_begin"_a, "features"_a, "entry_begin"_a,
           "children"_a, "values"_a, "n_features"_a, "n_labels"_a)
      .def("search_rows", &PyLabelTree::search_rows, "matrix"_a, "beam"_a, "k"_a, "n_threads"_a)
      .def("search_texts", &PyLabelTree::search_texts, "documents"_a, "index"_a, "values"_a,
           "beam"_a, "k"_a, "n_threads"_a);
  m.def("order_of_labels", &order_of_labels, "matrix"_a, "rows"_a, "gold"_a, "weights"_a,
        "n_labels"_a, "sets"_a.none(), "depth"_a, "seed"_a, "n_threads"_a);
}

}  // namespace linguine::python
