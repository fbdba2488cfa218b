// Token features: window templates over the columns of sentences.
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "bindings/data/texts.hpp"
#include "bindings/features/feature_arrays.hpp"
#include "bindings/features/token_columns.hpp"
#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "core/base/named.hpp"
#include "core/features/token/pattern.hpp"
#include "core/features/token/rows.hpp"

namespace linguine::python {

namespace {

constexpr Named<FormKind> kForms[] = {{"lower", FormKind::kLower},    {"prefix", FormKind::kPrefix},
                                      {"suffix", FormKind::kSuffix},  {"shape", FormKind::kShape},
                                      {"digits", FormKind::kDigits},  {"type", FormKind::kType},
                                      {"lexicon", FormKind::kLexicon}};

}  // namespace

TokenForm form_of(const std::vector<PyStep>& steps, const Lexicons& lexicons) {
  TokenForm form;
  for (const auto& [name, n, lexicon] : steps) {
    FormStep step{choice_of(kForms, name, "form"), n, lexicon, nullptr};
    require(n >= 0, "the length of an affix must not be negative");
    if (step.kind == FormKind::kLexicon) {
      const auto found = lexicons.find(lexicon);
      require(found != lexicons.end(), "add the lexicon " + lexicon + " first");
      step.words = found->second;
    }
    form.push_back(std::move(step));
  }
  return form;
}

namespace {

// --- plans ---------------------------------------------------------------------------------------

struct PyTokenPlan {
  TokenPlan plan;
  Lexicons lexicons;
};

int add_source(PyTokenPlan& self, int column, const std::vector<PyStep>& steps) {
  require(column >= 0, "a column must not be negative");
  return self.plan.add_source(column, form_of(steps, self.lexicons));
}

void add_lexicon(PyTokenPlan& self, const std::string& name, const Texts& words,
                 const Texts& classes) {
  require(words.size() == classes.size(), "words and classes must have one length");
  auto lexicon = std::make_shared<TokenLexicon>();
  NormalText lower;
  for (std::size_t i = 0; i < words.views.size(); ++i) {
    lower.assign(words.views[i], true, false);
    lexicon->classes[hash_bytes(lower.view())] = classes.views[i];
  }
  self.lexicons[name] = std::move(lexicon);
}

void add_template(PyTokenPlan& self, const std::vector<std::tuple<int, int>>& atoms,
                  std::vector<std::string> pieces, bool is_edge, int group) {
  constexpr int kFarthest = 1000;
  require(pieces.size() == atoms.size() + 1, "a template needs one piece more than atoms");
  require(group >= 0, "a group must not be negative");
  std::vector<Atom> native;
  for (const auto& [source, offset] : atoms) {
    require(source >= TokenPlan::kLast && source < self.plan.n_sources(), "a source is missing");
    require(offset >= -kFarthest && offset <= kFarthest, "an offset is too far away");
    native.push_back({source, offset});
  }
  self.plan.add_template(std::move(native), std::move(pieces), is_edge, group);
}

// --- columns -------------------------------------------------------------------------------------

// (codes, values, which values are there or None)
using PyTokenColumn =
    std::tuple<Vector<std::int32_t>, nb::object, std::optional<Vector<std::uint8_t>>>;

void add_column(PyTokenColumns& self, const PyTokenColumn& column) {
  const auto& [codes, object, there] = column;
  const Texts& texts = nb::cast<const Texts&>(object);
  const auto n_values = static_cast<std::uint32_t>(texts.views.size());
  require(texts.views.size() < 0x7FFFFFFF, "a column must have fewer than 2^31 values");
  require(std::ssize(codes) == self.columns.n_tokens(), "a column needs one code for each token");
  require(!there || there->size() == texts.views.size(), "a mark is needed for each value");
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    largest = std::max(largest, static_cast<std::uint32_t>(codes.data()[i]));
  }
  require(codes.size() == 0 || largest < n_values, "codes must be below the number of values");
  std::vector<std::string_view>& values = self.values.emplace_back(texts.views);
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (values[v].data() == nullptr) values[v] = "";  // empty, but there
    if (there && there->data()[v] == 0) values[v] = {};
  }
  self.columns.columns.push_back({{codes.data(), codes.size()}, values});
  self.owners.push_back(nb::cast(codes));
  self.owners.push_back(object);
}

