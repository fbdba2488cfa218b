// Symbols: texts as sequences of numbers, so that string kernels compare numbers.
//
//   set       a symbol is a character (code point) or a word, as tokenize.hpp cuts them
//   cost      one pass, one look into a hash table a symbol
//   given     any bytes; broken ones are one replacement character each
//   exact     characters are compared as they are; words by 64 bits of hash, so that n different
//             ones meet with a probability of about n^2 / 2^65
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/features/text/stream.hpp"

namespace linguine {

class Symbols {
 public:
  Symbols(bool words, bool lowercase) : words_(words), stream_(settings(lowercase)) {}

  void add(std::string_view text) {
    if (words_ || stream_.settings().lowercase) stream_.read(text, words_);
    if (words_) {
      for (const Token& token : stream_.tokens()) put(token.hash);
    } else {
      const std::string_view chars = stream_.settings().lowercase ? stream_.text() : text;
      for (std::size_t at = 0; at < chars.size();) {
        const CodePoint next = decode(chars, at);
        put(next.value);
        at += next.length;
      }
    }
    offsets_.push_back(std::ssize(symbols_));
  }

  Index size() const { return std::ssize(offsets_) - 1; }
  Index n_symbols() const { return std::ssize(numbers_); }
  Index length(Index i) const { return offsets_[as_size(i + 1)] - offsets_[as_size(i)]; }
  double mean_length() const {
    return static_cast<double>(symbols_.size()) / static_cast<double>(offsets_.size());
  }
  std::span<const std::int32_t> operator[](Index i) const {
    return {symbols_.data() + offsets_[as_size(i)], as_size(length(i))};
  }

 private:
  static StreamSettings settings(bool lowercase) {
    StreamSettings settings;
    settings.lowercase = lowercase;
    return settings;
  }
  void put(std::uint64_t key) {
    const auto next = static_cast<std::int32_t>(numbers_.size());
    symbols_.push_back(numbers_.try_emplace(key, next).first->second);
  }

  bool words_;
  Stream stream_;
  std::unordered_map<std::uint64_t, std::int32_t> numbers_;
  std::vector<std::int32_t> symbols_;
  std::vector<Index> offsets_{0};
};

}  // namespace linguine
