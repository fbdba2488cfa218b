// The parts of an example: which rows of the weights each of them reads, in the order of the
// oracle's table. The only place that knows how sites, observed transitions and structure share
// one table of weights.
//
//   site t                weights [f]                 for every feature f of the site
//   transition y' into t  weights [first_edge_row + f L + y']  for every feature f of the edge
//   structural row r      weights [first_structural_row + r]
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/learning/layouts/table.hpp"

namespace linguine {

// Calls `edge(part row, SiteRow)` for observed transitions and, once, `structural(first part row,
// first weight row, number of rows)` for parts without features.
template <class Real, class Edge, class Structural>
void for_each_part_between(const SiteProblem<Real>& problem, const Example& example,
                           const Edge& edge, const Structural& structural) {
  const Index T = example.n_sites();
  Index part = T;
  if (problem.edges != nullptr) {
    const Index L = problem.n_labels;
    part += L;  // nothing leads into the first site
    for (Index t = 1; t < T; ++t) {
      for (Index from = 0; from < L; ++from, ++part) {
        edge(part, SiteRow<Real>{problem.edges, example.first_row + t,
                                 problem.first_edge_row() + from, L});
      }
    }
  }
  const Index n_structural = problem.oracle->n_structural();
  if (n_structural > 0) structural(part, problem.first_structural_row(), n_structural);
}

// The same with the sites, which come first: `site(part row, SiteRow)` for all that has features.
template <class Real, class Site, class Structural>
void for_each_part(const SiteProblem<Real>& problem, const Example& example, const Site& site,
                   const Structural& structural) {
  for (Index t = 0; t < example.n_sites(); ++t) {
    site(t, SiteRow<Real>{problem.sites, example.first_row + t});
  }
  for_each_part_between(problem, example, site, structural);
}

// Is a cell of the row not zero? By its bits, in lanes; -0 is zero.
LINGUINE_MULTIVERSION inline bool has_parts(const double* row, Index width) {
  std::uint64_t bits = 0;
  for (Index c = 0; c < width; ++c) bits |= std::bit_cast<std::uint64_t>(row[c]) << 1;
  return bits != 0;
}

// Reads the scores of all parts; weights may settle what they owe first.
template <class Real, class LearnedWeights>
void score_parts(const SiteProblem<Real>& problem, const Example& example, LearnedWeights& weights,
                 double* scores) {
  const Index width = problem.oracle->part_width();
  const Index n_sites = example.n_sites();
  for (Index t = 0; t < n_sites; ++t) weights.prepare({problem.sites, example.first_row + t});
  const auto& plain = weights.plain();
  plain.score_sites(*problem.sites, example.first_row, n_sites, width, scores);
  for_each_part_between(
      problem, example,
      [&](Index part, const SiteRow<Real>& at) {
        weights.prepare(at);
        plain.score(at, scores + part * width);
      },
      [&](Index part, Index row, Index n_rows) {
        weights.prepare_rows(row, n_rows);
        plain.score_rows(row, n_rows, scores + part * width);
      });
}

// Moves the weights along a table of parts.
template <class Real, class LearnedWeights>
void add_parts(const SiteProblem<Real>& problem, const Example& example, const double* delta,
               double bias_step, LearnedWeights& weights) {
  const Index width = problem.oracle->part_width();
  for_each_part(
      problem, example,
      [&](Index part, const SiteRow<Real>& at) {
        const double* row = delta + part * width;
        if (has_parts(row, width)) weights.add(at, row, bias_step);
      },
      [&](Index part, Index row, Index n_rows) {
        for (Index r = 0; r < n_rows; ++r, ++part) {
          if (has_parts(delta + part * width, width)) {
            weights.add_row(row + r, delta + part * width);
          }
        }
      });
}

// Inner products of part tables as vectors of weights: <f(a), f(b)> where f(a) is the sum of the
// parts' features times a.
class PartSpace {
 public:
  virtual ~PartSpace() = default;
  virtual double squared_norm(std::span<const double> parts) const = 0;
  virtual double dot(std::span<const double> a, std::span<const double> b) const = 0;
};

// One site: |phi|^2 a.b.
class SingleSiteSpace final : public PartSpace {
 public:
  explicit SingleSiteSpace(double squared_norm) : squared_norm_(squared_norm) {}
  double squared_norm(std::span<const double> parts) const override { return dot(parts, parts); }
  double dot(std::span<const double> a, std::span<const double> b) const override {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return squared_norm_ * sum;
  }

