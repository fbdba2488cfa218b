// Normalised text: valid UTF-8, lower case if asked for, and the way back to the original bytes.
//
//   given     any bytes
//   returns   the text with broken bytes and U+FFFD as one space each; with `lowercase` every code
//             point as Python's str.lower has it; with `plain_quotes` the apostrophe U+2019 as '
//   cost      a copy; runs of ASCII are lowered in lanes
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

void lower_ascii(const char* from, std::size_t size, char* to);

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

  void assign(std::string_view text, bool lowercase, bool plain_quotes);

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
  void mark();
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
                              bool plain_quotes);

  std::vector<char> buffer_;
  std::vector<std::uint64_t> word_;     // [size / 64 + 2]
  std::vector<std::uint64_t> foreign_;  // [size / 64 + 1]; bits beyond the text are set
  std::vector<std::uint64_t> start_;    // same
  std::size_t size_ = 0;
  std::vector<Shift> shifts_;
};

}  // namespace linguine
