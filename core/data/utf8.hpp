// UTF-8: one code point at a time, and whether bytes are UTF-8 at all.
//
//   given     any bytes; nothing is assumed about them
//   returns   the code point and its length; a broken byte is U+FFFD of length 1, so that a walk
//             always ends and never reads beyond the text
//   exact     the table of well-formed sequences of the Unicode standard (no surrogates, no
//             overlong forms), as Python's strict decoder has it
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/base/types.hpp"

namespace linguine {

inline constexpr std::uint32_t kReplacement = 0xFFFD;

struct CodePoint {
  std::uint32_t value;
  std::uint32_t length;  // bytes; 1 for a broken one
  bool is_broken = false;
};

inline bool is_continuation(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}

// The code point at text[at]; `at` is within the text.
inline CodePoint decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t left = text.size() - at;
  if (first >= 0xC2 && first <= 0xDF && left >= 2 && is_continuation(byte(1))) {
    return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  }
  if ((first & 0xF0) == 0xE0 && left >= 3 && is_continuation(byte(1)) && is_continuation(byte(2))) {
    const std::uint32_t value = (first & 0x0F) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3F);
    if (value >= 0x800 && (value < 0xD800 || value > 0xDFFF)) return {value, 3};
  }
  if (first >= 0xF0 && first <= 0xF4 && left >= 4 && is_continuation(byte(1)) &&
      is_continuation(byte(2)) && is_continuation(byte(3))) {
    const std::uint32_t value =
        (first & 0x07) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 | (byte(3) & 0x3F);
    if (value >= 0x10000 && value <= 0x10FFFF) return {value, 4};
  }
  return {kReplacement, 1, true};
}

// Writes the code point at `out`, which has room for 4 bytes; returns how many it took.
inline std::uint32_t encode(std::uint32_t value, char* out) {
  const auto put = [&](int i, std::uint32_t bits) { out[i] = static_cast<char>(bits); };
  if (value < 0x80) {
    put(0, value);
    return 1;
  }
  if (value < 0x800) {
    put(0, 0xC0 | value >> 6);
    put(1, 0x80 | (value & 0x3F));
    return 2;
  }
  if (value < 0x10000) {
    put(0, 0xE0 | value >> 12);
    put(1, 0x80 | (value >> 6 & 0x3F));
    put(2, 0x80 | (value & 0x3F));
    return 3;
  }
  put(0, 0xF0 | value >> 18);
  put(1, 0x80 | (value >> 12 & 0x3F));
  put(2, 0x80 | (value >> 6 & 0x3F));
  put(3, 0x80 | (value & 0x3F));
  return 4;
}

// How many bytes from `at` on are ASCII; eight are looked at together.
inline std::size_t ascii_run(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end + 8 <= text.size()) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + end, 8);
    if ((word & 0x8080808080808080ULL) != 0) break;
    end += 8;
  }
  while (end < text.size() && static_cast<unsigned char>(text[end]) < 0x80) ++end;
  return end - at;
}

// Place of the first byte that is not part of well-formed UTF-8, or the length of the text.
inline std::size_t first_broken_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    at += ascii_run(text, at);
    if (at == text.size()) break;
    const CodePoint next = decode(text, at);
    if (next.is_broken) return at;
    at += next.length;
  }
  return text.size();
}

}  // namespace linguine
