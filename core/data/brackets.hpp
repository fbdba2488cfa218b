// Brackets: trees as treebanks write them, (S (NP (NNS Dogs)) (VP (VBP bark))), on one line or many.
//
//   set       a tree = a word in a bracket with its tag, or trees in a bracket with a label; around
//             all of it may stand one bracket without a label, which is no node
//   cost      one pass; a word, tag or label costs its bytes and one look into a hash table; no
//             recursion, so that depth costs memory only
//   given     any bytes; `is_last` tells whether a tree that is not closed is broken or goes on
//   returns   words and tags as codes, nodes as codes and spans from the top down and from left to
//             right; nothing of a tree that is not whole
//   exact     spans are nested and hold a word. Unless they are kept, empty elements (tag -NONE-)
//             go with every node that holds nothing else, and labels and tags end before the first
//             - = or | in them: NP-SBJ-1 is NP, PRT|ADVP is PRT; what begins with - stays (-LRB-)
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/blanks.hpp"
#include "core/data/coded_column.hpp"

namespace linguine {

struct BracketDialect {
  bool keeps_functions = false;  // labels as they are
  bool keeps_empty = false;      // words that are only traces
};

enum class BracketFault {
  kNone,
  kOutside,    // text between trees
  kNotOpened,  // a ) too many
  kNotClosed,  // the data end within a tree
  kNoLabel,    // a bracket inside a tree has none
  kHollow,     // a bracket holds nothing
  kNoTag,      // a word stands beside brackets
  kTwoWords,   // a bracket holds several words
};

struct BracketTable {
  std::vector<std::int32_t> words, tags, labels;  // codes: [token], [token], [node]
  std::vector<std::string_view> word_values, tag_values, label_values;  // [code]
  std::vector<std::int32_t> first, last;                 // [node] words of its sentence
  std::vector<Index> token_offsets{0}, node_offsets{0};  // [n_sentences + 1]
  std::vector<Index> lines;                              // [token], counted on from first_line
  std::size_t consumed = 0;                              // end of the last whole tree
  Index next_line = 0;
  BracketFault fault = BracketFault::kNone;
  Index fault_line = 0;
  Index tree_line = 0;          // where the tree with the fault begins
  std::string_view fault_text;  // from the fault to the end of its line
};

class BracketReader {
 public:
  BracketReader(std::string_view data, BracketDialect dialect, Index first_line, bool is_last)
      : data_(data), dialect_(dialect), line_(first_line), is_last_(is_last) {
    table_.next_line = first_line;
  }

  BracketTable read() {
    while (skip_blanks()) {
      const char c = data_[at_];
      if (open_.empty()) {
        tree_line_ = line_;
        tree_at_ = at_;
      }
      const bool goes_on = c == '(' ? open_bracket() : c == ')' ? close_bracket() : fail_at_text();
      if (!goes_on) return finish();
    }
    if (open_.empty()) {
      commit();
    } else {
      fail_unclosed();
    }
    return finish();
  }

 private:
  static constexpr Index kNoNode = -1;
  static constexpr std::string_view kEmptyTag = "-NONE-";

  static bool ends_text(char c) { return c == '(' || c == ')' || is_blank(c); }

  // Whether anything is left.
  bool skip_blanks() {
    for (; at_ < data_.size() && is_blank(data_[at_]); ++at_) line_ += data_[at_] == '\n' ? 1 : 0;
    return at_ < data_.size();
  }

  std::string_view cut_text() {
    const std::size_t begin = at_;
    while (at_ < data_.size() && !ends_text(data_[at_])) ++at_;
    return data_.substr(begin, at_ - begin);
  }

  std::int32_t n_words() const {
    const Index n = std::ssize(table_.lines) - table_.token_offsets.back();
    if (n >= std::numeric_limits<std::int32_t>::max()) {
      throw std::invalid_argument(
          "A tree must have less than 2^31 words; this one has more. Cut it into sentences.");
    }
    return static_cast<std::int32_t>(n);
  }

  std::string_view without_functions(std::string_view label) const {
    if (dialect_.keeps_functions || label.front() == '-') return label;
    return label.substr(0, label.find_first_of("-=|", 1));
  }

