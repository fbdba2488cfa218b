// Python structure: a structure that a user wrote. It is asked with the GIL held, over NumPy tables,
// and every loss and learner sees it as any other structure.
//
//   set       the user's
//   parts     [n_sites][stride] the labels of sites, then [n_structural][stride] weights of the
//             structure's own
//   output    a label for each site; -1: the site is not part of it
//   asked     an object of linguine.inference.asked.Asked, which has checked the user's answers
//   cost      a call of Python for every question; the slow path that works
//   exact     as exact as the user's class; the same bits for any number of threads
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "core/base/matrix/blocks.hpp"
#include "core/inference/structure.hpp"

namespace linguine::python {

class PythonStructure : public PlainParts {
 public:
  struct Workspace {
    const double* scores = nullptr;
    Index n = 0;
  };

  PythonStructure(nb::object asked, Label n_labels, Index n_structural)
      : asked_(std::make_shared<Held>(std::move(asked))),
        n_labels_(n_labels),
        n_structural_(n_structural) {}

  Label n_columns() const { return n_labels_; }
  Index part_width() const { return stride_of(n_labels_); }
  Index n_structural() const { return n_structural_; }
  void look(const double* scores, Index n, Workspace& work) const { work = {scores, n}; }

  template <View kView>
  double best(Workspace& work, std::span<const Label> gold, Label* y) const {
    const nb::gil_scoped_acquire locked;
    const nb::object found = ask("argmax", sites<kView>(work, gold), structural(work));
    const auto output = nb::cast<Vector<Label>>(found);
    std::copy_n(output.data(), work.n, y);
    const std::span<const Label> chosen(y, static_cast<std::size_t>(work.n));
    return score(work, chosen) + (kView == View::kCostly ? cost(gold, chosen) : 0.0);
  }
  template <View kView>
  double log_partition(Workspace& work, std::span<const Label> gold, double weight,
                       Table table) const {
    const nb::gil_scoped_acquire locked;
    const nb::object found = ask("marginals", sites<kView>(work, gold), structural(work));
    add_shares(found[1], weight, table);
    add_shares(found[2], weight, table + work.n * part_width());
    return nb::cast<double>(found[0]);
  }
  void k_best(Workspace& work, Index k, std::vector<std::vector<Label>>& outputs,
              std::vector<double>& values) const {
    const nb::gil_scoped_acquire locked;
    outputs.clear();
    values.clear();
    for (const nb::handle each :
         ask("k_best", sites<View::kAsIs>(work, {}), structural(work), nb::int_(k))) {
      outputs.push_back(copy_of(nb::cast<Vector<Label>>(each)));
      values.push_back(score(work, outputs.back()));
    }
  }
  double cost(std::span<const Label> gold, std::span<const Label> y) const {
    const nb::gil_scoped_acquire locked;
    const auto costs = nb::cast<python::Table<double>>(ask("cost", labels(gold)));
    double sum = 0;
    for (std::size_t t = 0; t < y.size(); ++t) {
      if (y[t] >= 0) sum += costs.data()[static_cast<Index>(t) * n_labels_ + y[t]];
    }
    return sum;
  }
  double score(const Workspace& work, std::span<const Label> y) const {
    double sum = 0;
    for_each_part(y, [&](Index part, double count) { sum += count * work.scores[part]; });
    return sum;
  }
  void add_output(const Workspace&, std::span<const Label> y, double weight, Table table) const {
    for_each_part(y, [&](Index part, double count) { table[part] += weight * count; });
  }

 private:
  // Copied and let go by threads that do not hold the GIL.
  struct Held {
    explicit Held(nb::object given) : object(std::move(given)) {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
      const nb::gil_scoped_acquire locked;
      object.reset();
    }
    nb::object object;
  };

  template <class... Arguments>
  nb::object ask(const char* question, Arguments&&... arguments) const {
    return asked_->object.attr(question)(std::forward<Arguments>(arguments)...);
  }
  static nb::object labels(std::span<const Label> y) {
    return new_vector(std::vector<Label>(y.begin(), y.end()));
  }

  // Rows of `part_width` cells become rows of `n_labels`.
  std::unique_ptr<double[]> unpadded(const double* rows, Index n_rows) const {
    auto cells = std::make_unique<double[]>(static_cast<std::size_t>(n_rows * n_labels_));
    for (Index r = 0; r < n_rows; ++r) {
      std::copy_n(rows + r * part_width(), n_labels_, cells.get() + r * n_labels_);
    }
    return cells;
  }
  template <View kView>
  nb::object sites(const Workspace& work, std::span<const Label> gold) const {
    static_assert(kView != View::kAgreeing, "gold is known");
    auto cells = unpadded(work.scores, work.n);
    if constexpr (kView == View::kCostly) {
      const auto costs = nb::cast<python::Table<double>>(ask("cost", labels(gold)));
      for (std::size_t i = 0; i < costs.size(); ++i) cells[i] += costs.data()[i];
    }
    return nb::cast(new_table<double>(std::move(cells), work.n, n_labels_));
  }
  nb::object structural(const Workspace& work) const {
    auto cells = unpadded(work.scores + work.n * part_width(), n_structural_);
    return nb::cast(new_table<double>(std::move(cells), n_structural_, n_labels_));
  }
  void add_shares(const nb::object& found, double weight, double* table) const {
    const auto shares = nb::cast<python::Table<double>>(found);
    for (Index r = 0; r < static_cast<Index>(shares.shape(0)); ++r) {
      for (Label y = 0; y < n_labels_; ++y) {
        table[r * part_width() + y] += weight * shares.data()[r * n_labels_ + y];
      }
    }
  }
  // Calls use(part, count) for all parts of an output.
  template <class Use>
  void for_each_part(std::span<const Label> y, const Use& use) const {
    const auto n = static_cast<Index>(y.size());
    for (Index t = 0; t < n; ++t) {
      const Label label = y[static_cast<std::size_t>(t)];
      if (label >= 0) use(t * part_width() + label, 1.0);
    }
    if (n_structural_ == 0) return;
    const nb::gil_scoped_acquire locked;
    const auto counts = nb::cast<python::Table<double>>(ask("parts", labels(y)));
    for (Index r = 0; r < n_structural_; ++r) {
      for (Label label = 0; label < n_labels_; ++label) {
        const double count = counts.data()[r * n_labels_ + label];
        if (count != 0) use((n + r) * part_width() + label, count);
      }
    }
  }

  std::shared_ptr<const Held> asked_;
  Label n_labels_;
  Index n_structural_;
};
static_assert(HasSums<PythonStructure> && HasKBest<PythonStructure>);

}  // namespace linguine::python
