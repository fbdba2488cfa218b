// Token sources: the forms of the cells of columns as hashes, made once per distinct value.
//
//   set       a source is a column and a form of its cells; templates look at sources
//   cost      every form once per distinct value, in chunks on several threads
//   exact     no source has the hash 0 for a value: 0 says that there is no such form
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/numbers/hash.hpp"
#include "core/base/work/threads.hpp"
#include "core/data/token_columns.hpp"
#include "core/features/token/spelling.hpp"

namespace linguine {

// `distance` tokens before (negative) or behind the sentence. No word has this hash.
inline std::uint64_t hash_beyond(Index distance) {
  const std::uint64_t hash =
      mix(kHashSeeds[0] + static_cast<std::uint64_t>(distance), kHashSeeds[1]);
  return hash + (hash == 0);
}

class TokenSources {
 public:
  // The same (column, form) twice gives the same index.
  int add(int column, TokenForm form) {
    for (std::size_t s = 0; s < sources_.size(); ++s) {
      if (sources_[s].column == column && sources_[s].form == form) return static_cast<int>(s);
    }
    sources_.push_back({column, std::move(form)});
    return static_cast<int>(sources_.size()) - 1;
  }
  std::size_t size() const { return sources_.size(); }
  int n_columns() const {
    int n = 0;
    for (const Source& each : sources_) n = std::max(n, each.column + 1);
    return n;
  }

  struct Prepared {
    std::vector<std::vector<std::uint64_t>> hashes;  // [source][value]; 0: no such form
  };
  Prepared prepare(const TokenColumns& columns, Threads& threads) const;

  const TokenColumn& column_of(const TokenColumns& columns, std::size_t source) const {
    return columns.columns[as_size(sources_[source].column)];
  }

  // Appends what the source makes of token j of the sentence [first, last).
  void append_value(const TokenColumns& columns, Index first, Index last, Index j,
                    std::size_t source, std::string& out) const;

 private:
  struct Source {
    int column;
    TokenForm form;
  };
  std::vector<Source> sources_;
};

}  // namespace linguine
