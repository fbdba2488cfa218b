// Parsers at work: sentences in, trees, confidences and scores out.
#include "core/model/tree_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "bindings/features/arc.hpp"
#include "bindings/interrupt.hpp"
#include "core/base/work/watch.hpp"

namespace linguine::python {

namespace {

struct PyParser {
  TreeModel<float> model;
  nb::object features;
  std::vector<nb::object> arrays;

  const PyArcFeatures& arcs() const { return nb::cast<const PyArcFeatures&>(features); }
};

void make_parser(PyParser* self, nb::object features, const Vector<float>& cells,
                 const Table<float>& rows, Label n_relations, bool projective, bool single_root) {
  const ArcFeatures& arcs = nb::cast<const PyArcFeatures&>(features).features;
  require(n_relations >= 1, "there must be a relation");
  const Index stride = stride_of(n_relations);
  require(std::ssize(cells) == arcs.bits.n_cells(),
          "shared weights must have one cell for each value of the bits");
  require(n_relations == 1 || (static_cast<Index>(rows.shape(0)) == arcs.bits.n_rows() &&
                               static_cast<Index>(rows.shape(1)) == stride),
          "weights by relation must have shape (2^bits, relations rounded up to 4)");
  new (self) PyParser();
  self->model = {&arcs, cells.data(), rows.data(), stride, n_relations, {projective, single_root}};
  self->features = std::move(features);
  self->arrays = {nb::cast(cells), nb::cast(rows)};
}

// What is known of sentences, checked: their cells [sum n (n + 1)] and [n_tokens][n_relations].
class Wishes {
 public:
  Wishes(const PyParser& parser, const TokenColumns& columns, const std::optional<Bytes>& arcs,
         const std::optional<Bytes>& relations)
      : n_relations_(parser.model.n_relations) {
    begins_.push_back(0);
    for (Index s = 0; s < columns.n_sentences(); ++s) {
      const Index n = columns.offsets[as_size(s) + 1] - columns.offsets[as_size(s)];
      begins_.push_back(begins_.back() + n * (n + 1));
    }
    if (arcs) {
      require(std::ssize(*arcs) == begins_.back(), "wishes for arcs: one for each arc");
      require(std::all_of(arcs->data(), arcs->data() + arcs->size(),
                          [](std::uint8_t wish) { return wish <= 2; }),
              "a wish for an arc must be 0, 1 or 2");
      all_.arcs = arcs->data();
    }
    if (relations) {
      require(std::ssize(*relations) == columns.n_tokens() * Index{n_relations_},
              "wishes for relations: one for each token and relation");
      for (Index t = 0; t < columns.n_tokens(); ++t) {
        const std::uint8_t* row = relations->data() + t * n_relations_;
        require(std::any_of(row, row + n_relations_, [](std::uint8_t wish) { return wish != 0; }),
                "every token needs a relation that it may have");
      }
      all_.relations = relations->data();
    }
  }

  TreeWishes of(Index sentence, Index first) const {
    return {all_.arcs == nullptr ? nullptr : all_.arcs + begins_[as_size(sentence)],
            all_.relations == nullptr ? nullptr : all_.relations + first * n_relations_};
  }

