// Spelling of words: beginnings and endings of words, their shape, and how they are capitalised.
//
//   affixes         pre:un suf:ing of tokens that are longer than the affix
//   shape           X upper case, x other letters and marks, d numbers, the rest as it is; at most
//                   two of a kind in a row: Washington -> Xxx, C++ -> X++
//   capitalisation  caps:upper (two letters or more, all upper), caps:title (upper first, a lower
//                   behind), and once a text caps:all when all words begin with an upper-case
//                   letter
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/features/text/stream.hpp"

namespace linguine {

// The bytes of the original text that a token was made from.
inline std::string_view original_token(const Stream& stream, Span token) {
  const std::size_t begin = stream.normal().original(token.begin);
  const std::size_t end = stream.normal().original(token.end);
  return stream.original().substr(begin, end - begin);
}

inline std::size_t count_code_points(std::string_view text) {
  return as_size(std::count_if(text.begin(), text.end(), [](char c) {
    return !is_continuation(static_cast<unsigned char>(c));
  }));
}

// The first `n` code points of a well-formed text (all of it if there are fewer).
inline std::string_view first_code_points(std::string_view text, std::size_t n) {
  std::size_t at = 0;
  for (; n > 0 && at < text.size(); --n) at += decode(text, at).length;
  return text.substr(0, at);
}

struct Affixes {
  int low = 1;
  int high = 4;
  bool from_end = false;

  static constexpr bool kNeedsTokens = true;
  int n_kinds() const { return high - low + 1; }

  void extract(const Stream& stream, int first_kind, Occurrences& out) const {
    for (const Token& token : stream.tokens()) {
      const std::string_view word = stream.slice({token.begin, token.end});
      const auto length =
          static_cast<int>(std::min<std::size_t>(count_code_points(word), 1U << 20));
      for (int n = low; n <= std::min(high, length - 1); ++n) {
        out.push_back({make_key(hash_bytes(affix(word, length, n)), first_kind + n - low),
                       token.begin, 1.0F});
      }
      out.settle();
    }
  }
  Span name(const Stream& stream, int kind, std::uint32_t place, std::string& out) const {
    const Span token = stream.token_at(place);
    const std::string_view word = stream.slice(token);
    const std::string_view part =
        affix(word, static_cast<int>(count_code_points(word)), kind + low);
    out += from_end ? "suf:" : "pre:";
    out += part;
    const auto bytes = static_cast<std::uint32_t>(part.size());
    return from_end ? Span{token.end - bytes, token.end} : Span{token.begin, token.begin + bytes};
  }

 private:
  std::string_view affix(std::string_view word, int length, int n) const {
    if (!from_end) return first_code_points(word, as_size(n));
    return word.substr(first_code_points(word, as_size(length - n)).size());
  }
};

inline std::uint32_t shape_symbol(std::uint32_t code) {
  if (is_upper(code)) return 'X';
  switch (class_of(code)) {
    case CharClass::kLetter:
      return code == '_' ? code : 'x';
    case CharClass::kMark:
    case CharClass::kSolo:
      return 'x';
    case CharClass::kNumber:
      return 'd';
    default:
      return code == 0x2019 ? '\'' : code;
  }
}

inline void append_shape(std::string_view word, std::string& out) {
  std::uint32_t last = 0;
  int repeats = 0;
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint next = decode(word, at);
    at += next.length;
    const std::uint32_t symbol = shape_symbol(next.value);
    repeats = symbol == last ? repeats + 1 : 1;
    last = symbol;
    if (repeats > 2) continue;
    char bytes[4];
    out.append(bytes, encode(symbol, bytes));
  }
}

struct Shape {
  static constexpr bool kNeedsTokens = true;
  int n_kinds() const { return 1; }

  void extract(const Stream& stream, int first_kind, Occurrences& out) const {
    thread_local std::string shape;
    for (const Token& token : stream.tokens()) {
      shape.clear();
      append_shape(original_token(stream, {token.begin, token.end}), shape);
      out.push_back({make_key(hash_bytes(shape), first_kind), token.begin, 1.0F});
      out.settle();
    }
  }
  Span name(const Stream& stream, int /*kind*/, std::uint32_t place, std::string& out) const {
    const Span token = stream.token_at(place);
    out += "shape:";
    append_shape(original_token(stream, token), out);
    return token;
  }
};

struct Capitalisation {
  static constexpr bool kNeedsTokens = true;
  int n_kinds() const { return 3; }

  void extract(const Stream& stream, int first_kind, Occurrences& out) const {
    bool any = false;
    bool all = true;
    for (const Token& token : stream.tokens()) {
      const Case found = look(original_token(stream, {token.begin, token.end}));
      if (found.starts_with_letter) {
        any |= found.starts_upper;
        all &= found.starts_upper;
      }
      if (found.n_upper >= 2 && found.n_lower == 0) {
        out.push_back({make_key(0, first_kind), token.begin, 1.0F});
      } else if (found.starts_with_letter && found.starts_upper && found.n_lower > 0) {
        out.push_back({make_key(0, first_kind + 1), token.begin, 1.0F});
      }
      out.settle();
    }
    if (any && all) out.push_back({make_key(0, first_kind + 2), 0, 1.0F});
  }
  Span name(const Stream& stream, int kind, std::uint32_t place, std::string& out) const {
    constexpr const char* kNames[] = {"caps:upper", "caps:title", "caps:all"};
    out += kNames[kind];
    if (kind < 2) return stream.token_at(place);
    return {0, static_cast<std::uint32_t>(stream.text().size())};
  }

 private:
  struct Case {
    bool starts_with_letter = false;
    bool starts_upper = false;
    int n_upper = 0;
    int n_lower = 0;
  };
  static Case look(std::string_view word) {
    Case found;
    for (std::size_t at = 0; at < word.size();) {
      const CodePoint next = decode(word, at);
      const bool is_letter = class_of(next.value) == CharClass::kLetter && next.value != '_';
      const bool is_capital = is_upper(next.value);
      if (at == 0) {
        found.starts_with_letter = is_letter;
        found.starts_upper = is_capital;
      }
      found.n_upper += is_letter && is_capital;
      found.n_lower += is_letter && !is_capital;
      at += next.length;
    }
    return found;
  }
};

}  // namespace linguine
