// Chain objective: the structured objective of sequences, faster. Scores, inference and gradient of
// a sentence follow each other while it is in cache, transitions are prepared once for all
// sentences, and only cells that are parameters are touched; no table over all tokens is ever made.
//
//   point     the cells of a Support
//   cost      O(features x labels + tokens x labels^2) per evaluation
//   memory    runs x slots
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/memory/aligned.hpp"
#include "core/base/work/watch.hpp"
#include "core/inference/chain/structure.hpp"
#include "core/learning/batch/cell_objective.hpp"
#include "core/learning/layouts/make_support.hpp"
#include "core/learning/layouts/split_sites.hpp"
#include "core/learning/problem.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine {

// A loss of a sentence whose structural scores are prepared.
class ChainLoss {
 public:
  virtual ~ChainLoss() = default;
  virtual double evaluate(const ChainStructure& chain, const ChainScores& scores, ChainMoves& moves,
                          std::span<const Label> gold, double weight,
                          const ChainShares& gradient) const = 0;

  static std::unique_ptr<const ChainLoss> make(const std::string& name);
};

template <class Loss>
class NamedChainLoss final : public ChainLoss {
 public:
  double evaluate(const ChainStructure& chain, const ChainScores& scores, ChainMoves& moves,
                  std::span<const Label> gold, double weight,
                  const ChainShares& gradient) const override {
    auto& memory = OracleMemory<ChainStructure>::of_this_thread();
    chain.look(scores, moves, memory.work);
    return structured_loss<Loss>(chain, memory, gold, weight, gradient, [] {});
  }
};

inline std::unique_ptr<const ChainLoss> ChainLoss::make(const std::string& name) {
  return Losses::make<std::unique_ptr<const ChainLoss>>(
      name, []<class Loss>(Loss) -> std::unique_ptr<const ChainLoss> {
        if constexpr (Loss::kSquared) {
          throw std::invalid_argument("the square of a hinge is not smooth over sequences");
        } else {
          return std::make_unique<NamedChainLoss<Loss>>();
        }
      });
}

template <class Real>
class ChainObjective final : public CellObjective<Real> {
  using CellObjective<Real>::gradient_;

 public:
  ChainObjective(const SiteProblem<Real>& problem, ChainStructure chain,
                 std::unique_ptr<const ChainLoss> loss, Support support)
      : CellObjective<Real>(problem.examples, support.n_cells()),
        problem_(problem),
        chain_(std::move(chain)),
        loss_(std::move(loss)),
        support_(std::move(support)),
        sites_(*problem.sites, support_),
        slots_(as_size(support_.n_slots()), Real(0)) {
    for (const Run& run : cut_into_runs(problem.examples, slots_.size() * sizeof(Real))) {
      slices_.emplace_back().run = run;
    }
  }

  const Support& support() const { return support_; }

  double evaluate(const Real* x, const Real* d, Real alpha) override {
    expand(x, d, alpha);
    const Index width = chain_.part_width();
    const ChainRules& rules = chain_.rules();
    const Index first = support_.begin(problem_.first_structural_row());
    structural_.resize(as_size(rules.n_rows() * width));
    for (std::size_t i = 0; i < structural_.size(); ++i) {
      structural_[i] = static_cast<double>(slots_[as_size(first) + i]);
    }
    moves_.assign(rules, structural_.data());
    moves_.make_shares();
    const auto n_slices = std::ssize(slices_);
    run_polled(this->threads(), this->monitor(), n_slices,
               [&](Index s, Watch& watch) { run_slice(slices_[as_size(s)], watch); });
    double value = 0;
    for (const Slice& slice : slices_) value += slice.value;
    collect();
    return value;
  }

 private:
  struct Slice {
    Run run;
    double value = 0;
    AlignedVector<Real> gradient;    // [n_slots]
    std::vector<double> structural;  // [n_rows of the structure][width]
    AlignedVector<double> nodes;     // one sentence
    AlignedVector<double> node_gradient;
    std::vector<double> edges;
    std::vector<double> edge_gradient;
  };

  void expand(const Real* x, const Real* d, Real alpha) {
    const std::vector<std::int32_t>& slot = support_.slots();
    sum_over_cells(slot.size(), this->threads(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        slots_[as_size(slot[i])] = d == nullptr ? x[i] : x[i] + alpha * d[i];
      }
      return 0.0;
    });
  }

  void collect() {
    const std::vector<std::int32_t>& slot = support_.slots();
    sum_over_cells(slot.size(), this->threads(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto at = as_size(slot[i]);
        double sum = 0;
        for (const Slice& slice : slices_) sum += static_cast<double>(slice.gradient[at]);
        gradient_[i] = static_cast<Real>(sum);
      }
      return 0.0;
    });
  }

  void run_slice(Slice& slice, Watch& watch) {
    slice.gradient.assign(as_size(support_.n_slots()), Real(0));
    slice.structural.assign(structural_.size(), 0.0);
    slice.value = 0;
    for (Index e = slice.run.first_example; e < slice.run.last_example; ++e) {
      watch.poll();
      run_sentence(e, slice);
    }
    const auto first = as_size(support_.begin(problem_.first_structural_row()));
    for (std::size_t i = 0; i < slice.structural.size(); ++i) {
      slice.gradient[first + i] += static_cast<Real>(slice.structural[i]);
    }
  }

  void run_sentence(Index e, Slice& slice) {
    const Example example = problem_.examples[e];
    const Index T = example.n_sites();
    const Index width = chain_.part_width();
    const auto size = as_size(T * width);
    slice.nodes.resize(size);
    slice.node_gradient.assign(size, 0.0);
    sites_.gather_rows(example.first_row, T, slots_.data(), slice.nodes.data());
    if (problem_.edges != nullptr) gather_edges(example, slice);
    const ChainScores scores{T, slice.nodes.data(),
                             problem_.edges != nullptr ? slice.edges.data() : nullptr,
                             structural_.data()};
    const ChainShares shares{slice.node_gradient.data(),
                             problem_.edges != nullptr ? slice.edge_gradient.data() : nullptr,
                             slice.structural.data()};
    slice.value += example.weight *
                   loss_->evaluate(chain_, scores, moves_, example.gold, example.weight, shares);
    sites_.scatter_rows(example.first_row, T, slice.node_gradient.data(), slice.gradient.data());
    if (problem_.edges != nullptr) scatter_edges(example, slice);
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
  void gather_edges(const Example& example, Slice& slice) const {
    const auto size = as_size(example.n_sites() * problem_.n_labels * chain_.part_width());
    slice.edges.assign(size, 0.0);
    slice.edge_gradient.assign(size, 0.0);
    for_each_edge_cell(example, [&](std::size_t part, std::size_t slot, Real value) {
      slice.edges[part] += static_cast<double>(value * slots_[slot]);
    });
  }
  void scatter_edges(const Example& example, Slice& slice) const {
    for_each_edge_cell(example, [&](std::size_t part, std::size_t slot, Real value) {
      slice.gradient[slot] += value * static_cast<Real>(slice.edge_gradient[part]);
    });
  }

  const SiteProblem<Real>& problem_;
  ChainStructure chain_;
  std::unique_ptr<const ChainLoss> loss_;
  Support support_;
  SplitSites<Real> sites_;
  AlignedVector<Real> slots_;  // the point that is being evaluated
  std::vector<double> structural_;
  ChainMoves moves_;
  std::vector<Slice> slices_;
};

}  // namespace linguine
