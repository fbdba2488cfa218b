#include "bindings/features/token_columns.hpp"

#include "core/features/normalize.hpp"

namespace linguine::python {

namespace {

FormKind form_called(const std::string& name) {
  if (name == "lower") return FormKind::kLower;
  if (name == "prefix") return FormKind::kPrefix;
  if (name == "suffix") return FormKind::kSuffix;
  if (name == "shape") return FormKind::kShape;
  if (name == "digits") return FormKind::kDigits;
  if (name == "type") return FormKind::kType;
  if (name == "lexicon") return FormKind::kLexicon;
  throw std::invalid_argument("unknown form " + name);
}

}  // namespace

std::shared_ptr<const TokenLexicon> make_lexicon(const Texts& words, const Texts& classes) {
  require(words.size() == classes.size(), "words and classes must have one length");
  auto lexicon = std::make_shared<TokenLexicon>();
  NormalText lower;
  for (std::size_t i = 0; i < words.views.size(); ++i) {
    lower.assign(words.views[i], true, false);
    lexicon->classes[hash_bytes(lower.view())] = classes.views[i];
  }
  return lexicon;
}

TokenForm form_of(const std::vector<PyStep>& steps, const Lexicons& lexicons) {
  TokenForm form;
  for (const auto& [name, n, lexicon] : steps) {
    FormStep step{form_called(name), n, lexicon, nullptr};
    require(n >= 0, "the length of an affix must not be negative");
    if (step.kind == FormKind::kLexicon) {
      const auto found = lexicons.find(lexicon);
      require(found != lexicons.end(), "add the lexicon " + lexicon + " first");
      step.words = found->second;
    }
    form.push_back(std::move(step));
  }
  return form;
}

}  // namespace linguine::python
