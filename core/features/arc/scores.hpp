// Arc scores: the weights of an arc's features, looked up and added.
//
//   s(h, m, r) = sum over cells of shared weights + sum over rows of the weights of relation r
//
//   cost      a cache miss a template for the shared weights (three of them are one line), and
//             stride / 16 for those by relation
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/matrix/rows.hpp"
#include "core/features/arc/sentence.hpp"

namespace linguine {

template <class Real>
LINGUINE_MULTIVERSION Real sum_shared(ArcSentence::Keys all, int shift, ArcPlace place,
                                      const Real* cells) {
  Real alone = 0;
  Real turned = 0;
  Real placed = 0;
  for (std::size_t t = 0; t < all.n; ++t) {
    const auto cell =
        static_cast<std::uint32_t>(ArcSentence::finish(all.head[t] + all.modifier[t]) >> shift);
    alone += cells[cell];
    turned += cells[cell ^ place.direction];
    placed += cells[cell ^ place.distance];
  }
  return alone + turned + placed;
}

template <class Real>
Real score_shared(const ArcSentence& sentence, Index head, Index modifier, const Real* cells) {
  Real sum = sum_shared(sentence.keys(ArcPlan::kShared, head, modifier), sentence.shared_shift(),
                        ArcPlace::of(head, modifier), cells);
  sentence.for_each_extra_cell(head, modifier,
                               [&](std::uint32_t cell, std::size_t) { sum += cells[cell]; });
  return sum;
}

template <class Real>
LINGUINE_MULTIVERSION Real sum_siblings(ArcSentence::Keys all, int shift, ArcPlace place,
                                        const Real* cells) {
  Real turned = 0;
  Real placed = 0;
  for (std::size_t t = 0; t < all.n; ++t) {
    const auto cell = static_cast<std::uint32_t>(
        ArcSentence::finish(all.head[t] + all.modifier[t] + all.sibling[t]) >> shift);
    turned += cells[cell ^ place.direction];
    placed += cells[cell ^ place.distance];
  }
  return turned + placed;
}

// s(head, sibling, modifier); sibling 0 is none.
template <class Real>
Real score_sibling(const ArcSentence& sentence, Index head, Index sibling, Index modifier,
                   const Real* cells) {
  return sum_siblings(sentence.keys(ArcPlan::kSibling, head, modifier, sibling),
                      sentence.shared_shift(), ArcSentence::sibling_place(head, sibling, modifier),
                      cells);
}

// out [stride] = the scores of the relations; `rows` is a thread's memory.
template <class Real>
void score_relations(const ArcSentence& sentence, Index head, Index modifier, const Real* weights,
                     Index stride, std::vector<std::int32_t>& rows, Real* out) {
  rows.clear();
  sentence.for_each_row(head, modifier, [&](std::uint64_t row, std::size_t) {
    rows.push_back(static_cast<std::int32_t>(row));
  });
  const RowView<Real, std::int32_t, false> row{rows.data(), nullptr, std::ssize(rows)};
  row.gather(weights, stride, stride, out);
}

}  // namespace linguine
