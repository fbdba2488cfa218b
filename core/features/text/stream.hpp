// Stream: one field of a document, normalised and cut into tokens, shared by all templates that
// want it so. And the occurrences that templates make of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/numbers/hash.hpp"
#include "core/features/normalize.hpp"
#include "core/features/text/token_runs.hpp"
#include "core/features/text/tokenize.hpp"

namespace linguine {

struct Token {
  std::uint32_t begin;  // bytes of the normalised text
  std::uint32_t end;
  std::uint64_t hash;
};

struct StreamSettings {
  int field = 0;  // which text of the document
  Tokenizer tokenizer = Tokenizer::kWords;
  bool lowercase = true;
  bool punctuation = false;

  bool operator==(const StreamSettings&) const = default;
};

// One feature seen at one place (or, after `compact`, in one document).
struct Occurrence {
  std::uint64_t key;
  std::uint32_t place;  // what the template needs to find its name again
  float value;
};

// The occurrences of a document. Those of a very long text are added up on the way, whenever there
// are many: what they become depends on the order alone, not on when it is done.
class Occurrences : public std::vector<Occurrence> {
 public:
  using Shrink = std::function<void(std::vector<Occurrence>&)>;

  void begin_document() {
    clear();
    limit_ = kMany;
  }
  // `shrink` must give the same result when it is called once more on the way; none keeps all.
  void set_shrink(Shrink shrink) { shrink_ = std::move(shrink); }
  // To be called now and then by whoever appends.
  void settle() {
    if (size() < limit_ || !shrink_) return;
    shrink_(*this);
    limit_ = std::max(kMany, 2 * size());
  }

 private:
  static constexpr std::size_t kMany = std::size_t{1} << 20;

  Shrink shrink_;
  std::size_t limit_ = kMany;
};

// A key is 58 bits of hash and the kind of the feature: features of two kinds are never mixed up,
// and n features of one kind meet with a probability of about n^2 / 2^59.
inline constexpr int kKindBits = 6;
inline constexpr int kMostKinds = 1 << kKindBits;

inline int kind_of(std::uint64_t key) {
  return static_cast<int>(key & (kMostKinds - 1));
}

inline std::uint64_t make_key(std::uint64_t hash, int kind) {
  const auto bits = static_cast<std::uint64_t>(kind);
  return (mix(hash ^ kHashSeeds[2], kHashSeeds[3] + (bits << 32)) &
          ~std::uint64_t{kMostKinds - 1}) |
         bits;
}

class Stream {
 public:
  explicit Stream(const StreamSettings& settings) : settings_(settings) {}

  const StreamSettings& settings() const { return settings_; }
  std::string_view original() const { return original_; }
  std::string_view text() const { return normal_.view(); }
  const NormalText& normal() const { return normal_; }
  const std::vector<Token>& tokens() const { return tokens_; }

  void read(std::string_view text, bool with_tokens) {
    original_ = text;
    normal_.assign(text, settings_.lowercase, settings_.tokenizer == Tokenizer::kWords);
    tokens_.clear();
    if (!with_tokens) return;
    // Growing by doubling takes three times the room for a moment; what is not used costs nothing.
    if (text.size() > kLong) tokens_.reserve(text.size() / 2 + 1);
    const std::string_view normal = normal_.view();
    use_tokens(settings_.tokenizer, settings_.punctuation, normal_,
               [&](std::size_t begin, std::size_t end) {
                 const std::string_view word(normal.data() + begin, end - begin);
                 tokens_.push_back({static_cast<std::uint32_t>(begin),
                                    static_cast<std::uint32_t>(end), hash_padded(word)});
               });
  }

  // The token that begins at `place`, found without cutting up the rest of the text.
  Span token_at(std::size_t place) const {
    Span span{static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place)};
    with_tokenizer(settings_.tokenizer, settings_.punctuation,
                   [&](const auto& next) { next(TextCursor(normal_), place, span); });
    return span;
  }
  std::string_view slice(Span span) const {
    return normal_.view().substr(span.begin, span.end - span.begin);
  }

 private:
  static constexpr std::size_t kLong = std::size_t{1} << 20;

  StreamSettings settings_;
  std::string_view original_;
  NormalText normal_;
  std::vector<Token> tokens_;
};

}  // namespace linguine
