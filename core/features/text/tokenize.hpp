// Tokenise: the words of a normalised text, from left to right.
//
//   words         runs of letters, marks and numbers, with inner apostrophes (don't), decimal
//                 points (3.14), #tags, @names and C++; each character of scripts without spaces;
//                 emoji; emoticons; with `punctuation` also runs of one and the same mark
//   alphanumeric  scikit-learn's (?u)\b\w\w+\b
//   whitespace    Python's str.split()
//   cost          O(bytes); where ASCII words begin and end is found 64 bytes at a time
//   given         well-formed UTF-8 (NormalText)
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/data/utf8.hpp"
#include "core/features/normalize.hpp"
#include "core/features/unicode.hpp"

namespace linguine {

enum class Tokenizer : std::uint8_t { kWords, kAlphanumeric, kWhitespace };

struct Span {
  std::uint32_t begin;
  std::uint32_t end;
};

namespace ascii {

enum Kind : std::uint8_t { kNone = 0, kLetter = 1, kDigit = 2, kUnderscore = 4, kPunctuation = 8 };
inline constexpr std::uint8_t kWord = kLetter | kDigit | kUnderscore;

inline constexpr auto kKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (int c = 33; c < 127; ++c) kinds[as_size(c)] = kPunctuation;
  for (int c = '0'; c <= '9'; ++c) kinds[as_size(c)] = kDigit;
  for (int c = 'a'; c <= 'z'; ++c) kinds[as_size(c)] = kLetter;
  for (int c = 'A'; c <= 'Z'; ++c) kinds[as_size(c)] = kLetter;
  kinds['_'] = kUnderscore;
  return kinds;
}();

inline std::uint8_t kind(char c) {
  return kKinds[static_cast<unsigned char>(c)];
}
inline bool is_word(char c) {
  return (kind(c) & kWord) != 0;
}
inline bool is_plain(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

}  // namespace ascii

// Looks at a NormalText around a place; beyond either end there is a separator.
class TextCursor {
 public:
  explicit TextCursor(const NormalText& normal) : text_(normal.view()), normal_(normal) {}

  std::size_t size() const { return text_.size(); }
  // At most a few bytes beyond the end, where NormalText keeps zeros.
  char byte(std::size_t at) const { return text_.data()[at]; }
  CodePoint code(std::size_t at) const {
    return at < text_.size() ? decode(text_, at) : CodePoint{0, 1};
  }
  CharClass kind(std::size_t at) const { return class_of(code(at).value); }
  // Where the code point before `at` begins; `at` > 0.
  std::size_t before(std::size_t at) const {
    --at;
    while (at > 0 && is_continuation(static_cast<unsigned char>(text_[at]))) --at;
    return at;
  }

  std::size_t word_run_end(std::size_t at) const { return normal_.word_run_end(at); }
  std::size_t next_word_byte(std::size_t at) const { return normal_.next_word_byte(at); }
  std::size_t next_start(std::size_t at) const { return normal_.next_start(at); }

  bool is_word_at(std::size_t at) const {
    const char c = byte(at);
    return ascii::is_plain(c) ? ascii::is_word(c) : is_word(kind(at));
  }
  bool is_word_before(std::size_t at) const { return at > 0 && is_word_at(before(at)); }
  bool is_letter_at(std::size_t at) const {
    const char c = byte(at);
    return ascii::is_plain(c) ? ascii::kind(c) == ascii::kLetter : kind(at) == CharClass::kLetter;
  }
  // A letter, or a mark on one.
  bool is_spelled_before(std::size_t at) const {
    const std::size_t place = before(at);
    return is_letter_at(place) || kind(place) == CharClass::kMark;
  }

