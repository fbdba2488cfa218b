// Word lists and lexicons: one feature whose value is the sum of the weights of the tokens in a
// list.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/features/text/stream.hpp"

namespace linguine {

struct WordList {
  std::string label;                                 // the feature's name
  std::unordered_map<std::uint64_t, float> weights;  // by the hash of the token

  static constexpr bool kNeedsTokens = true;
  int n_kinds() const { return 1; }

  void extract(const Stream& stream, int first_kind, Occurrences& out) const {
    for (const Token& token : stream.tokens()) {
      const auto found = weights.find(token.hash);
      if (found == weights.end()) continue;
      out.push_back({make_key(0, first_kind), token.begin, found->second});
      out.settle();
    }
  }
  Span name(const Stream& stream, int /*kind*/, std::uint32_t place, std::string& out) const {
    out += label;
    return stream.token_at(place);
  }
};

}  // namespace linguine
