// Options of learners: structs whose fields Python sets by name.
#pragma once

#include <string>

#include "bindings/arrays.hpp"
#include "core/base/named.hpp"
#include "core/learning/batch/objective.hpp"

namespace linguine::python {

// A row for every option: a field, a field of a part, or a choice by name.
template <class Options>
class OptionTable {
 public:
  OptionTable(nb::module_& m, const char* name) : class_(m, name) { class_.def(nb::init<>()); }

  template <class Value>
  OptionTable& row(const char* name, Value Options::* field) {
    class_.def_rw(name, field);
    return *this;
  }
  template <class Part, class Value>
  OptionTable& row(const char* name, Part Options::* part, Value Part::* field) {
    class_.def_prop_rw(
        name, [=](const Options& self) { return self.*part.*field; },
        [=](Options& self, Value value) { self.*part.*field = value; });
    return *this;
  }
  template <class Choice, std::size_t kSize, class Place>
  OptionTable& choice(const char* name, const Named<Choice> (&table)[kSize], const char* what,
                      const Place& place) {
    class_.def_prop_rw(
        name, [&table, place](Options& self) { return name_of(table, place(self)); },
        [&table, place, what](Options& self, const std::string& chosen) {
          place(self) = choice_of(table, chosen, what);
        });
    return *this;
  }
  OptionTable& penalty(Penalty Options::* part) {
    return row("l2", part, &Penalty::l2)
        .row("bias_l2", part, &Penalty::bias_l2)
        .row("has_bias", part, &Penalty::has_bias);
  }

 private:
  nb::class_<Options> class_;
};

}  // namespace linguine::python
