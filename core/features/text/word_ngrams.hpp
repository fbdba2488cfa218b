// Word n-grams: every run of low..high neighbouring tokens.
//
//   name      the tokens joined by one space
//   key       the chain of the tokens' hashes
//   cost      one multiplication an n-gram
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/features/text/stream.hpp"

namespace linguine {

struct WordNgrams {
  int low = 1;
  int high = 1;

  static constexpr bool kNeedsTokens = true;
  int n_kinds() const { return high - low + 1; }

  void extract(const Stream& stream, int first_kind, Occurrences& out) const {
    constexpr std::size_t kBlock = 1 << 14;
    const std::vector<Token>& tokens = stream.tokens();
    for (std::size_t first = 0; first < tokens.size(); first += kBlock) {
      extract_block(tokens, first, std::min(tokens.size(), first + kBlock), first_kind, out);
      out.settle();
    }
  }

  // Appends the name of the feature of `kind` at `place`; returns what it covers.
  Span name(const Stream& stream, int kind, std::uint32_t place, std::string& out) const {
    Span whole = stream.token_at(place);
    out += stream.slice(whole);
    for (int n = 1; n < kind + low; ++n) {
      const Span next = stream.token_at(whole.end);
      out += ' ';
      out += stream.slice(next);
      whole.end = next.end;
    }
    return whole;
  }

 private:
  void extract_block(const std::vector<Token>& tokens, std::size_t first, std::size_t last,
                     int first_kind, std::vector<Occurrence>& out) const {
    const std::size_t before = out.size();
    out.resize(before + (last - first) * as_size(n_kinds()));  // or fewer, see below
    Occurrence* next = out.data() + before;
    for (std::size_t i = first; i < last; ++i) {
      const int longest = static_cast<int>(std::min(as_size(high), tokens.size() - i));
      std::uint64_t hash = tokens[i].hash;
      for (int n = 1; n <= longest; ++n) {
        if (n > 1) hash = chain(hash, tokens[i + as_size(n) - 1].hash);
        if (n < low) continue;
        *next++ = {make_key(hash, first_kind + n - low), tokens[i].begin, 1.0F};
      }
    }
    out.resize(as_size(next - out.data()));
  }
};

}  // namespace linguine
