// Token forms: what a template may look at instead of the word itself.
//
//   forms     lower, prefix and suffix of n code points (the word has at least n), shape (as
//             word_forms), digits (every number is a 0), type, lexicon; several in a row apply from
//             left to right: lower, then suffix
//   type      letters: aa none is a capital, A the only one is, AA all are, Aa the first is, aA
//             another mix; then 1 if there are numbers, - if hyphens, . if anything else:
//             Washington Aa, U.S. AA., 1990s aa1, mid-1990 aa1-, 1,000 1.
//   lexicon   the class of the lower-cased word; a word without one has no such form
//   cost      once per distinct value of a column, not once per token
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/hash.hpp"
#include "core/features/normalize.hpp"
#include "core/features/word_forms.hpp"

namespace linguine {

enum class FormKind { kLower, kPrefix, kSuffix, kShape, kDigits, kType, kLexicon };

struct TokenLexicon {
  std::unordered_map<std::uint64_t, std::string> classes;  // by the hash of the lower-cased word
};

struct FormStep {
  FormKind kind = FormKind::kLower;
  int n = 0;  // length of an affix
  std::string lexicon;
  std::shared_ptr<const TokenLexicon> words;

  // A lexicon is known by its name.
  bool operator==(const FormStep& other) const {
    return kind == other.kind && n == other.n && lexicon == other.lexicon;
  }
};

using TokenForm = std::vector<FormStep>;  // none: the value as it is

inline void append_digits(std::string_view word, std::string& out) {
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint next = decode(word, at);
    if (class_of(next.value) == CharClass::kNumber) {
      out += '0';
    } else {
      out += word.substr(at, next.length);
    }
    at += next.length;
  }
}

inline void append_type(std::string_view word, std::string& out) {
  std::size_t n_upper = 0;
  std::size_t n_letters = 0;
  bool starts_upper = false;
  bool has_number = false;
  bool has_hyphen = false;
  bool has_other = false;
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint next = decode(word, at);
    at += next.length;
    const CharClass kind = class_of(next.value);
    if (kind == CharClass::kMark) continue;  // an accent belongs to its letter
    if (kind == CharClass::kNumber) {
      has_number = true;
    } else if (next.value != '_' && (kind == CharClass::kLetter || kind == CharClass::kSolo)) {
      const bool is_capital = is_upper(next.value);
      if (n_letters == 0) starts_upper = is_capital;
      n_upper += is_capital;
      ++n_letters;
    } else {
      (next.value == '-' ? has_hyphen : has_other) = true;
    }
  }
  if (n_letters > 0) {
    const bool is_all = n_upper == n_letters;
    out += n_upper == 0                   ? "aa"
           : is_all                       ? (n_letters == 1 ? "A" : "AA")
           : starts_upper && n_upper == 1 ? "Aa"
                                          : "aA";
  }
  if (has_number) out += '1';
  if (has_hyphen) out += '-';
  if (has_other) out += '.';
}

// One thread's memory for forms.
class FormMaker {
 public:
  // Whether the value has this form. `out` is valid until the next call, or looks into `value`.
  bool make(const TokenForm& form, std::string_view value, std::string_view& out) {
    out = value;
    for (const FormStep& step : form) {
      if (!apply(step, out)) return false;
    }
    return true;
  }

 private:
  bool apply(const FormStep& step, std::string_view& text) {
    switch (step.kind) {
      case FormKind::kPrefix:
      case FormKind::kSuffix:
        return cut(text, static_cast<std::size_t>(step.n), step.kind == FormKind::kSuffix);
      case FormKind::kLexicon: {
        normal_.assign(text, true, false);
        const auto found = step.words->classes.find(hash_bytes(normal_.view()));
        if (found == step.words->classes.end()) return false;
        text = found->second;
        return true;
      }
      default:
        break;
    }
    std::string& out = buffers_[next_];  // `text` may look into the other one
    next_ = 1 - next_;
    out.clear();
    if (step.kind == FormKind::kLower) {
      normal_.assign(text, true, false);
      out = normal_.view();
    } else if (step.kind == FormKind::kShape) {
      append_shape(text, out);
    } else if (step.kind == FormKind::kDigits) {
      append_digits(text, out);
    } else {
      append_type(text, out);
    }
    text = out;
    return true;
  }
  static bool cut(std::string_view& text, std::size_t n, bool from_end) {
    if (text.size() < n) return false;
    const std::size_t length = count_code_points(text);
    if (length < n) return false;
    if (from_end) {
      text.remove_prefix(first_code_points(text, length - n).size());
    } else {
      text = first_code_points(text, n);
    }
    return true;
  }

  NormalText normal_;
  std::string buffers_[2];
  int next_ = 0;
};

}  // namespace linguine
