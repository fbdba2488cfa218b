// Online: one epoch loop for every rule, every loss and every structure.
//
//   per step  score a mini-batch with the weights as they are; ask the oracle; move the weights
//   penalty   a step sees 1/n of it: theta <- (1 - eta l2/n) theta - eta w g, then soft(theta, eta
//   l1/n) stops     after `epochs`; when the averaged weights changed by less than `tolerance`
//   (Euclidean norm)
//             over an epoch [Eisenstein2018, 2.2.2]; or when held-out accuracy has not risen for
//             `patience` epochs, and then the best epoch's weights are kept
//   exact     sequential, seeded shuffling: the same bits on every run
#pragma once

#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/monitor.hpp"
#include "core/base/random.hpp"
#include "core/learning/adagrad_weights.hpp"
#include "core/learning/online_weights.hpp"
#include "core/learning/problem.hpp"
#include "core/learning/slot_layout.hpp"
#include "core/learning/snapshot.hpp"
#include "core/learning/step_rules.hpp"

namespace linguine {

struct OnlineOptions {
  StepOptions step;
  Index epochs = 10;
  Index batch_size = 1;
  bool shuffle = true;
  bool has_bias = true;
  double bias_scale = 1;  // the bias is the weight of a constant feature of this size
  double tolerance = -1;  // negative: off
  Index patience = 3;
  std::uint64_t seed = 0;

  double squared_bias_scale() const { return has_bias ? bias_scale * bias_scale : 0.0; }
};

struct OnlineResult {
  Index n_epochs = 0;
  std::string stopped_because = "epochs";
  std::vector<double> history;  // mean loss per epoch
};

// How long a step is in weights depends on the features of the example.
template <class Real, class Layout, class Use>
double with_space(const Problem<Real>& problem, const Layout& layout, const Example& example,
                  const OnlineOptions& options, const Use& use) {
  if (problem.examples.n_sites.empty()) {
    return use(SingleSiteSpace(problem.sites->squared_norm(example.first_row) +
                               options.squared_bias_scale()));
  }
  return use(ManySitesSpace<Real, Layout>(problem, layout, example));
}

// One pass over the examples in `order`; returns the sum of losses before each step.
template <class Real, class LearnedWeights>
double run_epoch(const Problem<Real>& problem, const OnlineOptions& options, const StepRule& rule,
                 std::span<const Index> order, OnlineState<Real>& state, LearnedWeights& weights,
                 Monitor& monitor) {
  const Sites<Real>& sites = *problem.sites;
  const double n = static_cast<double>(problem.examples.size());
  const auto batch_size = static_cast<std::size_t>(options.batch_size);
  const Index width = problem.oracle->part_width();
  Scratch scratch(*problem.oracle);
  std::vector<AlignedVector<double>> memory(batch_size);  // of the deltas; grows and is not cleared
  std::vector<std::span<double>> deltas(batch_size);
  double total = 0;
  for (std::size_t begin = 0; begin < order.size(); begin += batch_size) {
    if ((begin / batch_size) % 256 == 0) monitor.poll();
    const auto batch = order.subspan(begin, std::min(batch_size, order.size() - begin));
    if (begin + batch_size < order.size()) {
      const auto next = static_cast<std::size_t>(order[begin + batch_size]);
      weights.prefetch_next(sites, problem.examples.row[next]);
    }
    if (begin + 2 * batch_size < order.size()) {
      const Index later =
          problem.examples.row[static_cast<std::size_t>(order[begin + 2 * batch_size])];
      weights.layout().prefetch_later(later);
      if (!problem.examples.n_sites.empty()) {
        __builtin_prefetch(problem.examples.gold.data() + later);
      }
    }
    const double rate = rule.rate(state.steps + 1);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const Example example = problem.examples[batch[i]];
      const auto n_parts = static_cast<std::size_t>(problem.n_part_rows(example) * width);
      scratch.resize(static_cast<Index>(n_parts));
      if (memory[i].size() < n_parts) memory[i].resize(n_parts);
      deltas[i] = {memory[i].data(), n_parts};
      score_parts(problem, example, weights, scratch.scores.data());
      total += with_space(problem, weights.layout(), example, options, [&](const PartSpace& space) {
        return rule.delta(*problem.oracle, example, rate, space, scratch, deltas[i]);
      });
    }
    weights.decay(1 - rate * options.step.l2 / n);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (batch.size() > 1) {
        for (double& change : deltas[i]) change /= static_cast<double>(batch.size());
      }
      if (deltas[i].empty()) continue;
      add_parts(problem, problem.examples[batch[i]], deltas[i].data(), options.squared_bias_scale(),
                weights);
    }
    weights.owe_l1(rate * options.step.l1 / n);
    weights.tick();
  }
  return total;
}

// Held-out examples with the layout of the learner's weights over them, or null.
template <class Real, class Layout>
struct HeldOut {
  const Problem<Real>* problem;
  const Layout* layout;
};

