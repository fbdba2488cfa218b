#include "core/features/token/sources.hpp"

#include <algorithm>
#include <string_view>

namespace linguine {

TokenSources::Prepared TokenSources::prepare(const TokenColumns& columns, Threads& threads) const {
  constexpr std::size_t kChunk = 1024;
  struct Piece {
    int column;
    std::size_t first;
  };
  Prepared prepared;
  std::vector<Piece> work;
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    prepared.hashes.emplace_back(column_of(columns, s).values.size());
  }
  for (int c = 0; c < n_columns(); ++c) {
    const std::size_t n = columns.columns[as_size(c)].values.size();
    for (std::size_t first = 0; first < n; first += kChunk) work.push_back({c, first});
  }
  threads.run(std::ssize(work), [&](Index w) {
    const Piece piece = work[as_size(w)];
    const auto values = columns.columns[as_size(piece.column)].values;
    FormMaker maker;
    std::string_view text;
    for (std::size_t v = piece.first; v < std::min(piece.first + kChunk, values.size()); ++v) {
      if (values[v].data() == nullptr) continue;  // none: a function has declined to give one
      maker.load(values[v]);
      for (std::size_t s = 0; s < sources_.size(); ++s) {
        if (sources_[s].column != piece.column || !maker.make(sources_[s].form, text)) continue;
        const std::uint64_t hash = hash_padded(text);
        prepared.hashes[s][v] = hash + (hash == 0);
      }
    }
  });
  return prepared;
}

void TokenSources::append_value(const TokenColumns& columns, Index first, Index last, Index j,
                                std::size_t source, std::string& out) const {
  thread_local FormMaker maker;
  if (j < first) {
    out += "<s-" + std::to_string(first - j) + ">";
  } else if (j >= last) {
    out += "<e+" + std::to_string(j - last + 1) + ">";
  } else {
    const TokenColumn& column = column_of(columns, source);
    const auto code = as_size(column.codes[as_size(j)]);
    std::string_view text;
    maker.load(column.values[code]);
    if (maker.make(sources_[source].form, text)) out += text;
  }
}

}  // namespace linguine
