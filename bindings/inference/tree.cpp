// Dependency trees: the four questions about the scores of one sentence's arcs.
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bindings/handles.hpp"
#include "core/inference/tree/structure.hpp"

namespace linguine::python {
namespace {

// Scores of shape (n, n + 1), checked. Cells of a word as its own head may hold anything.
TreeScores scores_of(const Table<double>& arcs) {
  const auto n = static_cast<Index>(arcs.shape(0));
  require(static_cast<Index>(arcs.shape(1)) == n + 1,
          "arc scores must have shape (n_words, n_words + 1), a column for the root and one per "
          "word; got (" +
              std::to_string(n) + ", " + std::to_string(arcs.shape(1)) +
              "). Put the score of head h (0 is the root) and modifier m at [m - 1, h].");
  const TreeScores scores{n, arcs.data()};
  for (Index m = 1; m <= n; ++m) {
    for (Index h = 0; h <= n; ++h) {
      const double score = scores(h, m);
      if (h == m || std::isfinite(score) || score == kImpossible) continue;
      throw std::invalid_argument(
          "arc scores must be numbers, or -inf where an arc is excluded; got " +
          std::to_string(score) + " at [" + std::to_string(m - 1) + ", " + std::to_string(h) +
          "]. Check the weights that gave this score.");
    }
  }
  return scores;
}

auto best(const Table<double>& arcs, bool projective, bool single_root) {
  const TreeScores scores = scores_of(arcs);
  std::vector<Label> heads(as_size(scores.n_words));
  const double value = unlocked([&] {
    TreeMemory memory;
    return best_tree({projective, single_root}, scores, memory, heads.data());
  });
  return std::make_pair(new_vector(std::move(heads)), value);
}

auto log_partition_of(const Table<double>& arcs, bool projective, bool single_root) {
  const TreeScores scores = scores_of(arcs);
  const Index n = scores.n_words;
  auto shares = std::make_unique<double[]>(as_size(n * (n + 1)));
  const double log_z = unlocked([&] {
    TreeMemory memory;
    return tree_log_partition({projective, single_root}, scores, 1.0, memory, shares.get());
  });
  return std::make_pair(log_z, new_table(std::move(shares), n, n + 1));
}

auto k_best(const Table<double>& arcs, bool projective, bool single_root, Index k) {
  const TreeScores scores = scores_of(arcs);
  const Index n = scores.n_words;
  require(k >= 1, "k must be at least 1; got " + std::to_string(k) + ". Ask for one tree or more.");
  std::vector<std::vector<Label>> trees;
  std::vector<double> values;
  unlocked([&] {
    TreeMemory memory;
    k_best_trees({projective, single_root}, scores, k, memory, trees, values);
  });
  auto heads = std::make_unique<Label[]>(trees.size() * as_size(n));
  for (std::size_t t = 0; t < trees.size(); ++t) {
    std::copy(trees[t].begin(), trees[t].end(), heads.get() + t * as_size(n));
  }
  return std::make_pair(new_table(std::move(heads), std::ssize(trees), n),
                        new_vector(std::move(values)));
}

}  // namespace

void bind_trees(nb::module_& m) {
  using namespace nb::literals;
  m.def("best_tree", &best, "scores"_a, "projective"_a, "single_root"_a);
  m.def("tree_log_partition", &log_partition_of, "scores"_a, "projective"_a, "single_root"_a);
  m.def("k_best_trees", &k_best, "scores"_a, "projective"_a, "single_root"_a, "k"_a);
}

}  // namespace linguine::python
