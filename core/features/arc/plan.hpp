// Arc plan: templates over a head and a modifier, compiled to hash keys that are sums.
//
//   set       a template is a conjunction of atoms; an atom is a form of the cell `offset` words
//             from the head (h), the modifier (m) or its sibling (s). Word 0 is the root,
//             words 1..n are the sentence; a template may also look at every word between the two
//             (once for each value, or with how often it is there), or at direction and distance
//   key       sum over the atoms of mix(slot, hash); so the half of the head and the half of the
//             modifier are made once per word, and an arc costs one addition and one multiplication
//             a template [KERNELS: nothing is stored per arc]
//   shared    weights of arcs whatever their relation: 2^bits cells. A template is looked up alone,
//             with the direction, and with direction and distance; the three differ in the last
//             four bits, so they are one cache line
//   sibling   weights of a modifier and the sibling next to it on the side of the head, among the
//             shared ones; with the direction, and with direction and distance of the two. Word 0
//             stands for no sibling
//   relation  2^bits rows with a weight for every relation; direction is always in the key
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "core/features/token/sources.hpp"

namespace linguine {

enum class ArcEnd : std::uint8_t { kHead, kModifier, kSibling };

struct ArcAtom {
  ArcEnd end;
  int source;
  int offset;
};

enum class ArcExtra : std::uint8_t {
  kNone,
  kBetween,   // each distinct value of a source between head and modifier
  kCount,     // the same with its number: 1, 2, or 3 and more
  kDistance,  // direction and distance; shared templates have them anyway
};

struct ArcTemplate {
  std::vector<ArcAtom> atoms;
  ArcExtra extra = ArcExtra::kNone;
  int source = -1;  // of what is between
  std::uint64_t seed = 0;
};

// 1, 2, 3, 4-5, 6-9, 10 and more words apart.
inline constexpr int kDistances = 6;
inline int distance_class(Index distance) {
  return distance <= 3 ? static_cast<int>(distance) - 1 : distance <= 5 ? 3 : distance <= 9 ? 4 : 5;
}

// Where an arc is in its line of 16 cells: alone 0, direction 1..2, direction and distance 3..14.
struct ArcPlace {
  std::uint32_t direction;
  std::uint32_t distance;

  static ArcPlace of(Index head, Index modifier) {
    const bool is_right = head < modifier;
    const Index distance = is_right ? modifier - head : head - modifier;
    return {is_right ? 1U : 2U,
            static_cast<std::uint32_t>(3 + (is_right ? 0 : kDistances) + distance_class(distance))};
  }
};

class ArcPlan {
 public:
  // Templates of one kind stand in one run: first those without an extra.
  enum Kind : std::uint8_t { kShared, kRelation, kSibling, kKinds };

  TokenSources sources;

  // `text` tells templates of a kind apart: equal texts share their weights.
  void add_template(Kind kind, std::vector<ArcAtom> atoms, ArcExtra extra, int source,
                    const std::string& text) {
    ArcTemplate each{std::move(atoms), extra, source,
                     chain(kHashSeeds[2] + kind, hash_bytes(text))};
    for (const ArcAtom& atom : each.atoms) reach_ = std::max(reach_, std::abs(atom.offset));
    std::vector<ArcTemplate>& all = templates_[kind];
    const auto at = is_plain(each) ? std::find_if_not(all.begin(), all.end(), is_plain) : all.end();
    all.insert(at, std::move(each));
  }

  const std::vector<ArcTemplate>& templates(Kind kind) const { return templates_[kind]; }
  std::size_t n_templates() const {
    return templates_[kShared].size() + templates_[kRelation].size() + templates_[kSibling].size();
  }
  bool has_siblings() const { return !templates_[kSibling].empty(); }
  // How many of a kind have no extra.
  std::size_t n_plain(Kind kind) const {
    return as_size(std::count_if(templates_[kind].begin(), templates_[kind].end(), is_plain));
  }
  int reach() const { return reach_; }

 private:
  static bool is_plain(const ArcTemplate& each) { return each.extra == ArcExtra::kNone; }

  std::array<std::vector<ArcTemplate>, kKinds> templates_;
  int reach_ = 0;  // largest offset
};

}  // namespace linguine
