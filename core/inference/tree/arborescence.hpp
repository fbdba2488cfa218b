// The best tree, crossing arcs allowed: the maximum spanning arborescence.
//
//   set       all dependency trees, see tree.hpp
//   algorithm Chu-Liu/Edmonds in the form of [Tarjan1977] for dense graphs: walk from a word to its
//             best head, on to that one's best head, and so on. Where the walk meets a part that
//             already hangs on the root, all of it does; where it bites its own tail, the cycle
//             becomes one component, whose arcs cost what breaking the cycle there costs:
//               s(h, C) = max_{c in C} s(h, c) - s(best head of c, c)
//             In the end the components are opened again from the outermost inwards
//   one root  arcs from the root are taken only by components that have no other. This is Edmonds'
//             algorithm on pairs (number of root arcs, score), compared in that order, so the tree
//             has the fewest root arcs, and among those the largest score [StanojevicCohen2021].
//             No large constant is subtracted and no digit lost. More than one: there is no tree
//   cost      O(n^2): at most 2 n components, each costs a few rows of n cells
//   exact     ties go to the root, then to the lower head; between words of one cycle to the one
//             nearer to where the walk entered it
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/memory/workspace.hpp"
#include "core/inference/tree/tree.hpp"

namespace linguine {

// The largest of a row of whole blocks.
LINGUINE_MULTIVERSION inline double top_of_blocks(const double* row, Index stride) {
  Block<double, 8> top = *block_at<8>(row);
  for (Index h = 8; h < stride; h += 8) {
    const Block<double, 8> next = *block_at<8>(row + h);
    top = next > top ? next : top;
  }
  return std::max(std::max(std::max(top[0], top[1]), std::max(top[2], top[3])),
                  std::max(std::max(top[4], top[5]), std::max(top[6], top[7])));
}

// Joins a row of scores to a cycle's: the larger wins, and with it the word that it enters.
// `entered` is null where the row is that of a single word.
LINGUINE_MULTIVERSION inline void join_rows(const double* row, const Index* entered, Index word,
                                            double kept, Index stride, double* cycle_row,
                                            Index* cycle_entered) {
  for (Index h = 0; h < stride; h += 8) {
    const Block<double, 8> next = *block_at<8>(row + h) - kept;
    const Block<double, 8> top = *block_at<8>(cycle_row + h);
    const auto is_larger = next > top;
    *block_at<8>(cycle_row + h) = is_larger ? next : top;
    const Block<Index, 8> into =
        entered == nullptr ? word - Block<Index, 8>{} : *block_at<8>(entered + h);
    const Block<Index, 8> before = *block_at<8>(cycle_entered + h);
    *block_at<8>(cycle_entered + h) = is_larger ? into : before;
  }
}

// Component c < n is the one whose row is c; it began as word c + 1. Heads in rows are words - 1.
class Arborescence {
 public:
  // False if there is no tree.
  bool run(const TreeRules& rules, const TreeScores& scores, Label* heads) {
    single_root_ = rules.single_root;
    lay_out(scores);
    for (Label m = 0; m < n_; ++m) {
      if (position_[component_[m]] == kUnseen && !hang(component_[m])) return false;
    }
    if (single_root_ && n_roots_ > 1) return false;
    open_cycles(heads);
    return true;
  }

 private:
  static constexpr Label kUnseen = -1;
  static constexpr Label kHangs = -2;

  void lay_out(const TreeScores& scores) {
    n_ = n_nodes_ = scores.n_words;
    n_roots_ = 0;
    stride_ = whole_blocks(n_);
    if (n_ > longest_) make_room();
    for (Label m = 0; m < n_; ++m) {
      const double* from = scores.arcs + m * (n_ + 1);
      double* row = rows_ + m * stride_;
      std::copy_n(from + 1, n_, row);
      std::fill(row + n_, row + stride_, kImpossible);
      row[m] = kImpossible;
      root_[m] = from[0];
      root_entered_[m] = last_member_[m] = component_[m] = node_[m] = m;
      next_member_[m] = -1;
      position_[m] = kUnseen;
    }
  }

  void make_room() {
    longest_ = n_;
    rows_.fit(n_ * stride_);
    entered_.fit(n_ * stride_);
    for (Room<double>* each : {&root_, &kept_}) each->fit(n_);
    for (Room<Label>* each : {&root_entered_, &component_, &next_member_, &last_member_, &node_,
                              &position_, &walk_, &parent_, &head_, &word_}) {
      each->fit(2 * n_);
    }
    is_open_.fit(2 * n_);
  }