void make_columns(PyTokenColumns* self, const std::vector<PyTokenColumn>& columns,
                  const Vector<std::int64_t>& offsets) {
  require(offsets.size() > 0 && offsets.data()[0] == 0 &&
              std::is_sorted(offsets.data(), offsets.data() + offsets.size()),
          "offsets must ascend from 0");
  new (self) PyTokenColumns();
  self->columns.offsets = {offsets.data(), offsets.size()};
  self->owners.push_back(nb::cast(offsets));
  for (const PyTokenColumn& column : columns) add_column(*self, column);
}

// Threads cost more than they bring on a few sentences.
int threads_for(const TokenColumns& columns, int n_threads) {
  constexpr Index kWorthIt = 8192;
  return columns.n_tokens() < kWorthIt ? 1 : n_threads;
}

// Calls use(view, threads) without the GIL.
template <class Use>
decltype(auto) with_view(const PyTokenPlan& plan, const PyTokenColumns& columns, bool edges,
                         int n_threads, const Use& use) {
  require(static_cast<int>(columns.columns.columns.size()) >= plan.plan.n_columns(),
          "a column of the plan is missing");
  const nb::gil_scoped_release unlocked;
  Threads threads(threads_for(columns.columns, n_threads));
  const TokenPlan::Prepared prepared = plan.plan.prepare(columns.columns, threads);
  return use(TokenView{plan.plan, columns.columns, prepared, edges}, threads);
}

// --- vocabulary and rows -------------------------------------------------------------------------

nb::tuple fit_vocabulary(const PyTokenPlan& plan, const PyTokenColumns& columns, bool edges,
                         const Vector<std::uint32_t>& min_counts, int n_threads,
                         const nb::object& progress) {
  require(static_cast<int>(min_counts.size()) == plan.plan.n_templates(edges),
          "a minimum count is needed for each template");
  Interrupt interrupt(progress);
  BuiltVocabulary built =
      with_view(plan, columns, edges, n_threads, [&](const TokenView& view, Threads& threads) {
        return fit_token_vocabulary(view, copy_of(min_counts), threads, interrupt);
      });
  nb::tuple rows = new_token_rows(std::move(built.rows));
  return new_vocabulary(std::move(built), std::move(rows));
}

nb::tuple make_rows(const PyTokenPlan& plan, const PyVocabulary& vocabulary,
                    const PyTokenColumns& columns, bool edges, int n_threads,
                    const nb::object& progress) {
  Interrupt interrupt(progress);
  const KeyLines& known = vocabulary.lines();
  return new_token_rows(
      with_view(plan, columns, edges, n_threads, [&](const TokenView& view, Threads& threads) {
        return transform_tokens(view, known, threads, interrupt);
      }));
}

nb::object make_keys(const PyTokenPlan& plan, const PyTokenColumns& columns, bool edges,
                     int n_threads) {
  Interrupt interrupt{nb::none()};
  auto all =
      with_view(plan, columns, edges, n_threads, [&](const TokenView& view, Threads& threads) {
        return token_keys(view, threads, interrupt);
      });
  return new_table(std::move(all), columns.columns.n_tokens(), plan.plan.n_templates(edges));
}

nb::tuple names_of_keys(const PyTokenPlan& plan, const PyVocabulary& vocabulary,
                        const PyTokenColumns& columns, bool edges) {
  const std::vector<std::string> names =
      with_view(plan, columns, edges, 1, [&](const TokenView& view, Threads& /*threads*/) {
        return name_features(view, vocabulary.vocabulary);
      });
  std::vector<std::int64_t> offsets{0};
  std::vector<std::uint8_t> bytes;
  for (const std::string& name : names) {
    bytes.insert(bytes.end(), name.begin(), name.end());
    offsets.push_back(std::ssize(bytes));
  }
  return nb::make_tuple(new_vector(std::move(offsets)), new_vector(std::move(bytes)));
}

