// What vectors of words become: the mean of a text's words, and numbers behind a token's features.
//
//   means     the sum of the vectors of the known words, divided by how many there are; zeros for a
//             text that has none
//   joined    the row of a token, and behind it one entry for each number of its word's vector
//   exact     texts and tokens do not depend on each other, so not on the number of threads
#pragma once

#include <span>
#include <vector>

#include "core/base/memory/big_array.hpp"
#include "core/base/work/threads.hpp"
#include "core/features/text/stream.hpp"
#include "core/features/vectors/word_table.hpp"
#include "core/features/vocabulary/row_chunks.hpp"

namespace linguine {

inline void mean_of_words(const WordTable& table, Stream& stream, NormalText& lowered,
                          std::string_view text, float* mean) {
  stream.read(text, true);
  Index n_known = 0;
  for (const Token& token : stream.tokens()) {
    const std::uint32_t row = table.find(stream.slice({token.begin, token.end}), lowered);
    if (row == WordTable::kUnknown) continue;
    const float scale = table.scale(row);
    const auto codes = table.codes(row);
    for (std::size_t k = 0; k < codes.size(); ++k) mean[k] += scale * static_cast<float>(codes[k]);
    ++n_known;
  }
  if (n_known == 0) return;
  const float share = 1.0F / static_cast<float>(n_known);
  for (std::size_t k = 0; k < table.width(); ++k) mean[k] *= share;
}

// `means` is [texts][width], and zero.
inline void mean_vectors(const WordTable& table, const StreamSettings& settings,
                         std::span<const std::string_view> texts, Threads& threads, float* means) {
  constexpr Index kTexts = 256;
  const Index n = std::ssize(texts);
  threads.run((n + kTexts - 1) / kTexts, [&](Index chunk) {
    Stream stream(settings);
    NormalText lowered;
    for (Index i = chunk * kTexts; i < std::min(n, (chunk + 1) * kTexts); ++i) {
      mean_of_words(table, stream, lowered, texts[as_size(i)], means + as_size(i) * table.width());
    }
  });
}

// Rows as they were, and for each token the numbers of its word (`words`, -1 is not known) times
// `factor`, as the features `ids` [width], of which -1 is left out.
inline Rows join_vectors(const WordTable& table, std::span<const std::int64_t> offsets,
                         std::span<const std::int32_t> features, const float* values,
                         std::span<const std::int64_t> words, std::span<const std::int32_t> ids,
                         float factor) {
  const Index n = std::ssize(words);
  Rows rows;
  rows.offsets.reserve(as_size(n) + 1);
  rows.offsets.push_back(0);
  const auto each_number = [&](Index i, const auto& use) {
    if (words[as_size(i)] < 0) return;
    const auto row = static_cast<std::uint32_t>(words[as_size(i)]);
    const auto codes = table.codes(row);
    const float scale = factor * table.scale(row);
    for (std::size_t k = 0; k < codes.size(); ++k) {
      if (codes[k] != 0 && ids[k] >= 0) use(ids[k], scale * static_cast<float>(codes[k]));
    }
  };
  for (Index i = 0; i < n; ++i) {
    Index size = offsets[as_size(i) + 1] - offsets[as_size(i)];
    each_number(i, [&](std::int32_t, float) { ++size; });
    rows.offsets.push_back(rows.offsets.back() + size);
  }
  rows.indices = Recycled<std::int32_t>(rows.offsets.back());
  rows.values = Recycled<float>(rows.offsets.back());
  for (Index i = 0; i < n; ++i) {
    std::int64_t to = rows.offsets[as_size(i)];
    for (std::int64_t j = offsets[as_size(i)]; j < offsets[as_size(i) + 1]; ++j, ++to) {
      rows.indices.data()[to] = features[as_size(j)];
      rows.values.data()[to] = values == nullptr ? 1.0F : values[j];
    }
    each_number(i, [&](std::int32_t id, float value) {
      rows.indices.data()[to] = id;
      rows.values.data()[to++] = value;
    });
  }
  return rows;
}

}  // namespace linguine
