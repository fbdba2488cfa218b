// Balanced order of labels: those of similar texts next to each other, by halving again and again.
//
//   centroid  c_y = sum of the rows of y's texts, of length 1
//   halves    spherical 2-means with halves of one size: labels in the order of c_y.(a/|a| - b/|b|),
//             a and b being the sums of the halves; the first (n + 1) / 2 are one half. Until no
//             label moves, at most kRounds times (Prabhu et al. 2018, algorithm 2)
//   ties      go to the smaller label, so labels with one centroid are split by their numbers
//   start     two labels by lot, from the seed and the place of the group alone
//   cost      O(numbers of the centroids x rounds) for each halving; groups of a level on threads
//   memory    the centroids, and two sums over the features for each thread
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/base/examples.hpp"
#include "core/base/label_sets.hpp"
#include "core/base/matrix/sites.hpp"
#include "core/base/numbers/random.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/base/work/watch.hpp"

namespace linguine {

// Sparse rows of length 1, or of nothing.
struct Centroids {
  std::vector<Index> begin{0};  // [n_labels + 1]
  std::vector<std::int32_t> features;
  std::vector<float> values;

  Index size() const { return std::ssize(begin) - 1; }
};

template <class Real>
Centroids find_centroids(const Sites<Real>& sites, const Examples& examples, const LabelSets* sets,
                         Index n_labels) {
  std::vector<std::vector<Index>> texts(as_size(n_labels));
  for (Index e = 0; e < examples.size(); ++e) {
    for (const Label label : right_labels(sets, examples.gold[as_size(e)])) {
      texts[as_size(label)].push_back(e);
    }
  }
  Centroids result;
  std::vector<double> sum(as_size(sites.n_features()), 0.0);
  std::vector<std::int32_t> seen;
  for (const auto& mine : texts) {
    for (const Index e : mine) {
      const double weight = examples.weight[as_size(e)];
      sites.with_row(examples.row[as_size(e)], [&](const auto& row) {
        for (Index j = 0; j < row.count; ++j) {
          const auto f = as_size(row.feature(j));
          if (sum[f] == 0) seen.push_back(static_cast<std::int32_t>(f));
          sum[f] += weight * static_cast<double>(row.value(j));
        }
      });
    }
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    double square = 0;
    for (const std::int32_t f : seen) square += sum[as_size(f)] * sum[as_size(f)];
    const double scale = square > 0 ? 1.0 / std::sqrt(square) : 0.0;
    for (const std::int32_t f : seen) {
      result.features.push_back(f);
      result.values.push_back(static_cast<float>(sum[as_size(f)] * scale));
      sum[as_size(f)] = 0;
    }
    result.begin.push_back(std::ssize(result.features));
    seen.clear();
  }
  return result;
}

// Halves groups of labels; one for each thread.
class Halver {
 public:
  Halver(const Centroids& centroids, Index n_features)
      : at_(centroids), sums_{Sum(n_features), Sum(n_features)} {}

  // Puts the labels of the first half in front, each half in ascending order.
  void halve(std::span<std::int32_t> labels, std::uint64_t seed) {
    const auto n = labels.size();
    const std::size_t half = (n + 1) / 2;
    Random random(seed);
    const auto one = static_cast<std::size_t>(random.below(n));
    const auto other = (one + 1 + static_cast<std::size_t>(random.below(n - 1))) % n;
    sums_[0].add(at_, labels[one]);
    sums_[1].add(at_, labels[other]);
    scored_.resize(n);
    std::vector<std::int32_t> before;
    double reached = 0;
    for (int round = 0; round < kRounds; ++round) {
      order(labels);
      clear(labels);
      std::sort(labels.begin(), labels.begin() + std::ptrdiff_t(half));
      std::sort(labels.begin() + std::ptrdiff_t(half), labels.end());
      if (std::equal(labels.begin(), labels.end(), before.begin(), before.end())) return;
      before.assign(labels.begin(), labels.end());
      for (std::size_t i = 0; i < n; ++i) sums_[i < half ? 0 : 1].add(at_, labels[i]);
      const double reaches =
          std::sqrt(std::max(0.0, sums_[0].square)) + std::sqrt(std::max(0.0, sums_[1].square));
      if (reaches <= reached * (1 + kLeastGain)) break;
      reached = reaches;
    }
    clear(labels);
  }

