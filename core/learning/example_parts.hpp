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

#include "core/learning/problem.hpp"

namespace linguine {

// Rows base + f * step of a table, one for every feature f of a row of `sites`.
template <class Real>
struct SiteRow {
  const Sites<Real>* sites;
  Index row;
  Index base = 0;
  Index step = 1;
};

// Calls `site(part row, SiteRow)` for parts that have features and `structural(part row, weight
// row)` for those that have none.
template <class Real, class Site, class Structural>
void for_each_part(const Problem<Real>& problem, const Example& example, const Site& site,
                   const Structural& structural) {
  const Index T = example.n_sites();
  Index part = 0;
  for (Index t = 0; t < T; ++t, ++part) {
    site(part, SiteRow<Real>{problem.sites, example.first_row + t});
  }
  if (problem.edges != nullptr) {
    const Index L = problem.n_labels;
    part += L;  // nothing leads into the first site
    for (Index t = 1; t < T; ++t) {
      for (Index from = 0; from < L; ++from, ++part) {
        site(part, SiteRow<Real>{problem.edges, example.first_row + t,
                                 problem.first_edge_row() + from, L});
      }
    }
  }
  const Index n_structural = problem.oracle->n_structural();
  for (Index r = 0; r < n_structural; ++r, ++part) {
    structural(part, problem.first_structural_row() + r);
  }
}

// Is a cell of the row not zero? By its bits, in lanes; -0 is zero.
inline bool has_parts(const double* row, Index width) {
  std::uint64_t bits = 0;
  for (Index c = 0; c < width; ++c) bits |= std::bit_cast<std::uint64_t>(row[c]) << 1;
  return bits != 0;
}

// Reads the scores of all parts; weights may settle what they owe first.
template <class Real, class LearnedWeights>
void score_parts(const Problem<Real>& problem, const Example& example, LearnedWeights& weights,
                 double* scores) {
  thread_local std::vector<Real> memory;
  memory.resize(static_cast<std::size_t>(problem.stride()));
  Real* raw = memory.data();
  constexpr Index kAhead = 3;  // sites whose weights are requested before they are used
  const Index width = problem.oracle->part_width();
  const Index n_sites = example.n_sites();
  for (Index t = 1; t < std::min(kAhead, n_sites); ++t) {
    weights.prefetch({problem.sites, example.first_row + t});
  }
  for_each_part(
      problem, example,
      [&](Index part, const SiteRow<Real>& at) {
        if (part + kAhead < n_sites) {
          weights.prefetch({problem.sites, example.first_row + part + kAhead});
        }
        weights.prepare(at);
        weights.score(at, raw, scores + part * width);
      },
      [&](Index part, Index row) {
        weights.prepare_row(row);
        weights.score_row(row, scores + part * width);
      });
}

// Moves the weights along a table of parts.
template <class Real, class LearnedWeights>
void add_parts(const Problem<Real>& problem, const Example& example, const double* delta,
               double bias_step, LearnedWeights& weights) {
  const Index width = problem.oracle->part_width();
  for_each_part(
      problem, example,
      [&](Index part, const SiteRow<Real>& at) {
        const double* row = delta + part * width;
        if (has_parts(row, width)) weights.add(at, row, bias_step);
      },
      [&](Index part, Index row) {
        if (has_parts(delta + part * width, width)) weights.add_row(row, delta + part * width);
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

// f(parts): the vector of weights that a table of parts stands for.
template <class Real>
void collect_cells(const Problem<Real>& problem, const Example& example,
                   std::span<const double> parts, SparseCells& cells) {
  const Index width = problem.oracle->part_width();
  const Index stride = problem.stride();
  const Label n_columns = problem.oracle->n_columns();
  cells.clear();
  const auto add = [&](Index row, const double* delta, double value) {
    for (Label c = 0; c < n_columns; ++c) {
      if (delta[c] != 0) cells.emplace_back(row * stride + c, value * delta[c]);
    }
  };
  for_each_part(
      problem, example,
      [&](Index part, const SiteRow<Real>& at) {
        const double* delta = parts.data() + part * width;
        if (!has_parts(delta, width)) return;
        at.sites->with_row(at.row, [&](const auto& row) {
          for (Index j = 0; j < row.count; ++j) {
            add(at.base + row.feature(j) * at.step, delta, static_cast<double>(row.value(j)));
          }
        });
      },
      [&](Index part, Index row) { add(row, parts.data() + part * width, 1.0); });
  sort_and_add_up(cells);
}

// Many sites: the same word at two of them is one weight, so the vectors are written out.
template <class Problem>
class ManySitesSpace final : public PartSpace {
 public:
  ManySitesSpace(const Problem& problem, const Example& example)
      : problem_(problem), example_(example) {}
  double squared_norm(std::span<const double> parts) const override {
    SparseCells& cells = memory(0);
    collect_cells(problem_, example_, parts, cells);
    return linguine::dot(cells, cells);
  }
  double dot(std::span<const double> a, std::span<const double> b) const override {
    collect_cells(problem_, example_, a, memory(0));
    collect_cells(problem_, example_, b, memory(1));
    return linguine::dot(memory(0), memory(1));
  }

 private:
  static SparseCells& memory(std::size_t which) {
    thread_local SparseCells cells[2];
    return cells[which];
  }
  const Problem& problem_;
  const Example& example_;
};

}  // namespace linguine
