#include "core/features/normalize.hpp"

#include <cstring>
#include <stdexcept>
#include <string>

#include "core/data/utf8.hpp"
#include "core/features/unicode.hpp"

namespace linguine {

LINGUINE_MULTIVERSION void lower_ascii(const char* from, std::size_t size, char* to) {
  for (std::size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(from[i]);
    to[i] = static_cast<char>(byte + (static_cast<unsigned char>(byte - 'A') < 26 ? 32 : 0));
  }
}

namespace {

// One bit a byte: is it an ASCII letter, digit or underscore; is it not ASCII; may a word, a tag, a
// name or an emoticon begin there? A byte becomes a bit eight at a time, by a multiplication that
// gathers the lowest bits of eight bytes.
LINGUINE_MULTIVERSION void mark_words(const char* bytes, std::size_t n_blocks, std::uint64_t* word,
                                      std::uint64_t* foreign, std::uint64_t* start) {
  for (std::size_t block = 0; block < n_blocks; ++block, bytes += 64) {
    unsigned char is_word[64];
    unsigned char is_foreign[64];
    unsigned char is_mark[64];
    for (std::size_t i = 0; i < 64; ++i) {
      const auto c = static_cast<unsigned char>(bytes[i]);
      is_foreign[i] = c >> 7;
      is_word[i] = static_cast<unsigned char>((c | 32) - 'a') < 26 ||
                   static_cast<unsigned char>(c - '0') < 10 || c == '_';
    }
    for (std::size_t i = 0; i < 64; ++i) {
      const auto c = static_cast<unsigned char>(bytes[i]);
      unsigned char mark = static_cast<unsigned char>(c - ':') < 4 ? 1 : 0;  // : ; < =
      for (const unsigned char other : {'#', '@', '^', '-'}) mark = c == other ? 1 : mark;
      is_mark[i] = mark;
    }
    std::uint64_t words = 0;
    std::uint64_t foreigns = 0;
    std::uint64_t marks = 0;
    for (std::size_t i = 0; i < 64; i += 8) {
      const auto gather = [&](const unsigned char* eight) {
        std::uint64_t lanes;
        std::memcpy(&lanes, eight, 8);
        return (lanes * 0x0102040810204080ULL) >> 56 << i;
      };
      words |= gather(is_word + i);
      foreigns |= gather(is_foreign + i);
      marks |= gather(is_mark + i);
    }
    word[block] = words;
    foreign[block] = foreigns;
    start[block] = words | foreigns | marks;
  }
}

bool case_ignores(std::uint32_t code) {
  return code == '\'' || code == '.' || code == ':' || code == '^' || code == '`' || code == 0xB7 ||
         code == 0xAD || code == 0x2018 || code == 0x2019 || class_of(code) == CharClass::kMark;
}

// A capital sigma at the end of a word: a letter before it and none behind, not counting what
// case ignores between them.
bool is_final(std::string_view text, std::size_t at) {
  std::size_t before = at;
  do {
    if (before == 0) return false;
    --before;
    while (before > 0 && is_continuation(static_cast<unsigned char>(text[before]))) --before;
  } while (case_ignores(decode(text, before).value));
  if (class_of(decode(text, before).value) != CharClass::kLetter) return false;
  std::size_t after = at + 2;
  while (after < text.size() && case_ignores(decode(text, after).value)) {
    after += decode(text, after).length;
  }
  return after >= text.size() || class_of(decode(text, after).value) != CharClass::kLetter;
}

}  // namespace

void NormalText::assign(std::string_view text, bool lowercase, bool plain_quotes) {
  // Places are kept in 32 bits (31 and a flag), and lowering makes a text at most 3/2 as long.
  if (text.size() > std::size_t{1} << 30) {
    throw std::length_error("a text must be shorter than 1 GB; got " + std::to_string(text.size()) +
                            " bytes. Cut it into parts.");
  }
  const std::size_t room = text.size() + text.size() / 2 + 4 + kPadding + 64;
  if (buffer_.size() < room) buffer_.resize(room);
  shifts_.clear();
  size_ = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t run = ascii_run(text, at);
    if (run > 0) {
      if (lowercase) {
        lower_ascii(text.data() + at, run, buffer_.data() + size_);
      } else {
        std::memcpy(buffer_.data() + size_, text.data() + at, run);
      }
      size_ += run;
      at += run;
      if (at == text.size()) break;
    }
    at += take_code_point(text, at, lowercase, plain_quotes);
  }
  std::memset(buffer_.data() + size_, 0, kPadding);
  mark();
}

void NormalText::mark() {
  const std::size_t n_blocks = size_ / 64 + 1;
  if (foreign_.size() < n_blocks) {
    word_.resize(n_blocks + 1);
    foreign_.resize(n_blocks);
    start_.resize(n_blocks);
  }
  std::memset(buffer_.data() + size_, 0, n_blocks * 64 - size_);
  mark_words(buffer_.data(), n_blocks, word_.data(), foreign_.data(), start_.data());
  const std::uint64_t beyond = ~std::uint64_t{0} << (size_ % 64);  // every search ends here
  foreign_[n_blocks - 1] |= beyond;
  start_[n_blocks - 1] |= beyond;
  word_[n_blocks] = 0;
}

std::size_t NormalText::take_code_point(std::string_view text, std::size_t at, bool lowercase,
                                        bool plain_quotes) {
  const CodePoint next = decode(text, at);
  std::uint32_t code = next.value;
  char* out = buffer_.data() + size_;
  std::uint32_t written = 0;
  if (code == kReplacement) {
    code = ' ';
  } else if (plain_quotes && code == 0x2019) {
    code = '\'';
  } else if (lowercase && code == 0x130) {  // the one letter whose lower case is two code points
    out[written++] = 'i';
    code = 0x307;
  } else if (lowercase && code == 0x3A3) {
    code = is_final(text, at) ? 0x3C2 : 0x3C3;
  } else if (lowercase) {
    code = lower_of(code);
  }
  written += encode(code, out + written);
  size_ += written;
  if (written != next.length) {
    shifts_.push_back({size_, static_cast<std::ptrdiff_t>(at + next.length) -
                                  static_cast<std::ptrdiff_t>(size_)});
  }
  return next.length;
}

}  // namespace linguine
