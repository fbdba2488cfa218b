// Learning constituency trees: sentences, a grammar, trees and a loss.
#include "bindings/inference/constituents.hpp"

#include "bindings/features/spans.hpp"
#include "bindings/learning/cells.hpp"
#include "core/inference/constituents/structure.hpp"
#include "core/learning/span_problem.hpp"
#include "core/learning/structured_oracle.hpp"

namespace linguine::python {

namespace {

struct PySpanProblem {
  SpanProblem problem;
  std::string loss;
  std::vector<nb::object> kept;
  int n_threads;
};

void make_problem(PySpanProblem* self, nb::object word, nb::object span, nb::object split,
                  nb::object columns, nb::object grammar, const Vector<std::int32_t>& lexicon,
                  Index n_lexicon, const Vector<std::int32_t>& gold, const Vector<double>& weights,
                  const std::string& loss, int n_threads) {
  PySpans spans(std::move(word), std::move(span), std::move(split), std::move(columns), lexicon,
                n_lexicon);
  const auto& rules = nb::cast<const PyGrammar&>(grammar);
  const TokenColumns& all = *spans.token_columns;
  require(std::ssize(weights) == all.n_sentences(), "weights: one for each sentence");
  SpanProblem problem;
  problem.features = spans.features;
  problem.columns = spans.token_columns;
  problem.grammar = rules.grammar;
  problem.lexicon = spans.entries;
  problem.n_lexicon = n_lexicon;
  problem.oracle = make_oracle(loss, Constituents(rules.grammar));
  Index at = 0;
  for (Index s = 0; s < all.n_sentences(); ++s) {
    const Index first = all.offsets[as_size(s)];
    const Spans each{all.offsets[as_size(s) + 1] - first};
    require(weights.data()[s] > 0, "weights must be positive");
    if (each.n_words == 0) continue;
    problem.first_token.push_back(first);
    problem.examples.row.push_back(at);
    problem.examples.n_sites.push_back(each.size());
    problem.examples.weight.push_back(weights.data()[s]);
    at += each.size();
  }
  require(at == std::ssize(gold), "gold: a code for each span");
  problem.examples.gold.assign(gold.data(), gold.data() + gold.size());
  for (Index e = 0; e < problem.examples.size(); ++e) {
    const Example example = problem.examples[e];
    const Spans each{Spans::words_in(example.n_sites())};
    for (Index i = 0; i < each.n_words; ++i) {
      for (Index j = i + 1; j <= each.n_words; ++j) {
        const Label code = example.gold[as_size(each.at(i, j))];
        const Index most = j == i + 1 ? Index{rules.grammar->n_tags()} : rules.grammar->n_binary();
        require(code >= -1 && (code <= 0 || rules.grammar->bottom_of(code) < most),
                "a code of gold is out of range");
      }
    }
  }
  new (self) PySpanProblem{std::move(problem), loss, std::move(spans.kept), n_threads};
  self->kept.push_back(std::move(grammar));
  Threads threads(n_threads);
  self->problem.prepared =
      PreparedSpans::make(self->problem.features, *self->problem.columns, threads);
}

}  // namespace

void bind_span_learning(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PySpanProblem>(m, "SpanProblem")
      .def("__init__", &make_problem, "word"_a, "span"_a, "split"_a, "columns"_a, "grammar"_a,
           "lexicon"_a, "n_lexicon"_a, "gold"_a, "weights"_a, "loss"_a, "n_threads"_a)
      .def_prop_ro("n_cells",
                   [](const PySpanProblem& self) { return self.problem.n_weight_rows(); });
  bind_cell_learning<PySpanProblem>(m);
}

}  // namespace linguine::python