  // `(`, its label and, if it holds a word, that and the `)` behind it.
  bool open_bracket() {
    const std::size_t begin = at_++;
    const Index line = line_;
    if (!skip_blanks()) return fail_unclosed();
    const std::string_view label = cut_text();
    if (!skip_blanks()) return fail_unclosed();
    const char next = data_[at_];
    if (label.empty() && !open_.empty()) return fail(BracketFault::kNoLabel, begin, line);
    if (next == '(' || label.empty()) {
      push(label);
      return true;
    }
    if (next == ')') return fail(BracketFault::kHollow, begin, line);
    const Index word_line = line_;
    const std::size_t word_at = at_;
    const std::string_view word = cut_text();
    if (!skip_blanks()) return fail_unclosed();
    if (data_[at_] == '(') return fail(BracketFault::kNoTag, word_at, word_line);
    if (data_[at_] != ')') return fail(BracketFault::kTwoWords, begin, line);
    ++at_;
    add_word(label, word, word_line);
    if (open_.empty()) end_tree();
    return true;
  }

  void push(std::string_view label) {
    if (label.empty()) {
      open_.push_back(kNoNode);
      return;
    }
    open_.push_back(std::ssize(table_.first));
    labels_.add(without_functions(label), end());
    table_.first.push_back(n_words());
    table_.last.push_back(n_words());
  }

  bool close_bracket() {
    if (open_.empty()) return fail(BracketFault::kNotOpened, at_, line_);
    ++at_;
    const Index node = open_.back();
    open_.pop_back();
    if (node != kNoNode) {
      const std::size_t place = as_size(node);
      table_.last[place] = n_words();
      // What it held is gone already, so that it is the last node.
      if (table_.first[place] == table_.last[place]) drop_last_node();
    }
    if (open_.empty()) end_tree();
    return true;
  }

  void drop_last_node() {
    labels_.remove_last();
    table_.first.pop_back();
    table_.last.pop_back();
  }

  void add_word(std::string_view tag, std::string_view word, Index line) {
    if (!dialect_.keeps_empty && tag == kEmptyTag) return;
    words_.add(word, end());
    tags_.add(without_functions(tag), end());
    table_.lines.push_back(line);
  }

  void end_tree() {
    table_.token_offsets.push_back(std::ssize(table_.lines));
    table_.node_offsets.push_back(std::ssize(table_.first));
    commit();
  }

  // Everything before this place is done with.
  void commit() {
    table_.consumed = at_;
    table_.next_line = line_;
    words_.commit();
    tags_.commit();
    labels_.commit();
  }

  const char* end() const { return data_.data() + data_.size(); }

  bool fail_at_text() {
    return fail(open_.empty() ? BracketFault::kOutside : BracketFault::kNoTag, at_, line_);
  }

  // Not a fault if more data are to come.
  bool fail_unclosed() { return is_last_ && fail(BracketFault::kNotClosed, tree_at_, tree_line_); }

  bool fail(BracketFault fault, std::size_t at, Index line) {
    table_.fault = fault;
    table_.fault_line = line;
    table_.tree_line = tree_line_;
    const std::string_view rest = data_.substr(at);
    table_.fault_text = rest.substr(0, rest.find('\n'));
    return false;
  }

  // Leaves out what belongs to no whole tree.
  BracketTable finish() {
    const auto n_tokens = as_size(table_.token_offsets.back());
    const auto n_nodes = as_size(table_.node_offsets.back());
    words_.finish(n_tokens, table_.words, table_.word_values);
    tags_.finish(n_tokens, table_.tags, table_.tag_values);
    labels_.finish(n_nodes, table_.labels, table_.label_values);
    table_.first.resize(n_nodes);
    table_.last.resize(n_nodes);
    table_.lines.resize(n_tokens);
    return std::move(table_);
  }

  std::string_view data_;
  BracketDialect dialect_;
  Index line_;
  bool is_last_;
  std::size_t at_ = 0;
  std::size_t tree_at_ = 0;
  Index tree_line_ = 0;
  std::vector<Index> open_;  // [depth] nodes, or kNoNode for the outer bracket
  CodedColumn words_, tags_, labels_;
  BracketTable table_;
};

}  // namespace linguine