// (name, key, template, group) of everything at one token.
nb::list occurrences_at(const PyTokenPlan& plan, const PyTokenColumns& columns, Index token,
                        bool edges) {
  require(token >= 0 && token < columns.columns.n_tokens(), "there is no such token");
  const Range sentence = SentenceCursor().of(columns.columns, token);
  TokenPlan::Workspace work;
  with_view(plan, columns, edges, 1, [&](const TokenView& view, Threads& /*threads*/) {
    view.plan.block_keys(view.prepared, view.columns, sentence.first, sentence.last, token,
                         token + 1, edges, work);
  });
  nb::list out;
  std::string name;
  for (int t = 0; t < plan.plan.n_templates(edges); ++t) {
    const std::uint64_t key = work.keys[as_size(t)];
    if (key == 0) continue;
    name.clear();
    plan.plan.name(columns.columns, sentence.first, sentence.last, token, t, edges, name);
    out.append(nb::make_tuple(decoded(name), key, t, plan.plan.group(t, edges)));
  }
  return out;
}

// --- patterns ------------------------------------------------------------------------------------

// (the bytes that may stand at each place, "" or "?" or "*")
using PyPatternItem = std::tuple<std::vector<nb::bytes>, std::string>;

void make_pattern(TokenPattern* self, const std::vector<PyPatternItem>& items, bool from_begin,
                  bool to_end) {
  std::vector<PatternItem> native;
  for (const auto& [places, often] : items) {
    require(!places.empty(), "an item needs a byte");
    require(often.empty() || often == "?" || often == "*", "an item stands once, ? or *");
    PatternItem& item = native.emplace_back();
    for (const nb::bytes& place : places) {
      ByteSet& bytes = item.bytes.emplace_back();
      for (std::size_t i = 0; i < place.size(); ++i) {
        bytes.set(static_cast<unsigned char>(place.c_str()[i]));
      }
    }
    if (often == "?") item.often = HowOften::kPerhaps;
    if (often == "*") item.often = HowOften::kAnyNumber;
  }
  new (self) TokenPattern(native, from_begin, to_end);
}

std::optional<std::pair<std::size_t, std::size_t>> find_pattern(const TokenPattern& self,
                                                                const nb::bytes& token) {
  const auto found = self.find({token.c_str(), token.size()});
  if (found.first == TokenPattern::kNowhere) return std::nullopt;
  return found;
}

}  // namespace

void bind_token_features(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyTokenPlan>(m, "TokenPlan")
      .def(
          "__init__",
          [](PyTokenPlan* self, bool skip_beyond) {
            new (self) PyTokenPlan{TokenPlan(skip_beyond), {}};
          },
          "skip_beyond"_a)
      .def("add_lexicon", &add_lexicon, "name"_a, "words"_a, "classes"_a)
      .def("add_source", &add_source, "column"_a, "steps"_a)
      .def("add_template", &add_template, "atoms"_a, "pieces"_a, "is_edge"_a, "group"_a)
      .def(
          "n_templates",
          [](const PyTokenPlan& self, bool edges) { return self.plan.n_templates(edges); },
          "edges"_a);
  nb::class_<PyTokenColumns>(m, "TokenColumns")
      .def("__init__", &make_columns, "columns"_a, "offsets"_a);
  nb::class_<TokenPattern>(m, "TokenPattern")
      .def("__init__", &make_pattern, "items"_a, "from_begin"_a, "to_end"_a)
      .def("find", &find_pattern, "token"_a);
  m.def("fit_token_vocabulary", &fit_vocabulary, "plan"_a, "columns"_a, nb::kw_only(), "edges"_a,
        "min_counts"_a, "n_threads"_a, "progress"_a.none());
  m.def("token_rows", &make_rows, "plan"_a, "vocabulary"_a, "columns"_a, nb::kw_only(), "edges"_a,
        "n_threads"_a, "progress"_a.none());
  m.def("token_keys", &make_keys, "plan"_a, "columns"_a, nb::kw_only(), "edges"_a, "n_threads"_a);
  m.def("token_names", &names_of_keys, "plan"_a, "vocabulary"_a, "columns"_a, nb::kw_only(),
        "edges"_a);
  m.def("token_occurrences", &occurrences_at, "plan"_a, "columns"_a, "token"_a, nb::kw_only(),
        "edges"_a);
}

}  // namespace linguine::python
