// Word table: a vector for each of many words, a byte a number, found by the word itself.
//
//   value     codes / |codes|: every known word has a vector of length 1
//   look-up   the word as it is written, else in lower case; exact: a hash says where to look, and
//             the bytes of the word are compared
//   cost      a look-up and `width` additions a word; the table itself is not copied
//   given     words and codes [n][width]; of equal words the first counts
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/numbers/hash.hpp"
#include "core/base/types.hpp"
#include "core/features/normalize.hpp"

namespace linguine {

class WordTable {
 public:
  static constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

  WordTable(std::span<const std::string_view> words, const std::int8_t* codes, Index width)
      : words_(words), codes_(codes), width_(as_size(width)) {
    slots_.assign(std::bit_ceil(2 * words.size() + 2), kUnknown);
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::uint32_t& slot = slots_[slot_of(words[i], hash_bytes(words[i]))];
      if (slot == kUnknown) slot = static_cast<std::uint32_t>(i);
    }
  }

  Index size() const { return std::ssize(words_); }
  std::size_t width() const { return width_; }
  std::span<const std::int8_t> codes(std::uint32_t row) const {
    return {codes_ + row * width_, width_};
  }

  std::uint32_t find(std::string_view word, NormalText& lowered) const {
    const std::uint32_t row = slots_[slot_of(word, hash_bytes(word))];
    if (row != kUnknown) return row;
    lowered.assign(word, true, false);
    const std::string_view lower = lowered.view();
    return lower == word ? kUnknown : slots_[slot_of(lower, hash_bytes(lower))];
  }
  // What the codes of a word are multiplied by; 0 for a word of zeros.
  float scale(std::uint32_t row) const {
    std::int64_t square = 0;
    for (const std::int8_t code : codes(row)) square += std::int64_t{code} * code;
    return square == 0 ? 0.0F : static_cast<float>(1.0 / std::sqrt(static_cast<double>(square)));
  }

 private:
  std::size_t slot_of(std::string_view word, std::uint64_t hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != kUnknown && words_[slots_[slot]] != word) slot = (slot + 1) & mask;
    return slot;
  }

  std::span<const std::string_view> words_;
  const std::int8_t* codes_;
  std::size_t width_;
  std::vector<std::uint32_t> slots_;
};

// Numbers as bytes, the largest of them 127; false if one is not finite.
inline bool quantise(std::span<const float> row, std::int8_t* codes) {
  float largest = 0;
  for (const float value : row) {
    if (!std::isfinite(value)) return false;
    largest = std::max(largest, std::abs(value));
  }
  for (const float value : row) {
    const double share =
        largest > 0 ? static_cast<double>(value) / static_cast<double>(largest) : 0;
    *codes++ = static_cast<std::int8_t>(std::lround(127.0 * share));
  }
  return true;
}

}  // namespace linguine
