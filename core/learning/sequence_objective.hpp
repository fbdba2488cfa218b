// Sequence objective: F(theta) = sum_e w_e l_e(theta) + l2/2 |theta|^2 over sequences, as a batch
// solver sees it. Scores, inference and gradient of a sentence follow each other while it is in
// cache; no table over all tokens is ever made.
//
//   point     the cells of a Support
//   slices    sentences are cut into a few runs of about equal length; each has a gradient of its
//             own, added up in order: the same bits for any number of threads
//   cost      O(features x labels + tokens x labels^2) per evaluation
//   memory    slices x slots
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/base/aligned.hpp"
#include "core/base/threads.hpp"
#include "core/base/watch.hpp"
#include "core/learning/chain_oracle.hpp"
#include "core/learning/make_support.hpp"
#include "core/learning/point.hpp"
#include "core/learning/problem.hpp"
#include "core/learning/split_sites.hpp"
#include "core/learning/vectors.hpp"

namespace linguine {

template <class Real>
class SequenceObjective {
 public:
  static constexpr bool kTrialsAreCheap = false;

  SequenceObjective(const Problem<Real>& problem, const SupportOptions& options)
      : problem_(problem),
        oracle_(dynamic_cast<const ChainOracle&>(*problem.oracle)),
        support_(make_support(problem, oracle_.rules(), options)),
        sites_(*problem.sites, support_),
        slots_(static_cast<std::size_t>(support_.n_slots()), Real(0)),
        gradient_(static_cast<std::size_t>(support_.n_cells()), Real(0)) {
    cut();
  }

  const Support& support() const { return support_; }
  void set_penalty(const Penalty& penalty) { penalty_ = penalty; }
  void use(Threads& threads, Monitor& monitor) {
    threads_ = &threads;
    monitor_ = &monitor;
  }

  // --- what a solver asks -----------------------------------------------------------------------

  const Penalty& penalty() const { return penalty_; }
  Threads& threads() { return *threads_; }
  Monitor& monitor() { return *monitor_; }
  double total_weight() const { return total_weight_; }
  Point<Real> zero() const {
    return {std::vector<Real>(static_cast<std::size_t>(support_.n_cells()), Real(0)), {}, {}};
  }
  const std::vector<Real>& mirror(const Point<Real>& v) const { return v.coordinates; }
  bool carries_scores() const { return false; }
  void finish_direction(Point<Real>&) {}

  double loss_along(const Point<Real>& x, const Point<Real>* d, double alpha, double* slope) {
    const double value = evaluate(x.coordinates.data(), d ? d->coordinates.data() : nullptr,
                                  static_cast<Real>(alpha));
    if (slope) {
      *slope = sum_over_cells(gradient_.size(), *threads_, [&](std::size_t begin, std::size_t end) {
        return dot_cells(gradient_.data() + begin, d->coordinates.data() + begin,
                         static_cast<Index>(end - begin));
      });
    }
    return value;
  }
  void gradient_at(const Point<Real>& x, Point<Real>& g) {
    const Real l2 = static_cast<Real>(penalty_.l2);
    for (std::size_t i = 0; i < gradient_.size(); ++i) {
      g.coordinates[i] = gradient_[i] + l2 * x.coordinates[i];
    }
  }

  // ----------------------------------------------------------------------------------------------

  // L at x + alpha d, without the penalty; its gradient stays in `gradient`.
  double evaluate(const Real* x, const Real* d, Real alpha) {
    expand(x, d, alpha);
    const Index width = oracle_.part_width();
    const ChainRules& rules = oracle_.rules();
    const Index first = support_.begin(problem_.first_structural_row());
    structural_.resize(static_cast<std::size_t>(rules.n_rows() * width));
    for (std::size_t i = 0; i < structural_.size(); ++i) {
      structural_[i] = static_cast<double>(slots_[static_cast<std::size_t>(first) + i]);
    }
    moves_.assign(rules, structural_.data());
    moves_.make_shares();
    const auto n_slices = static_cast<Index>(slices_.size());
    run_polled(*threads_, *monitor_, n_slices, [&](Index s, Watch& watch) {
      run_slice(slices_[static_cast<std::size_t>(s)], watch);
    });
    double value = 0;
    for (const Slice& slice : slices_) value += slice.value;
    collect();
    return value;
  }
  const std::vector<Real>& gradient() const { return gradient_; }

 private:
  static constexpr Index kMostSlices = 4;
  static constexpr std::size_t kMostSliceBytes = std::size_t{64} << 20;

