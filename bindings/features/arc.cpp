// Arc features: templates over head and modifier, and which arcs are looked at.
#include "bindings/features/arc.hpp"

#include <cstdlib>
#include <map>
#include <tuple>

#include "core/base/named.hpp"
#include "core/features/arc/names.hpp"

namespace linguine::python {

namespace {

constexpr int kFarthest = 1000;

int add_source(PyArcFeatures& self, int column, const std::vector<PyStep>& steps) {
  require(column >= 0, "a column must not be negative");
  return self.features.plan.sources.add(column, form_of(steps, {}));
}

void check_source(const PyArcFeatures& self, int source) {
  require(source >= 0 && as_size(source) < self.features.plan.sources.size(),
          "a source is missing");
}

constexpr Named<ArcExtra> kExtras[] = {{"", ArcExtra::kNone},
                                       {"between", ArcExtra::kBetween},
                                       {"count", ArcExtra::kCount},
                                       {"distance", ArcExtra::kDistance}};
constexpr Named<ArcEnd> kEnds[] = {
    {"h", ArcEnd::kHead}, {"m", ArcEnd::kModifier}, {"s", ArcEnd::kSibling}};
constexpr Named<ArcPlan::Kind> kKinds[] = {
    {"shared", ArcPlan::kShared}, {"relation", ArcPlan::kRelation}, {"sibling", ArcPlan::kSibling}};

// An atom is (end, source, offset).
void add_template(PyArcFeatures& self, const std::string& kind_name,
                  const std::vector<std::tuple<std::string, int, int>>& atoms,
                  const std::string& extra, int source, const std::string& text) {
  const ArcPlan::Kind place = choice_of(kKinds, kind_name, "kind of template");
  std::vector<ArcAtom> native;
  for (const auto& [end, from, offset] : atoms) {
    check_source(self, from);
    require(offset >= -kFarthest && offset <= kFarthest, "an offset is too far away");
    native.push_back({choice_of(kEnds, end, "end of an arc"), from, offset});
    require(native.back().end != ArcEnd::kSibling || place == ArcPlan::kSibling,
            "only sibling templates look at siblings");
  }
  const ArcExtra kind = choice_of(kExtras, extra, "extra");
  require(kind == ArcExtra::kNone || place != ArcPlan::kSibling, "siblings have no extras");
  if (kind == ArcExtra::kBetween || kind == ArcExtra::kCount) check_source(self, source);
  self.features.plan.add_template(place, std::move(native), kind, source, text);
}

void set_bits(PyArcFeatures& self, int shared, int relation) {
  require(shared >= 4 && shared <= 30 && relation >= 4 && relation <= 24,
          "bits must be 4..30 for shared weights and 4..24 for rows by relation");
  self.features.bits = {shared, relation};
}

void set_filter(PyArcFeatures& self, int source, const Vector<std::uint64_t>& classes,
                const Vector<std::int32_t>& farthest) {
  check_source(self, source);
  require(farthest.size() == 2 * classes.size() * classes.size(),
          "farthest must have two numbers for each pair of classes");
  self.features.filter =
      ArcFilter({classes.data(), classes.size()}, {farthest.data(), farthest.size()});
  self.features.filter_source = source;
}

// The longest arc between words of every two classes: (classes, farthest); no classes if a source
// has too many values to be one of tags.
auto measure_filter(const PyArcFeatures& self, int source, const PyTokenColumns& columns,
                    const Vector<std::int32_t>& heads) {
  constexpr std::size_t kMostClasses = 256;
  check_source(self, source);
  self.check(columns);
  const TokenColumns& all = columns.columns;
  require(std::ssize(heads) == all.n_tokens(), "a head is needed for each token");
  Threads threads(1);
  const TokenSources::Prepared prepared = self.features.plan.sources.prepare(all, threads);
  const auto& hashes = prepared.hashes[as_size(source)];
  const TokenColumn& column = self.features.plan.sources.column_of(all, as_size(source));
  const auto class_of = [&](Index token) { return hashes[as_size(column.codes[as_size(token)])]; };
  std::map<std::uint64_t, std::size_t> ids;
  for (Index i = 0; i < all.n_tokens(); ++i) ids.emplace(class_of(i), 0);
  if (ids.size() > kMostClasses) ids.clear();
  std::vector<std::uint64_t> classes;
  for (auto& [hash, id] : ids) {
    id = classes.size();
    classes.push_back(hash);
  }
  const std::size_t n = classes.size();
  std::vector<std::int32_t> farthest(2 * n * n, 0);
  for (Index s = 0; n > 0 && s < all.n_sentences(); ++s) {
    const Index first = all.offsets[as_size(s)];
    const Index last = all.offsets[as_size(s) + 1];
    for (Index token = first; token < last; ++token) {
      const Index head = heads.data()[token];
      require(head >= 0 && head <= last - first, "a head is out of range");
      if (head == 0) continue;
      const Index from = first + head - 1;
      const std::size_t pair = ids.at(class_of(from)) * n + ids.at(class_of(token));
      std::int32_t& longest = farthest[2 * pair + (from < token)];
      longest = std::max(longest, static_cast<std::int32_t>(std::abs(from - token)));
    }
  }
  return std::make_tuple(new_vector(std::move(classes)), new_vector(std::move(farthest)));
}

// (kind, template, name, cell or row) of two ends, which are one for a word that is a span.
nb::list name_ends(const PyArcFeatures& self, const PyTokenColumns& columns, Index sentence,
                   Index head, Index modifier, Index sibling) {
  self.check(columns);
  const TokenColumns& all = columns.columns;
  require(sentence >= 0 && sentence < all.n_sentences(), "there is no such sentence");
  const Index first = all.offsets[as_size(sentence)];
  const Index last = all.offsets[as_size(sentence) + 1];
  require(head >= 0 && head <= last - first && modifier >= 1 && modifier <= last - first,
          "there is no such arc");
  require(sibling >= -1 && sibling <= last - first && (sibling <= 0 || sibling != modifier),
          "there is no such sibling");
  Threads threads(1);
  const TokenSources::Prepared prepared = self.features.plan.sources.prepare(all, threads);
  nb::list out;
  for (const NamedArcFeature& each :
       name_arc(self.features, prepared, all, first, last, head, modifier, sibling)) {
    out.append(nb::make_tuple(name_of(kKinds, each.kind), each.template_index, decoded(each.name),
                              each.place));
  }
  return out;
}

// What an arc is made of. `sibling` -1: the arc alone.
nb::list features_of(const PyArcFeatures& self, const PyTokenColumns& columns, Index sentence,
                     Index head, Index modifier, Index sibling) {
  require(head != modifier, "there is no such arc");
  return name_ends(self, columns, sentence, head, modifier, sibling);
}

// What a span is made of (core/features/span), words first..last.
nb::list features_of_span(const PyArcFeatures& self, const PyTokenColumns& columns, Index sentence,
                          Index first, Index last) {
  require(first >= 1 && first <= last, "there is no such span");
  return name_ends(self, columns, sentence, first, last, -1);
}

}  // namespace

void bind_arcs(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<PyArcFeatures>(m, "ArcFeatures")
      .def(nb::init<>())
      .def("add_source", &add_source, "column"_a, "steps"_a)
      .def("add_template", &add_template, "kind"_a, "atoms"_a, "extra"_a, "source"_a, "text"_a)
      .def("set_bits", &set_bits, "shared"_a, "relation"_a)
      .def("set_filter", &set_filter, "source"_a, "classes"_a, "farthest"_a)
      .def("measure_filter", &measure_filter, "source"_a, "columns"_a, "heads"_a)
      .def("features_of", &features_of, "columns"_a, "sentence"_a, "head"_a, "modifier"_a,
           "sibling"_a)
      .def("features_of_span", &features_of_span, "columns"_a, "sentence"_a, "first"_a, "last"_a);
}

}  // namespace linguine::python
