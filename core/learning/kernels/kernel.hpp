// Kernel: how similar two items are, without their features being written down.
//
//   set       n items; those of a second set, if there is one, follow those of the first
//   score     K(i, j) = phi(i).phi(j) for some features phi, so that K is symmetric and positive
//             semi-definite
//   contract  `fill` writes a rectangle of K and nothing else; its bits depend on the rectangle
//             alone. K(i, j) and K(j, i) agree to rounding, and exactly where half is computed
//             (gram.hpp)
//   cost      one call of a std::function for each rectangle
#pragma once

#include <cmath>
#include <concepts>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/base/types.hpp"

namespace linguine {

// Rows first..last-1 and columns begin..end-1 of K; out[(i - first) stride + (j - begin)].
struct Rectangle {
  Index first;
  Index last;
  Index begin;
  Index end;
  double* out;
  Index stride;

  double* row(Index i) const { return out + (i - first) * stride; }
  Index width() const { return end - begin; }
};

template <class K>
concept Kernel = requires(const K& kernel, const Rectangle& where, typename K::Work& work) {
  { kernel.size() } -> std::convertible_to<Index>;
  // Multiplications of a cell, about: how much is worth a thread, or a look at Ctrl-C.
  { kernel.n_operations() } -> std::convertible_to<double>;
  kernel.fill(where, work);
};

// Any kernel behind one type. Each thread makes itself a filler, which owns its workspace.
struct Items {
  using Fill = std::function<void(const Rectangle&)>;

  Index size = 0;
  double n_operations = 1;
  std::function<Fill()> make_fill;

  template <Kernel K>
  static Items of(std::shared_ptr<const K> kernel) {
    const auto make_fill = [kernel]() -> Fill {
      const auto work = std::make_shared<typename K::Work>();
      return [kernel, work](const Rectangle& where) { kernel->fill(where, *work); };
    };
    return {kernel->size(), kernel->n_operations(), make_fill};
  }
};

// K(i, j) / sqrt(K(i, i) K(j, j)): the cosine of the angle between phi(i) and phi(j). An item
// without features is like nothing, itself included.
template <Kernel K>
class Normalized {
 public:
  using Work = typename K::Work;

  // `diagonal` [size]: K(i, i) of the kernel as it is.
  Normalized(std::shared_ptr<const K> kernel, const std::vector<double>& diagonal)
      : kernel_(std::move(kernel)), factors_(diagonal.size()) {
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
      factors_[i] = diagonal[i] > 0 ? 1 / std::sqrt(diagonal[i]) : 0;
    }
  }

  Index size() const { return kernel_->size(); }
  double n_operations() const { return kernel_->n_operations(); }

  void fill(const Rectangle& where, Work& work) const {
    kernel_->fill(where, work);
    for (Index i = where.first; i < where.last; ++i) {
      double* const row = where.row(i);
      for (Index j = where.begin; j < where.end; ++j) {
        // The two factors first: K(i, j) and K(j, i) are then rounded alike.
        row[j - where.begin] *= factors_[as_size(i)] * factors_[as_size(j)];
      }
      if (i >= where.begin && i < where.end && factors_[as_size(i)] > 0) row[i - where.begin] = 1;
    }
  }

 private:
  std::shared_ptr<const K> kernel_;
  std::vector<double> factors_;  // [size] 1 / sqrt(K(i, i)), or 0
};

// A matrix that somebody else has computed.
template <class Real>
class GramTable {
 public:
  struct Work {};

  GramTable(const Real* cells, Index size) : cells_(cells), size_(size) {}

  Index size() const { return size_; }
  double n_operations() const { return 1; }
  void fill(const Rectangle& where, Work&) const {
    for (Index i = where.first; i < where.last; ++i) {
      const Real* const from = cells_ + i * size_;
      for (Index j = where.begin; j < where.end; ++j) {
        where.row(i)[j - where.begin] = static_cast<double>(from[j]);
      }
    }
  }

 private:
  const Real* cells_;  // [size][size]
  Index size_;
};

}  // namespace linguine
