// Constituency parsers at work: sentences in, trees and shares of spans out.
#include "core/model/constituency_model.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>

#include "bindings/features/arc.hpp"
#include "bindings/features/spans.hpp"
#include "bindings/inference/constituents.hpp"
#include "bindings/interrupt.hpp"
#include "core/base/work/watch.hpp"

namespace linguine::python {

namespace {

struct PyConstituencyModel {
  ConstituencyModel<float> model;
  nb::object features[kSpanKinds];
  nb::object grammar;
  nb::object weights;
};

void make_model(PyConstituencyModel* self, nb::object word, nb::object span, nb::object split,
                nb::object grammar, Index n_lexicon, const Vector<float>& weights) {
  new (self) PyConstituencyModel();
  const nb::object all[kSpanKinds] = {word, span, split};
  for (std::size_t kind = 0; kind < kSpanKinds; ++kind) {
    self->features[kind] = all[kind];
    self->model.features.of[kind] = &nb::cast<const PyArcFeatures&>(all[kind]).features;
  }
  self->model.grammar = nb::cast<const PyGrammar&>(grammar).grammar;
  self->model.theta = weights.data();
  self->model.n_lexicon = n_lexicon;
  self->grammar = std::move(grammar);
  self->weights = nb::cast(weights);
  const SpanWeights where{&self->model.features, self->model.grammar.get(), n_lexicon};
  require(n_lexicon >= 0 && std::ssize(weights) == where.size(),
          "weights must have a cell for each column of rows and lexicon, and for each rule");
}

// Tags of tokens that are known, or -1.
using Given = std::optional<Vector<std::int32_t>>;

const std::int32_t* check_given(const PyConstituencyModel& self, const Given& given,
                                Index n_tokens) {
  if (!given) return nullptr;
  require(std::ssize(*given) == n_tokens, "tags: one for each token");
  for (const std::int32_t tag : std::span(given->data(), given->size())) {
    require(tag >= -1 && tag < self.model.grammar->n_tags(), "a tag is out of range");
  }
  return given->data();
}

// Calls use(work, first token, sentence) for every sentence with words, on several threads.
template <class Use>
void for_each_sentence(const PyConstituencyModel& self, const nb::object& columns,
                       const Vector<std::int32_t>& lexicon, const Given& given, int n_threads,
                       const Use& use) {
  constexpr Index kChunk = 4;
  const PySpans spans(self.features[0], self.features[1], self.features[2], columns, lexicon,
                      self.model.n_lexicon);
  const std::int32_t* tags = check_given(self, given, spans.token_columns->n_tokens());
  Interrupt interrupt{nb::none()};
  const nb::gil_scoped_release unlocked;
  const TokenColumns& all = *spans.token_columns;
  const Index n_chunks = (all.n_sentences() + kChunk - 1) / kChunk;
  Threads threads(n_chunks < 2 ? 1 : n_threads);
  const PreparedSpans prepared = PreparedSpans::make(spans.features, all, threads);
  run_polled(threads, interrupt, n_chunks, [&](Index chunk, Watch& watch) {
    thread_local ConstituencyModel<float>::Work work;
    const Index end = std::min(all.n_sentences(), (chunk + 1) * kChunk);
    for (Index s = chunk * kChunk; s < end; ++s) {
      watch.poll();
      const Index first = all.offsets[as_size(s)];
      const Index last = all.offsets[as_size(s) + 1];
      if (first == last) continue;
      self.model.load(prepared, all, spans.entries, tags, first, last, work);
      use(work, first, s);
    }
  });
}

// The label of the best root that is a node.
std::int32_t best_root(const Grammar& grammar, const GrammarLabels& labels, const float* roots) {
  Label best = -1;
  for (Label s = grammar.n_tags(); s < grammar.n_symbols(); ++s) {
    if (labels.of_symbol[as_size(s)] >= 0 && (best < 0 || roots[s] > roots[best])) best = s;
  }
  return best < 0 ? -1 : labels.of_symbol[as_size(best)];
}

// Nodes of the best trees in preorder: (offsets, labels, first, last, tags).
auto parse(const PyConstituencyModel& self, const nb::object& columns,
           const Vector<std::int32_t>& lexicon, const Given& given, int n_threads) {
  const auto& labels = nb::cast<const PyGrammar&>(self.grammar).labels;
  const TokenColumns& all = nb::cast<const PyTokenColumns&>(columns).columns;
  const Grammar& grammar = *self.model.grammar;
  const SpanWeights where{&self.model.features, &grammar, self.model.n_lexicon};
  const float* roots =
      self.model.theta + where.structural() + grammar.n_binary() + grammar.n_unary();
  const std::int32_t root = best_root(grammar, labels, roots);
  std::vector<FoundNodes> trees(as_size(all.n_sentences()));
  for_each_sentence(self, columns, lexicon, given, n_threads, [&](auto& work, Index, Index s) {
    FoundNodes& tree = trees[as_size(s)];
    if (self.model.parse(work)) return tree.add(grammar, labels, self.model.output(work));
    // No rules fit: all words below one node, with their best tags.
    const Index n = work.sentence.n_words();
    self.model.score(work);
    if (root >= 0) tree.add_node(root, 0, n);
    for (Index i = 0; i < n; ++i) {
      const double* row = work.scores.data() + Spans{n}.at(i, i + 1) * where.stride();
      tree.tags.push_back(
          static_cast<std::int32_t>(std::max_element(row, row + grammar.n_tags()) - row));
    }
    tree.close();
  });
  FoundNodes found;
  for (FoundNodes& tree : trees) {
    if (tree.offsets.size() == 1) tree.close();  // no words
    found.append(tree);
  }
  return found.arrays();
}

// Of the sentence that was loaded; a thread's memory may be larger.
template <class Work>
Index n_parts(const PyConstituencyModel& self, const Work& work) {
  return Constituents(self.model.grammar).parts_of(work.sentence.n_words()).size();
}

// Shares of the parts of one sentence, and log Z.
auto marginals(const PyConstituencyModel& self, const nb::object& columns,
               const Vector<std::int32_t>& lexicon, const Given& given) {
  require(nb::cast<const PyTokenColumns&>(columns).columns.n_sentences() == 1,
          "there must be one sentence");
  std::vector<double> shares;
  double log_z = 0;
  for_each_sentence(self, columns, lexicon, given, 1, [&](auto& work, Index, Index) {
    log_z = self.model.marginals(work);
    shares.assign(work.shares.begin(), work.shares.begin() + n_parts(self, work));
  });
  return std::make_tuple(log_z, new_vector(std::move(shares)));
}

// The scores of the parts of one sentence.
auto scores(const PyConstituencyModel& self, const nb::object& columns,
            const Vector<std::int32_t>& lexicon, const Given& given) {
  std::vector<double> out;
  for_each_sentence(self, columns, lexicon, given, 1, [&](auto& work, Index, Index) {
    self.model.score(work);
    out.assign(work.scores.begin(), work.scores.begin() + n_parts(self, work));
  });
  return new_vector(std::move(out));
}

}  // namespace

void bind_constituency_model(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyConstituencyModel>(m, "ConstituencyModel")
      .def("__init__", &make_model, "word"_a, "span"_a, "split"_a, "grammar"_a, "n_lexicon"_a,
           "weights"_a)
      .def("parse", &parse, "columns"_a, "lexicon"_a, "tags"_a.none(), "n_threads"_a)
      .def("marginals", &marginals, "columns"_a, "lexicon"_a, "tags"_a.none())
      .def("scores", &scores, "columns"_a, "lexicon"_a, "tags"_a.none());
}

}  // namespace linguine::python
