// Averaged models: the scores of texts, and what they are made of. Everything that a file says is
// checked here, before a kernel sees it.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/data/texts.hpp"
#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "core/base/named.hpp"
#include "core/model/averaged_model.hpp"

namespace linguine::python {

namespace {

constexpr Named<Link> kLinks[] = {
    {"softmax", Link::kSoftmax}, {"sigmoids", Link::kSigmoids}, {"tree", Link::kTree}};
constexpr int kLongest = 255;  // words of an n-gram, characters of a piece

// (words, buckets, words of an n-gram, characters of a piece from, to, whether all buckets stay)
using PyShape = std::tuple<std::int32_t, std::uint32_t, int, int, int, bool>;

std::vector<std::string_view> cut(const Bytes& bytes, const Vector<std::int64_t>& offsets) {
  require(offsets.size() >= 1 && offsets.data()[0] == 0 &&
              offsets.data()[offsets.size() - 1] == std::ssize(bytes),
          "the offsets of words must go from 0 to the end of their bytes");
  std::vector<std::string_view> entries;
  entries.reserve(offsets.size() - 1);
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const std::int64_t begin = offsets.data()[i];
    const std::int64_t end = offsets.data()[i + 1];
    require(begin <= end && end <= std::ssize(bytes), "the offsets of words must ascend");
    entries.push_back(view_of(bytes).substr(as_size(begin), as_size(end - begin)));
  }
  return entries;
}

HashedShape shape_of(const PyShape& given, std::size_t n_entries) {
  const auto& [n_words, n_buckets, longest, least_piece, longest_piece, keeps_all] = given;
  require(n_words >= 0 && as_size(n_words) <= n_entries, "there must be an entry for each word");
  require(n_entries < (std::size_t{1} << 31) && n_buckets < (std::uint32_t{1} << 31) &&
              n_entries + n_buckets < (std::size_t{1} << 31),
          "words and buckets must be fewer than 2^31");
  require(longest >= 1 && longest <= kLongest, "n-grams must have 1 to 255 words");
  require(longest_piece >= 0 && longest_piece <= kLongest && least_piece >= 0,
          "pieces of words must have up to 255 characters");
  return {n_words, n_buckets, longest, least_piece, longest_piece, keeps_all};
}

class PyAveragedModel {
 public:
  PyAveragedModel(const Bytes& bytes, const Vector<std::int64_t>& offsets, const PyShape& shape,
                  const Vector<std::uint32_t>& kept, const Table<float>& theta,
                  const std::optional<Table<float>>& output, const std::string& link,
                  const Vector<std::int64_t>& way_offsets, const Vector<std::int32_t>& way_steps,
                  Index n_labels)
      : bytes_(bytes),
        kept_(kept),
        theta_(theta),
        output_(output),
        way_offsets_(way_offsets),
        way_steps_(way_steps) {
    auto entries = cut(bytes_, offsets);
    const HashedShape made = shape_of(shape, entries.size());
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      require(!made.keeps_all && kept_.data()[i] < made.n_buckets, "a bucket is out of range");
    }
    words_ = std::make_unique<HashedWords>(made, std::move(entries),
                                           std::span(kept_.data(), kept_.size()));
    AveragedWeights weights{theta_.data(), static_cast<Index>(theta_.shape(1)), nullptr, 0};
    require(static_cast<Index>(theta_.shape(0)) == words_->n_rows() && weights.n_columns >= 1,
            "weights must have a row for each word and each bucket");
    weights.n_outputs = weights.n_columns;
    if (output_) {
      require(output_->shape(1) == theta_.shape(1), "output must have the columns of weights");
      weights.output = output_->data();
      weights.n_outputs = static_cast<Index>(output_->shape(0));
    }
    const Link how = choice_of(kLinks, link, "link");
    check_outputs(how, weights.n_outputs, n_labels);
    const Ways ways{{way_offsets_.data(), way_offsets_.size()},
                    {way_steps_.data(), way_steps_.size()}};
    model_ = std::make_unique<AveragedModel>(*words_, weights, how, ways, n_labels);
  }

  nb::object scores(const Texts& texts, int n_threads) const {
    const Index n = texts.size();
    auto out = std::make_unique_for_overwrite<float[]>(as_size(n * model_->n_labels()));
    unlocked(nb::none(), [&](Monitor& monitor) {
      Threads threads(n < kWorthIt ? 1 : n_threads);
      score_averaged(*model_, texts.views, threads, monitor, out.get());
    });
    return new_table(std::move(out), n, model_->n_labels());
  }

