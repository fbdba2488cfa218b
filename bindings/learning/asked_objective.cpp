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
class AskedObjective final : public Objective<float> {
 public:
  AskedObjective(nb::object evaluate, Index n_rows, Index stride, double total_weight)
      : Objective<float>(Examples{{0}, {0}, {total_weight}, {}}),
        evaluate_(std::move(evaluate)),
        n_rows_(n_rows),
        stride_(stride) {}
  ~AskedObjective() override {
    const nb::gil_scoped_acquire locked;
    evaluate_.reset();
  }

  Point<float> zero() const override {
    Point<float> point;
    point.coordinates.assign(as_size(n_rows_ * stride_), 0.0F);
    point.bias.assign(as_size(stride_), 0.0);
    return point;
  }

  // Keeps the gradient for `gradient_at`.
  double loss_along(const Point<float>& x, const Point<float>* d, double alpha,
                    double* slope) override {
    Point<float> at = x;
    if (d != nullptr) combine_at(x, *d, alpha, at);
    const double value = ask(at);
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

  void gradient_at(const Point<float>& x, Point<float>& g) override {
    const auto l2 = static_cast<float>(penalty().l2);
    for (std::size_t i = 0; i < g.coordinates.size(); ++i) {
      g.coordinates[i] = gradient_.coordinates[i] + l2 * x.coordinates[i];
    }
    for (std::size_t c = 0; c < g.bias.size(); ++c) {
      g.bias[c] = penalty().has_bias ? gradient_.bias[c] + penalty().bias_l2 * x.bias[c] : 0.0;
    }
  }

 private:
  static void combine_at(const Point<float>& x, const Point<float>& d, double alpha,
                         Point<float>& at) {
    for (std::size_t i = 0; i < at.coordinates.size(); ++i) {
      at.coordinates[i] = x.coordinates[i] + static_cast<float>(alpha) * d.coordinates[i];
    }
    for (std::size_t c = 0; c < at.bias.size(); ++c) at.bias[c] = x.bias[c] + alpha * d.bias[c];
  }

  double ask(const Point<float>& at) {
    const nb::gil_scoped_acquire locked;
    std::vector<float> bias(at.bias.begin(), at.bias.end());
    const nb::object found =
        evaluate_(new_table(at.coordinates, n_rows_, stride_), new_vector(std::move(bias)));
    const auto by_weights = nb::cast<Table<float>>(found[1]);
    const auto by_bias = nb::cast<Vector<float>>(found[2]);
    require(static_cast<Index>(by_weights.size()) == n_rows_ * stride_ &&
                static_cast<Index>(by_bias.size()) >= stride_,
            "a gradient must have the shape of the weights");
    gradient_ = zero();
    std::copy_n(by_weights.data(), by_weights.size(), gradient_.coordinates.begin());
    std::copy_n(by_bias.data(), stride_, gradient_.bias.begin());
    return nb::cast<double>(found[0]);
  }

  nb::object evaluate_;
  Index n_rows_;
  Index stride_;
  Point<float> gradient_;
};

auto minimise_asked(nb::object evaluate, const nb::object& weights, const nb::object& bias,
                    double total_weight, const BatchOptions& options, nb::object progress) {
  const auto n_rows = nb::cast<Index>(weights.attr("shape")[nb::int_(0)]);
  const auto stride = nb::cast<Index>(weights.attr("shape")[nb::int_(1)]);
  float* const theta = writable<float>(weights, {n_rows, stride}, "weights");
  float* const b = writable<float>(bias, {stride}, "bias");
  AskedObjective f(std::move(evaluate), n_rows, stride, total_weight);
  return as_tuple(unlocked(std::move(progress), [&](Monitor& monitor) {
    Threads threads(options.n_threads);
    f.use(threads, monitor);
    f.set_penalty(options.penalty);
    Point<float> x = f.zero();
    std::copy_n(theta, x.coordinates.size(), x.coordinates.begin());
    std::copy_n(b, x.bias.size(), x.bias.begin());
    const Solution found = minimise_from(f, x, options);
    std::copy(x.coordinates.begin(), x.coordinates.end(), theta);
    for (std::size_t c = 0; c < x.bias.size(); ++c) b[c] = static_cast<float>(x.bias[c]);
    return found;
  }));
}

}  // namespace

void bind_asked_learning(nb::module_& m) {
  using namespace nb::literals;
  m.def("minimise", &minimise_asked, "evaluate"_a, "weights"_a, "bias"_a, "total_weight"_a,
        "options"_a, "progress"_a.none());
}

}  // namespace linguine::python
