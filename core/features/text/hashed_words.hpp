// Hashed words: the features that fastText makes of a text.
//
//   set       words of a dictionary; their pieces (n-grams of the characters of "<word>"); n-grams of
//             words. Pieces and n-grams share buckets; a word of no dictionary has its pieces alone
//   recursion FNV-1a over signed bytes; h(w_i..w_j) = 116049371 h(w_i..w_{j-1}) + h(w_j) modulo
//             2^64, each hash of a word being a signed number of 32 bits
//   cost      O(bytes), and O(characters x lengths) for the pieces of words that are not known
//   given     tokens end at ASCII white space and zero bytes; the text is one line, however many it
//             has, and ends with </s>, behind the text or in it. Labels among the tokens are no words
//   returns   rows of the weights: words first, then buckets, or those of them that were kept
//   exact     the rows of fastText 0.9, in its order but that n-grams come last
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/types.hpp"
#include "core/features/text/hash_slots.hpp"
#include "core/features/text/tokenize.hpp"

namespace linguine {

inline std::uint32_t fnv_1a(std::string_view bytes, std::uint32_t hash = 2166136261U) {
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<std::uint32_t>(static_cast<std::int8_t>(byte))) * 16777619U;
  }
  return hash;
}

struct HashedShape {
  std::int32_t n_words = 0;
  std::uint32_t n_buckets = 0;  // 0: only words
  int longest = 1;              // words of an n-gram
  int least_piece = 0;          // characters of a piece
  int longest_piece = 0;        // 0: words have no pieces
  bool keeps_all = true;        // every bucket has a row
};

class HashedWords {
 public:
  static constexpr std::string_view kEnd = "</s>";
  static constexpr std::string_view kLabel = "__label__";

  // `entries` are the words, then labels, which are no words; `kept` the buckets that have rows, in
  // the order of these, unless all have.
  HashedWords(const HashedShape& shape, std::vector<std::string_view> entries,
              std::span<const std::uint32_t> kept)
      : shape_(shape),
        entries_(std::move(entries)),
        kept_(kept),
        words_(entries_.size()),
        buckets_(kept.size()) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const auto number = static_cast<std::int32_t>(i);
      words_.put(fnv_1a(entries_[i]), number, [&](auto k) { return entry(k) == entries_[i]; });
    }
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const auto number = static_cast<std::int32_t>(i);
      buckets_.put(kept_[i], number, [&](auto k) { return kept_[as_size(k)] == kept_[i]; });
    }
  }

  const HashedShape& shape() const { return shape_; }
  std::string_view entry(std::int32_t id) const { return entries_[as_size(id)]; }
  Index n_rows() const {
    return shape_.n_words + (shape_.keeps_all ? Index{shape_.n_buckets} : std::ssize(kept_));
  }

  // One thread's memory: a token of the text at hand each.
  struct Workspace {
    std::vector<std::int32_t> hashes;
    std::vector<Span> places;
    std::string padded;
  };

  // Calls on_word(id, place) and on_unknown(place), then on_ngram(row, first, last) with the
  // numbers of its words, whose places are in `work`. The end of the line has the place (n, n).
  template <class OnWord, class OnUnknown, class OnNgram>
  void read(std::string_view text, Workspace& work, const OnWord& on_word,
            const OnUnknown& on_unknown, const OnNgram& on_ngram) const {
    work.hashes.clear();
    work.places.clear();
    std::size_t at = 0;
    for (bool is_end = false; !is_end;) {
      while (at < text.size() && is_blank(text[at])) ++at;
      const std::size_t begin = at;
      std::uint32_t hash = fnv_1a({});
      for (; at < text.size() && !is_blank(text[at]); ++at) hash = fnv_1a({&text[at], 1}, hash);
      const std::string_view token = begin == at ? kEnd : text.substr(begin, at - begin);
      if (begin == at) hash = fnv_1a(kEnd);
      is_end = token == kEnd;
      const std::int32_t id = find(token, hash);
      if (id >= shape_.n_words || (id < 0 && token.starts_with(kLabel))) continue;
      const Span place{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at)};
      if (id >= 0) {
        on_word(id, place);
      } else if (!is_end) {
        on_unknown(place);
      }
      work.hashes.push_back(static_cast<std::int32_t>(hash));
      work.places.push_back(place);
    }
    join(work, on_ngram);
  }

  // Calls on_piece(row, place in "<word>"); the text of it is then in `padded`.
  template <class OnPiece>
  void pieces(std::string_view word, std::string& padded, const OnPiece& on_piece) const {
    if (shape_.longest_piece <= 0 || shape_.n_buckets == 0) return;
    padded.clear();  // GCC 12 warns of assign("<") for nothing
    padded.push_back('<');
    padded.append(word).push_back('>');
    const std::size_t n = padded.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (is_inside(padded[i])) continue;
      std::uint32_t hash = fnv_1a({});
      std::size_t j = i;
      for (int length = 1; j < n && length <= shape_.longest_piece; ++length) {
        const std::size_t from = j++;
        while (j < n && is_inside(padded[j])) ++j;
        hash = fnv_1a({padded.data() + from, j - from}, hash);
        if (length < shape_.least_piece || (length == 1 && (i == 0 || j == n))) continue;
        const std::int32_t row = row_of(hash % shape_.n_buckets);
        if (row >= 0) {
          on_piece(row, Span{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
        }
      }
    }
  }

 private:
  static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }
  // A byte of a character in UTF-8 that is not its first.
  static bool is_inside(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

  std::int32_t find(std::string_view word, std::uint32_t hash) const {
    return words_.find(hash, [&](std::int32_t k) { return entry(k) == word; });
  }

  // The row of a bucket, negative if it has none.
  std::int32_t row_of(std::uint32_t bucket) const {
    if (shape_.keeps_all) return shape_.n_words + static_cast<std::int32_t>(bucket);
    const std::int32_t place =
        buckets_.find(bucket, [&](std::int32_t k) { return kept_[as_size(k)] == bucket; });
    return place < 0 ? place : shape_.n_words + place;
  }

  template <class OnNgram>
  void join(const Workspace& work, const OnNgram& on_ngram) const {
    if (shape_.n_buckets == 0) return;
    const std::size_t n = work.hashes.size();
    for (std::size_t i = 0; i < n; ++i) {
      auto hash = static_cast<std::uint64_t>(std::int64_t{work.hashes[i]});
      for (std::size_t j = i + 1; j < n && j - i < as_size(shape_.longest); ++j) {
        hash = hash * 116049371U + static_cast<std::uint64_t>(std::int64_t{work.hashes[j]});
        const std::int32_t row = row_of(static_cast<std::uint32_t>(hash % shape_.n_buckets));
        if (row >= 0) on_ngram(row, i, j);
      }
    }
  }

  HashedShape shape_;
  std::vector<std::string_view> entries_;
  std::span<const std::uint32_t> kept_;
  HashSlots words_;
  HashSlots buckets_;
};

}  // namespace linguine