  // Walks from a component until it hangs on the root.
  bool hang(Label first) {
    Label length = 0;
    step_on(first, length);
    while (true) {
      const Label top = walk_[length - 1];
      if (!choose_arc(top)) return false;
      const Label head = head_[node_[top]];
      if (head == 0) ++n_roots_;
      const Label before = head == 0 ? kHangs : component_[head - 1];
      if (before == kHangs || position_[before] == kHangs) break;
      if (position_[before] == kUnseen) {
        step_on(before, length);
      } else {
        const Label begin = position_[before];
        close_cycle(begin, length);
        length = begin + 1;
      }
    }
    for (Label p = 0; p < length; ++p) position_[walk_[p]] = kHangs;
    return true;
  }
  void step_on(Label component, Label& length) {
    walk_[length] = component;
    position_[component] = length++;
  }

  bool choose_arc(Label c) {
    const double* row = rows_ + c * stride_;
    const double top = top_of_blocks(row, stride_);
    const Label node = node_[c];
    if (single_root_ ? top == kImpossible : root_[c] >= top) {
      if (root_[c] == kImpossible) return false;
      kept_[c] = root_[c];
      head_[node] = 0;
      word_[node] = root_entered_[c];
      return true;
    }
    Index h = 0;
    while (row[h] != top) ++h;
    kept_[c] = top;
    head_[node] = static_cast<Label>(h + 1);
    word_[node] = node < n_ ? c : static_cast<Label>(entered_[c * stride_ + h]);
    return true;
  }

  // The components on the walk from `begin` on become one, in the row of the first.
  void close_cycle(Label begin, Label end) {
    const Label cycle = walk_[begin];
    double* row = rows_ + cycle * stride_;
    Index* entered = entered_ + cycle * stride_;
    if (node_[cycle] < n_) std::fill_n(entered, stride_, Index{cycle});
    for (Index h = 0; h < stride_; ++h) row[h] -= kept_[cycle];
    root_[cycle] -= kept_[cycle];
    const auto new_node = static_cast<Label>(n_nodes_++);
    parent_[node_[cycle]] = new_node;
    for (Label p = begin + 1; p < end; ++p) {
      const Label c = walk_[p];
      const bool is_word = node_[c] < n_;
      join_rows(rows_ + c * stride_, is_word ? nullptr : entered_ + c * stride_, c, kept_[c],
                stride_, row, entered);
      if (root_[c] - kept_[c] > root_[cycle]) {
        root_[cycle] = root_[c] - kept_[c];
        root_entered_[cycle] = root_entered_[c];
      }
      parent_[node_[c]] = new_node;
      next_member_[last_member_[cycle]] = c;  // a component's list begins with its own word
      last_member_[cycle] = last_member_[c];
    }
    node_[cycle] = new_node;
    for (Label member = cycle; member >= 0; member = next_member_[member]) {
      component_[member] = cycle;
      row[member] = kImpossible;
    }
  }

  // An arc into a cycle replaces the chosen arc of each component around the word it enters.
  void open_cycles(Label* heads) {
    char* is_open = is_open_;
    std::fill_n(is_open, n_nodes_, char{0});
    for (Index node = n_nodes_ - 1; node >= 0; --node) {
      if (is_open[node] != 0) continue;
      heads[word_[node]] = head_[node];
      for (Label inner = word_[node]; inner != node; inner = parent_[inner]) is_open[inner] = 1;
    }
  }

  bool single_root_ = true;
  Index n_ = 0;
  Index stride_ = 0;
  Index n_nodes_ = 0;
  Index n_roots_ = 0;
  Index longest_ = 0;
  Room<double> rows_;    // [n][stride] best score from each word into the component
  Room<Index> entered_;  // [n][stride] the word (- 1) that this arc enters; cycles only
  Room<double> root_;    // [n] the same from the root
  Room<Label> root_entered_;
  Room<double> kept_;        // [n] score of the chosen arc
  Room<Label> component_;    // [n] of each word
  Room<Label> next_member_;  // [n] members of a component as a list, -1 ends it
  Room<Label> last_member_;  // [n] of each component
  Room<Label> node_;         // [n] of each component, in the forest of cycles
  Room<Label> position_;     // [n] on the walk, kUnseen or kHangs
  Room<Label> walk_;
  // The forest: nodes 0 .. n - 1 are words, later ones cycles.
  Room<Label> parent_;  // [2 n]
  Room<Label> head_;    // [2 n] of the chosen arc, 0 the root
  Room<Label> word_;    // [2 n] that it enters, - 1
  Room<char> is_open_;  // [2 n] the arc comes from further out
};

}  // namespace linguine
