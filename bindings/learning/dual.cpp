// Learning in the dual: coordinate descent, one column or all labels at a time.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/learning/label_sets.hpp"
#include "bindings/learning/options.hpp"
#include "bindings/learning/solution.hpp"
#include "core/learning/dual/coordinate_descent.hpp"
#include "core/learning/dual/crammer_singer.hpp"
#include "core/learning/dual/losses.hpp"
#include "core/learning/dual/score_descent.hpp"
#include "core/learning/score_oracle.hpp"

namespace linguine::python {

namespace {

template <class Real>
Solution dispatch_dual(const PyProblem& self, const SiteProblem<Real>& problem,
                       const DualOptions& options, const ColumnScales& scales,
                       const ColumnResults<Real>& results, Monitor& monitor) {
  const bool is_joint = problem.oracle->n_blocks() == 1 && problem.n_labels > 2;
  return Losses::make<Solution>(self.loss, [&]<class Loss>(Loss) -> Solution {
    using Dual = DualOf<Loss>;
    constexpr bool kHasMargin = Loss::kAugmented && Loss::kAsks == Asks::kMax;
    if constexpr (std::is_void_v<Dual>) {
      throw std::invalid_argument("no dual for loss '" + self.loss + "'");
    } else {
      if (!is_joint && options.l2 == 0) {
        require(kHasMargin, "a hard margin is for the hinge losses");
        return solve_dual<Real>(DualLoss::of<DualHardMargin>(), problem, self.cost, options, scales,
                                results, monitor);
      }
      if (!is_joint) {
        return solve_dual<Real>(DualLoss::of<Dual>(), problem, self.cost, options, scales, results,
                                monitor);
      }
      require(std::is_same_v<Loss, HingeLoss>, "the joint dual is for the hinge loss");
      require(results.scores == nullptr, "the joint dual returns weights");
      Threads threads(options.n_threads);
      return CrammerSinger<Real>(problem, self.cost, options, results.weights, threads, monitor)
          .run();
    }
  });
}

// The first of some columns, how many, alpha, strength, blocks, and the block that keeps a share.
using GivenScales =
    std::tuple<Index, Index, double, double, std::optional<Vector<std::uint8_t>>, int>;

// All columns, or some of them on scales of their own.
template <class Real>
ColumnScales read_scales(const SiteProblem<Real>& problem,
                         const std::optional<GivenScales>& given) {
  ColumnScales scales;
  scales.count = problem.n_columns();
  if (!given) return scales;
  const auto& [first, count, alpha, strength, blocks, keeps_share] = *given;
  require(problem.oracle->n_blocks() == problem.n_columns(),
          "scales are for two labels and for one-versus-all");
  require(count >= 1 && first >= 0 && first <= problem.n_columns() - count,
          "scales must be of columns of the problem");
  require(std::isfinite(alpha) && alpha > 0, "alpha must be positive");
  require(std::isfinite(strength), "strength must be finite");
  require(keeps_share >= 0 && keeps_share < 256, "blocks have one byte");
  scales.first = first, scales.count = count, scales.is_scaled = true;
  scales.alpha = alpha, scales.strength = strength;
  scales.keeps_share.assign(256, 0);
  scales.keeps_share[as_size(keeps_share)] = 1;
  if (blocks) {
    require(static_cast<Index>(blocks->size()) == problem.sites->n_features(),
            "blocks must have one entry for each feature");
    scales.blocks = copy_of(*blocks);
  }
  return scales;
}

// Rows to score, and where their scores go: [rows][n_columns].
using GivenScored = std::optional<std::tuple<Vector<std::int64_t>, nb::object>>;

template <class Real>
void read_scored(const SiteProblem<Real>& problem, const ColumnScales& scales,
                 const GivenScored& given, ColumnResults<Real>& results) {
  if (!given) return;
  const auto& [rows, scores] = *given;
  results.rows = {rows.data(), rows.size()};
  require(std::all_of(results.rows.begin(), results.rows.end(),
                      [&](std::int64_t row) { return row >= 0 && row < problem.sites->n_rows(); }),
          "rows must be rows of the matrix");
  results.scores = writable<Real>(scores, {std::ssize(results.rows), scales.count}, "scores");
}

auto run_dual(const PyProblem& self, const nb::object& weights, const nb::object& bias,
              const DualOptions& given, const nb::object& multipliers, nb::object progress,
              const std::optional<GivenScales>& given_scales, const GivenSets& given_sets,
              const GivenScored& given_scored) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    ColumnScales scales = read_scales(problem, given_scales);
    scales.sets = make_sets(given_sets, problem.n_labels);
    require(std::all_of(problem.examples.gold.begin(), problem.examples.gold.end(),
                        [&](Label gold) {
                          return gold < (scales.sets ? scales.sets->size() : problem.n_labels);
                        }),
            "gold must be numbers of the sets, or labels");
    Weights<Real> w;
    w.n_features = given_scored ? 0 : problem.n_weight_rows();
    w.n_columns = scales.count;
    w.stride = stride_of(scales.count);
    w.theta = writable<Real>(weights, {w.n_features, w.stride}, "weights");
    w.bias = writable<Real>(bias, {w.stride}, "bias");
    ColumnResults<Real> results{w, {}, nullptr};
    read_scored(problem, scales, given_scored, results);
    require(given.l2 >= 0, "the dual needs l2 >= 0");
    DualOptions options = given;
    options.max_iterations = std::max<Index>(given.max_iterations, 1);
    if (!multipliers.is_none()) {
      options.multipliers =
          writable<double>(multipliers, {problem.examples.size(), scales.count}, "multipliers");
      for (Index i = 0; i < problem.examples.size() * scales.count; ++i) {
        require(std::isfinite(options.multipliers[i]), "multipliers must be finite");
      }
    }
    return as_tuple_with_gap(unlocked(std::move(progress), [&](Monitor& monitor) {
      return dispatch_dual(self, problem, options, scales, results, monitor);
    }));
  });
}

