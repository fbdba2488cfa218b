// Token plan: window templates over the columns of a sentence, compiled to hash keys.
//
//   set       a template is a conjunction of atoms; an atom is a form of the cell that is `offset`
//             tokens away, or the condition that the token is the first or the last
//   key       mix of a chain of the atoms' hashes, begun by the hash of the template's own text;
//             64 bits, never 0. n features meet with a probability of about n^2 / 2^65
//   ends      beyond them a cell is <s-1>, <s-2>, .. or <e+1>, <e+2>, ..; or, if so chosen, the
//             template is not there
//   cost      every form once per distinct value; then two multiplications an atom and template,
//             no memory per token, no string
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/numbers/hash.hpp"
#include "core/base/work/threads.hpp"
#include "core/data/token_columns.hpp"
#include "core/features/token/sources.hpp"

namespace linguine {

struct Atom {
  int source;  // of `add_source`, kFirst or kLast
  int offset;
};

class TokenPlan {
 public:
  // Atoms that are a condition on the place and have no value.
  static constexpr int kFirst = -1;
  static constexpr int kLast = -2;

  // `skip_beyond`: templates that look beyond the ends of the sentence are not there.
  explicit TokenPlan(bool skip_beyond = false) : skip_beyond_(skip_beyond) {}

  int add_source(int column, TokenForm form) {
    const int source = sources_.add(column, std::move(form));
    reach_.resize(sources_.size());
    return source;
  }

  // `pieces` is the text around the atoms' values, one more than there are atoms: a feature is
  // called pieces[0] value[0] pieces[1] value[1] .. . Templates with the same pieces make the same
  // features. Those of one group other than 0 are alternatives: the first that is known counts.
  void add_template(std::vector<Atom> atoms, std::vector<std::string> pieces, bool is_edge,
                    int group) {
    std::uint64_t seed = kHashSeeds[3];
    for (const std::string& piece : pieces) seed = chain(seed, hash_bytes(piece));
    for (const Atom& atom : atoms) {
      if (atom.source < 0) continue;
      Reach& reach = reach_[as_size(atom.source)];
      reach.low = std::min(reach.low, atom.offset);
      reach.high = std::max(reach.high, atom.offset);
    }
    Kind& kind = kinds_[is_edge];
    for (const Template& each : kind.templates) kind.repeats |= each.seed == seed;
    kind.has_groups |= group != 0;
    kind.templates.push_back({std::move(atoms), std::move(pieces), seed, group});
  }

  int n_templates(bool edges) const { return static_cast<int>(kinds_[edges].templates.size()); }
  int group(int template_index, bool edges) const {
    return kinds_[edges].templates[as_size(template_index)].group;
  }
  bool has_groups(bool edges) const { return kinds_[edges].has_groups; }
  // Whether two templates can give one feature at one token.
  bool repeats(bool edges) const { return kinds_[edges].repeats; }
  int n_sources() const { return static_cast<int>(sources_.size()); }
  int n_columns() const { return sources_.n_columns(); }

  using Prepared = TokenSources::Prepared;
  Prepared prepare(const TokenColumns& columns, Threads& threads) const {
    return sources_.prepare(columns, threads);
  }

  // One thread's memory for a block of tokens.
  struct Workspace {
    std::vector<std::uint64_t> window;  // sources, one behind the other, with what is around them
    std::vector<std::size_t> begins;    // [n_sources + 2] where the block's first token is in it
    std::vector<const std::uint64_t*> atoms;  // of a template with many, in the window
    std::vector<std::uint64_t> keys;          // [n_tokens][n_templates]; 0: not there
  };
  static constexpr Index kBlock = 64;  // tokens whose keys stay in the first cache

  // Keys of tokens begin..end of the sentence [first, last) to work.keys. Edges connect a token with
  // the one before it, so the first token has none.
  void block_keys(const Prepared& prepared, const TokenColumns& columns, Index first, Index last,
                  Index begin, Index end, bool edges, Workspace& work) const {
    const std::vector<Template>& templates = kinds_[edges].templates;
    const auto n = as_size(end - begin);
    gather(prepared, columns, first, last, begin, end, work);
    work.keys.resize(n * templates.size());
    for (std::size_t t = 0; t < templates.size(); ++t) {
      const Template& each = templates[t];
      std::uint64_t* out = work.keys.data() + t;
      const auto at = [&](std::size_t a) { return window_of(each.atoms[a], work); };
      switch (each.atoms.size()) {
        case 1:
          fill(each.seed, std::array{at(0)}, n, templates.size(), out);
          break;
        case 2:
          fill(each.seed, std::array{at(0), at(1)}, n, templates.size(), out);
          break;
        case 3:
          fill(each.seed, std::array{at(0), at(1), at(2)}, n, templates.size(), out);
          break;
        default:
          work.atoms.clear();
          for (std::size_t a = 0; a < each.atoms.size(); ++a) work.atoms.push_back(at(a));
          fill(each.seed, work.atoms, n, templates.size(), out);
      }
    }
    if (edges && begin == first && n > 0) {
      std::fill_n(work.keys.begin(), templates.size(), std::uint64_t{0});
    }
  }

