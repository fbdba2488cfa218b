// Arc names: what the features of an arc are called. Only explanations pay for it.
//
//   name      template=value|value, then the extra; shared features once for each of their three
//             cells: alone, with the direction (< or >), with direction and distance (<3)
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/features/arc/sentence.hpp"

namespace linguine {

struct NamedArcFeature {
  ArcPlan::Kind kind;
  int template_index;  // within its kind, as they were added but for those with an extra: last
  std::string name;    // without the text of the template
  Index place;         // its cell, or its row
};

inline std::vector<NamedArcFeature> name_arc(const ArcFeatures& features,
                                             const TokenSources::Prepared& prepared,
                                             const TokenColumns& columns, Index first, Index last,
                                             Index head, Index modifier, Index sibling) {
  static constexpr const char* kDistanceNames[kDistances] = {"1", "2", "3", "4-5", "6-9", "10+"};
  ArcSentence sentence;
  sentence.load(features, prepared, columns, first, last);
  const std::string arrow = head < modifier ? ">" : "<";
  const Index distance = std::abs(head - modifier);  // 0: a word that is a span by itself
  const std::string far = distance == 0 ? arrow : arrow + kDistanceNames[distance_class(distance)];
  const auto value_of = [&](int source, Index word) {
    std::string text;
    if (word == 0) return std::string("<root>");
    features.plan.sources.append_value(columns, first, last, first + word - 1, as_size(source),
                                       text);
    return text;
  };
  const auto base_of = [&](const ArcTemplate& each) {
    std::string text;
    for (const ArcAtom& atom : each.atoms) {
      if (&atom != &each.atoms.front()) text += '|';  // a short word may have no suffix before it
      const Index at = atom.end == ArcEnd::kHead       ? head
                       : atom.end == ArcEnd::kModifier ? modifier
                                                       : sibling;
      text += value_of(atom.source, at + atom.offset);
    }
    return text;
  };
  // The extras in the order in which the sentence gives them.
  const auto extras_of = [&](const ArcTemplate& each) {
    std::vector<std::string> found;
    if (each.extra == ArcExtra::kDistance) return std::vector<std::string>{far};
    const Index low = std::min(head, modifier);
    const Index high = std::max(head, modifier);
    for (Index word = 1; word <= last - first; ++word) {  // the order of the first appearance
      const std::string value = value_of(each.source, word);
      if (std::find(found.begin(), found.end(), value) == found.end()) found.push_back(value);
    }
    std::vector<std::string> out;
    for (const std::string& value : found) {
      int count = 0;
      for (Index word = low + 1; word < high; ++word) count += value_of(each.source, word) == value;
      if (count == 0) continue;
      out.push_back(each.extra == ArcExtra::kBetween
                        ? value
                        : value + " x" + (count >= 3 ? "3+" : std::to_string(count)));
    }
    return out;
  };

  std::vector<NamedArcFeature> out;
  std::size_t seen = 0;  // how many of its template came before
  const auto add = [&](ArcPlan::Kind kind, std::size_t t, auto place) -> std::string& {
    const auto index = static_cast<int>(t);
    const bool is_next =
        !out.empty() && out.back().kind == kind && out.back().template_index == index;
    seen = is_next ? seen + 1 : 0;
    out.push_back(
        {kind, index, base_of(features.plan.templates(kind)[t]), static_cast<Index>(place)});
    return out.back().name;
  };
  sentence.for_each_cell(head, modifier, [&](std::uint32_t cell, std::size_t t) {
    const ArcTemplate& each = features.plan.templates(ArcPlan::kShared)[t];
    std::string& name = add(ArcPlan::kShared, t, cell);
    if (each.extra != ArcExtra::kNone) {
      name += " " + extras_of(each)[seen] + " " + arrow;
    } else if (seen > 0) {
      name += " " + (seen == 1 ? arrow : far);
    }
  });
  sentence.for_each_row(head, modifier, [&](std::uint64_t row, std::size_t t) {
    const ArcTemplate& each = features.plan.templates(ArcPlan::kRelation)[t];
    std::string& name = add(ArcPlan::kRelation, t, row);
    if (each.extra != ArcExtra::kNone) name += " " + extras_of(each)[seen];
    if (each.extra != ArcExtra::kDistance) name += " " + arrow;
  });
  if (sibling < 0) return out;
  const Index apart = std::abs(sibling - modifier);
  const std::string near = sibling == 0 ? far : arrow + kDistanceNames[distance_class(apart)];
  sentence.for_each_sibling_cell(head, sibling, modifier, [&](std::uint32_t cell, std::size_t t) {
    std::string& name = add(ArcPlan::kSibling, t, cell);
    name += " " + (seen == 1 ? near : arrow);
  });
  return out;
}

}  // namespace linguine
