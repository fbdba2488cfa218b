// Parsers at work: sentences in, trees, confidences and scores out.
#include "core/model/tree_model.hpp"

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

// Calls use(work, first token, sentence) for every sentence, on several threads.
template <class Use>
void for_each_sentence(const PyParser& self, const PyTokenColumns& columns, int n_threads,
                       const Use& use) {
  constexpr Index kChunk = 16;
  self.arcs().check(columns);
  Interrupt interrupt{nb::none()};
  const nb::gil_scoped_release unlocked;
  const TokenColumns& all = columns.columns;
  const Index n_chunks = (all.n_sentences() + kChunk - 1) / kChunk;
  Threads threads(n_chunks < 2 ? 1 : n_threads);
  const TokenSources::Prepared prepared = self.model.features->plan.sources.prepare(all, threads);
  run_polled(threads, interrupt, n_chunks, [&](Index chunk, Watch& watch) {
    thread_local TreeModel<float>::Work work;
    const Index end = std::min(all.n_sentences(), (chunk + 1) * kChunk);
    for (Index s = chunk * kChunk; s < end; ++s) {
      watch.poll();
      const Index first = all.offsets[as_size(s)];
      self.model.load(prepared, all, first, all.offsets[as_size(s) + 1], work);
      use(work, first, s);
    }
  });
}

auto parse(const PyParser& self, const PyTokenColumns& columns, int n_threads) {
  const auto n = as_size(columns.columns.n_tokens());
  std::vector<Label> heads(n);
  std::vector<Label> relations(n);
  for_each_sentence(self, columns, n_threads, [&](auto& work, Index first, Index) {
    self.model.parse(work, heads.data() + first, relations.data() + first);
  });
  return std::make_tuple(new_vector(std::move(heads)), new_vector(std::move(relations)));
}

// P(head) and P(head and relation) of given trees.
auto confidences(const PyParser& self, const PyTokenColumns& columns,
                 const Vector<std::int32_t>& heads, const Vector<std::int32_t>& relations,
                 int n_threads) {
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
  for_each_sentence(self, columns, n_threads, [&](auto& work, Index first, Index) {
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

// The best tree of one sentence that does not have an arc, or None if there is none.
nb::object parse_without(const PyParser& self, const PyTokenColumns& columns, Index head,
                         Index modifier) {
  const Index n = columns.columns.n_tokens();
  require(columns.columns.n_sentences() == 1, "there must be one sentence");
  require(head >= 0 && head <= n && modifier >= 1 && modifier <= n && head != modifier,
          "there is no such arc");
  std::vector<Label> heads(as_size(n));
  std::vector<Label> relations(as_size(n));
  bool found = true;
  for_each_sentence(self, columns, 1, [&](auto& work, Index, Index) {
    found = self.model.parse(work, heads.data(), relations.data(), {head, modifier});
  });
  if (!found) return nb::none();
  return nb::make_tuple(new_vector(std::move(heads)), new_vector(std::move(relations)));
}

// Shares of all arcs, a table for each sentence.
nb::list marginals(const PyParser& self, const PyTokenColumns& columns, int n_threads) {
  std::vector<std::vector<double>> tables(as_size(columns.columns.n_sentences()));
  for_each_sentence(self, columns, n_threads, [&](auto& work, Index, Index s) {
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
      .def("parse", &parse, "columns"_a, "n_threads"_a)
      .def("parse_without", &parse_without, "columns"_a, "head"_a, "modifier"_a)
      .def("confidences", &confidences, "columns"_a, "heads"_a, "relations"_a, "n_threads"_a)
      .def("marginals", &marginals, "columns"_a, "n_threads"_a);
}

}  // namespace linguine::python
