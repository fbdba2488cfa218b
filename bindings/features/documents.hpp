// Documents as Python hands them in, what their features are known by, and how they are weighed:
// checked before a kernel sees them.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "bindings/data/texts.hpp"
#include "bindings/features/feature_arrays.hpp"
#include "bindings/handles.hpp"
#include "core/features/text/plan.hpp"
#include "core/features/text/weighting.hpp"
#include "core/features/vocabulary/bucket_index.hpp"

namespace linguine::python {

// (offsets, names, values)
using PyBag = std::tuple<Vector<std::int64_t>, const Texts*, Vector<float>>;

inline Bag make_bag(const PyBag& bag, Index n_documents) {
  const auto& [offsets, names, values] = bag;
  require(std::ssize(offsets) == n_documents + 1, "a bag needs n + 1 offsets");
  require(names->views.size() == values.size(), "a bag needs one value for each name");
  const std::int64_t* at = offsets.data();
  require(at[0] == 0 && at[n_documents] <= std::ssize(values),
          "the offsets of a bag must start at 0 and end within its names");
  for (Index i = 0; i < n_documents; ++i) {
    require(at[i] <= at[i + 1] && at[i + 1] - at[i] <= std::numeric_limits<std::int32_t>::max(),
            "the offsets of a bag must ascend");
  }
  return {at, names->views.data(), values.data()};
}

inline Documents make_documents(const Plan& plan, const std::vector<const Texts*>& fields,
                                const std::vector<PyBag>& bags, Index n_documents) {
  require(static_cast<int>(fields.size()) >= plan.n_fields(), "a field of the plan is missing");
  require(static_cast<int>(bags.size()) == plan.n_bags(), "the plan has another number of bags");
  Documents documents;
  documents.size = n_documents;
  for (const Texts* field : fields) {
    require(field->size() == n_documents, "all fields must have one text for each document");
    documents.fields.emplace_back(field->views);
    documents.mapped.push_back(field->file);
  }
  for (const PyBag& bag : bags) documents.bags.push_back(make_bag(bag, n_documents));
  return documents;
}

// The size of documents; counting ends at `enough`.
inline std::size_t bytes_of(const Documents& documents, std::size_t enough) {
  std::size_t total = 0;
  for (Index i = 0; i < documents.size && total < enough; ++i) total += documents.bytes(i);
  return total;
}

// Threads cost more than they bring on a few texts.
inline int threads_for(const Documents& documents, int n_threads) {
  constexpr std::size_t kWorthIt = std::size_t{1} << 16;
  return bytes_of(documents, kWorthIt) < kWorthIt ? 1 : n_threads;
}

using KeyIndex = std::variant<const PyVocabulary*, const BucketIndex*>;

// Calls use(index) with the buckets, or with the vocabulary in the layout that many documents are
// worth.
template <class Use>
decltype(auto) with_index(const KeyIndex& index, const Documents& documents, const Use& use) {
  if (const auto* buckets = std::get_if<const BucketIndex*>(&index)) return use(**buckets);
  const PyVocabulary& known = *std::get<const PyVocabulary*>(index);
  const std::size_t bytes = bytes_of(documents, 16 * known.keys.size());
  return bytes < 16 * known.keys.size() ? use(known.vocabulary) : use(known.lines());
}

inline CountForm form_called(const std::string& name) {
  if (name == "binary") return CountForm::kBinary;
  if (name == "count") return CountForm::kCount;
  if (name == "log") return CountForm::kLog;
  throw std::invalid_argument("unknown form " + name);
}

inline Weighting make_weighting(const std::string& form, const std::optional<Vector<float>>& idf,
                                const std::optional<Vector<std::uint8_t>>& blocks, int n_blocks,
                                bool normalize) {
  Weighting weighting;
  weighting.form = form_called(form);
  weighting.normalize = normalize;
  if (idf) weighting.idf = {idf->data(), idf->size()};
  weighting.n_blocks = n_blocks;
  require(n_blocks >= 1 && n_blocks <= Weighting::kMostBlocks, "blocks must be within 1..64");
  if (blocks) {
    weighting.blocks = {blocks->data(), blocks->size()};
    for (const std::uint8_t block : weighting.blocks) {
      require(block >= Weighting::kOff || block < n_blocks, "a block is out of range");
    }
  }
  require(!idf || !blocks || idf->size() == blocks->size(), "idf and blocks must have one length");
  return weighting;
}

}  // namespace linguine::python
