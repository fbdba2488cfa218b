// Spelling of tokens: the forms of a word that a template may look at instead of the word itself.
//
//   forms     lower, prefix and suffix of n code points (the word has at least n), shape (as
//             of texts), digits (every number is a 0), type, lexicon; several in a row apply from
//             left to right: lower, then suffix
//   type      letters: aa none is a capital, A the only one is, AA all are, Aa the first is, aA
//             another mix; then 1 if there are numbers, - if hyphens, . if anything else:
//             Washington Aa, U.S. AA., 1990s aa1, mid-1990 aa1-, 1,000 1.
//   lexicon   the class of the lower-cased word; a word without one has no such form
//   cost      once per distinct value of a column, not once per token
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/numbers/hash.hpp"
#include "core/data/utf8.hpp"
#include "core/features/normalize.hpp"
#include "core/features/text/spelling.hpp"

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

// Text that can be hashed without a look at its end: 16 bytes behind it can be read.
class PaddedText {
 public:
  std::string_view view() const { return {bytes_.data(), size_}; }
  // Makes room for `size` bytes and calls fill(first byte).
  template <class Fill>
  void make(std::size_t size, const Fill& fill) {
    if (bytes_.size() < size + 16) bytes_.resize(2 * size + 64);
    size_ = size;
    fill(bytes_.data());
  }
  void assign(std::string_view text) {
    make(text.size(), [&](char* to) {
      if (!text.empty()) std::memcpy(to, text.data(), text.size());
    });
  }

 private:
  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

// The forms of one value after the other. Lower case, which most forms begin with, is made once.
class FormMaker {
 public:
  void load(std::string_view value) {
    value_.assign(value);
    is_ascii_ = ascii_run(value, 0) == value.size();
    has_lower_ = false;
  }

  // Whether the value has this form. `out` is padded, and valid until the next call.
  bool make(const TokenForm& form, std::string_view& out) {
    out = value_.view();
    std::size_t step = 0;
    if (!form.empty() && form[0].kind == FormKind::kLower) {
      out = lower();
      step = 1;
    }
    for (; step < form.size(); ++step) {
      if (!apply(form[step], out)) return false;
    }
    return true;
  }

 private:
  std::string_view lower() {
    if (!has_lower_) lower_to(value_.view(), lower_);
    has_lower_ = true;
    return lower_.view();
  }
  void lower_to(std::string_view text, PaddedText& to) {
    if (is_ascii_) {
      to.make(text.size(), [&](char* bytes) { lower_ascii(text.data(), text.size(), bytes); });
    } else {
      normal_.assign(text, true, false);
      to.assign(normal_.view());
    }
  }

  bool apply(const FormStep& step, std::string_view& text) {
    if (step.kind == FormKind::kPrefix || step.kind == FormKind::kSuffix) {
      return cut(text, as_size(step.n), step.kind == FormKind::kSuffix);
    }
    PaddedText& out = buffers_[next_];  // `text` may look into the other one
    next_ = 1 - next_;
    if (step.kind == FormKind::kLower) {
      lower_to(text, out);
    } else if (step.kind == FormKind::kLexicon) {
      lower_to(text, out);
      const auto found = step.words->classes.find(hash_bytes(out.view()));
      if (found == step.words->classes.end()) return false;
      out.assign(found->second);
      is_ascii_ = is_ascii_ && ascii_run(found->second, 0) == found->second.size();
    } else {
      scratch_.clear();
      if (step.kind == FormKind::kShape) append_shape(text, scratch_);
      if (step.kind == FormKind::kDigits) append_digits(text, scratch_);
      if (step.kind == FormKind::kType) append_type(text, scratch_);
      out.assign(scratch_);
    }
    text = out.view();
    return true;
  }
  bool cut(std::string_view& text, std::size_t n, bool from_end) const {
    if (text.size() < n) return false;
    if (is_ascii_) {
      text = from_end ? text.substr(text.size() - n) : text.substr(0, n);
      return true;
    }
    const std::size_t length = count_code_points(text);
    if (length < n) return false;
    if (from_end) {
      text.remove_prefix(first_code_points(text, length - n).size());
    } else {
      text = first_code_points(text, n);
    }
    return true;
  }

  PaddedText value_;
  PaddedText lower_;
  PaddedText buffers_[2];
  int next_ = 0;
  bool is_ascii_ = true;  // the value, and so all that is made of it; false is always safe
  bool has_lower_ = false;
  NormalText normal_;
  std::string scratch_;
};

}  // namespace linguine
