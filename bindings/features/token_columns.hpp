// Token columns and forms as Python gives them, shared by those who have templates over them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/data/texts.hpp"
#include "bindings/handles.hpp"
#include "core/data/token_columns.hpp"
#include "core/features/token/spelling.hpp"

namespace linguine::python {

// Sentences as codes. Keeps the arrays alive.
struct PyTokenColumns {
  TokenColumns columns;
  std::vector<std::vector<std::string_view>> values;
  std::vector<nb::object> owners;
};

using Lexicons = std::map<std::string, std::shared_ptr<const TokenLexicon>>;

// (form, length of an affix, name of a lexicon)
using PyStep = std::tuple<std::string, int, std::string>;

TokenForm form_of(const std::vector<PyStep>& steps, const Lexicons& lexicons);

}  // namespace linguine::python
