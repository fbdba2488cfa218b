// Scores: of all rows of a matrix, and of documents in one pass over their bytes, without rows in
// between. Those of sequences and trees have their own lines (sequence_model.hpp, tree_model.hpp).
//
//   score     S[i][c] = theta_c . phi_i + b_c
//   given     theta [n_features][stride >= n_columns]; columns in fours and eights where they fit,
//             one by one at the end. Of documents: features that are known by a vocabulary or as
//             buckets, and their weighting
//   cost      O(non-zeros x columns), chunks of rows on threads; of documents that of reading, and
//             memory for one document a thread
//   exact     documents: the same bits as rows of `transform` that are weighed and scored, as the
//             steps are the same, and their order is
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/matrix/sites.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/features/text/rows.hpp"
#include "core/features/text/weighting.hpp"

namespace linguine {

// theta [n_features][stride >= n_columns], b [n_columns]
template <class Real>
struct ScoreTable {
  const Real* theta;
  Index stride;
  const Real* bias;
  Index n_columns;
};

// The scores of one row.
template <class Row, class Real>
inline void score_row(const Row& row, const ScoreTable<Real>& table, Real* out) {
  const Index whole = table.n_columns / 4 * 4;
  if (whole > 0) row.gather(table.theta, table.stride, whole, out);
  for (Index c = whole; c < table.n_columns; ++c) out[c] = row.dot(table.theta + c, table.stride);
  for (Index c = 0; c < table.n_columns; ++c) out[c] += table.bias[c];
}

template <class Real>
void predict_scores(const Sites<Real>& sites, const ScoreTable<Real>& table, int n_threads,
                    Real* out /* [n_rows][n_columns] */) {
  constexpr Index kRows = 128;
  Threads threads(sites.n_entries() < 20000 ? 1 : n_threads);
  threads.run((sites.n_rows() + kRows - 1) / kRows, [&](Index chunk) {
    const Index end = std::min(sites.n_rows(), (chunk + 1) * kRows);
    for (Index i = chunk * kRows; i < end; ++i) {
      sites.with_row(i, [&](const auto& row) { score_row(row, table, out + i * table.n_columns); });
    }
  });
}

// Makes a visitor for each chunk of documents by `use()`, and calls it with (i, row) for the weighed
// row of each document, on threads.
template <class KeyIndex, class Use>
void with_text_rows(const Plan& plan, const KeyIndex& index, const Weighting& weighting,
                    const Documents& documents, Threads& threads, Monitor& monitor,
                    const Use& use) {
  const std::vector<Range> ranges = cut_documents(documents);
  run_polled(threads, monitor, std::ssize(ranges), [&](Index chunk) {
    const Range range = ranges[as_size(chunk)];
    Plan::Workspace work(plan);
    std::vector<std::int32_t> ids;
    std::vector<float> values;
    auto mine = use();
    const auto shrink = row_maker(work, index);
    for (Index i = range.first; i < range.last; ++i) {
      plan.extract_row(documents, i, work, shrink);
      const std::size_t n = work.found.size();
      ids.resize(n);
      values.resize(n);
      for (std::size_t j = 0; j < n; ++j) {
        ids[j] = static_cast<std::int32_t>(work.found[j].place);
        values[j] = work.found[j].value;
      }
      weigh_row(weighting, ids.data(), values.data(), static_cast<std::int64_t>(n));
      const RowView<float, std::int32_t, true> row{ids.data(), values.data(),
                                                   static_cast<Index>(n)};
      if (!row.is_sound(std::ssize(index))) {
        throw std::overflow_error("those of document " + std::to_string(i) + " are not");
      }
      mine(i, row);
    }
    documents.release(range);
  });
}

template <class KeyIndex>
void score_texts(const Plan& plan, const KeyIndex& index, const Weighting& weighting,
                 const ScoreTable<float>& table, const Documents& documents, Threads& threads,
                 Monitor& monitor, float* out /* [n_documents][n_columns] */) {
  with_text_rows(plan, index, weighting, documents, threads, monitor, [&] {
    return [&](Index i, const auto& row) { score_row(row, table, out + i * table.n_columns); };
  });
}

}  // namespace linguine