 private:
  std::string_view text_;
  const NormalText& normal_;
};

// --- words ---------------------------------------------------------------------------------------

// Whether a word may go on at a byte that ends a run of ASCII letters and digits.
inline constexpr auto kMayGoOn = [] {
  std::array<bool, 256> may{};
  for (int c = 0x80; c < 256; ++c) may[as_size(c)] = true;
  for (const char c : {'\'', '.', ',', '+', '#'}) may[static_cast<unsigned char>(c)] = true;
  return may;
}();

// The end of a word that may go on behind the run of ASCII letters and digits that ends at `at`.
// Not inlined: most words end there.
[[gnu::noinline]] inline std::size_t longer_word_end(const TextCursor& text, std::size_t at) {
  for (;; at = text.word_run_end(at)) {
    const char c = text.byte(at);
    if (!ascii::is_plain(c)) {
      const CodePoint next = text.code(at);
      const bool joins = (next.value == 0x200C || next.value == 0x200D) &&
                         text.is_word_before(at) && text.is_word_at(at + next.length);
      if (!joins && !is_word(class_of(next.value))) break;
      at += next.length;
    } else if (c == '\'' && text.is_letter_at(at + 1) && text.is_spelled_before(at)) {
      ++at;
    } else if ((c == '.' || c == ',') && ascii::kind(text.byte(at + 1)) == ascii::kDigit &&
               ascii::kind(text.byte(at - 1)) == ascii::kDigit) {
      ++at;
    } else {
      break;
    }
  }
  if (text.byte(at) == '+' && text.byte(at + 1) == '+' && !text.is_word_at(at + 2)) return at + 2;
  if (text.byte(at) == '#' && !text.is_word_at(at + 1)) return at + 1;
  return at;
}

// The end of the word whose first character is at `at`.
[[gnu::always_inline]] inline std::size_t word_end(const TextCursor& text, std::size_t at) {
  at = text.word_run_end(at);
  return kMayGoOn[static_cast<unsigned char>(text.byte(at))] ? longer_word_end(text, at) : at;
}

inline bool is_regional(std::uint32_t code) {
  return code >= 0x1F1E6 && code <= 0x1F1FF;
}

// The end of the emoji at `at`: with its variation, skin tone, key cap and what is joined to it.
inline std::size_t emoji_end(const TextCursor& text, std::size_t at) {
  CodePoint next = text.code(at);
  const bool is_flag = is_regional(next.value);
  at += next.length;
  if (is_flag && is_regional(text.code(at).value)) return at + text.code(at).length;
  for (;;) {
    next = text.code(at);
    const bool is_modifier = next.value == 0xFE0F || next.value == 0x20E3 ||
                             (next.value >= 0x1F3FB && next.value <= 0x1F3FF);
    const bool joins = next.value == 0x200D && text.kind(at + next.length) == CharClass::kEmoji;
    if (!is_modifier && !joins) return at;
    at += next.length;
    if (joins) at += text.code(at).length;
  }
}

inline bool is_one_of(char c, std::string_view set) {
  return c != '\0' && set.find(c) != set.npos;
}

// The end of the emoticon at `at`, or `at` if there is none.
inline std::size_t emoticon_end(const TextCursor& text, std::size_t at) {
  constexpr std::string_view kMouths = ")(][DdPpOo3/\\|*{}";
  const auto closes = [&](std::size_t end) {
    return !text.is_word_at(end) && text.byte(end) != '/';
  };
  for (const std::string_view whole : {"<3", "</3", "^_^", "-_-"}) {
    std::size_t i = 0;
    while (i < whole.size() && text.byte(at + i) == whole[i]) ++i;
    if (i == whole.size() && closes(at + i)) return at + i;
  }
  if (!is_one_of(text.byte(at), ":;=")) return at;
  for (const std::size_t nose : {std::size_t{1}, std::size_t{0}}) {
    if (nose == 1 && !is_one_of(text.byte(at + 1), "-'^o")) continue;
    std::size_t end = at + 1 + nose;
    const char mouth = text.byte(end);
    if (!is_one_of(mouth, kMouths)) continue;
    ++end;
    const bool is_round = mouth == ')' || mouth == '(';
    while (is_round && text.byte(end) == mouth) ++end;
    // "http://" and "12:30" have eyes, too.
    if (closes(end) && (is_round || !text.is_word_before(at))) return end;
  }
  return at;
}

// Whether the mark at `at`, which follows another mark, begins a tag or an emoticon.
inline bool begins_token(const TextCursor& text, std::size_t at) {
  const char c = text.byte(at);
  if (c == '#' || c == '@') return text.is_word_at(at + 1);
  return is_one_of(c, ":;=<^-") && emoticon_end(text, at) > at;
}

// The end of a run of one and the same mark; what begins another token ends it.
inline std::size_t same_mark_end(const TextCursor& text, std::size_t at) {
  const CodePoint mark = text.code(at);
  do {
    at += mark.length;
  } while (at < text.size() && text.code(at).value == mark.value && !begins_token(text, at));
  return at;
}

// The end of the token that begins at `at` with something else than an ASCII letter or digit, or
// `at` if none does. `punctuation` makes marks tokens. Not inlined: most tokens are words.
template <bool kPunctuation>
[[gnu::noinline]] std::size_t other_token_end(const TextCursor& text, std::size_t at) {
  const char c = text.byte(at);
  if (ascii::is_plain(c)) {
    if (ascii::kind(c) != ascii::kPunctuation) return at;
    if ((c == '#' || c == '@') && text.is_word_at(at + 1) && !text.is_word_before(at)) {
      return word_end(text, at + 1);
    }
    if (is_one_of(c, ":;=<^-")) {
      if (const std::size_t end = emoticon_end(text, at); end > at) return end;
    }
    return kPunctuation ? same_mark_end(text, at) : at;
  }
  const CodePoint first = text.code(at);
  switch (class_of(first.value)) {
    case CharClass::kLetter:
    case CharClass::kMark:
    case CharClass::kNumber:
      return word_end(text, at);
    case CharClass::kSolo: {
      std::size_t end = at + first.length;
      while (end < text.size() && text.kind(end) == CharClass::kMark) end += text.code(end).length;
      return end;
    }
    case CharClass::kEmoji:
      return emoji_end(text, at);
    case CharClass::kPunctuation:
      return kPunctuation ? same_mark_end(text, at) : at;
    case CharClass::kSeparator:
      return at;
  }
  return at;
}

// The token at or after `at`; false when there is none. Inlined, so that the token is in registers:
// read from memory as a whole, it would wait for its two halves to be written.
template <bool kPunctuation>
[[gnu::always_inline]] inline bool next_word(const TextCursor& text, std::size_t at, Span& token) {
  for (;; at += text.code(at).length) {
    if constexpr (!kPunctuation) at = text.next_start(at);
    if (at >= text.size()) return false;
    const std::size_t end = ascii::is_word(text.byte(at)) ? word_end(text, at)
                                                          : other_token_end<kPunctuation>(text, at);
    if (end == at) continue;
    token = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    return true;
  }
}

// --- the other two -------------------------------------------------------------------------------

[[gnu::always_inline]] inline bool next_alphanumeric(const TextCursor& text, std::size_t at,
                                                     Span& token) {
  for (at = text.next_word_byte(at); at < text.size(); at = text.next_word_byte(at)) {
    const std::size_t begin = at;
    at = text.word_run_end(at);
    std::size_t length = at - begin;
    while (!ascii::is_plain(text.byte(at))) {  // not ASCII: code point by code point
      const CodePoint next = text.code(at);
      if (!is_alphanumeric(class_of(next.value))) break;
      const std::size_t from = at + next.length;
      at = text.word_run_end(from);
      length += 1 + (at - from);
    }
    if (length >= 2) {
      token = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at)};
      return true;
    }
    if (at == begin || !ascii::is_plain(text.byte(at))) at += text.code(at).length;
  }
  return false;
}

inline bool next_chunk(const TextCursor& text, std::size_t at, Span& token) {
  while (at < text.size() && is_space(text.code(at).value)) at += text.code(at).length;
  const std::size_t begin = at;
  while (at < text.size() && !is_space(text.code(at).value)) at += text.code(at).length;
  token = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at)};
  return at > begin;
}

// Calls `use(next)` with the function that finds the token at or after a place: the one switch over
// tokenisers. Lambdas, so that each is compiled into the loop that uses it.
template <class Use>
decltype(auto) with_tokenizer(Tokenizer tokenizer, bool punctuation, Use&& use) {
  switch (tokenizer) {
    case Tokenizer::kAlphanumeric:
      return use([](const TextCursor& text, std::size_t at, Span& token) {
        return next_alphanumeric(text, at, token);
      });
    case Tokenizer::kWhitespace:
      return use([](const TextCursor& text, std::size_t at, Span& token) {
        return next_chunk(text, at, token);
      });
    default:
      if (punctuation) {
        return use([](const TextCursor& text, std::size_t at, Span& token) {
          return next_word<true>(text, at, token);
        });
      }
      return use([](const TextCursor& text, std::size_t at, Span& token) {
        return next_word<false>(text, at, token);
      });
  }
}

}  // namespace linguine
