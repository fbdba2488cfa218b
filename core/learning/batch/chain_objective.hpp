// Chain objective: the structured objective of sequences, faster. Scores, inference and gradient of
// a sentence follow each other while it is in cache, transitions are prepared once for all
// sentences, and only cells that are parameters are touched; no table over all tokens is ever made.
//
//   point     the cells of a Support
//   cost      O(features x labels + tokens x labels^2) per evaluation
//   memory    runs x slots
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/memory/aligned.hpp"
#include "core/inference/chain/structure.hpp"
#include "core/learning/batch/cell_objective.hpp"
#include "core/learning/layouts/make_support.hpp"
#include "core/learning/layouts/split_sites.hpp"
#include "core/learning/problem.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine {

// A loss of a sentence whose structural scores are prepared; adds weight times its gradient.
inline double chain_loss(const StructuredLoss& loss, const ChainStructure& chain,
                         const ChainScores& scores, ChainMoves& moves, std::span<const Label> gold,
                         double weight, const ChainShares& gradient) {
  auto& memory = OracleMemory<ChainStructure>::of_this_thread();
  chain.look(scores, moves, memory.work);
  return structured_loss(loss, chain, memory, gold, weight, gradient, [] {});
}

inline StructuredLoss find_chain_loss(const std::string& name) {
  return Losses::make<StructuredLoss>(name, []<class Loss>(Loss) {
    if constexpr (Loss::kSquared) {
      throw std::invalid_argument("the square of a hinge is not smooth over sequences");
    }
    return StructuredLoss::of<Loss>();
  });
}

template <class Real>
class ChainObjective final : public CellObjective<Real> {
  using CellObjective<Real>::theta_;

 public:
  ChainObjective(const SiteProblem<Real>& problem, ChainStructure chain, const StructuredLoss& loss,
                 Support support)
      : CellObjective<Real>(problem.examples, support.n_cells(), support.n_slots(),
                            support.slots()),  // they stay where they are when it moves
        problem_(problem),
        chain_(std::move(chain)),
        loss_(loss),
        support_(std::move(support)),
        sites_(*problem.sites, support_),
        memories_(this->n_slices()) {}

  const Support& support() const { return support_; }

 private:
  // Of one slice.
  struct Memory {
    std::vector<double> structural;  // [n_rows of the structure][width]
    AlignedVector<double> nodes;     // one sentence
    AlignedVector<double> node_gradient;
    std::vector<double> edges;
    std::vector<double> edge_gradient;
  };

  Index first_structural() const { return support_.begin(problem_.first_structural_row()); }
  void prepare() override {
    const ChainRules& rules = chain_.rules();
    const Real* first = theta_.data() + first_structural();
    structural_.assign(first, first + rules.n_rows() * chain_.part_width());
    moves_.assign(rules, structural_.data());
    moves_.make_shares();
  }

  double run_slice(std::size_t slice, const Run& run, Real* gradient, Watch& watch) override {
    Memory& memory = memories_[slice];
    memory.structural.assign(structural_.size(), 0.0);
    double value = 0;
    for (Index e = run.first_example; e < run.last_example; ++e) {
      watch.poll();
      value += run_sentence(problem_.examples[e], memory, gradient);
    }
    Real* first = gradient + first_structural();
    for (std::size_t i = 0; i < memory.structural.size(); ++i) {
      first[i] += static_cast<Real>(memory.structural[i]);
    }
    return value;
  }

  double run_sentence(const Example& example, Memory& memory, Real* gradient) {
    const Index T = example.n_sites();
    const auto size = as_size(T * chain_.part_width());
    const bool has_edges = problem_.edges != nullptr;
    memory.nodes.resize(size);
    memory.node_gradient.assign(size, 0.0);
    sites_.gather_rows(example.first_row, T, theta_.data(), memory.nodes.data());
    if (has_edges) gather_edges(example, memory);
    const ChainScores scores{T, memory.nodes.data(), has_edges ? memory.edges.data() : nullptr};
    const ChainShares shares{memory.node_gradient.data(),
                             has_edges ? memory.edge_gradient.data() : nullptr,
                             memory.structural.data()};
    const double value =
        chain_loss(loss_, chain_, scores, moves_, example.gold, example.weight, shares);
    sites_.scatter_rows(example.first_row, T, memory.node_gradient.data(), gradient);
    if (has_edges) scatter_edges(example, memory, gradient);
    return example.weight * value;
  }

  // Observed transitions are few; they are read from the matrix as it is, cell by cell.
  template <class Use>
  void for_each_edge_cell(const Example& example, const Use& use) const {
    const Label L = problem_.n_labels;
    const Index width = chain_.part_width();
    for (Index t = 1; t < example.n_sites(); ++t) {
      problem_.edges->with_row(example.first_row + t, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) {
          for (Label from = 0; from < L; ++from) {
            const Index weight_row = problem_.first_edge_row() + row.feature(j) * L + from;
            const bool is_block = support_.is_block(weight_row);
            std::int32_t slot = support_.begin(weight_row);
            support_.for_each_label(weight_row, [&](Label y) {
              const std::int32_t cell = is_block ? support_.begin(weight_row) + y : slot++;
              use(as_size((t * L + from) * width + y), as_size(cell), row.value(j));
            });
          }
        }
      });
    }
  }
  void gather_edges(const Example& example, Memory& memory) const {
    const auto size = as_size(example.n_sites() * problem_.n_labels * chain_.part_width());
    memory.edges.assign(size, 0.0);
    memory.edge_gradient.assign(size, 0.0);
    for_each_edge_cell(example, [&](std::size_t part, std::size_t slot, Real value) {
      memory.edges[part] += static_cast<double>(value * theta_[slot]);
    });
  }
  void scatter_edges(const Example& example, const Memory& memory, Real* gradient) const {
    for_each_edge_cell(example, [&](std::size_t part, std::size_t slot, Real value) {
      gradient[slot] += value * static_cast<Real>(memory.edge_gradient[part]);
    });
  }

  const SiteProblem<Real>& problem_;
  ChainStructure chain_;
  StructuredLoss loss_;
  Support support_;
  SplitSites<Real> sites_;
  std::vector<double> structural_;
  ChainMoves moves_;
  std::vector<Memory> memories_;
};

}  // namespace linguine
