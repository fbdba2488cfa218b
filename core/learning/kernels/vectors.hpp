// Kernels of vectors: a function of x.x' and of the lengths of both.
//
//   linear      x.x'
//   polynomial  (x.x' + offset)^degree
//   Gaussian    exp(-gamma |x - x'|^2), |x - x'|^2 = x.x + x'.x' - 2 x.x'; gamma = 1 / (2 sigma^2)
//   cost        that of the product (products.hpp), and about ten operations for an exponential
//   exact       the Gaussian of a point with itself is 1; differences that rounding makes negative
//               count as 0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/matrix/blocks.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/learning/kernels/kernel.hpp"

namespace linguine {

LINGUINE_MULTIVERSION inline void raise_all(double* cells, Index n, double offset, int degree) {
  for (Index j = 0; j < n; j += 8) {
    double eight[8] = {};
    const Index count = std::min<Index>(8, n - j);
    for (Index k = 0; k < count; ++k) eight[k] = cells[j + k] + offset;
    Block<double, 8> base = *block_at<8>(eight);
    Block<double, 8> power = base - base + 1.0;
    for (int left = degree; left > 0; left >>= 1) {
      if (left % 2 == 1) power *= base;
      base *= base;
    }
    *block_at<8>(eight) = power;
    std::copy_n(eight, count, cells + j);
  }
}

LINGUINE_MULTIVERSION inline void bell_all(double* cells, Index n, double length,
                                           const double* lengths, double gamma) {
  for (Index j = 0; j < n; ++j) {
    const double square = (length + lengths[j]) - 2 * cells[j];
    cells[j] = exp_of(-gamma * (square > 0 ? square : 0));
  }
}

struct Linear {
  void apply(double*, Index, double, const double*) const {}
  static constexpr bool kIsOneOnDiagonal = false;
};

struct PolynomialOf {
  int degree;
  double offset;
  static constexpr bool kIsOneOnDiagonal = false;
  void apply(double* cells, Index n, double, const double*) const {
    raise_all(cells, n, offset, degree);
  }
};

struct GaussianOf {
  double gamma;
  static constexpr bool kIsOneOnDiagonal = true;
  void apply(double* cells, Index n, double length, const double* lengths) const {
    bell_all(cells, n, length, lengths, gamma);
  }
};

template <Kernel Products, class Form>
class VectorKernel {
 public:
  using Work = typename Products::Work;

  VectorKernel(Products products, Form form)
      : products_(std::move(products)), form_(form), lengths_(as_size(products_.size())) {
    if constexpr (Form::kIsOneOnDiagonal) {
      Work work;
      for (Index i = 0; i < size(); ++i) {
        products_.fill({i, i + 1, i, i + 1, &lengths_[as_size(i)], 1}, work);
      }
    }
  }

  Index size() const { return products_.size(); }
  double n_operations() const { return products_.n_operations() + 10; }

  void fill(const Rectangle& where, Work& work) const {
    products_.fill(where, work);
    for (Index i = where.first; i < where.last; ++i) {
      form_.apply(where.row(i), where.width(), lengths_[as_size(i)], lengths_.data() + where.begin);
      if constexpr (Form::kIsOneOnDiagonal) {
        if (i >= where.begin && i < where.end) where.row(i)[i - where.begin] = 1;
      }
    }
  }

 private:
  Products products_;
  Form form_;
  std::vector<double> lengths_;  // [size] x.x, for forms that ask for it
};

}  // namespace linguine
