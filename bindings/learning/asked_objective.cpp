// Asked objective: a sum of losses that somebody else works out, piece by piece, wherever the
// pieces are; the batch solvers ask for its value and its gradient at a point.
#include <algorithm>
#include <tuple>

#include "bindings/handles.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/learning/solution.hpp"
#include "core/learning/batch/batch.hpp"

namespace linguine::python {

namespace {

// evaluate(weights, bias) -> (value, gradient by weights, gradient by bias), without a penalty.
template <class Real>
class AskedObjective final : public Objective<Real> {
 public:
  AskedObjective(nb::object evaluate, Index n_rows, Index stride, double total_weight)
      : Objective<Real>(Examples{{0}, {0}, {total_weight}, {}}),
        evaluate_(std::move(evaluate)),
        n_rows_(n_rows),
        stride_(stride) {}
  ~AskedObjective() override {
    const nb::gil_scoped_acquire locked;
    evaluate_.reset();
  }

  Point<Real> zero() const override {
    Point<Real> point;
    point.coordinates.assign(as_size(n_rows_ * stride_), Real(0));
    point.bias.assign(as_size(stride_), 0.0);
    return point;
  }

  // Keeps the gradient for `gradient_at`.
  double loss_along(const Point<Real>& x, const Point<Real>* d, double alpha,
                    double* slope) override {
    Point<Real> at = x;
    if (d != nullptr) combine_at(x, *d, alpha, at);
    const double value = ask(std::move(at));
    if (slope != nullptr && d != nullptr) {
      double along = 0;
      for (std::size_t i = 0; i < gradient_.coordinates.size(); ++i) {
        along +=
            static_cast<double>(gradient_.coordinates[i]) * static_cast<double>(d->coordinates[i]);
      }
      for (std::size_t c = 0; c < gradient_.bias.size(); ++c) {
        along += gradient_.bias[c] * d->bias[c];
      }
      *slope = along;
    }
    return value;
  }

  void gradient_at(const Point<Real>& x, Point<Real>& g) override {
    const auto l2 = static_cast<Real>(this->penalty().l2);
    for (std::size_t i = 0; i < g.coordinates.size(); ++i) {
      g.coordinates[i] = gradient_.coordinates[i] + l2 * x.coordinates[i];
    }
    for (std::size_t c = 0; c < g.bias.size(); ++c) {
      g.bias[c] =
          this->penalty().has_bias ? gradient_.bias[c] + this->penalty().bias_l2 * x.bias[c] : 0.0;
    }
  }

 private:
  static void combine_at(const Point<Real>& x, const Point<Real>& d, double alpha,
                         Point<Real>& at) {
    for (std::size_t i = 0; i < at.coordinates.size(); ++i) {
      at.coordinates[i] = x.coordinates[i] + static_cast<Real>(alpha) * d.coordinates[i];
    }
    for (std::size_t c = 0; c < at.bias.size(); ++c) at.bias[c] = x.bias[c] + alpha * d.bias[c];
  }

  double ask(Point<Real> at) {
    const nb::gil_scoped_acquire locked;
    std::vector<Real> bias(at.bias.begin(), at.bias.end());
    const nb::object found = evaluate_(new_table(std::move(at.coordinates), n_rows_, stride_),
                                       new_vector(std::move(bias)));
    const auto by_weights = nb::cast<Table<Real>>(found[1]);
    const auto by_bias = nb::cast<Vector<Real>>(found[2]);
    require(static_cast<Index>(by_weights.size()) == n_rows_ * stride_ &&
                static_cast<Index>(by_bias.size()) >= stride_,
            "a gradient must have the shape of the weights");
    gradient_.coordinates.assign(by_weights.data(), by_weights.data() + by_weights.size());
    gradient_.bias.assign(by_bias.data(), by_bias.data() + stride_);
    return nb::cast<double>(found[0]);
  }

  nb::object evaluate_;
  Index n_rows_;
  Index stride_;
  Point<Real> gradient_;
};

template <class Real>
auto minimise_asked_in(nb::object evaluate, const nb::object& weights, const nb::object& bias,
                       double total_weight, const BatchOptions& options, nb::object progress) {
  const auto n_rows = nb::cast<Index>(weights.attr("shape")[nb::int_(0)]);
  const auto stride = nb::cast<Index>(weights.attr("shape")[nb::int_(1)]);
  Real* const theta = writable<Real>(weights, {n_rows, stride}, "weights");
  Real* const b = writable<Real>(bias, {stride}, "bias");
  AskedObjective<Real> f(std::move(evaluate), n_rows, stride, total_weight);
  return as_tuple(unlocked(std::move(progress), [&](Monitor& monitor) {
    Threads threads(options.n_threads);
    f.use(threads, monitor);
    f.set_penalty(options.penalty);
    Point<Real> x = f.zero();
    std::copy_n(theta, x.coordinates.size(), x.coordinates.begin());
    std::copy_n(b, x.bias.size(), x.bias.begin());
    const Solution found = minimise_from(f, x, options);
    std::copy(x.coordinates.begin(), x.coordinates.end(), theta);
    for (std::size_t c = 0; c < x.bias.size(); ++c) b[c] = static_cast<Real>(x.bias[c]);
    return found;
  }));
}

// In the precision of the weights.
auto minimise_asked(nb::object evaluate, const nb::object& weights, const nb::object& bias,
                    double total_weight, const BatchOptions& options, nb::object progress) {
  const bool is_single = nb::isinstance<Table<float>>(weights);
  const auto minimise = is_single ? &minimise_asked_in<float> : &minimise_asked_in<double>;
  return minimise(std::move(evaluate), weights, bias, total_weight, options, std::move(progress));
}

}  // namespace

void bind_asked_learning(nb::module_& m) {
  using namespace nb::literals;
  m.def("minimise", &minimise_asked, "evaluate"_a, "weights"_a, "bias"_a, "total_weight"_a,
        "options"_a, "progress"_a.none());
}

}  // namespace linguine::python
