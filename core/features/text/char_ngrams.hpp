// Character n-grams: every run of low..high neighbouring code points.
//
//   words     inside words between white space, each with a space before and behind; a word shorter
//             than n is taken once, whole (scikit-learn's char_wb)
//   text      across the whole text, white space squeezed (scikit-learn's char)
//   key       the chain of the code points
//   place     twice the byte of the first code point, plus 1 if the space before a word comes first
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/features/text/stream.hpp"

namespace linguine {

struct CharNgrams {
  int low = 1;
  int high = 1;
  bool within_words = true;

  static constexpr bool kNeedsTokens = false;
  int n_kinds() const { return high - low + 1; }

  void extract(const Stream& stream, int first_kind, Occurrences& out) const {
    thread_local std::vector<Char> chars;
    const TextCursor text(stream.normal());
    if (!within_words) {
      squeeze(text, chars);
      const int longest = static_cast<int>(std::min<std::size_t>(as_size(high), chars.size()));
      slide(chars, longest, first_kind, out);
      forget_if_long(chars);
      return;
    }
    Span word{0, 0};
    while (next_chunk(text, word.end, word)) {
      pad(text, word, chars);
      const int length = static_cast<int>(std::min<std::size_t>(chars.size(), 1U << 30));
      if (length < low) {
        take_whole(chars, first_kind, out);
      } else {
        slide(chars, std::min(high, length), first_kind, out);
      }
      out.settle();
    }
    forget_if_long(chars);
  }

  Span name(const Stream& stream, int kind, std::uint32_t place, std::string& out) const {
    const TextCursor text(stream.normal());
    std::size_t at = place / 2;
    Span whole{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at)};
    int left = kind + low;
    if (place % 2 == 1) {
      out += ' ';
      --left;
    }
    for (; left > 0; --left) {
      const CodePoint next = text.code(at);
      if (within_words && (at >= text.size() || is_space(next.value))) {
        out += ' ';  // the space behind the word, where it ends
        break;
      }
      at += append(text, at, out);
      whole.end = static_cast<std::uint32_t>(at);
    }
    return whole;
  }

 private:
  struct Char {
    std::uint32_t code;
    std::uint32_t place;
  };

  static constexpr std::size_t kLong = std::size_t{1} << 20;

  // The memory of a very long text is not kept for the next one.
  static void forget_if_long(std::vector<Char>& chars) {
    if (chars.capacity() > kLong) std::vector<Char>().swap(chars);
  }

  void slide(const std::vector<Char>& chars, int longest, int first_kind, Occurrences& out) const {
    for (std::size_t i = 0; i < chars.size(); ++i) {
      if (i % 4096 == 4095) out.settle();
      const int most = static_cast<int>(std::min(as_size(longest), chars.size() - i));
      std::uint64_t hash = 0;
      for (int n = 1; n <= most; ++n) {
        hash = chain(hash, chars[i + as_size(n) - 1].code);
        if (n >= low) out.push_back({make_key(hash, first_kind + n - low), chars[i].place, 1.0F});
      }
    }
  }

  // Growing by doubling takes three times the room for a moment.
  static void reserve_if_long(std::size_t n_bytes, std::vector<Char>& chars) {
    if (n_bytes > kLong) chars.reserve(n_bytes + 2);
  }

  static void take_whole(const std::vector<Char>& chars, int first_kind,
                         std::vector<Occurrence>& out) {
    std::uint64_t hash = 0;
    for (const Char& each : chars) hash = chain(hash, each.code);
    out.push_back({make_key(hash, first_kind), chars.front().place, 1.0F});
  }

  static void pad(const TextCursor& text, Span word, std::vector<Char>& chars) {
    chars.clear();
    reserve_if_long(word.end - word.begin, chars);
    chars.push_back({' ', word.begin * 2 + 1});
    for (std::size_t at = word.begin; at < word.end;) {
      const CodePoint next = text.code(at);
      chars.push_back({next.value, static_cast<std::uint32_t>(at * 2)});
      at += next.length;
    }
    chars.push_back({' ', word.end * 2});
  }

  // Two or more white characters become one space; a single one stays what it is.
  static void squeeze(const TextCursor& text, std::vector<Char>& chars) {
    chars.clear();
    reserve_if_long(text.size(), chars);
    for (std::size_t at = 0; at < text.size();) {
      const CodePoint next = text.code(at);
      const auto place = static_cast<std::uint32_t>(at * 2);
      const std::size_t after = skip_space(text, at);
      const bool is_run = after > at + next.length;
      chars.push_back({is_run ? ' ' : next.value, place});
      at = is_run ? after : at + next.length;
    }
  }
  static std::size_t skip_space(const TextCursor& text, std::size_t at) {
    while (at < text.size() && is_space(text.code(at).value)) at += text.code(at).length;
    return at;
  }
  // Appends one squeezed character; returns how many bytes it stands for.
  std::size_t append(const TextCursor& text, std::size_t at, std::string& out) const {
    const CodePoint next = text.code(at);
    const std::size_t after = within_words ? at : skip_space(text, at);
    char bytes[4];
    const bool is_run = after > at + next.length;
    out.append(bytes, encode(is_run ? ' ' : next.value, bytes));
    return is_run ? after - at : next.length;
  }
};

}  // namespace linguine
