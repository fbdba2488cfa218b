// Online: one epoch loop for every rule, every loss and every structure.
//
//   per step  score a mini-batch with the weights as they are; ask the oracle; move the weights
//   penalty   a step sees 1/n of it: theta <- (1 - eta l2/n) theta - eta w g, then
//             soft(theta, eta l1/n)
//   stops     after `epochs`; when the averaged weights changed by less than `tolerance`
//             (Euclidean norm) over an epoch [Eisenstein2018, 2.2.2]; when nothing moved in an
//             epoch, as all was right; or when held-out accuracy has not risen for `patience`
//             epochs, and then the best epoch's weights are kept
//   order     shuffled in each epoch, as it is, or drawn with replacement [ShalevShwartz2007]
//   exact     sequential, seeded shuffling: the same bits on every run
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/numbers/random.hpp"
#include "core/base/work/monitor.hpp"
#include "core/learning/layouts/support.hpp"
#include "core/learning/online/adagrad_weights.hpp"
#include "core/learning/online/arow_weights.hpp"
#include "core/learning/online/scaled_weights.hpp"
#include "core/learning/online/snapshot.hpp"
#include "core/learning/online/step_rules.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

struct OnlineOptions {
  StepOptions step;
  Index epochs = 10;
  Index batch_size = 1;
  bool shuffle = true;
  bool with_replacement = false;  // an epoch is as many draws as there are examples
  bool stop_when_right = false;
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
template <class Real, class Layout, class Use>
double with_space(const SiteProblem<Real>& problem, const Layout& layout, const Example& example,
                  const OnlineOptions& options, const Use& use) {
  if (problem.examples.n_sites.empty()) {
    return use(SingleSiteSpace(problem.sites->squared_norm(example.first_row) +
                               options.squared_bias_scale()));
  }
  return use(ManySitesSpace<SiteProblem<Real>, Layout>(problem, layout, example));
}

// Asks for what the examples after this batch will need.
template <class Real, class Layout>
void prefetch_examples(const SiteProblem<Real>& problem, std::span<const Index> order,
                       std::size_t next, std::size_t later, const Layout& layout) {
  const auto row_of = [&](std::size_t i) { return problem.examples.row[as_size(order[i])]; };
  if (next < order.size()) layout.prefetch_next(row_of(next));
  if (later >= order.size()) return;
  layout.prefetch_later(*problem.sites, row_of(later));
  if (!problem.examples.n_sites.empty()) {
    __builtin_prefetch(problem.examples.gold.data() + row_of(later));
  }
}

template <class Layout, class Real>
inline constexpr bool kLearnsSites =
    Learnable<SiteProblem<Real>, Layout, const PlainWeights<Real, Layout>,
              ScaledWeights<Real, Layout>, OnlineOptions>;
static_assert(kLearnsSites<TableLayout<float>, float> && kLearnsSites<TableLayout<double>, double>);

inline bool is_zero(std::span<const double> delta) {
  return std::all_of(delta.begin(), delta.end(), [](double change) { return change == 0; });
}

// An example of so many parts may take long by itself; of smaller ones, 256 do not.
inline constexpr Index kPartsWorthAPoll = 2048;

struct Epoch {
  double loss = 0;       // sum of the losses before each step
  bool is_still = true;  // no example asked for a change
};

// One pass over the examples in `order`. The examples of a batch are asked side by side: all of
// them see the same weights.
template <class Problem, class Real, class LearnedWeights>
Epoch run_epoch(const Problem& problem, const OnlineOptions& options, const StepRule& rule,
                std::span<const Index> order, OnlineState<Real>& state, LearnedWeights& weights,
                Threads& threads, Monitor& monitor) {
  const double n = static_cast<double>(problem.examples.size());
  const auto batch_size = as_size(options.batch_size);
  std::vector<std::unique_ptr<Scratch>> steps(batch_size);  // an example's share of a step each
  std::vector<double> losses(batch_size);
  for (auto& step : steps) step = std::make_unique<Scratch>(*problem.oracle);
  Epoch epoch;
  for (std::size_t begin = 0; begin < order.size(); begin += batch_size) {
    const auto batch = order.subspan(begin, std::min(batch_size, order.size() - begin));
    const bool is_long = problem.n_parts(batch.front()) > kPartsWorthAPoll;
    if (is_long || (begin / batch_size) % 256 == 0) monitor.poll();
    prefetch_examples(problem, order, begin + batch_size, begin + 2 * batch_size, weights.layout());
    const double rate = rule.rate(state.steps + 1);
    threads.run(std::ssize(batch), [&](Index i) {
      Scratch& step = *steps[as_size(i)];
      const Index which = batch[as_size(i)];
      const Example example = problem.examples[which];
      step.resize(problem.n_parts(which));
      score_parts(problem, example, weights, step.scores.data());
      const auto& layout = weights.layout();
      losses[as_size(i)] =
          with_space(problem, layout, example, options, [&](const PartSpace& space) {
            return rule.delta(*problem.oracle, example, rate, space, step);
          });
    });
    const auto n_steps = static_cast<double>(batch.size());
    weights.decay(1 - rate * options.step.l2 / n * (options.whole_steps ? n_steps : 1.0));
    for (std::size_t i = 0; i < batch.size(); ++i) {
      epoch.loss += losses[i];
      if (batch.size() > 1 && !options.whole_steps) {
        for (double& change : steps[i]->delta) change /= n_steps;
      }
      weights.meet(losses[i], problem.examples[batch[i]].weight);
      if (steps[i]->delta.empty()) continue;
      if (epoch.is_still && options.stop_when_right) epoch.is_still = is_zero(steps[i]->delta);
      add_parts(problem, problem.examples[batch[i]], steps[i]->delta.data(),
                options.squared_bias_scale(), weights);
    }
    weights.owe_l1(rate * options.step.l1 / n);
    weights.tick();
  }
  return epoch;
}

// `held_out` may be null; `watched` is the layout of the learner's weights over it.
template <class Problem, class Real, class Layout, class LearnedWeights>
OnlineResult run_epochs(const Problem& problem, const Problem* held_out, const Layout& watched,
                        const OnlineOptions& options, OnlineState<Real>& state,
                        LearnedWeights& weights, Threads& threads, Monitor& monitor) {
  const auto rule = make_step_rule(options.step, problem.examples.size());
  std::vector<Index> order(as_size(problem.examples.size()));
  std::iota(order.begin(), order.end(), 0);
  // Each call of partial_fit shuffles anew: the stream depends on the seed and the steps made
  // before.
  Random random(options.seed + 0x632be59bd9b4e019ULL * static_cast<std::uint64_t>(state.steps));
  const bool watches = held_out != nullptr;
  Snapshots<Real> snapshots(state, watches, options.tolerance >= 0);
  OnlineResult result;
  Index since_best = 0;
  for (Index epoch = 1; epoch <= options.epochs; ++epoch) {
    if (options.with_replacement) {
      for (Index& which : order) which = static_cast<Index>(random.below(order.size()));
    } else if (options.shuffle) {
      random.shuffle(std::span<Index>(order));
    }
    const Epoch done = run_epoch(problem, options, *rule, std::span<const Index>(order), state,
                                 weights, threads, monitor);
    const double mean = done.loss / static_cast<double>(order.size());
    result.history.push_back(mean);
    result.n_epochs = epoch;
    monitor.report(name_of(kRules, options.step.rule), epoch, options.epochs, mean);
    if (!std::isfinite(mean)) {
      throw std::runtime_error(
          "the loss is no longer finite in epoch " + std::to_string(epoch) +
          ". Lower the learning rate, or scale the features to about unit length.");
    }
    if (watches || options.tolerance >= 0) {
      weights.flush();
      snapshots.take();
    }
    if (watches) {
      const bool is_better = snapshots.improves(*held_out, watched, monitor);
      since_best = is_better ? 0 : since_best + 1;
      if (since_best >= options.patience) {
        result.stopped_because = "held-out";
        break;
      }
    }
    if (options.stop_when_right && done.is_still) {
      result.stopped_because = "right";
      break;
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

// `threads` work side by side on the examples of a batch, if what scores them allows it.
template <class Problem, class Real, class Layout>
OnlineResult learn_with_one_rate(Layout& layout, const Problem& problem, const Problem* held_out,
                                 const Layout& watched, const OnlineOptions& options,
                                 OnlineState<Real>& state, Threads& threads, Monitor& monitor) {
  ScaledWeights<Real, Layout> weights(state, layout, options.step.l1 > 0);
  return run_epochs(problem, held_out, watched, options, state, weights, threads, monitor);
}
template <class Problem, class Real, class Layout>
OnlineResult learn_in(Layout& layout, const Problem& problem, const Problem* held_out,
                      const Layout& watched, const OnlineOptions& options, OnlineState<Real>& state,
                      Threads& threads, Monitor& monitor) {
  if (!options.step.has_own_rates()) {
    return learn_with_one_rate(layout, problem, held_out, watched, options, state, threads,
                               monitor);
  }
  const Index n = problem.examples.size();
  OnlineOptions rated = options;
  std::unique_ptr<AdaGradWeights<Real, Layout>> weights;
  if (options.step.rule == Rule::kArow) {
    weights = std::make_unique<ArowWeights<Real, Layout>>(state, layout, options.step, n,
                                                          options.bias_scale);
  } else {
    const bool adds_up = options.batch_size > 1 || !problem.examples.n_sites.empty();
    weights = std::make_unique<AdaGradWeights<Real, Layout>>(state, layout, options.step, n,
                                                             adds_up, options.bias_scale);
    rated.step.schedule = Schedule::kConstant;
    rated.step.learning_rate = 1;  // the weights apply the rate, coordinate by coordinate
    rated.step.l2 = rated.step.l1 = 0;
  }
  return run_epochs(problem, held_out, watched, rated, state, *weights, threads, monitor);
}

// `support`: the cells that have weights, laid out by it; or null: a table of all. Compiled once
// for each precision (online_*.cpp).
template <class Real>
OnlineResult learn_online(const SiteProblem<Real>& problem, const SiteProblem<Real>* held_out,
                          const Support* support, const OnlineOptions& options,
                          OnlineState<Real>& state, Monitor& monitor);

}  // namespace linguine
