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
#include "bindings/interrupt.hpp"
#include "core/base/named.hpp"
#include "core/features/text/plan.hpp"
#include "core/features/text/weighting.hpp"
#include "core/features/vocabulary/bucket_index.hpp"

namespace linguine::python {

// (offsets, names, values); without offsets it is a table, and each document has all names
using PyBag = std::tuple<Vector<std::int64_t>, const Texts*, Vector<float>>;

inline constexpr std::int64_t kMostPlaces = std::numeric_limits<std::int32_t>::max();

inline Bag make_bag(const PyBag& bag, Index n_documents) {
  const auto& [offsets, names, values] = bag;
  if (offsets.size() == 0) {
    const std::int64_t width = std::ssize(names->views);
    require(width * n_documents == std::ssize(values) && width <= kMostPlaces,
            "a table needs a value for each document and name");
    Bag table{nullptr, names->views.data(), values.data(), width};
    for (const std::string_view name : names->views) table.hashes.push_back(hash_bytes(name));
    return table;
  }
  require(std::ssize(offsets) == n_documents + 1, "a bag needs n + 1 offsets");
  require(names->views.size() == values.size(), "a bag needs one value for each name");
  const std::int64_t* at = offsets.data();
  require(at[0] == 0 && at[n_documents] <= std::ssize(values),
          "the offsets of a bag must start at 0 and end within its names");
  for (Index i = 0; i < n_documents; ++i) {
    require(at[i] <= at[i + 1] && at[i + 1] - at[i] <= kMostPlaces,
            "the offsets of a bag must ascend");
  }
  return {at, names->views.data(), values.data()};
}

// Documents, and the plan that reads them; plan and texts must outlive them.
struct PyDocuments : Documents {
  PyDocuments(const Plan& plan_given, const std::vector<const Texts*>& texts,
              const std::vector<PyBag>& bags_given, Index n_documents)
      : plan(plan_given), named(bags_given) {
    require(static_cast<int>(texts.size()) >= plan.n_fields(), "a field of the plan is missing");
    require(static_cast<int>(named.size()) == plan.n_bags(), "the plan has another number of bags");
    size = n_documents;
    for (const Texts* field : texts) {
      require(field->size() == size, "all fields must have one text for each document");
      fields.emplace_back(field->views);
      mapped.push_back(field->file);
    }
    for (const PyBag& bag : named) bags.push_back(make_bag(bag, size));
  }

  const Plan& plan;
  std::vector<PyBag> named;  // keeps arrays alive that had to be converted
};

// The size of documents; counting ends at `enough`.
inline std::size_t bytes_of(const Documents& documents, std::size_t enough) {
  std::size_t total = 0;
  for (Index i = 0; i < documents.size && total < enough; ++i) total += documents.bytes(i);
  return total;
}

// Calls work(threads, monitor) without the GIL. Threads cost more than they bring on a few texts.
template <class Work>
auto unlocked(const Documents& documents, int n_threads, nb::object progress, const Work& work) {
  constexpr std::size_t kWorthIt = std::size_t{1} << 16;
  return unlocked(std::move(progress), [&](Monitor& monitor) {
    Threads threads(bytes_of(documents, kWorthIt) < kWorthIt ? 1 : n_threads);
    return work(threads, monitor);
  });
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

// (form, idf or None, blocks or None, number of blocks, whether rows are normalised)
using PyWeighting = std::tuple<std::string, std::optional<Vector<float>>,
                               std::optional<Vector<std::uint8_t>>, int, bool>;

inline constexpr Named<CountForm> kCountForms[] = {
    {"binary", CountForm::kBinary}, {"count", CountForm::kCount},       {"log", CountForm::kLog},
    {"square", CountForm::kSquare}, {"absolute", CountForm::kAbsolute},
};

inline Weighting make_weighting(const PyWeighting& given) {
  const auto& [form, idf, blocks, n_blocks, normalize] = given;
  Weighting weighting;
  weighting.form = choice_of(kCountForms, form, "form");
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
