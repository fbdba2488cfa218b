// Tree model: finished weights, read by as many threads as like to. The only way to parse.
//
//   parse     s(h, m) = shared + max_r relation: exact, since a relation depends on its arc alone;
//             the relations of the chosen arcs are looked up afterwards
//   share     P(m hangs on h) and P(m hangs on h by r), from the sum over all trees
//   k best    trees with different heads, each with its best relations
//   wishes    what is known of a sentence already: arcs and relations that it may have
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/features/arc/scores.hpp"
#include "core/inference/tree/sibling_eisner.hpp"
#include "core/inference/tree/structure.hpp"

namespace linguine {

template <class Real>
LINGUINE_MULTIVERSION Real largest_of(const Real* values, Index n) {
  Real top = values[0];
  for (Index i = 1; i < n; ++i) top = values[i] > top ? values[i] : top;
  return top;
}

// Which arcs a sentence may have: an arc that is wished for is looked at though no training tree
// comes near it.
enum class ArcWish : std::uint8_t { kNo, kAsFiltered, kYes };

// What is known of a sentence; null: nothing.
struct TreeWishes {
  const std::uint8_t* arcs = nullptr;       // [n][n + 1] modifier and head: ArcWish
  const std::uint8_t* relations = nullptr;  // [n][n_relations] by modifier: 0 is not allowed
};

template <class Real>
struct TreeModel {
  const ArcFeatures* features = nullptr;
  const Real* cells = nullptr;  // [2^bits] shared weights
  const Real* rows = nullptr;   // [2^bits][stride] weights by relation
  Index stride = 1;
  Label n_relations = 1;
  TreeRules rules;

  // One thread's memory.
  struct Work {
    ArcSentence sentence;
    TreeMemory memory;
    SiblingEisner siblings;
    std::vector<Label> neighbours;
    std::vector<std::int32_t> rows;
    std::vector<Real> relations;
    std::vector<double> exponentials;
    std::vector<double> arcs;
    std::vector<double> shares;
    TreeWishes wishes;
  };

  void load(const TokenSources::Prepared& prepared, const TokenColumns& columns, Index first,
            Index last, Work& work, TreeWishes wishes = {}) const {
    work.sentence.load(*features, prepared, columns, first, last);
    work.wishes = wishes;
    at_least(work.relations, stride);
  }

  // heads [n] count from 1, 0 is the root; relations [n]. False, and all heads 0, if there is no
  // tree.
  bool parse(Work& work, Label* heads, Label* relations) const {
    fill_best(work);
    const bool found = search(work, {work.sentence.n_words(), work.arcs.data()}, heads);
    if (!found) std::fill_n(heads, work.sentence.n_words(), 0);
    write_relations(work, heads, relations);
    return found;
  }
  // The k best trees [found][n], all with different heads, and their scores.
  void k_best(Work& work, Index k, std::vector<std::vector<Label>>& heads,
              std::vector<double>& values) const {
    fill_best(work);
    const TreeScores arcs{work.sentence.n_words(), work.arcs.data()};
    if (!work.sentence.has_siblings() || arcs.n_words == 0) {
      k_best_trees(rules, arcs, k, work.memory, heads, values);
      return;
    }
    work.memory.partition_k_best.run(
        arcs, k, heads, values, [&](const TreeScores& left, Label* tree) {
          return search(work, left, tree) ? score_with_siblings(work, left, tree) : kImpossible;
        });
  }
  // The best relations [n] of given heads.
  void write_relations(Work& work, const Label* heads, Label* relations) const {
    for (Index m = 1; m <= work.sentence.n_words(); ++m) {
      const Real* scores = relation_scores(work, heads[m - 1], m);
      relations[m - 1] =
          static_cast<Label>(std::max_element(scores, scores + n_relations) - scores);
    }
  }