 private:
  double squared_norm_;
};

// A vector of weights by its non-zero cells, ascending.
using SparseCells = std::vector<std::pair<Index, double>>;

inline void sort_and_add_up(SparseCells& cells) {
  std::sort(cells.begin(), cells.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (kept > 0 && cells[kept - 1].first == cells[i].first) {
      cells[kept - 1].second += cells[i].second;
    } else {
      cells[kept++] = cells[i];
    }
  }
  cells.resize(kept);
}

inline double dot(const SparseCells& a, const SparseCells& b) {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first == b[j].first)
      sum += a[i++].second * b[j++].second;
    else if (a[i].first < b[j].first)
      ++i;
    else
      ++j;
  }
  return sum;
}

// Calls use(cell, change) for the cells of weights that a table of parts stands for; a cell may
// come more than once.
template <class Real, class Layout, class Use>
void for_each_change(const SiteProblem<Real>& problem, const Layout& layout, const Example& example,
                     std::span<const double> parts, const Use& use) {
  const Index width = problem.oracle->part_width();
  const Index n_columns = problem.n_columns();
  const Real* mask = layout.mask();
  const auto add = [&](Index cell, Index label, Index count, double value, const double* delta) {
    for (Index i = 0; i < count && label + i < n_columns; ++i) {
      const bool is_dead = mask != nullptr && mask[cell + i] == Real(0);
      const double part = delta[label + i];
      if (part != 0 && !is_dead) use(cell + i, value * part);
    }
  };
  for_each_part(
      problem, example,
      [&](Index part, const SiteRow<Real>& at) {
        const double* delta = parts.data() + part * width;
        if (!has_parts(delta, width)) return;
        layout.for_each_run(at, [&](Index cell, Index label, Index count, Real value) {
          add(cell, label, count, static_cast<double>(value), delta);
        });
      },
      [&](Index part, Index row, Index n_rows) {
        for (Index r = 0; r < n_rows; ++r, ++part) {
          add(layout.begin(row + r), 0, n_columns, 1.0, parts.data() + part * width);
        }
      });
}

// f(parts): the vector of weights that a table of parts stands for.
template <class Problem, class Layout>
void collect_cells(const Problem& problem, const Layout& layout, const Example& example,
                   std::span<const double> parts, SparseCells& cells) {
  cells.clear();
  if (parts.empty()) return;  // zero
  for_each_change(problem, layout, example, parts,
                  [&](Index cell, double change) { cells.emplace_back(cell, change); });
  sort_and_add_up(cells);
}

// Many sites: the same word at two of them is one weight, so the vectors are written out.
template <class Problem, class Layout>
class ManySitesSpace final : public PartSpace {
 public:
  ManySitesSpace(const Problem& problem, const Layout& layout, const Example& example)
      : problem_(problem), layout_(layout), example_(example) {}
  double squared_norm(std::span<const double> parts) const override {
    SparseCells& cells = memory(0);
    collect_cells(problem_, layout_, example_, parts, cells);
    return linguine::dot(cells, cells);
  }
  double dot(std::span<const double> a, std::span<const double> b) const override {
    collect_cells(problem_, layout_, example_, a, memory(0));
    collect_cells(problem_, layout_, example_, b, memory(1));
    return linguine::dot(memory(0), memory(1));
  }

 private:
  static SparseCells& memory(std::size_t which) {
    thread_local SparseCells cells[2];
    return cells[which];
  }
  const Problem& problem_;
  const Layout& layout_;
  const Example& example_;
};

}  // namespace linguine
