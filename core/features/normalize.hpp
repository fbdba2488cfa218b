// Normalised text: valid UTF-8, lower case if asked for, and the way back to the original bytes.
//
//   given     any bytes
//   returns   the text with broken bytes and U+FFFD as one space each; with `lowercase` every code
//             point as Python's str.lower has it; with `plain_quotes` the apostrophe U+2019 as '
//   cost      a copy; runs of ASCII are lowered in lanes
#pragma once

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/utf8.hpp"
#include "core/features/unicode.hpp"

namespace linguine {

LINGUINE_MULTIVERSION inline void lower_ascii(const char* from, std::size_t size, char* to) {
  for (std::size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(from[i]);
    to[i] = static_cast<char>(byte + (static_cast<unsigned char>(byte - 'A') < 26 ? 32 : 0));
  }
}

// One bit a byte: is it an ASCII letter, digit or underscore; is it not ASCII; may a word, a tag, a
// name or an emoticon begin there? A byte becomes a bit eight at a time, by a multiplication that
// gathers the lowest bits of eight bytes.
LINGUINE_MULTIVERSION inline void mark_words(const char* bytes, std::size_t n_blocks,
                                             std::uint64_t* word, std::uint64_t* foreign,
                                             std::uint64_t* start) {
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

class NormalText {
 public:
  std::string_view view() const { return {buffer_.data(), size_}; }

  // The first byte at or after `at` that is no ASCII letter, digit or underscore; the first that is
  // one, or is not ASCII. At most the size of the text.
  std::size_t word_run_end(std::size_t at) const {
    return next_bit(at, [&](std::size_t block) { return ~word_[block]; });
  }
  std::size_t next_word_byte(std::size_t at) const {
    return next_bit(at, [&](std::size_t block) { return word_[block] | foreign_[block]; });
  }
  // The first byte at or after `at` where a token of words may begin; at most the size of the text.
  std::size_t next_start(std::size_t at) const {
    return next_bit(at, [&](std::size_t block) { return start_[block]; });
  }

  // The marks of 64 bytes, a bit each; one block behind the last has no word.
  std::uint64_t word_bits(std::size_t block) const { return word_[block]; }
  std::uint64_t foreign_bits(std::size_t block) const { return foreign_[block]; }
  std::uint64_t start_bits(std::size_t block) const { return start_[block]; }

  void assign(std::string_view text, bool lowercase, bool plain_quotes) {
    // Places are kept in 32 bits (31 and a flag), and lowering makes a text at most 3/2 as long.
    if (text.size() > std::size_t{1} << 30) {
      throw std::length_error("a text must be shorter than 1 GB; got " +
                              std::to_string(text.size()) + " bytes. Cut it into parts.");
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

  // Zero bytes behind the text, so that a look ahead needs no test for the end.
  static constexpr std::size_t kPadding = 16;

  // The byte of the original text that `place` of the normalised text came from. Between the two
  // code points that U+0130 became, a beginning goes before it and an end behind.
  std::size_t original_begin(std::size_t place) const {
    return original(place) - (is_inside(place) ? 1 : 0);
  }
  std::size_t original_end(std::size_t place) const {
    return original(place) + (is_inside(place) ? 1 : 0);
  }
  std::size_t original(std::size_t place) const {
    const auto after =
        std::upper_bound(shifts_.begin(), shifts_.end(), place,
                         [](std::size_t value, const Shift& shift) { return value < shift.from; });
    if (after == shifts_.begin()) return place;
    return place + as_size((after - 1)->by);
  }

 private:
  void mark() {
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
  template <class Bits>
  static std::size_t next_bit(std::size_t at, const Bits& bits) {
    std::size_t block = at / 64;
    std::uint64_t left = bits(block) & (~std::uint64_t{0} << (at % 64));
    while (left == 0) left = bits(++block);
    return block * 64 + as_size(std::countr_zero(left));
  }

  bool is_inside(std::size_t place) const {
    return place > 0 && place + 1 < size_ && buffer_[place - 1] == 'i' &&
           buffer_[place] == '\xCC' && buffer_[place + 1] == '\x87' &&
           std::any_of(shifts_.begin(), shifts_.end(),
                       [&](const Shift& shift) { return shift.from == place + 2; });
  }
  struct Shift {
    std::size_t from;   // first normalised byte ...
    std::ptrdiff_t by;  // ... from which original = normalised + by
  };

  std::size_t take_code_point(std::string_view text, std::size_t at, bool lowercase,
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

  // A capital sigma at the end of a word: a letter before it and none behind, not counting what
  // case ignores between them.
  static bool is_final(std::string_view text, std::size_t at) {
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
  static bool case_ignores(std::uint32_t code) {
    return code == '\'' || code == '.' || code == ':' || code == '^' || code == '`' ||
           code == 0xB7 || code == 0xAD || code == 0x2018 || code == 0x2019 ||
           class_of(code) == CharClass::kMark;
  }

  std::vector<char> buffer_;
  std::vector<std::uint64_t> word_;     // [size / 64 + 2]
  std::vector<std::uint64_t> foreign_;  // [size / 64 + 1]; bits beyond the text are set
  std::vector<std::uint64_t> start_;    // same
  std::size_t size_ = 0;
  std::vector<Shift> shifts_;
};

}  // namespace linguine