 private:
  static constexpr int kRounds = 20;
  static constexpr double kLeastGain = 1e-4;

  struct Sum {
    explicit Sum(Index n_features) : cells(as_size(n_features), 0.0F) {}
    void add(const Centroids& at, std::int32_t label) {
      for (Index j = at.begin[as_size(label)]; j < at.begin[as_size(label) + 1]; ++j) {
        float& cell = cells[as_size(at.features[as_size(j)])];
        const double old = cell;
        cell += at.values[as_size(j)];
        square += static_cast<double>(cell) * static_cast<double>(cell) - old * old;
      }
    }
    float scale() const { return square > 1e-12 ? static_cast<float>(1 / std::sqrt(square)) : 0; }
    std::vector<float> cells;
    double square = 0;
  };

  void order(std::span<std::int32_t> labels) {
    const float a = sums_[0].scale();
    const float b = sums_[1].scale();
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto label = as_size(labels[i]);
      double score = 0;
      for (Index j = at_.begin[label]; j < at_.begin[label + 1]; ++j) {
        const auto f = as_size(at_.features[as_size(j)]);
        score += static_cast<double>(at_.values[as_size(j)] *
                                     (sums_[0].cells[f] * a - sums_[1].cells[f] * b));
      }
      scored_[i] = {-score, labels[i]};
    }
    std::sort(scored_.begin(), scored_.end());
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = scored_[i].second;
  }
  // Only where something was added.
  void clear(std::span<const std::int32_t> labels) {
    for (const std::int32_t label : labels) {
      for (Index j = at_.begin[as_size(label)]; j < at_.begin[as_size(label) + 1]; ++j) {
        for (Sum& sum : sums_) sum.cells[as_size(at_.features[as_size(j)])] = 0;
      }
    }
    for (Sum& sum : sums_) sum.square = 0;
  }

  const Centroids& at_;
  Sum sums_[2];
  std::vector<std::pair<double, std::int32_t>> scored_;
};

// The borders of 2^depth groups of n labels, each half of another, the larger half first.
inline std::vector<Index> balanced_borders(Index n, int depth) {
  std::vector<Index> borders{0, n};
  for (int level = 0; level < depth; ++level) {
    std::vector<Index> finer{0};
    for (std::size_t g = 0; g + 1 < borders.size(); ++g) {
      finer.push_back(borders[g] + (borders[g + 1] - borders[g] + 1) / 2);
      finer.push_back(borders[g + 1]);
    }
    borders = std::move(finer);
  }
  return borders;
}

// All labels, those of a group next to each other at every depth.
inline std::vector<std::int32_t> balanced_order(const Centroids& centroids, Index n_features,
                                                int depth, std::uint64_t seed, Threads& threads,
                                                Monitor& monitor) {
  std::vector<std::int32_t> order(as_size(centroids.size()));
  std::iota(order.begin(), order.end(), 0);
  for (int level = 0; level < depth; ++level) {
    const std::vector<Index> borders = balanced_borders(centroids.size(), level);
    const Index n_groups = std::ssize(borders) - 1;
    const Index n_chunks = std::min<Index>(n_groups, 32);
    run_polled(threads, monitor, n_chunks, [&](Index chunk) {
      Halver halver(centroids, n_features);
      for (Index g = n_groups * chunk / n_chunks; g < n_groups * (chunk + 1) / n_chunks; ++g) {
        const auto begin = as_size(borders[as_size(g)]);
        const auto size = as_size(borders[as_size(g) + 1]) - begin;
        const std::uint64_t place = (std::uint64_t{1} << level) + static_cast<std::uint64_t>(g);
        if (size > 1)
          halver.halve({order.data() + begin, size}, Random(seed ^ (place << 20)).next());
      }
    });
  }
  return order;
}

}  // namespace linguine
