// Brackets: trees of files become codes and spans.
#include "core/data/brackets.hpp"

#include <utility>

#include "bindings/data/texts.hpp"
#include "bindings/handles.hpp"
#include "core/base/named.hpp"

namespace linguine::python {

namespace {

constexpr Named<BracketFault> kBracketFaults[] = {
    {"outside", BracketFault::kOutside},      {"not-opened", BracketFault::kNotOpened},
    {"not-closed", BracketFault::kNotClosed}, {"no-label", BracketFault::kNoLabel},
    {"hollow", BracketFault::kHollow},        {"no-tag", BracketFault::kNoTag},
    {"two-words", BracketFault::kTwoWords}};

nb::tuple parse_brackets(const Bytes& data, bool function_tags, bool empty, Index first_line,
                         bool is_last) {
  const BracketDialect dialect{function_tags, empty};
  BracketTable table =
      unlocked([&] { return BracketReader(view_of(data), dialect, first_line, is_last).read(); });
  nb::object fault = nb::none();
  if (table.fault != BracketFault::kNone) {
    const nb::bytes text(table.fault_text.data(), table.fault_text.size());
    fault = nb::make_tuple(name_of(kBracketFaults, table.fault), table.fault_line, table.tree_line,
                           text);
  }
  const auto column = [&](std::vector<std::int32_t> codes, std::vector<std::string_view> values) {
    return nb::make_tuple(new_vector(std::move(codes)), Texts{std::move(values), {nb::cast(data)}});
  };
  return nb::make_tuple(column(std::move(table.words), std::move(table.word_values)),
                        column(std::move(table.tags), std::move(table.tag_values)),
                        column(std::move(table.labels), std::move(table.label_values)),
                        new_vector(std::move(table.first)), new_vector(std::move(table.last)),
                        new_vector(std::move(table.token_offsets)),
                        new_vector(std::move(table.node_offsets)),
                        new_vector(std::move(table.lines)), table.consumed, table.next_line, fault);
}

}  // namespace

void bind_brackets(nb::module_& m) {
  using namespace nb::literals;
  m.def("parse_brackets", &parse_brackets, "data"_a, nb::kw_only(), "function_tags"_a, "empty"_a,
        "first_line"_a, "is_last"_a);
}

}  // namespace linguine::python
