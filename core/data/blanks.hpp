// Blanks: what separates words in the line formats, whatever the locale says.
#pragma once

#include <algorithm>
#include <string_view>

namespace linguine {

inline bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

inline std::string_view strip(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Cuts the first word off `rest`; empty when there is none left.
inline std::string_view cut_word(std::string_view& rest) {
  const auto begin = std::find_if_not(rest.begin(), rest.end(), is_blank);
  const auto end = std::find_if(begin, rest.end(), is_blank);
  const std::string_view word(rest.data() + (begin - rest.begin()), as_size(end - begin));
  rest.remove_prefix(as_size(end - rest.begin()));
  return word;
}

}  // namespace linguine
