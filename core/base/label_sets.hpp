// Label sets: the labels of texts that have several, or none; a text's gold is the number of a set.
//
//   set       labels of set i are labels[offsets[i]..offsets[i + 1]), ascending and different
//   cost      a span for each set, nothing is copied
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

class LabelSets {
 public:
  // `offsets` [n_sets + 1] ascend from 0 to the number of labels: whoever makes it has checked.
  LabelSets(std::vector<Index> offsets, std::vector<Label> labels)
      : offsets_(std::move(offsets)), labels_(std::move(labels)) {}

  Label size() const { return static_cast<Label>(offsets_.size()) - 1; }
  std::span<const Label> operator[](Label set) const {
    const auto i = as_size(set);
    return {labels_.data() + offsets_[i], labels_.data() + offsets_[i + 1]};
  }

 private:
  std::vector<Index> offsets_;
  std::vector<Label> labels_;
};

// An example's right labels: those of its set, or its gold, where `sets` is null.
inline std::span<const Label> right_labels(const LabelSets* sets, const Label& gold) {
  return sets == nullptr ? std::span<const Label>(&gold, 1) : (*sets)[gold];
}

}  // namespace linguine
