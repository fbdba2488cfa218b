// Texts: n byte strings that belong to Python objects, as views. Nothing is copied.
#pragma once

#include <string_view>
#include <vector>

#include "bindings/arrays.hpp"

namespace linguine::python {

struct Texts {
  std::vector<std::string_view> views;
  std::vector<nb::object> owners;  // what the views look into
  bool has_bytes = false;          // some owner is not str, so that its UTF-8 may be broken
  std::string_view file = {};      // the mapped file among them whose pages may be dropped, if any

  Index size() const { return std::ssize(views); }
};

}  // namespace linguine::python
