// Token runs: all tokens of a text, from left to right.
//
//   algorithm where runs of ASCII letters and digits begin is known for 64 bytes at a time: each
//             token takes one bit off, and none waits for the end of the one before
//   else      what is no such run, or goes on behind it, is left to the tokeniser (tokenize.hpp),
//             and the runs are taken up again where its token ends
//   exact     the tokens that the tokeniser finds, one after the other
//   cost      benchmarks/suites/text/vectorise.py
#pragma once

#include <bit>
#include <cstdint>

#include "core/features/normalize.hpp"
#include "core/features/text/tokenize.hpp"

namespace linguine {

// Words without punctuation.
struct WordRuns {
  static constexpr std::size_t kShortest = 1;
  static std::uint64_t others(const NormalText& text, std::size_t block) {
    return text.start_bits(block) & ~text.word_bits(block);
  }
  static bool next(const TextCursor& text, std::size_t at, Span& token) {
    return next_word<false>(text, at, token);
  }
  // The end of the token whose run ends at `end`.
  static std::size_t end_of(const TextCursor& text, std::size_t end) {
    return kMayGoOn[static_cast<unsigned char>(text.byte(end))] ? longer_word_end(text, end) : end;
  }
};

struct AlphanumericRuns {
  static constexpr std::size_t kShortest = 2;
  static std::uint64_t others(const NormalText& text, std::size_t block) {
    return text.foreign_bits(block);
  }
  static bool next(const TextCursor& text, std::size_t at, Span& token) {
    return next_alphanumeric(text, at, token);
  }
  static std::size_t end_of(const TextCursor& text, std::size_t end) {
    return ascii::is_plain(text.byte(end)) ? end : end + 1;  // not here: letters may follow
  }
};

// Where the tokens stop that runs alone tell; the tokeniser must look from there.
template <class Runs, class Use>
std::size_t use_runs(const NormalText& normal, const TextCursor& text, std::size_t at,
                     const Use& use) {
  std::uint64_t from = ~std::uint64_t{0} << (at % 64);
  std::uint64_t carry = 0;  // 1: a run of the block before goes on
  for (std::size_t block = at / 64;; ++block, from = ~std::uint64_t{0}) {
    const std::uint64_t word = normal.word_bits(block) & from;
    const std::uint64_t after = ~normal.word_bits(block + 1);
    const std::uint64_t others = Runs::others(normal, block) & from;
    std::uint64_t starts = word & ~(word << 1 | carry);
    // Only those before the first byte that the tokeniser must look at.
    starts &= (others & (0 - others)) - 1;
    for (; starts != 0; starts &= starts - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(starts));
      // 64 bits from where the run begins; in two steps, as a shift by 64 is none.
      const std::uint64_t gaps = ~word >> bit | after << 1 << (63 - bit);
      const std::size_t begin = block * 64 + bit;
      const std::size_t run_end =
          gaps != 0 ? begin + as_size(std::countr_zero(gaps)) : text.word_run_end(begin);
      const std::size_t end = Runs::end_of(text, run_end);
      if (end != run_end) return begin;
      if (end - begin >= Runs::kShortest) use(begin, end);
    }
    if (others != 0) return block * 64 + as_size(std::countr_zero(others));
    carry = word >> 63;
  }
}

template <class Runs, class Use>
void use_tokens_of(const NormalText& normal, const Use& use) {
  const TextCursor text(normal);
  for (std::size_t at = 0;;) {
    at = use_runs<Runs>(normal, text, at, use);
    Span token{0, 0};
    if (!Runs::next(text, at, token)) return;
    use(std::size_t{token.begin}, std::size_t{token.end});
    at = token.end;
  }
}

// Calls use(begin, end) for every token.
template <class Use>
void use_tokens(Tokenizer tokenizer, bool punctuation, const NormalText& normal, const Use& use) {
  if (tokenizer == Tokenizer::kAlphanumeric) return use_tokens_of<AlphanumericRuns>(normal, use);
  if (tokenizer == Tokenizer::kWords && !punctuation) return use_tokens_of<WordRuns>(normal, use);
  const TextCursor text(normal);
  with_tokenizer(tokenizer, punctuation, [&](const auto& next) {
    for (Span token{0, 0}; next(text, token.end, token);) {
      use(std::size_t{token.begin}, std::size_t{token.end});
    }
  });
}

}  // namespace linguine