  struct Slice {
    Index first_example = 0;
    Index last_example = 0;
    double value = 0;
    AlignedVector<Real> gradient;    // [n_slots]
    std::vector<double> structural;  // [n_rows of the structure][width]
    AlignedVector<double> nodes;     // one sentence
    AlignedVector<double> node_gradient;
    std::vector<double> edges;
    std::vector<double> edge_gradient;
  };

  void cut() {
    const std::size_t bytes = static_cast<std::size_t>(support_.n_slots()) * sizeof(Real);
    Index n_slices = kMostSlices;
    while (n_slices > 2 && bytes * static_cast<std::size_t>(n_slices) > kMostSliceBytes) {
      n_slices /= 2;
    }
    Index n_tokens = 0;
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      n_tokens += problem_.examples[e].n_sites();
      total_weight_ += problem_.examples[e].weight;
    }
    Index done = 0;
    Slice slice;
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      done += problem_.examples[e].n_sites();
      const auto n_cut = static_cast<Index>(slices_.size());
      if (done * n_slices < n_tokens * (n_cut + 1) && e + 1 < problem_.examples.size()) continue;
      slice.last_example = e + 1;
      slices_.push_back(slice);
      slice.first_example = e + 1;
    }
  }

  void expand(const Real* x, const Real* d, Real alpha) {
    const std::vector<std::int32_t>& slot = support_.slots();
    sum_over_cells(slot.size(), *threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        slots_[static_cast<std::size_t>(slot[i])] = d == nullptr ? x[i] : x[i] + alpha * d[i];
      }
      return 0.0;
    });
  }

  void collect() {
    const std::vector<std::int32_t>& slot = support_.slots();
    sum_over_cells(slot.size(), *threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto at = static_cast<std::size_t>(slot[i]);
        double sum = 0;
        for (const Slice& slice : slices_) sum += static_cast<double>(slice.gradient[at]);
        gradient_[i] = static_cast<Real>(sum);
      }
      return 0.0;
    });
  }

  void run_slice(Slice& slice, Watch& watch) {
    slice.gradient.assign(static_cast<std::size_t>(support_.n_slots()), Real(0));
    slice.structural.assign(structural_.size(), 0.0);
    slice.value = 0;
    for (Index e = slice.first_example; e < slice.last_example; ++e) {
      watch.poll();
      run_sentence(e, slice);
    }
    const auto first = static_cast<std::size_t>(support_.begin(problem_.first_structural_row()));
    for (std::size_t i = 0; i < slice.structural.size(); ++i) {
      slice.gradient[first + i] += static_cast<Real>(slice.structural[i]);
    }
  }

  void run_sentence(Index e, Slice& slice) {
    const Example example = problem_.examples[e];
    const Index T = example.n_sites();
    const Index width = oracle_.part_width();
    const auto size = static_cast<std::size_t>(T * width);
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
                   oracle_.evaluate_prepared(moves_, scores, example.gold, example.weight, shares);
    sites_.scatter_rows(example.first_row, T, slice.node_gradient.data(), slice.gradient.data());
    if (problem_.edges != nullptr) scatter_edges(example, slice);
  }

  // Observed transitions are few; they are read from the matrix as it is, cell by cell.
  template <class Use>
  void for_each_edge_cell(const Example& example, const Use& use) const {
    const Label L = problem_.n_labels;
    const Index width = oracle_.part_width();
    for (Index t = 1; t < example.n_sites(); ++t) {
      problem_.edges->with_row(example.first_row + t, [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) {
          for (Label from = 0; from < L; ++from) {
            const Index weight_row = problem_.first_edge_row() + row.feature(j) * L + from;
            const bool is_block = support_.is_block(weight_row);
            std::int32_t slot = support_.begin(weight_row);
            support_.for_each_label(weight_row, [&](Label y) {
              const std::int32_t cell = is_block ? support_.begin(weight_row) + y : slot++;
              use(static_cast<std::size_t>((t * L + from) * width + y),
                  static_cast<std::size_t>(cell), row.value(j));
            });
          }
        }
      });
    }
  }
  void gather_edges(const Example& example, Slice& slice) const {
    const auto size =
        static_cast<std::size_t>(example.n_sites() * problem_.n_labels * oracle_.part_width());
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

  const Problem<Real>& problem_;
  const ChainOracle& oracle_;
  Support support_;
  SplitSites<Real> sites_;
  Penalty penalty_;
  Threads* threads_ = nullptr;
  Monitor* monitor_ = nullptr;
  AlignedVector<Real> slots_;   // the point that is being evaluated
  std::vector<Real> gradient_;  // [n_cells] at the last evaluation
  std::vector<double> structural_;
  ChainMoves moves_;
  std::vector<Slice> slices_;
  double total_weight_ = 0;
};

}  // namespace linguine
