// Unicode: what a code point is to a tokeniser, and its lower case.
//
//   given     any code point up to 0x10FFFF
//   returns   its class; lower case one to one (U+0130 and the final sigma are the caller's)
//   cost      a table look-up below 0x10000, a binary search above
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace linguine {

// The order is that of tools/make_unicode_tables.py.
enum class CharClass : std::uint8_t {
  kSeparator,
  kLetter,  // and '_'
  kMark,
  kNumber,
  kPunctuation,
  kEmoji,
  kSolo,  // a letter of a script without spaces
};

// What unicode.cpp knows from its tables: a class above 0xFFFF, all below, lower case of what is not
// ASCII.
CharClass search_class(std::uint32_t code);
std::unique_ptr<std::array<CharClass, 0x10000>> make_basic_plane();
std::uint32_t search_lower(std::uint32_t code);

inline const std::array<CharClass, 0x10000>& basic_plane() {
  static const auto table = make_basic_plane();
  return *table;
}

inline CharClass class_of(std::uint32_t code) {
  return code < 0x10000 ? basic_plane()[code] : search_class(code);
}

// Letters, marks and numbers of scripts with spaces.
inline bool is_word(CharClass c) {
  return c == CharClass::kLetter || c == CharClass::kMark || c == CharClass::kNumber;
}
// Python's str.isalnum, or '_'.
inline bool is_alphanumeric(CharClass c) {
  return c == CharClass::kLetter || c == CharClass::kNumber || c == CharClass::kSolo;
}

// Python's str.isspace.
inline bool is_space(std::uint32_t code) {
  if (code < 0x80) return code == ' ' || (code >= 9 && code <= 13) || (code >= 28 && code <= 31);
  return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

inline std::uint32_t lower_of(std::uint32_t code) {
  if (code < 0x80) return code - 'A' < 26 ? code + 32 : code;
  return search_lower(code);
}

inline bool is_upper(std::uint32_t code) {
  return lower_of(code) != code || code == 0x130;
}

}  // namespace linguine
