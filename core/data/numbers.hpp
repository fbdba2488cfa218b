// Numbers: a word of a file as a number, whatever the locale says.
//
//   returns   the nearest number of the type; nothing for words, infinity and NaN
#pragma once

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#if !defined(__cpp_lib_to_chars)
#include <locale>
#include <sstream>
#include <string>
#endif

namespace linguine {

template <class Number>
bool parse_number(std::string_view word, Number& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
#if defined(__cpp_lib_to_chars)
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_number = error == std::errc() && end == word.data() + word.size();
#else
  std::istringstream stream{std::string(word)};
  stream.imbue(std::locale::classic());
  stream >> value;
  const bool is_number = !stream.fail() && stream.eof();
#endif
  return is_number && !word.empty() && std::isfinite(value);
}

}  // namespace linguine
