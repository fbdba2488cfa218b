// Text scores: documents to scores in one pass over their bytes, without rows in between.
//
//   score     S[i][c] = theta_c . phi(x_i) + b_c
//   given     features that are known by a vocabulary or as buckets, and their weighting
//   cost      that of reading; memory for one document a thread
//   exact     the same bits as rows of `transform` that are weighed and scored: the steps are the
//             same, and their order is
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/matrix/rows.hpp"
#include "core/base/matrix/sites.hpp"
#include "core/base/work/monitor.hpp"
#include "core/base/work/threads.hpp"
#include "core/features/text/rows.hpp"
#include "core/features/text/weighting.hpp"
#include "core/features/vocabulary/row_chunks.hpp"
#include "core/model/matrix_scores.hpp"

namespace linguine {

template <class KeyIndex>
void score_texts(const Plan& plan, const KeyIndex& index, const Weighting& weighting,
                 const ScoreTable<float>& table, const Documents& documents, Threads& threads,
                 Monitor& monitor, float* out /* [n_documents][n_columns] */) {
  const std::vector<Range> ranges = cut_documents(documents);
  run_polled(threads, monitor, std::ssize(ranges), [&](Index chunk) {
    const Range range = ranges[as_size(chunk)];
    Plan::Workspace work(plan);
    std::vector<std::int32_t> ids;
    std::vector<float> values;
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
      score_row(row, table, out + i * table.n_columns);
    }
    documents.release(range);
  });
}

}  // namespace linguine
