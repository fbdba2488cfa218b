// Token patterns: the first match of a small regular expression, without going back.
//
//   set       an expression is a sequence of items; an item is one or more sets of bytes that
//             follow each other, and stands there once, perhaps (one if it can), or any number of
//             times (as few as will do)
//   algorithm all threads of a backtracking matcher side by side, in the order in which it would
//             try them; of two in one state only the first can win (Thompson 1968, Pike's machine)
//   cost      O(bytes of the token x states) time, O(states) memory; backtracking is exponential
//   given     items in order, whether the match must begin and end where the token does
//   returns   begin and end of the match that begins first and, of these, the one that is preferred
//   exact     the same match as tests/reference/small_regex.py, which tries everything
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace linguine {

using ByteSet = std::bitset<256>;

enum class HowOften { kOnce, kPerhaps, kAnyNumber };

struct PatternItem {
  std::vector<ByteSet> bytes;  // one after the other
  HowOften often = HowOften::kOnce;
};

class TokenPattern {
 public:
  static constexpr std::size_t kNowhere = as_size(-1);

  // What a thread does next.
  struct State {
    enum class Kind { kRead, kFork, kAccept } kind = Kind::kAccept;
    ByteSet bytes;
    std::size_t first = 0;   // where a read goes on; where a fork goes first
    std::size_t second = 0;  // where a fork goes else
  };

  TokenPattern(const std::vector<PatternItem>& items, bool from_begin, bool to_end)
      : from_begin_(from_begin), to_end_(to_end) {
    for (const PatternItem& item : items) add(item);
    states_.emplace_back();
  }

  // Begin and end; kNowhere for both where nothing matches.
  std::pair<std::size_t, std::size_t> find(std::string_view token) const {
    Threads now(states_.size());
    Threads next(states_.size());
    std::pair<std::size_t, std::size_t> found{kNowhere, kNowhere};
    for (std::size_t at = 0;; ++at) {
      const bool may_begin = found.first == kNowhere && (at == 0 || !from_begin_);
      if (may_begin) start(now, 0, at);
      if (now.list.empty()) break;
      step(now, next, token, at, found);
      if (at == token.size()) break;
      std::swap(now, next);
      next.clear();
    }
    return found;
  }

 private:
  struct Thread {
    std::size_t state;
    std::size_t begin;
  };

  // Threads in the order of preference, each state once.
  struct Threads {
    explicit Threads(std::size_t n_states) : is_there(n_states, false) {}
    void clear() {
      list.clear();
      is_there.assign(is_there.size(), false);
    }
    std::vector<Thread> list;
    std::vector<bool> is_there;
    std::vector<std::size_t> stack;
  };

  void add(const PatternItem& item) {
    const std::size_t fork = states_.size();
    if (item.often != HowOften::kOnce) states_.emplace_back().kind = State::Kind::kFork;
    for (const ByteSet& bytes : item.bytes) {
      State& state = states_.emplace_back();
      state.kind = State::Kind::kRead;
      state.bytes = bytes;
      state.first = states_.size();
    }
    const std::size_t after = states_.size();
    if (item.often == HowOften::kPerhaps) {
      states_[fork].first = fork + 1;
      states_[fork].second = after;
    } else if (item.often == HowOften::kAnyNumber) {
      states_[fork].first = after;
      states_[fork].second = fork + 1;
      states_.back().first = fork;
    }
  }

  // Adds a thread, and those into which it forks at once.
  void start(Threads& threads, std::size_t state, std::size_t begin) const {
    threads.stack.push_back(state);
    while (!threads.stack.empty()) {
      const std::size_t each = threads.stack.back();
      threads.stack.pop_back();
      if (threads.is_there[each]) continue;
      threads.is_there[each] = true;
      if (states_[each].kind == State::Kind::kFork) {
        threads.stack.push_back(states_[each].second);
        threads.stack.push_back(states_[each].first);
      } else {
        threads.list.push_back({each, begin});
      }
    }
  }

  void step(const Threads& now, Threads& next, std::string_view token, std::size_t at,
            std::pair<std::size_t, std::size_t>& found) const {
    for (const Thread& thread : now.list) {
      const State& state = states_[thread.state];
      if (state.kind == State::Kind::kAccept) {
        if (to_end_ && at != token.size()) continue;
        found = {thread.begin, at};
        return;  // those behind it are liked less
      }
      if (at < token.size() && state.bytes[static_cast<unsigned char>(token[at])]) {
        start(next, state.first, thread.begin);
      }
    }
  }

  std::vector<State> states_;
  bool from_begin_;
  bool to_end_;
};

}  // namespace linguine