  nb::object linear(const Texts& texts) const {
    require(texts.size() == 1, "one text at a time");
    AveragedModel::Workspace work;
    model_->find_scores(texts.views[0], work);
    return new_vector(std::move(work.z));
  }

  // (name, row, first byte, last byte) of each occurrence; pieces are named as they are hashed
  nb::list occurrences(const Texts& texts) const {
    require(texts.size() == 1, "one text at a time");
    const std::string_view text = texts.views[0];
    HashedWords::Workspace work;
    std::string padded;
    nb::list found;
    const auto add = [&](std::string_view name, std::int32_t row, Span place, int kind) {
      found.append(nb::make_tuple(decoded(name), row, place.begin, place.end, kind));
    };
    const auto slice = [&](Span place) {
      return text.substr(place.begin, place.end - place.begin);
    };
    const auto add_pieces = [&](Span place) {
      words_->pieces(slice(place), padded, [&](std::int32_t row, Span piece) {
        const auto n = static_cast<std::uint32_t>(padded.size());
        const Span where{place.begin + std::max(piece.begin, 1U) - 1,
                         place.begin + std::min(piece.end, n - 1) - 1};
        add({padded.data() + piece.begin, piece.end - piece.begin}, row, where, 1);
      });
    };
    words_->read(
        text, work,
        [&](std::int32_t id, Span place) {
          add(words_->entry(id), id, place, 0);
          if (words_->entry(id) != HashedWords::kEnd) add_pieces(place);
        },
        add_pieces,
        [&](std::int32_t row, std::size_t first, std::size_t last) {
          std::string name;
          for (std::size_t k = first; k <= last; ++k) {
            const std::string_view token = slice(work.places[k]);
            name.append(k == first ? "" : " ").append(token.empty() ? HashedWords::kEnd : token);
          }
          add(name, row, {work.places[first].begin, work.places[last].end}, 2);
        });
    return found;
  }

  // The sum of the weights of each word and of its pieces.
  nb::object word_weights() const {
    return new_table(model_->word_weights(), words_->shape().n_words, model_->n_columns());
  }

 private:
  static constexpr Index kWorthIt = 16;

  void check_outputs(Link link, Index n_outputs, Index n_labels) const {
    require(n_labels >= 1, "there must be a label");
    if (link != Link::kTree) {
      require(n_outputs == n_labels, "there must be an output for each label");
      return;
    }
    const std::int64_t* const at = way_offsets_.data();
    require(std::ssize(way_offsets_) == n_labels + 1 && at[0] == 0 &&
                at[n_labels] == std::ssize(way_steps_),
            "there must be a way to each label");
    for (Index y = 0; y < n_labels; ++y) require(at[y] <= at[y + 1], "offsets must ascend");
    for (std::size_t i = 0; i < way_steps_.size(); ++i) {
      const std::int32_t step = way_steps_.data()[i];
      require(step >= 0 && step / 2 < n_outputs, "a step is out of range");
    }
  }

  Bytes bytes_;
  Vector<std::uint32_t> kept_;
  Table<float> theta_;
  std::optional<Table<float>> output_;
  Vector<std::int64_t> way_offsets_;
  Vector<std::int32_t> way_steps_;
  std::unique_ptr<HashedWords> words_;
  std::unique_ptr<AveragedModel> model_;
};

}  // namespace

void bind_averaged(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyAveragedModel>(m, "AveragedModel")
      .def(nb::init<const Bytes&, const Vector<std::int64_t>&, const PyShape&,
                    const Vector<std::uint32_t>&, const Table<float>&,
                    const std::optional<Table<float>>&, const std::string&,
                    const Vector<std::int64_t>&, const Vector<std::int32_t>&, Index>(),
           "bytes"_a, "offsets"_a, "shape"_a, "kept"_a, "weights"_a, "output"_a.none(), "link"_a,
           "way_offsets"_a, "way_steps"_a, "n_labels"_a)
      .def("scores", &PyAveragedModel::scores, "texts"_a, "n_threads"_a)
      .def("linear", &PyAveragedModel::linear, "text"_a)
      .def("occurrences", &PyAveragedModel::occurrences, "text"_a)
      .def("word_weights", &PyAveragedModel::word_weights);
}

}  // namespace linguine::python
