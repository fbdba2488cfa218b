// Taggers at work: rows of features in, labels, marginals and explanations out.
#include "core/model/sequence_model.hpp"

#include <tuple>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"

namespace linguine::python {

namespace {

using MaskTable = Table<std::uint8_t>;
// Offsets, ids and values of rows.
using RowArrays =
    std::tuple<Vector<std::int64_t>, Vector<std::int32_t>, std::optional<Vector<float>>>;

TokenRows rows_of(const RowArrays& arrays) {
  const auto& [offsets, ids, values] = arrays;
  require(offsets.size() >= 1 && offsets.data()[0] == 0, "row offsets must start at 0");
  require(std::is_sorted(offsets.data(), offsets.data() + offsets.size()),
          "row offsets must not decrease");
  require(offsets.data()[offsets.size() - 1] <= std::ssize(ids) &&
              (!values || values->size() == ids.size()),
          "row offsets must end within the ids, and values have their length");
  return {{offsets.data(), offsets.size()},
          {ids.data(), ids.size()},
          values ? values->data() : nullptr};
}

// The arrays of some sentences, checked.
struct Input {
  Input(const SequenceModel& model, const RowArrays& tokens, const std::optional<RowArrays>& edges,
        const Vector<std::int64_t>& sentences, const std::optional<MaskTable>& allowed) {
    input.tokens = rows_of(tokens);
    if (edges) {
      edge_rows = rows_of(*edges);
      require(edge_rows.size() == input.tokens.size(), "edges must have one row per token");
      input.edges = &edge_rows;
    }
    input.sentences = {sentences.data(), sentences.size()};
    require(sentences.size() >= 1 && sentences.data()[0] == 0 &&
                sentences.data()[sentences.size() - 1] == input.tokens.size(),
            "sentence offsets must lead from 0 to the number of tokens");
    require(std::is_sorted(input.sentences.begin(), input.sentences.end()),
            "sentence offsets must not decrease");
    if (allowed) {
      require(static_cast<Index>(allowed->shape(0)) == input.tokens.size() &&
                  static_cast<Label>(allowed->shape(1)) == model.rules().n_labels(),
              "allowed must have shape (n_tokens, n_labels)");
      input.allowed = allowed->data();
    }
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  SequenceInput input;
  TokenRows edge_rows;
};

auto tag(const SequenceModel& model, const RowArrays& tokens, const std::optional<RowArrays>& edges,
         const Vector<std::int64_t>& sentences, const std::optional<MaskTable>& allowed,
         int n_threads) {
  const Input in(model, tokens, edges, sentences, allowed);
  std::vector<Label> labels(as_size(in.input.tokens.size()));
  unlocked(nb::none(), [&](Monitor& monitor) {
    Threads threads(n_threads);
    model.tag(in.input, threads, monitor, labels.data());
  });
  return new_vector(std::move(labels));
}

auto token_marginals(const SequenceModel& model, const RowArrays& tokens,
                     const std::optional<RowArrays>& edges, const Vector<std::int64_t>& sentences,
                     const std::optional<MaskTable>& allowed, int n_threads) {
  const Input in(model, tokens, edges, sentences, allowed);
  const Index n = in.input.tokens.size();
  const Label L = model.rules().n_labels();
  auto cells = std::make_unique<float[]>(as_size(n * L));
  unlocked(nb::none(), [&](Monitor& monitor) {
    Threads threads(n_threads);
    model.marginals(in.input, threads, monitor, cells.get());
  });
  return new_table<float>(std::move(cells), n, L);
}

auto best_sequences(const SequenceModel& model, const RowArrays& tokens,
                    const std::optional<RowArrays>& edges, const Vector<std::int64_t>& sentences,
                    const std::optional<MaskTable>& allowed, Index k) {
  const Input in(model, tokens, edges, sentences, allowed);
  std::vector<std::vector<std::vector<Label>>> outputs;
  std::vector<std::vector<double>> values;
  unlocked(nb::none(), [&](Monitor& monitor) {
    SequenceModel::Workspace work;
    for (Index s = 0; s < in.input.n_sentences(); ++s) {
      monitor.poll();
      const ChainScores scores = model.scores(in.input, s, work);
      outputs.emplace_back();
      values.emplace_back();
      model.k_best(scores, k, work, outputs.back(), values.back());
      const double log_z = model.log_z(scores, work);
      for (double& value : values.back()) value = std::exp(value - log_z);
    }
  });
  return std::make_tuple(outputs, values);
}

// Spans, sorted by sentence. `label_offsets` [n + 1] cuts `labels`; `stop` -1 is no label.
auto span_probabilities(const SequenceModel& model, const RowArrays& tokens,
                        const std::optional<RowArrays>& edges,
                        const Vector<std::int64_t>& sentences,
                        const std::optional<MaskTable>& allowed,
                        const Vector<std::int64_t>& span_sentence,
                        const Vector<std::int64_t>& span_begin,
                        const Vector<std::int64_t>& label_offsets,
                        const Vector<std::int32_t>& labels, const Vector<std::int32_t>& stop) {
  const Input in(model, tokens, edges, sentences, allowed);
  const std::size_t n = span_sentence.size();
  require(span_begin.size() == n && label_offsets.size() == n + 1 && stop.size() == n,
          "spans must have one beginning, one run of labels and one stop each");
  std::vector<SequenceModel::Span> spans;
  for (std::size_t i = 0; i < n; ++i) {
    const Index s = span_sentence.data()[i];
    require(s >= 0 && s < in.input.n_sentences(), "a span's sentence must exist");
    const Index n_sites = sentences.data()[s + 1] - sentences.data()[s];
    const Index first = span_begin.data()[i];
    const Index begin = label_offsets.data()[i];
    const Index length = label_offsets.data()[i + 1] - begin;
    require(begin >= 0 && length >= 0 && begin + length <= std::ssize(labels) && first >= 0 &&
                first + length <= n_sites,
            "a span must lie within its sentence");
    for (Index j = begin; j < begin + length; ++j) {
      require(labels.data()[j] >= 0 && labels.data()[j] < model.rules().n_labels(),
              "a span's labels must exist");
    }
    const std::span<const Label> run(labels.data() + begin, as_size(length));
    spans.push_back({s, first, run, stop.data()[i]});
  }
  std::vector<double> out(n);
  unlocked(nb::none(), [&](Monitor& monitor) {
    model.span_probabilities(in.input, spans, monitor, out.data());
  });
  return new_vector(std::move(out));
}

// Scores of the labels at every token of one sentence, without the structure's : (T, L).
auto node_scores(const SequenceModel& model, const RowArrays& tokens,
                 const std::optional<RowArrays>& edges, const Vector<std::int64_t>& sentences) {
  const Input in(model, tokens, edges, sentences, std::nullopt);
  const Label L = model.rules().n_labels();
  const Index n = in.input.tokens.size();
  auto cells = std::make_unique<double[]>(as_size(n * L));
  SequenceModel::Workspace work;
  for (Index s = 0; s < in.input.n_sentences(); ++s) {
    const ChainScores scores = model.scores(in.input, s, work);
    for (Index t = 0; t < scores.n_sites; ++t) {
      std::copy_n(scores.nodes + t * model.rules().stride(), L,
                  cells.get() + (in.input.sentences[as_size(s)] + t) * L);
    }
  }
  return new_table<double>(std::move(cells), n, L);
}

}  // namespace

void bind_sequence_model(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<SequenceModel>(m, "SequenceModel")
      .def(
          "__init__",
          [](SequenceModel* self, const ChainRules& rules, Index n_features, Index n_edge_features,
             const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& labels,
             const Vector<float>& values, bool is_local, std::optional<double> unseen) {
            require(n_features >= 0 && n_edge_features >= 0,
                    "there cannot be fewer than 0 features");
            new (self) SequenceModel(
                rules, n_features, n_edge_features, {offsets.data(), offsets.size()},
                {labels.data(), labels.size()}, {values.data(), values.size()}, is_local, unseen);
          },
          "rules"_a, "n_features"_a, "n_edge_features"_a, "offsets"_a, "labels"_a, "values"_a,
          "is_local"_a, "unseen"_a.none() = nb::none())
      .def("tag", &tag, "tokens"_a, "edges"_a.none(), "sentences"_a, "allowed"_a.none(),
           "n_threads"_a)
      .def("marginals", &token_marginals, "tokens"_a, "edges"_a.none(), "sentences"_a,
           "allowed"_a.none(), "n_threads"_a)
      .def("k_best", &best_sequences, "tokens"_a, "edges"_a.none(), "sentences"_a,
           "allowed"_a.none(), "k"_a)
      .def("span_probabilities", &span_probabilities, "tokens"_a, "edges"_a.none(), "sentences"_a,
           "allowed"_a.none(), "span_sentence"_a, "span_begin"_a, "label_offsets"_a, "labels"_a,
           "stop"_a)
      .def("node_scores", &node_scores, "tokens"_a, "edges"_a.none(), "sentences"_a)
      .def("structural_score", &SequenceModel::structural, "row"_a, "label"_a);
}

}  // namespace linguine::python
