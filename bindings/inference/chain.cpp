// Chains: the rules of a tag set, the four questions, and problems whose examples are sequences.

#include <cmath>
#include <tuple>

#include "bindings/handles.hpp"
#include "core/inference/chain/structure.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine::python {

namespace {

using Cube = Aligned<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Mask = Bytes;
using MaskTable = Table<std::uint8_t>;

constexpr double kMostHistories = 1e6;

void make_rules(ChainRules* self, Label n_labels, int order,
                const std::optional<MaskTable>& transitions, const std::optional<Mask>& start,
                const std::optional<Mask>& end, bool learns_transitions) {
  require(n_labels >= 1, "a chain needs at least one label");
  require(order >= 1 && order <= ChainRules::kMostOrder, "the order of a chain must be in 1..15");
  require(order < 3 || std::pow(n_labels, order) <= kMostHistories,
          "n_labels to the power of an order of 3 and more must be at most 1,000,000");
  ChainRules rules(n_labels, order, learns_transitions);
  if (transitions) {
    const auto L = as_size(n_labels);
    require(start && end, "transitions, start and end must be given together");
    require(transitions->shape(0) == L && transitions->shape(1) == L && start->size() == L &&
                end->size() == L,
            "transitions must have shape (n_labels, n_labels), start and end (n_labels,)");
    rules.forbid({transitions->data(), transitions->size()}, {start->data(), L}, {end->data(), L});
  }
  new (self) ChainRules(std::move(rules));
}

// Rows of L cells become rows of `stride` cells.
std::vector<double> padded(const double* cells, Index n_rows, const ChainRules& rules) {
  std::vector<double> table(as_size(n_rows * rules.stride()), 0.0);
  for (Index r = 0; r < n_rows; ++r) {
    std::copy_n(cells + r * rules.n_labels(), rules.n_labels(), table.data() + r * rules.stride());
  }
  return table;
}

nb::object unpadded(const std::vector<double>& table, Index n_rows, const ChainRules& rules) {
  auto cells = std::make_unique<double[]>(as_size(n_rows * rules.n_labels()));
  for (Index r = 0; r < n_rows; ++r) {
    std::copy_n(table.data() + r * rules.stride(), rules.n_labels(),
                cells.get() + r * rules.n_labels());
  }
  return new_table<double>(std::move(cells), n_rows, rules.n_labels());
}

// The scores of one sentence, checked and padded.
struct OneChain {
  OneChain(const ChainRules& chain_rules, const Table<double>& node_table,
           const std::optional<Cube>& edge_cube, const Table<double>& structural_table)
      : rules(chain_rules), T(static_cast<Index>(node_table.shape(0))) {
    const auto L = as_size(rules.n_labels());
    require(node_table.shape(1) == L, "nodes must have shape (n_sites, n_labels)");
    require(static_cast<Index>(structural_table.shape(0)) == rules.n_rows() &&
                structural_table.shape(1) == L,
            "structural scores must have shape (n_rows, n_labels)");
    nodes = padded(node_table.data(), T, rules);
    structural = padded(structural_table.data(), rules.n_rows(), rules);
    if (edge_cube) {
      require(static_cast<Index>(edge_cube->shape(0)) == T && edge_cube->shape(1) == L &&
                  edge_cube->shape(2) == L,
              "edges must have shape (n_sites, n_labels, n_labels)");
      edges = padded(edge_cube->data(), T * rules.n_labels(), rules);
    }
    moves.assign(rules, structural.data());
  }
  ChainScores scores() const { return {T, nodes.data(), edges.empty() ? nullptr : edges.data()}; }