// Support vector regression.
auto run_score_dual(const PyProblem& self, const nb::object& weights, const nb::object& bias,
                    const DualOptions& given, nb::object progress) {
  return self.visit([&]<class Real>(const SiteProblem<Real>& problem) {
    using Scores = ScoreOracle<EpsilonInsensitiveLoss>;
    const auto* oracle = dynamic_cast<const Scores*>(problem.oracle.get());
    require(oracle != nullptr, "no dual for loss '" + self.loss + "'");
    require(given.l2 > 0, "the dual of scores needs l2 > 0");
    std::vector<double> targets;
    for (const Index row : problem.examples.row) targets.push_back(oracle->target(row));
    Weights<Real> w = weights_of<Real>(problem, weights, bias);
    return as_tuple_with_gap(unlocked(std::move(progress), [&](Monitor& monitor) {
      return ScoreDescent<Real>(problem, targets, oracle->loss().number(), given, w).run(monitor);
    }));
  });
}

template <class Real>
nb::object ratios_of(const Sites<Real>& sites, const Examples& examples, const LabelSets* sets,
                     Label first_label, Index count, double alpha,
                     const std::vector<std::uint8_t>& blocks) {
  auto table = BigArray<Real>::zeros(sites.n_features() * count);
  unlocked([&] {
    log_count_ratios<Real>(sites, examples, sets, first_label, count, count, alpha, blocks,
                           table.data());
  });
  return new_table(std::move(table), sites.n_features(), count);
}

nb::object ratios(const Matrix& matrix, const Vector<std::int64_t>& rows,
                  const Vector<std::int32_t>& gold, const Vector<double>& weights, Label n_labels,
                  Label first_label, Index count, double alpha,
                  const std::optional<Vector<std::uint8_t>>& blocks, const GivenSets& given) {
  return matrix.visit([&]<class Real>(const Sites<Real>& sites) {
    require(first_label >= 0 && count >= 1 && first_label + count <= n_labels,
            "columns must be those of labels");
    require(std::isfinite(alpha) && alpha > 0, "alpha must be positive");
    require(!blocks || static_cast<Index>(blocks->size()) == sites.n_features(),
            "blocks must have one entry for each feature");
    const auto sets = make_sets(given, n_labels);
    const Label n_gold = sets ? sets->size() : n_labels;
    const Examples examples = make_examples(rows, gold, weights, sites.n_rows(), n_gold);
    return ratios_of(sites, examples, sets.get(), first_label, count, alpha,
                     blocks ? copy_of(*blocks) : std::vector<std::uint8_t>());
  });
}

}  // namespace

void bind_dual_learning(nb::module_& m) {
  using namespace nb::literals;
  OptionTable<DualOptions>(m, "DualOptions")
      .row("l2", &DualOptions::l2)
      .row("bias_scale", &DualOptions::bias_scale)
      .row("max_iterations", &DualOptions::max_iterations)
      .row("tolerance", &DualOptions::tolerance)
      .row("shrinking", &DualOptions::shrinking)
      .row("seed", &DualOptions::seed)
      .row("n_threads", &DualOptions::n_threads);
  m.def("log_count_ratios", &ratios, "matrix"_a, "rows"_a, "gold"_a, "weights"_a, "n_labels"_a,
        "first_label"_a, "count"_a, "alpha"_a, "blocks"_a.none(), "sets"_a.none() = nb::none());
  bind_learner<&run_score_dual>(m, "score_dual");
  m.def("dual", &run_dual, "problem"_a, "weights"_a, "bias"_a, "options"_a, "multipliers"_a.none(),
        "progress"_a.none(), "scales"_a.none() = nb::none(), "sets"_a.none() = nb::none(),
        "scored"_a.none() = nb::none());
}

}  // namespace linguine::python
