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
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/monitor.hpp"
#include "core/base/random.hpp"
#include "core/learning/adagrad_weights.hpp"
#include "core/learning/online_weights.hpp"
#include "core/learning/problem.hpp"
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
  bool whole_steps = false;  // a batch takes every example's whole step, not their mean

  double squared_bias_scale() const { return has_bias ? bias_scale * bias_scale : 0.0; }
};

struct OnlineResult {
  Index n_epochs = 0;
  std::string stopped_because = "epochs";
  std::vector<double> history;  // mean loss per epoch
};

// How long a step is in weights depends on the features of the example.
template <class Real, class Use>
double with_space(const Problem<Real>& problem, const Example& example,
                  const OnlineOptions& options, const Use& use) {
  if (problem.examples.n_sites.empty()) {
    return use(SingleSiteSpace(problem.sites->squared_norm(example.first_row) +
                               options.squared_bias_scale()));
  }
  return use(ManySitesSpace<Problem<Real>>(problem, example));
}

// Asks for the weights of the example that comes next.
template <class Real>
void prefetch_next(const Problem<Real>& problem, Index example, const OnlineState<Real>& state) {
  problem.sites->prefetch(problem.examples.row[static_cast<std::size_t>(example)],
                          state.current.theta, state.current.stride);
}

// One pass over the examples in `order`; returns the sum of losses before each step. The examples
// of a batch are asked side by side: all of them see the same weights.
template <class Problem, class Real, class LearnedWeights>
double run_epoch(const Problem& problem, const OnlineOptions& options, const StepRule& rule,
                 std::span<const Index> order, OnlineState<Real>& state, LearnedWeights& weights,
                 Threads& threads, Monitor& monitor) {
  const double n = static_cast<double>(problem.examples.size());
  const auto batch_size = static_cast<std::size_t>(options.batch_size);
  std::vector<Scratch> scratches(batch_size, Scratch(*problem.oracle));
  std::vector<std::vector<double>> deltas(batch_size);
  std::vector<double> losses(batch_size);
  double total = 0;
  for (std::size_t begin = 0; begin < order.size(); begin += batch_size) {
    if ((begin / batch_size) % 256 == 0) monitor.poll();
    const auto batch = order.subspan(begin, std::min(batch_size, order.size() - begin));
    if (begin + batch_size < order.size()) prefetch_next(problem, order[begin + batch_size], state);
    const double rate = rule.rate(state.steps + 1);
    threads.run(static_cast<Index>(batch.size()), [&](Index which) {
      const auto i = static_cast<std::size_t>(which);
      const Example example = problem.examples[batch[i]];
      const Index n_parts = problem.n_parts(batch[i]);
      Scratch& scratch = scratches[i];
      scratch.resize(n_parts);
      deltas[i].resize(static_cast<std::size_t>(n_parts));
      score_parts(problem, example, weights, scratch.scores.data());
      losses[i] = with_space(problem, example, options, [&](const PartSpace& space) {
        return rule.delta(*problem.oracle, example, rate, space, scratch, deltas[i]);
      });
    });
    const double many = options.whole_steps ? static_cast<double>(batch.size()) : 1.0;
    weights.decay(1 - rate * options.step.l2 / n * many);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      total += losses[i];
      if (batch.size() > 1 && !options.whole_steps) {
        for (double& change : deltas[i]) change /= static_cast<double>(batch.size());
      }
      add_parts(problem, problem.examples[batch[i]], deltas[i].data(), options.squared_bias_scale(),
                weights);
    }
    weights.owe_l1(rate * options.step.l1 / n);
    weights.tick();
  }
  return total;
}

template <class Problem, class Real, class LearnedWeights>
OnlineResult run_epochs(const Problem& problem, const Problem* held_out,
                        const OnlineOptions& options, OnlineState<Real>& state,
                        LearnedWeights& weights, Threads& threads, Monitor& monitor) {
  const auto rule = make_step_rule(options.step, problem.examples.size());
  std::vector<Index> order(static_cast<std::size_t>(problem.examples.size()));
  std::iota(order.begin(), order.end(), 0);
  // Each call of partial_fit shuffles anew: the stream depends on the seed and the steps made
  // before.
  Random random(options.seed + 0x632be59bd9b4e019ULL * static_cast<std::uint64_t>(state.steps));
  Snapshots<Real> snapshots(state, held_out != nullptr, options.tolerance >= 0);
  OnlineResult result;
  Index since_best = 0;
  for (Index epoch = 1; epoch <= options.epochs; ++epoch) {
    if (options.shuffle) random.shuffle(std::span<Index>(order));
    const double total = run_epoch(problem, options, *rule, std::span<const Index>(order), state,
                                   weights, threads, monitor);
    const double mean = total / static_cast<double>(order.size());
    result.history.push_back(mean);
    result.n_epochs = epoch;
    monitor.report(options.step.rule.c_str(), epoch, options.epochs, mean);
    if (!std::isfinite(mean)) {
      throw std::runtime_error(
          "the loss is no longer finite in epoch " + std::to_string(epoch) +
          ". Lower the learning rate, or scale the features to about unit length.");
    }
    if (held_out != nullptr || options.tolerance >= 0) {
      weights.flush();
      snapshots.take(weights);
    }
    if (held_out != nullptr) {
      since_best = snapshots.improves(*held_out) ? 0 : since_best + 1;
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
  if (held_out != nullptr) snapshots.restore_best();
  return result;
}

// `threads` work side by side on the examples of a batch, if what scores them allows it.
template <class Problem, class Real>
OnlineResult learn_online(const Problem& problem, const Problem* held_out,
                          const OnlineOptions& options, OnlineState<Real>& state, Threads& threads,
                          Monitor& monitor) {
  if (options.step.rule == "adagrad") {
    OnlineOptions rated = options;
    rated.step.schedule = "constant";
    rated.step.learning_rate = 1;  // the weights apply the rate, coordinate by coordinate
    const bool adds_up = options.batch_size > 1 || !problem.examples.n_sites.empty();
    AdaGradWeights<Real> weights(state, options.step, problem.examples.size(), adds_up,
                                 options.bias_scale);
    rated.step.l2 = rated.step.l1 = 0;
    return run_epochs(problem, held_out, rated, state, weights, threads, monitor);
  }
  const bool has_many_sites = !problem.examples.n_sites.empty();
  ScaledWeights<Real> weights(state, options.step.l1 > 0, has_many_sites);
  return run_epochs(problem, held_out, options, state, weights, threads, monitor);
}

}  // namespace linguine
