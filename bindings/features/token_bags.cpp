// Token bags: features of tokens as python-crfsuite takes them, read in one pass.
//
//   dict      {"w": "cat"} is w:cat, {"n": 0.5} is n with a value, True is 1, False is left out;
//             {"a": {"b": 1}} is a:b, {"a": ["b", "c"]} are a:b and a:c
//   others    a list, tuple or set of str: every one is 1
#include <cmath>
#include <string>

#include "bindings/features/feature_arrays.hpp"
#include "bindings/handles.hpp"
#include "core/features/token/bags.hpp"

namespace linguine::python {

namespace {

struct TokenPlace {
  std::int64_t sentence;
  std::int64_t token;
};

// Calls use(name, value) for all features of a token.
template <class Use>
class TokenWalk {
 public:
  TokenWalk(const TokenPlace& place, const Use& use) : place_(place), use_(use) {}

  void read(nb::handle token) {
    if (PyUnicode_Check(token.ptr()) || PyBytes_Check(token.ptr())) {
      complain("must be a dict or a list of str", token, "Give ['name'], not 'name'");
    }
    walk(token, 0);
  }

 private:
  static constexpr int kDeepest = 32;

  void walk(nb::handle features, int depth) {
    if (depth > kDeepest) {
      complain("must not be nested more than 32 times", features, "Make them flatter");
    }
    if (PyDict_Check(features.ptr())) {
      PyObject* key = nullptr;
      PyObject* value = nullptr;
      Py_ssize_t at = 0;
      while (PyDict_Next(features.ptr(), &at, &key, &value) != 0) {
        // Held, because a value's own code may change the dict.
        const nb::object held_key = nb::borrow(key);
        const nb::object held_value = nb::borrow(value);
        const std::size_t before = name_.size();
        name_ += name_of(held_key);
        add(held_value, depth);
        name_.resize(before);
      }
      return;
    }
    PyObject* items = PyObject_GetIter(features.ptr());
    if (items == nullptr) {
      PyErr_Clear();
      complain("must be a dict or a list of str", features, "Give {'name': value} or ['name']");
    }
    const nb::object iterator = nb::steal(items);
    while (PyObject* next = PyIter_Next(items)) {
      const nb::object item = nb::steal(next);
      if (name_.empty()) {  // the name as it is, without a copy
        use_(name_of(item), 1.0F);
        continue;
      }
      const std::size_t before = name_.size();
      name_ += name_of(item);
      use_(name_, 1.0F);
      name_.resize(before);
    }
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
  }

  // A value of the feature whose name is at hand.
  void add(nb::handle value, int depth) {
    PyObject* object = value.ptr();
    if (PyUnicode_Check(object) || PyBytes_Check(object)) {
      name_ += ':';
      name_ += name_of(value);
      use_(name_, 1.0F);
    } else if (PyDict_Check(object) || PyList_Check(object) || PyAnySet_Check(object) ||
               PyTuple_Check(object)) {
      name_ += ':';
      walk(value, depth + 1);
    } else {
      use_(name_, number(value));
    }
  }
  float number(nb::handle value) {
    if (value.ptr() == Py_True) return 1.0F;
    const double found = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      complain("must have str, bool, a number, or a dict or list of these as values", value,
               "Use str(...), or leave the feature out");
    }
    const auto narrow = static_cast<float>(found);
    if (!std::isfinite(narrow)) {
      complain("must have finite numbers as values", value, "Leave the feature out");
    }
    return narrow;
  }
  std::string_view name_of(nb::handle text) {
    const std::optional<std::string_view> found = text_of(text);
    if (!found) complain("must be named by str", text, "Use str(...)");
    return *found;
  }

  [[noreturn]] void complain(const char* rule, nb::handle got, const char* fix) {
    const std::string where = name_.empty() ? "" : " at '" + name_ + "'";
    throw nb::type_error(("The features of a token " + std::string(rule) + "; token " +
                          std::to_string(place_.token) + " of sentence " +
                          std::to_string(place_.sentence) + " has " + name_of_type(got) + where +
                          ". " + fix + ".")
                             .c_str());
  }

  const TokenPlace& place_;
  const Use& use_;
  std::string name_;
};

// Reads all sentences; returns their borders.
std::vector<std::int64_t> read_all(const nb::iterable& sentences, BagReader& reader) {
  std::vector<std::int64_t> offsets{0};
  const auto use = [&](std::string_view name, float value) { reader.add(name, value); };
  TokenPlace place{0, 0};
  TokenWalk walk(place, use);
  for (nb::handle sentence : sentences) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (PyUnicode_Check(sentence.ptr()) || PyDict_Check(sentence.ptr()) ||
        !nb::isinstance<nb::iterable>(sentence)) {
      throw nb::type_error(("A sentence must be a list of tokens, each a dict or a list of str; "
                            "sentence " +
                            std::to_string(place.sentence) +
                            " is not. Put brackets around the tokens of a sentence.")
                               .c_str());
    }
    for (nb::handle token : nb::borrow<nb::iterable>(sentence)) {
      walk.read(token);
      reader.end_row();
      ++place.token;
    }
    offsets.push_back(offsets.back() + place.token);
    place = {place.sentence + 1, 0};
  }
  return offsets;
}

nb::tuple fit_bags(const nb::iterable& sentences, Index min_count) {
  BagReader reader;
  std::vector<std::int64_t> offsets = read_all(sentences, reader);
  BuiltVocabulary built = unlocked([&] { return std::move(reader).build(min_count); });
  nb::tuple rows = new_token_rows(std::move(built.rows));
  return nb::make_tuple(new_vocabulary(std::move(built), std::move(rows)),
                        new_vector(std::move(offsets)));
}

nb::tuple rows_of_bags(const PyVocabulary& vocabulary, const nb::iterable& sentences) {
  BagReader reader(&vocabulary.lines());
  std::vector<std::int64_t> offsets = read_all(sentences, reader);
  return nb::make_tuple(new_token_rows(std::move(reader).rows()), new_vector(std::move(offsets)));
}

// (name, key, value) of everything in one token's bag.
nb::list features_of_bag(nb::handle token) {
  nb::list out;
  const TokenPlace place{0, 0};
  const auto use = [&](std::string_view name, float value) {
    out.append(nb::make_tuple(decoded(name), name_key(name), value));
  };
  TokenWalk(place, use).read(token);
  return out;
}

}  // namespace

void bind_token_bags(nb::module_& m) {
  using namespace nb::literals;
  m.def("fit_token_bags", &fit_bags, "sentences"_a, nb::kw_only(), "min_count"_a);
  m.def("token_bag_rows", &rows_of_bags, "vocabulary"_a, "sentences"_a);
  m.def("token_bag", &features_of_bag, "token"_a);
}

}  // namespace linguine::python
