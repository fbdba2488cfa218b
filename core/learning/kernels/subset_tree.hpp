// Subset-tree kernel: trees by the fragments that they share.
//
//   score     K(T, T') = sum over fragments of decay^(its productions) times how often T has it
//             times how often T' has it; a fragment has all children of a node or none
//   recursion K = sum_{a in T, b in T'} Delta(a, b); Delta = 0 unless a and b have one production,
//             else decay prod_k (1 + Delta(child k of a, child k of b)); section 3 of
//             [CollinsDuffy2002]
//   algorithm nodes come after their children, and only pairs with one production are looked at and
//             stored: a search among the productions of T' for each node of T
//   cost      O(|T| log |T'| + pairs x children); beyond 1e8 pairs it throws
//   exact     sums of positive numbers; infinite where the fragments are more than 1e308
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/learning/kernels/kernel.hpp"
#include "core/learning/kernels/trees.hpp"

namespace linguine {

class SubsetTrees {
 public:
  struct Work {
    std::vector<std::size_t> first;  // [node of T] where its pairs begin
    std::vector<double> delta;       // [pair]
  };

  SubsetTrees(Trees trees, double decay) : trees_(std::move(trees)), decay_(decay) {}

  Index size() const { return trees_.size(); }
  double n_operations() const { return 1 + 20 * trees_.mean_nodes(); }

  void fill(const Rectangle& where, Work& work) const {
    for (Index i = where.first; i < where.last; ++i) {
      for (Index j = where.begin; j < where.end; ++j) {
        where.row(i)[j - where.begin] = compare(trees_[i], trees_[j], work);
      }
    }
  }

 private:
  double compare(const Trees::Tree& s, const Trees::Tree& t, Work& work) const {
    check_pairs(s, t);
    work.first.resize(s.nodes.size());
    work.delta.clear();
    double total = 0;
    for (std::size_t a = 0; a < s.nodes.size(); ++a) {
      work.first[a] = work.delta.size();
      const Trees::Node& node = s.nodes[a];
      const auto run = std::lower_bound(
          t.runs.begin(), t.runs.end(), node.production,
          [](const Trees::Run& each, std::int32_t wanted) { return each.production < wanted; });
      if (run == t.runs.end() || run->production != node.production) continue;
      for (std::int32_t at = run->begin; at < run->end; ++at) {
        const double delta = pair(s, node, t, t.nodes[as_size(t.sorted[as_size(at)])], work);
        work.delta.push_back(delta);
        total += delta;
      }
    }
    return total;
  }

  // Trees that are long chains of one production have the square of their nodes as pairs.
  static void check_pairs(const Trees::Tree& s, const Trees::Tree& t) {
    double n_pairs = 0;
    auto b = t.runs.begin();
    for (const Trees::Run& a : s.runs) {
      while (b != t.runs.end() && b->production < a.production) ++b;
      if (b == t.runs.end()) break;
      if (b->production != a.production) continue;
      n_pairs += static_cast<double>(a.end - a.begin) * static_cast<double>(b->end - b->begin);
    }
    if (n_pairs > kMostPairs) {
      throw std::length_error(
          "Two trees may have at most 100 million pairs of nodes with one production; got more: "
          "the same production is there thousands of times. Cut the trees into sentences.");
    }
  }

  static constexpr double kMostPairs = 1e8;  // 800 MB, a second

  double pair(const Trees::Tree& s, const Trees::Node& a, const Trees::Tree& t,
              const Trees::Node& b, const Work& work) const {
    double product = decay_;
    for (std::int32_t k = 0; k < a.n_children; ++k) {
      const auto x = as_size(s.children[as_size(a.first_child + k)]);
      const Trees::Node& y = t.nodes[as_size(t.children[as_size(b.first_child + k)])];
      if (s.nodes[x].production != y.production || y.production < 0) continue;
      product *= 1 + work.delta[work.first[x] + as_size(y.rank)];
    }
    return product;
  }

  Trees trees_;
  double decay_;
};

}  // namespace linguine
