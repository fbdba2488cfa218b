// JSON scanner: walks over one JSON object or array and hands out what it holds as views.
//
//   set       RFC 8259, with NaN and Infinity as Python's json allows them
//   cost      one pass; strings without a backslash are not copied, others go into the arena
//   given     any bytes; nesting beyond kDeepest is refused
//   returns   true if the bytes are one whole object, or array
//   exact     escapes as in Python's json; a lone surrogate becomes bytes that are not UTF-8, so
//             that the check of the text finds it
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/base/types.hpp"
#include "core/data/arena.hpp"
#include "core/data/utf8.hpp"

namespace linguine {

enum class JsonKind { kString, kScalar, kNull, kNested };

class JsonScanner {
 public:
  static constexpr int kDeepest = 500;

  JsonScanner(std::string_view text, Arena& arena) : text_(text), arena_(arena) {}

  // Calls take(key, kind, value) for each member; the value of a string has its escapes resolved.
  template <class Take>
  bool scan_object(Take&& take) {
    if (!accept('{')) return false;
    if (!accept('}')) {
      do {
        std::string_view key;
        std::string_view value;
        JsonKind kind{};
        skip_blanks();
        if (!read_string(key) || !accept(':') || !read_value(kind, value, 0)) return false;
        take(key, kind, value);
      } while (accept(','));
      if (!accept('}')) return false;
    }
    skip_blanks();
    return at_ == text_.size();
  }

  // The same for the elements of an array, which have no keys.
  template <class Take>
  bool scan_array(Take&& take) {
    if (!accept('[')) return false;
    if (!accept(']')) {
      do {
        std::string_view value;
        JsonKind kind{};
        if (!read_value(kind, value, 0)) return false;
        take(std::string_view(), kind, value);
      } while (accept(','));
      if (!accept(']')) return false;
    }
    skip_blanks();
    return at_ == text_.size();
  }

 private:
  bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  void skip_blanks() {
    while (is_at(' ') || is_at('\t') || is_at('\r') || is_at('\n')) ++at_;
  }
  bool accept(char c) {
    skip_blanks();
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }

  bool read_value(JsonKind& kind, std::string_view& value, int depth) {
    skip_blanks();
    const std::size_t begin = at_;
    if (is_at('"')) {
      kind = JsonKind::kString;
      return read_string(value);
    }
    if (is_at('{') || is_at('[')) {
      kind = JsonKind::kNested;
      if (!skip_nested(depth + 1)) return false;
    } else {
      kind = JsonKind::kScalar;
      if (!skip_literal() && !skip_number()) return false;
    }
    value = text_.substr(begin, at_ - begin);
    if (value == "null") kind = JsonKind::kNull;
    return true;
  }

  bool skip_nested(int depth) {
    if (depth > kDeepest) return false;
    const bool is_object = text_[at_++] == '{';
    const char close = is_object ? '}' : ']';
    if (accept(close)) return true;
    do {
      std::string_view ignored;
      JsonKind kind{};
      skip_blanks();
      if (is_object && (!read_string(ignored) || !accept(':'))) return false;
      if (!read_value(kind, ignored, depth)) return false;
    } while (accept(','));
    return accept(close);
  }

  bool skip_literal() {
    for (const std::string_view word : {"true", "false", "null", "NaN", "Infinity", "-Infinity"}) {
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return true;
      }
    }
    return false;
  }

  bool skip_digits() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return at_ > begin;
  }
  bool skip_number() {
    if (is_at('-')) ++at_;
    const bool has_leading_zero = is_at('0');
    const std::size_t begin = at_;
    if (!skip_digits() || (has_leading_zero && at_ > begin + 1)) return false;
    if (is_at('.')) {
      ++at_;
      if (!skip_digits()) return false;
    }
    if (is_at('e') || is_at('E')) {
      ++at_;
      if (is_at('+') || is_at('-')) ++at_;
      if (!skip_digits()) return false;
    }
    return true;
  }

  // Passes over eight bytes at a time that are neither quote, backslash nor control character.
  void skip_plain() {
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    const auto has_zero = [](std::uint64_t w) { return (w - kOnes) & ~w & 0x80 * kOnes; };
    for (; at_ + 8 <= text_.size(); at_ += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, text_.data() + at_, 8);
      const std::uint64_t is_control = (word - 0x20 * kOnes) & ~word & 0x80 * kOnes;
      if ((is_control | has_zero(word ^ '"' * kOnes) | has_zero(word ^ '\\' * kOnes)) != 0) return;
    }
  }

  bool read_string(std::string_view& value) {
    if (!is_at('"')) return false;
    const std::size_t begin = ++at_;
    bool has_escape = false;
    for (skip_plain(); at_ < text_.size() && text_[at_] != '"'; ++at_, skip_plain()) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) return false;
      if (text_[at_] != '\\') continue;
      has_escape = true;
      ++at_;
    }
    if (at_ >= text_.size()) return false;
    value = text_.substr(begin, at_ - begin);
    ++at_;
    return !has_escape || resolve_escapes(value);
  }

  // Escaped text is never longer than its escapes, so the room of the raw text is enough.
  bool resolve_escapes(std::string_view& value) {
    char* const out = arena_.at_least(value.size());
    std::size_t n = 0;
    for (std::size_t i = 0; i < value.size();) {
      const std::size_t plain = std::min(value.find('\\', i), value.size()) - i;
      std::memcpy(out + n, value.data() + i, plain);
      n += plain;
      i += plain;
      if (i == value.size()) break;
      const char letter = value[i + 1];
      if (letter == 'u') {
        std::uint32_t code = 0;
        if (!read_code(value, i, code)) return false;
        n += encode(code, out + n);
        continue;
      }
      constexpr std::string_view kLetters = "\"\\/bfnrt";
      constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
      const std::size_t which = kLetters.find(letter);
      if (which == std::string_view::npos) return false;
      out[n++] = kMeanings[which];
      i += 2;
    }
    value = arena_.keep(n);
    return true;
  }

  // \uXXXX at i, joined with the low surrogate that may follow; moves i behind it.
  static bool read_code(std::string_view value, std::size_t& i, std::uint32_t& code) {
    if (!read_hex(value, i, code)) return false;
    i += 6;
    std::uint32_t low = 0;
    if (code >= 0xD800 && code < 0xDC00 && read_hex(value, i, low) && low >= 0xDC00 &&
        low < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      i += 6;
    }
    return true;
  }
  static bool read_hex(std::string_view value, std::size_t i, std::uint32_t& code) {
    if (i + 6 > value.size() || value[i] != '\\' || value[i + 1] != 'u') return false;
    code = 0;
    for (std::size_t k = i + 2; k < i + 6; ++k) {
      const char c = value[k];
      const bool is_digit = c >= '0' && c <= '9';
      const char lower = static_cast<char>(c | 0x20);
      if (!is_digit && (lower < 'a' || lower > 'f')) return false;
      code = code << 4 | static_cast<std::uint32_t>(is_digit ? c - '0' : lower - 'a' + 10);
    }
    return true;
  }

  std::string_view text_;
  Arena& arena_;
  std::size_t at_ = 0;
};

}  // namespace linguine