  // Appends the name of the feature that a template makes at token i, where it is there.
  void name(const TokenColumns& columns, Index first, Index last, Index i, int template_index,
            bool edges, std::string& out) const {
    const Template& each = kinds_[edges].templates[as_size(template_index)];
    out += each.pieces[0];
    for (std::size_t a = 0; a < each.atoms.size(); ++a) {
      const Atom& atom = each.atoms[a];
      if (atom.source >= 0) {
        sources_.append_value(columns, first, last, i + atom.offset, as_size(atom.source), out);
      }
      out += each.pieces[a + 1];
    }
  }

 private:
  struct Reach {
    int low = 0;  // least and greatest offset of a source
    int high = 0;
  };
  struct Template {
    std::vector<Atom> atoms;
    std::vector<std::string> pieces;  // [n_atoms + 1]
    std::uint64_t seed;
    int group;
  };
  struct Kind {
    std::vector<Template> templates;
    bool has_groups = false;
    bool repeats = false;
  };

  static std::uint64_t finish(std::uint64_t hash) {
    const std::uint64_t key = mix(hash ^ kHashSeeds[2], kHashSeeds[3]);
    return key + (key == 0);
  }
  std::uint64_t beyond(Index distance) const { return skip_beyond_ ? 0 : hash_beyond(distance); }
  static constexpr std::uint64_t kHere = kHashSeeds[0];  // of a condition that holds

  void gather(const Prepared& prepared, const TokenColumns& columns, Index first, Index last,
              Index begin, Index end, Workspace& work) const {
    const auto n = as_size(end - begin);
    std::size_t room = 2 * n;
    work.begins.clear();
    for (const Reach& each : reach_) {
      work.begins.push_back(room - 2 * n + as_size(-each.low));
      room += n + as_size(each.high - each.low);
    }
    work.begins.insert(work.begins.end(), {room - 2 * n, room - n});
    if (work.window.size() < room) work.window.resize(room);
    std::uint64_t* out = work.window.data();
    for (std::size_t s = 0; s < sources_.size(); ++s) {
      const Index high = end + reach_[s].high;
      const std::int32_t* codes = sources_.column_of(columns, s).codes.data();
      const std::uint64_t* hashes = prepared.hashes[s].data();
      Index j = begin + reach_[s].low;
      for (; j < std::min(first, high); ++j) *out++ = beyond(j - first);
      for (; j < std::min(last, high); ++j) *out++ = hashes[codes[j]];
      for (; j < high; ++j) *out++ = beyond(j - last + 1);
    }
    for (const Index here : {first, last - 1}) {  // kFirst, kLast
      for (Index j = begin; j < end; ++j) *out++ = j == here ? kHere : 0;
    }
  }
  const std::uint64_t* window_of(const Atom& atom, const Workspace& work) const {
    const auto at = [&](std::size_t source) { return work.window.data() + work.begins[source]; };
    if (atom.source == kFirst) return at(sources_.size());
    if (atom.source == kLast) return at(sources_.size() + 1);
    return at(as_size(atom.source)) + atom.offset;
  }

  // Arrays of up to three atoms, as nearly all templates have, let the compiler know their number.
  template <class Atoms>
  static void fill(std::uint64_t seed, const Atoms& atoms, std::size_t n, std::size_t stride,
                   std::uint64_t* out) {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t hash = seed;
      bool is_there = true;
      for (const std::uint64_t* const atom : atoms) {
        const std::uint64_t next = atom[i];
        is_there &= next != 0;
        hash = chain(hash, next);
      }
      out[i * stride] = is_there ? finish(hash) : 0;
    }
  }

  bool skip_beyond_;
  TokenSources sources_;
  std::vector<Reach> reach_;  // [n_sources]
  Kind kinds_[2];             // of tokens, of edges
};

}  // namespace linguine
