// Features: plans, vocabularies, and documents that become rows.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>

#include <limits>
#include <optional>
#include <string>
#include <tuple>

#include "bindings/data/texts.hpp"
#include "bindings/features/documents.hpp"
#include "bindings/features/feature_arrays.hpp"
#include "bindings/handles.hpp"
#include "core/base/named.hpp"
#include "core/features/text/bucket_names.hpp"
#include "core/features/text/rows.hpp"
#include "core/features/text/weighting.hpp"
#include "core/features/vocabulary/build_buckets.hpp"
#include "core/features/vocabulary/build_vocabulary.hpp"
#include "core/features/vocabulary/key_table.hpp"

namespace linguine::python {

namespace {

// --- plans ---------------------------------------------------------------------------------------

constexpr Named<Tokenizer> kTokenizers[] = {{"words", Tokenizer::kWords},
                                            {"alphanumeric", Tokenizer::kAlphanumeric},
                                            {"whitespace", Tokenizer::kWhitespace}};

// (field, tokenizer, lowercase, punctuation)
using PyStream = std::tuple<int, std::string, bool, bool>;

StreamSettings settings_of(const PyStream& stream) {
  require(std::get<0>(stream) >= 0, "field must not be negative");
  return {std::get<0>(stream), choice_of(kTokenizers, std::get<1>(stream), "tokenizer"),
          std::get<2>(stream), std::get<3>(stream)};
}

void check_lengths(int low, int high) {
  require(low >= 1 && high >= low && high <= kMostKinds, "must have 1 <= low <= high <= 64");
}

WordList make_word_list(const std::string& label, const Texts& words,
                        const Vector<float>& weights) {
  require(words.views.size() == weights.size(), "words and weights must have one length");
  WordList list{label, {}};
  for (std::size_t i = 0; i < words.views.size(); ++i) {
    list.weights[hash_bytes(words.views[i])] = weights.data()[i];
  }
  return list;
}

// --- vocabulary ----------------------------------------------------------------------------------

nb::tuple fit_vocabulary(const PyDocuments& documents, Index min_df, Index max_df,
                         Index max_features, bool with_names, int hash_bits, int n_threads,
                         const nb::object& progress) {
  require(hash_bits == 0 || (!with_names && max_features == 0),
          "buckets have neither names nor a largest number");
  const VocabularyLimits limits{min_df, max_df, max_features, with_names, {}};
  const auto build = [&](Threads& threads, Monitor& monitor) {
    if (hash_bits > 0) {
      return build_buckets(documents.plan, documents, hash_bits, limits, threads, monitor);
    }
    const DocumentSource source(documents.plan, documents);
    return VocabularyBuilder(source, limits, threads, monitor).build();
  };
  BuiltVocabulary built = unlocked(documents, n_threads, progress, build);
  nb::tuple rows = new_rows(std::move(built.rows));
  return new_vocabulary(std::move(built), std::move(rows));
}

Index id_or_none(std::uint32_t id) {
  return id == Vocabulary::kUnknown ? Index{-1} : static_cast<Index>(id);
}

// Features numbered in the order in which they come, for a vocabulary that grows; -1: never came.
nb::object find_numbers(const KeyTable& self, const Vector<std::uint64_t>& keys) {
  const std::span<const std::uint64_t> wanted(keys.data(), keys.size());
  std::vector<std::int64_t> found;
  found.reserve(wanted.size());
  for (const std::uint64_t key : wanted) self.prefetch(key);
  for (const std::uint64_t key : wanted) found.push_back(id_or_none(self.find(key)));
  return new_vector(std::move(found));
}

// Those that are known keep their numbers.
void enter_keys(KeyTable& self, const Vector<std::uint64_t>& keys) {
  if (self.size() + keys.size() >= 0x7FFFFFFF) {
    throw std::length_error("there must be fewer than 2^31 features. Use hash_bits.");
  }
  for (std::size_t i = 0; i < keys.size(); ++i) self.enter(keys.data()[i]);
}

nb::tuple transform_documents(const PyDocuments& documents, const KeyIndex& index, int n_threads,
                              const nb::object& progress) {
  return new_rows(with_index(index, documents, [&](const auto& known) {
    return unlocked(documents, n_threads, progress, [&](Threads& threads, Monitor& monitor) {
      return transform(documents.plan, known, documents, threads, monitor);
    });
  }));
}

// --- values --------------------------------------------------------------------------------------

// Calls use(offsets, ids) with offsets of 32 or of 64 bits, checked, without the GIL.
template <class Use>
auto with_rows(const AnyArray& indptr, const AnyArray& indices, const Use& use) {
  require(holds<std::int32_t>(indices), "indices must be int32");
  const std::span<const std::int32_t> ids(data_of<std::int32_t>(indices), indices.size());
  const auto call = [&]<class Offset>(Offset /*width*/) {
    const nb::gil_scoped_release released;
    const std::span<const Offset> offsets(data_of<Offset>(indptr), indptr.size());
    require(!offsets.empty() && offsets.front() == 0 &&
                static_cast<std::uint64_t>(offsets.back()) <= indices.size() &&
                std::is_sorted(offsets.begin(), offsets.end()),
            "offsets must ascend within the indices");
    return use(offsets, ids);
  };
  if (holds<std::int32_t>(indptr)) return call(std::int32_t{});
  require(holds<std::int64_t>(indptr), "indptr must be int32 or int64");
  return call(std::int64_t{});
}

void weigh_values(const AnyArray& indptr, const AnyArray& indices, const nb::object& values,
                  const PyWeighting& given, int n_threads) {
  const Weighting weighting = make_weighting(given);
  const std::size_t n_features = std::max(weighting.idf.size(), weighting.blocks.size());
  float* cells = writable<float>(values, {std::ssize(indices)}, "values");
  with_rows(indptr, indices, [&](const auto& offsets, const auto& ids) {
    require(n_features == 0 || ids.empty() || largest_id(ids.data(), ids.size()) < n_features,
            "indices must be below n_features");
    Threads threads(ids.size() < 50000 ? 1 : n_threads);
    weigh(weighting, offsets, ids.data(), cells, threads);
  });
}

nb::object frequencies(const AnyArray& indptr, const AnyArray& indices,
                       const Vector<std::uint8_t>& chosen, std::size_t n_features) {
  return new_vector(with_rows(indptr, indices, [&](const auto& offsets, const auto& ids) {
    return document_frequencies(offsets, ids, {chosen.data(), chosen.size()}, n_features);
  }));
}

// --- one text, looked at closely -----------------------------------------------------------------

// (name, key, template or -1 - bag, field, begin, end, value): bytes of the original text.
nb::list occurrences(const PyDocuments& documents) {
  const Plan& plan = documents.plan;
  require(documents.size == 1, "occurrences takes one document");
  Plan::Workspace work(plan);
  plan.extract(documents, 0, work);
  nb::list out;
  std::string name;
  for (const Occurrence& each : work.found) {
    name.clear();
    const Plan::Place place = plan.name(documents, 0, work, each, name);
    std::size_t begin = 0;
    std::size_t end = 0;
    if (place.template_index >= 0) {
      const NormalText& normal = plan.stream_of(work, place.template_index).normal();
      begin = normal.original_begin(place.span.begin);
      end = normal.original_end(place.span.end);
    }
    out.append(nb::make_tuple(decoded(name), each.key, place.template_index, place.field, begin,
                              end, each.value));
  }
  return out;
}

nb::list names_of_buckets(const PyDocuments& documents, const BucketIndex& wanted, int n_threads) {
  constexpr std::size_t kMost = 3;
  const auto look = [&](Threads& threads, Monitor& monitor) {
    return bucket_names(documents.plan, wanted, documents, kMost, threads, monitor);
  };
  const auto found = unlocked(documents, n_threads, nb::none(), look);
  nb::list out;
  for (const auto& bucket : found) {
    nb::list names;
    for (const std::string& name : bucket) names.append(decoded(name));
    out.append(names);
  }
  return out;
}

nb::list tokenize(const Texts& texts, const PyStream& settings) {
  require(texts.size() == 1, "tokenize takes one text");
  Stream stream(settings_of(settings));
  stream.read(texts.views[0], true);
  nb::list out;
  for (const Token& token : stream.tokens()) {
    out.append(nb::make_tuple(decoded(stream.slice({token.begin, token.end})),
                              stream.normal().original_begin(token.begin),
                              stream.normal().original_end(token.end)));
  }
  return out;
}

void bind_plan(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<Plan>(m, "Plan")
      .def(nb::init<>())
      .def("add_word_ngrams",
           [](Plan& self, const PyStream& stream, int low, int high) {
             check_lengths(low, high);
             self.add(settings_of(stream), WordNgrams{low, high}, false);
           })
      .def("add_char_ngrams",
           [](Plan& self, const PyStream& stream, int low, int high, bool within_words) {
             check_lengths(low, high);
             self.add(settings_of(stream), CharNgrams{low, high, within_words}, false);
           })
      .def("add_affixes",
           [](Plan& self, const PyStream& stream, int low, int high, bool from_end) {
             check_lengths(low, high);
             self.add(settings_of(stream), Affixes{low, high, from_end}, false);
           })
      .def(
          "add_shape",
          [](Plan& self, const PyStream& stream) { self.add(settings_of(stream), Shape{}, false); })
      .def("add_capitalisation",
           [](Plan& self, const PyStream& stream) {
             self.add(settings_of(stream), Capitalisation{}, false);
           })
      .def("add_word_list",
           [](Plan& self, const PyStream& stream, const std::string& label, const Texts& words,
              const Vector<float>& weights, bool is_raw) {
             self.add(settings_of(stream), make_word_list(label, words, weights), is_raw);
           })
      .def("add_bag", &Plan::add_bag, "is_raw"_a)
      .def(
          "name_field",
          [](Plan& self, int field, std::string prefix) {
            require(field >= 0 && field < kMostKinds, "field must be 0 or more, and below 64");
            self.name_field(field, std::move(prefix));
          },
          "field"_a, "prefix"_a)
      .def_prop_ro("n_kinds", &Plan::n_kinds)
      .def_prop_ro("n_templates", &Plan::n_templates)
      .def_prop_ro("has_raw", &Plan::has_raw)
      .def("kinds",
           [](const Plan&, const Vector<std::uint64_t>& keys) {
             std::vector<std::uint8_t> kinds(keys.size());
             std::transform(keys.data(), keys.data() + keys.size(), kinds.begin(), kind_of);
             return new_vector(std::move(kinds));
           })
      .def_prop_ro("raw_kinds",
                   [](const Plan& self) {
                     nb::list raw;
                     for (int kind = 0; kind < self.n_kinds(); ++kind)
                       raw.append(self.is_raw_kind(kind));
                     return raw;
                   })
      .def_prop_ro("owners", &Plan::owners);
}

}  // namespace

void bind_features(nb::module_& m) {
  using namespace nb::literals;
  bind_plan(m);
  nb::class_<PyVocabulary>(m, "Vocabulary")
      .def("__init__", [](PyVocabulary* self,
                          const Vector<std::uint64_t>& keys) { new (self) PyVocabulary(keys); })
      .def("__len__", [](const PyVocabulary& self) { return self.vocabulary.size(); })
      .def("find", [](const PyVocabulary& self, std::uint64_t key) {
        return id_or_none(self.vocabulary.find(key));
      });
  nb::class_<BucketIndex>(m, "Buckets")
      .def(
          "__init__",
          [](BucketIndex* self, const Vector<std::uint64_t>& keys, int bits) {
            new (self) BucketIndex({keys.data(), keys.size()}, bits);
          },
          "keys"_a, "bits"_a)
      .def("__len__", &BucketIndex::size)
      .def("find",
           [](const BucketIndex& self, std::uint64_t key) { return id_or_none(self.find(key)); });
  nb::class_<KeyTable>(m, "KeyNumbers")
      .def(nb::init<>())
      .def("__len__", &KeyTable::size)
      .def("find", &find_numbers, "keys"_a)
      .def("enter", &enter_keys, "keys"_a);
  nb::class_<PyDocuments>(m, "Documents")
      .def(nb::init<const Plan&, const std::vector<const Texts*>&, const std::vector<PyBag>&,
                    Index>(),
           "plan"_a, "fields"_a, "bags"_a, "n_documents"_a, nb::keep_alive<1, 2>(),
           nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>());
  m.def("fit_vocabulary", &fit_vocabulary, "documents"_a, nb::kw_only(), "min_df"_a, "max_df"_a,
        "max_features"_a, "with_names"_a, "hash_bits"_a, "n_threads"_a, "progress"_a.none());
  m.def("transform", &transform_documents, "documents"_a, "index"_a, "n_threads"_a,
        "progress"_a.none());
  m.def("weigh", &weigh_values, "indptr"_a, "indices"_a, "values"_a, "weighting"_a, "n_threads"_a);
  m.def("frequencies", &frequencies, "indptr"_a, "indices"_a, "chosen"_a, "n_features"_a);
  m.def("occurrences", &occurrences, "documents"_a);
  m.def("bucket_names", &names_of_buckets, "documents"_a, "wanted"_a, "n_threads"_a);
  m.def("tokenize", &tokenize, "text"_a, "stream"_a);
}

}  // namespace linguine::python