  const ChainRules& rules;
  Index T;
  std::vector<double> nodes;
  std::vector<double> edges;
  std::vector<double> structural;
  ChainMoves moves;
  ChainMemory memory;
};

auto argmax(const ChainRules& rules, const Table<double>& nodes, const std::optional<Cube>& edges,
            const Table<double>& structural) {
  OneChain chain(rules, nodes, edges, structural);
  std::vector<Label> output(as_size(chain.T));
  chain.moves.make_histories();
  const double value = best_output(chain.moves, chain.scores(), chain.memory, output.data());
  return std::make_tuple(value, output);
}

auto k_best(const ChainRules& rules, const Table<double>& nodes, const std::optional<Cube>& edges,
            const Table<double>& structural, Index k) {
  OneChain chain(rules, nodes, edges, structural);
  std::vector<std::vector<Label>> outputs;
  std::vector<double> values;
  k_best_outputs(chain.moves, chain.scores(), k, chain.memory, outputs, values);
  return std::make_tuple(values, outputs);
}

auto marginals(const ChainRules& rules, const Table<double>& nodes,
               const std::optional<Cube>& edges, const Table<double>& structural) {
  OneChain chain(rules, nodes, edges, structural);
  std::vector<double> node_shares(chain.nodes.size(), 0.0);
  std::vector<double> edge_shares(chain.edges.size(), 0.0);
  std::vector<double> structural_shares(chain.structural.size(), 0.0);
  const ChainShares shares{node_shares.data(), edges ? edge_shares.data() : nullptr,
                           structural_shares.data()};
  chain.moves.make_shares();
  const double log_z = log_partition(chain.moves, chain.scores(), 1.0, chain.memory, &shares);
  return std::make_tuple(log_z, unpadded(node_shares, chain.T, rules),
                         unpadded(edge_shares, edges ? chain.T * rules.n_labels() : 0, rules),
                         unpadded(structural_shares, rules.n_rows(), rules));
}

// Gold labels are such that the chain could have given them.
void check_gold(const Examples& examples, const ChainRules& rules) {
  for (Index e = 0; e < examples.size(); ++e) {
    const auto gold = examples[e].gold;
    for (std::size_t t = 0; t < gold.size(); ++t) {
      const Label y = gold[t];
      const Label before = t == 0 ? -1 : gold[t - 1];
      const bool starts = t == 0 && y >= 0 && !rules.allows_start(y);
      const bool ends = t + 1 == gold.size() && y >= 0 && !rules.allows_end(y);
      const bool follows = before >= 0 && y >= 0 && !rules.allows(before, y);
      require(!starts && !ends && !follows,
              "gold labels must obey the rules of the chain; sentence " + std::to_string(e) +
                  " does not at token " + std::to_string(t) +
                  ". Allow what the data have, or mend the labels.");
    }
  }
}

PyProblem make_chain_problem(nb::object owner, nb::object edge_owner,
                             const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& gold,
                             const Vector<double>& weights, const ChainRules& rules,
                             const std::string& loss, const std::optional<Table<double>>& cost) {
  return make_site_problem(
      owner, rules.n_labels(), loss, cost,
      [&]<class Real>(PyProblem& result, SiteProblem<Real>& problem) {
        const Index n_rows = problem.sites->n_rows();
        result.edges = edge_owner;
        if (!edge_owner.is_none()) {
          problem.edges = std::get_if<Sites<Real>>(&nb::cast<const Matrix&>(edge_owner).sites);
          require(problem.edges != nullptr && problem.edges->n_rows() == n_rows,
                  "edges must have the type and the rows of the matrix");
        }
        problem.examples = make_runs(offsets, gold, weights, n_rows, rules.n_labels());
        check_gold(problem.examples, rules);
        result.chain.emplace(rules, problem.edges != nullptr, result.cost);
        problem.oracle = make_oracle(loss, *result.chain);
      });
}

}  // namespace

void bind_inference(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<ChainRules>(m, "ChainRules")
      .def("__init__", &make_rules, "n_labels"_a, "order"_a, "transitions"_a.none(),
           "start"_a.none(), "end"_a.none(), nb::kw_only(), "learns_transitions"_a = true)
      .def_prop_ro("n_labels", &ChainRules::n_labels)
      .def_prop_ro("order", &ChainRules::order)
      .def_prop_ro("n_rows", &ChainRules::n_rows);
  m.def("chain_argmax", &argmax, "rules"_a, "nodes"_a, "edges"_a.none(), "structural"_a);
  m.def("chain_k_best", &k_best, "rules"_a, "nodes"_a, "edges"_a.none(), "structural"_a, "k"_a);
  m.def("chain_marginals", &marginals, "rules"_a, "nodes"_a, "edges"_a.none(), "structural"_a);
  m.def("chain_problem", &make_chain_problem, "matrix"_a, "edges"_a.none(), "offsets"_a, "gold"_a,
        "weights"_a, "rules"_a, "loss"_a, "cost"_a.none());
}

}  // namespace linguine::python
