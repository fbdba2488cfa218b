// Named: choices that users make by name, as a table of names and values. Learners see the value;
// texts are compared once, where a choice comes in.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace linguine {

template <class Choice>
struct Named {
  const char* name;
  Choice value;
};

template <class Choice, std::size_t kSize>
Choice choice_of(const Named<Choice> (&table)[kSize], std::string_view name, const char* what) {
  for (const Named<Choice>& row : table) {
    if (name == row.name) return row.value;
  }
  throw std::invalid_argument(std::string("unknown ") + what + " '" + std::string(name) + "'");
}

template <class Choice, std::size_t kSize>
const char* name_of(const Named<Choice> (&table)[kSize], Choice value) {
  for (const Named<Choice>& row : table) {
    if (row.value == value) return row.name;
  }
  return "";
}

}  // namespace linguine