template <class Real, class Layout, class LearnedWeights>
OnlineResult run_epochs(const Problem<Real>& problem, const HeldOut<Real, Layout>& held_out,
                        const OnlineOptions& options, OnlineState<Real>& state,
                        LearnedWeights& weights, Monitor& monitor) {
  const auto rule = make_step_rule(options.step, problem.examples.size());
  std::vector<Index> order(static_cast<std::size_t>(problem.examples.size()));
  std::iota(order.begin(), order.end(), 0);
  // Each call of partial_fit shuffles anew: the stream depends on the seed and the steps made
  // before.
  Random random(options.seed + 0x632be59bd9b4e019ULL * static_cast<std::uint64_t>(state.steps));
  const bool watches = held_out.problem != nullptr;
  Snapshots<Real> snapshots(state, watches, options.tolerance >= 0);
  OnlineResult result;
  Index since_best = 0;
  for (Index epoch = 1; epoch <= options.epochs; ++epoch) {
    if (options.shuffle) random.shuffle(std::span<Index>(order));
    const double total =
        run_epoch(problem, options, *rule, std::span<const Index>(order), state, weights, monitor);
    const double mean = total / static_cast<double>(order.size());
    result.history.push_back(mean);
    result.n_epochs = epoch;
    monitor.report(options.step.rule.c_str(), epoch, options.epochs, mean);
    if (!std::isfinite(mean)) {
      throw std::runtime_error(
          "the loss is no longer finite in epoch " + std::to_string(epoch) +
          ". Lower the learning rate, or scale the features to about unit length.");
    }
    if (watches || options.tolerance >= 0) {
      weights.flush();
      snapshots.take(weights);
    }
    if (watches) {
      const bool is_better = snapshots.improves(*held_out.problem, *held_out.layout);
      since_best = is_better ? 0 : since_best + 1;
      if (since_best >= options.patience) {
        result.stopped_because = "held-out";
        break;
      }
    }
    if (options.tolerance >= 0 && snapshots.change() <= options.tolerance) {
      result.stopped_because = "tolerance";
      break;
    }
  }
  weights.close();
  if (watches) snapshots.restore_best();
  return result;
}

template <class Real, class Layout>
OnlineResult learn_in(Layout& layout, const Problem<Real>& problem,
                      const HeldOut<Real, Layout>& held_out, const OnlineOptions& options,
                      OnlineState<Real>& state, Monitor& monitor) {
  if (options.step.rule == "adagrad") {
    OnlineOptions rated = options;
    rated.step.schedule = "constant";
    rated.step.learning_rate = 1;  // the weights apply the rate, coordinate by coordinate
    const bool adds_up = options.batch_size > 1 || !problem.examples.n_sites.empty();
    AdaGradWeights<Real, Layout> weights(state, layout, options.step, problem.examples.size(),
                                         adds_up, options.bias_scale);
    rated.step.l2 = rated.step.l1 = 0;
    return run_epochs(problem, held_out, rated, state, weights, monitor);
  }
  ScaledWeights<Real, Layout> weights(state, layout, options.step.l1 > 0);
  return run_epochs(problem, held_out, options, state, weights, monitor);
}

// A copy of somebody's cells that begins at a cache line, written back at the end.
template <class Real>
class AlignedCopy {
 public:
  AlignedCopy(Real*& cells, Index size) : place_(cells), original_(cells) {
    if (cells == nullptr) return;
    copy_.assign(cells, cells + size);
    place_ = copy_.data();
  }
  AlignedCopy(const AlignedCopy&) = delete;
  AlignedCopy& operator=(const AlignedCopy&) = delete;
  ~AlignedCopy() {
    std::copy(copy_.begin(), copy_.end(), original_);
    place_ = original_;
  }

 private:
  Real*& place_;
  Real* original_;
  AlignedVector<Real> copy_;
};

// `support`: the cells that have weights, laid out by it; or null: a table of all.
template <class Real>
OnlineResult learn_online(const Problem<Real>& problem, const Problem<Real>* held_out,
                          const Support* support, const OnlineOptions& options,
                          OnlineState<Real>& state, Monitor& monitor) {
  if (support != nullptr) {
    SlotLayout<Real> layout(problem, *support);
    std::optional<SlotLayout<Real>> watched;
    if (held_out != nullptr) watched.emplace(*held_out, *support);
    const AlignedCopy<Real> theta(state.current.theta, layout.size());
    const AlignedCopy<Real> sums(state.weight_sums, layout.size());
    const AlignedCopy<Real> squares(state.weight_squares, layout.size());
    const HeldOut<Real, SlotLayout<Real>> over{held_out, watched ? &*watched : nullptr};
    return learn_in(layout, problem, over, options, state, monitor);
  }
  const bool has_many_sites = !problem.examples.n_sites.empty();
  if (has_many_sites && options.step.rule != "adagrad") {
    TouchedLayout<Real> layout(problem, state.current.theta);
    const HeldOut<Real, TouchedLayout<Real>> over{held_out, &layout};
    return learn_in(layout, problem, over, options, state, monitor);
  }
  TableLayout<Real> layout(problem);
  const HeldOut<Real, TableLayout<Real>> over{held_out, &layout};
  return learn_in(layout, problem, over, options, state, monitor);
}

}  // namespace linguine