  // The share of each arc, [n][n + 1] modifier and head, left in work.shares; returns log Z.
  double marginals(Work& work) const {
    const Index n = work.sentence.n_words();
    fill_arcs(work, [&](const Real* scores) { return log_sum(work, scores); });
    std::fill_n(at_least(work.shares, n * (n + 1)), n * (n + 1), 0.0);
    return tree_log_partition(rules, {n, work.arcs.data()}, 1.0, work.memory, work.shares.data());
  }
  // The share of a relation among those of an arc.
  double share_of_relation(Work& work, Index head, Index modifier, Label relation) const {
    const Real* scores = relation_scores(work, head, modifier);
    return std::exp(static_cast<double>(scores[relation]) - log_sum(work, scores));
  }
  // Scores of all relations of an arc.
  const Real* relation_scores(Work& work, Index head, Index modifier) const {
    if (n_relations == 1) {
      work.relations[0] = 0;
    } else {
      score_relations(work.sentence, head, modifier, rows, stride, work.rows,
                      work.relations.data());
    }
    if (work.wishes.relations != nullptr) {
      const std::uint8_t* allowed = work.wishes.relations + (modifier - 1) * n_relations;
      for (Label r = 0; r < n_relations; ++r) {
        if (allowed[r] == 0) work.relations[as_size(r)] = -std::numeric_limits<Real>::infinity();
      }
    }
    return work.relations.data();
  }

 private:
  bool search(Work& work, const TreeScores& arcs, Label* heads) const {
    const ArcSentence& sentence = work.sentence;
    if (!sentence.has_siblings()) {
      return best_tree(rules, arcs, work.memory, heads) != kImpossible;
    }
    if (arcs.n_words == 0) return true;
    const auto row_of = [&](Index h, Index m, double* row) {
      row[0] = static_cast<double>(score_sibling(sentence, h, Index{0}, m, cells));
      if (h == 0 && rules.single_root) return;
      for (Index c = std::min(h, m) + 1; c < std::max(h, m); ++c) {
        row[c] = arcs(h, c) == kImpossible
                     ? kImpossible
                     : static_cast<double>(score_sibling(sentence, h, c, m, cells));
      }
    };
    return work.siblings.run(rules, arcs, row_of, heads);
  }
  double score_with_siblings(Work& work, const TreeScores& arcs, const Label* heads) const {
    const Index n = arcs.n_words;
    double sum = tree_score(arcs, heads);
    Label* siblings = at_least(work.neighbours, n);
    find_siblings(heads, n, siblings);
    for (Index m = 1; m <= n; ++m) {
      sum += static_cast<double>(
          score_sibling(work.sentence, Index{heads[m - 1]}, Index{siblings[m - 1]}, m, cells));
    }
    return sum;
  }
  double log_sum(Work& work, const Real* scores) const {
    double* terms = at_least(work.exponentials, n_relations);
    for (Label r = 0; r < n_relations; ++r) terms[r] = static_cast<double>(scores[r]);
    const double top = *std::max_element(terms, terms + n_relations);
    exp_all(terms, top, n_relations, terms);
    double sum = 0;
    for (Label r = 0; r < n_relations; ++r) sum += terms[r];
    return top + std::log(sum);
  }
  // work.arcs = the score of each arc with its best relation.
  void fill_best(Work& work) const {
    fill_arcs(work, [&](const Real* scores) {
      return static_cast<double>(largest_of(scores, Index{n_relations}));
    });
  }
  // Whether a tree may have an arc; `arc` is its place among those of the sentence.
  bool allows(const Work& work, Index arc, Index head, Index modifier) const {
    const ArcWish wish =
        work.wishes.arcs == nullptr ? ArcWish::kAsFiltered : ArcWish{work.wishes.arcs[arc]};
    return wish == ArcWish::kYes ||
           (wish == ArcWish::kAsFiltered && work.sentence.allows(head, modifier));
  }
  // work.arcs = shared score + what `summary` makes of the relations' scores.
  template <class Summary>
  void fill_arcs(Work& work, const Summary& summary) const {
    const ArcSentence& sentence = work.sentence;
    const Index n = sentence.n_words();
    double* out = at_least(work.arcs, n * (n + 1));
    Index arc = 0;
    for (Index m = 1; m <= n; ++m) {
      for (Index h = 0; h <= n; ++h, ++arc) {
        if (h == m || !allows(work, arc, h, m)) {
          out[arc] = kImpossible;
        } else {
          out[arc] = static_cast<double>(score_shared(sentence, h, m, cells)) +
                     summary(relation_scores(work, h, m));
        }
      }
    }
  }
};

}  // namespace linguine