 private:
  Label n_relations_;
  TreeWishes all_;
  std::vector<Index> begins_;
};

// Calls use(work, first token, sentence) for every sentence, on several threads.
template <class Use>
void for_each_sentence(const PyParser& self, const PyTokenColumns& columns,
                       const std::optional<Bytes>& arcs, const std::optional<Bytes>& relations,
                       int n_threads, const Use& use) {
  constexpr Index kChunk = 16;
  self.arcs().check(columns);
  const TokenColumns& all = columns.columns;
  const Wishes wishes(self, all, arcs, relations);
  Interrupt interrupt{nb::none()};
  const nb::gil_scoped_release unlocked;
  const Index n_chunks = (all.n_sentences() + kChunk - 1) / kChunk;
  Threads threads(n_chunks < 2 ? 1 : n_threads);
  const TokenSources::Prepared prepared = self.model.features->plan.sources.prepare(all, threads);
  run_polled(threads, interrupt, n_chunks, [&](Index chunk, Watch& watch) {
    thread_local TreeModel<float>::Work work;
    const Index end = std::min(all.n_sentences(), (chunk + 1) * kChunk);
    for (Index s = chunk * kChunk; s < end; ++s) {
      watch.poll();
      const Index first = all.offsets[as_size(s)];
      self.model.load(prepared, all, first, all.offsets[as_size(s) + 1], work, wishes.of(s, first));
      use(work, first, s);
    }
  });
}

// The best trees, and which sentences have one [n_sentences].
auto parse(const PyParser& self, const PyTokenColumns& columns, const std::optional<Bytes>& arcs,
           const std::optional<Bytes>& relations, int n_threads) {
  const auto n = as_size(columns.columns.n_tokens());
  std::vector<Label> heads(n);
  std::vector<Label> names(n);
  std::vector<std::uint8_t> found(as_size(columns.columns.n_sentences()));
  for_each_sentence(
      self, columns, arcs, relations, n_threads, [&](auto& work, Index first, Index s) {
        found[as_size(s)] = self.model.parse(work, heads.data() + first, names.data() + first);
      });
  return std::make_tuple(new_vector(std::move(heads)), new_vector(std::move(names)),
                         new_vector(std::move(found)));
}

// The k best trees of each sentence: heads and relations [found][n], and the score of each, or the
// probability of it with its relations.
nb::list k_best(const PyParser& self, const PyTokenColumns& columns, Index k, bool as_shares,
                const std::optional<Bytes>& arcs, const std::optional<Bytes>& relations,
                int n_threads) {
  require(k >= 1, "k must be at least 1");
  struct Found {
    std::vector<Label> heads;
    std::vector<Label> relations;
    std::vector<double> values;
  };
  const TokenColumns& all = columns.columns;
  std::vector<Found> found(as_size(all.n_sentences()));
  for_each_sentence(self, columns, arcs, relations, n_threads, [&](auto& work, Index, Index s) {
    Found& here = found[as_size(s)];
    const auto n = as_size(work.sentence.n_words());
    std::vector<std::vector<Label>> trees;
    self.model.k_best(work, k, trees, here.values);
    std::vector<Label> names(n);
    for (const std::vector<Label>& heads : trees) {
      self.model.write_relations(work, heads.data(), names.data());
      here.heads.insert(here.heads.end(), heads.begin(), heads.end());
      here.relations.insert(here.relations.end(), names.begin(), names.end());
    }
    if (!as_shares) return;
    const double log_z = self.model.marginals(work);
    for (double& value : here.values) value = std::exp(value - log_z);
  });
  nb::list out;
  for (std::size_t s = 0; s < found.size(); ++s) {
    const Index n = all.offsets[s + 1] - all.offsets[s];
    const Index n_found = std::ssize(found[s].values);
    out.append(nb::make_tuple(new_table(std::move(found[s].heads), n_found, n),
                              new_table(std::move(found[s].relations), n_found, n),
                              new_vector(std::move(found[s].values))));
  }
  return out;
}

// P(head) and P(head and relation) of given trees.
auto confidences(const PyParser& self, const PyTokenColumns& columns,
                 const Vector<std::int32_t>& heads, const Vector<std::int32_t>& relations,
                 const std::optional<Bytes>& arc_wishes,
                 const std::optional<Bytes>& relation_wishes, int n_threads) {
  const TokenColumns& all = columns.columns;
  const auto n = as_size(all.n_tokens());
  require(heads.size() == n && relations.size() == n, "heads and relations: one for each token");
  for (Index s = 0; s < all.n_sentences(); ++s) {
    const Index first = all.offsets[as_size(s)];
    const Index length = all.offsets[as_size(s) + 1] - first;
    for (Index m = 1; m <= length; ++m) {
      const Label head = heads.data()[first + m - 1];
      const Label relation = relations.data()[first + m - 1];
      require(head >= 0 && head <= length && head != m, "a head is out of range");
      require(relation >= 0 && relation < self.model.n_relations, "a relation is out of range");
    }
  }
  std::vector<double> of_heads(n);
  std::vector<double> of_both(n);
  for_each_sentence(
      self, columns, arc_wishes, relation_wishes, n_threads, [&](auto& work, Index first, Index) {
        const Index length = work.sentence.n_words();
        self.model.marginals(work);
        for (Index m = 1; m <= length; ++m) {
          const Label head = heads.data()[first + m - 1];
          const auto at = as_size(first + m - 1);
          const double share = work.shares[as_size((m - 1) * (length + 1) + head)];
          of_heads[at] = share;
          of_both[at] =
              share * self.model.share_of_relation(work, head, m, relations.data()[first + m - 1]);
        }
      });
  return std::make_tuple(new_vector(std::move(of_heads)), new_vector(std::move(of_both)));
}

// Shares of all arcs, a table for each sentence.
nb::list marginals(const PyParser& self, const PyTokenColumns& columns,
                   const std::optional<Bytes>& arcs, const std::optional<Bytes>& relations,
                   int n_threads) {
  std::vector<std::vector<double>> tables(as_size(columns.columns.n_sentences()));
  for_each_sentence(self, columns, arcs, relations, n_threads, [&](auto& work, Index, Index s) {
    const Index n = work.sentence.n_words();
    self.model.marginals(work);
    tables[as_size(s)].assign(work.shares.begin(), work.shares.begin() + n * (n + 1));
  });
  nb::list out;
  for (std::size_t s = 0; s < tables.size(); ++s) {
    const Index n = columns.columns.offsets[s + 1] - columns.columns.offsets[s];
    out.append(new_table(std::move(tables[s]), n, n + 1));
  }
  return out;
}

}  // namespace

void bind_parser(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyParser>(m, "Parser")
      .def("__init__", &make_parser, "features"_a, "cells"_a, "rows"_a, "n_relations"_a,
           "projective"_a, "single_root"_a)
      .def("parse", &parse, "columns"_a, "arcs"_a.none(), "relations"_a.none(), "n_threads"_a)
      .def("k_best", &k_best, "columns"_a, "k"_a, "as_shares"_a, "arcs"_a.none(),
           "relations"_a.none(), "n_threads"_a)
      .def("confidences", &confidences, "columns"_a, "heads"_a, "relations"_a,
           "arc_wishes"_a.none(), "relation_wishes"_a.none(), "n_threads"_a)
      .def("marginals", &marginals, "columns"_a, "arcs"_a.none(), "relations"_a.none(),
           "n_threads"_a);
}

}  // namespace linguine::python
