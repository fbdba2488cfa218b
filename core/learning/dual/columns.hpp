// Dual columns: binary problems solved by dual coordinate descent, several side by side.
//
//   problem   min_w 1/2 |w|^2 + sum_i C_i l(y_i w.x_i) for every column; the bias is the weight of
//             a constant feature `bias_scale`, so it is penalised (independent coordinates need
//             that)
//   algorithm Alg. 1 of [Hsieh2008]: visit the examples in random order, solve for alpha_i, move w
//             by (new - old) y_i x_i. One visit serves all columns: the row of weights is in cache.
//   scaled    columns may see features on scales of their own (scales.hpp): steps and norms differ
//   hard      margins that must be met have P of the weights stretched until they meet the worst,
//             infinite if they separate nothing; the stretched ones are what is returned
//   stops     a column is done when P - D <= tolerance P, measured exactly on all examples. D is
//             known at every moment; a column asks for a measurement when an epoch gained little
//             in D.
//   polish    small problems go on until every condition of optimality holds to 1e-13, as long as
//             that costs milliseconds: two fits of the same data then agree in all the digits a
//             user looks at
//   leaving   columns that are done leave the table when it gets a quarter narrower by that: most are
//             done after half of the epochs of the slowest
//   tables    of one group serve the next: weights of 32 columns stay in the caches, and new memory
//             is cleared by the system page by page
//   shrinking alphas at a bound whose gradient points outward are skipped until the next
//             measurement
//   cost      O(non-zeros x columns) per epoch
//   exact     columns never exchange a bit, so dealing them out to threads changes nothing
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/matrix/hot_first.hpp"
#include "core/base/matrix/weights.hpp"
#include "core/base/memory/big_array.hpp"
#include "core/base/numbers/random.hpp"
#include "core/base/work/threads.hpp"
#include "core/inference/cost.hpp"
#include "core/learning/dual/column_steps.hpp"
#include "core/learning/dual/column_tables.hpp"
#include "core/learning/dual/options.hpp"
#include "core/learning/dual/scales.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

template <class Real>
class DualColumns {
 public:
  // `threads` measure the gap; null where other columns keep them busy. `tables` are overwritten.
  DualColumns(const DualLoss& loss, const SiteProblem<Real>& problem, const Cost& cost,
              const HotFirst<Real>& hot, const DualOptions& options, const ColumnScales& scales,
              Index first, Index count, const std::vector<double>& norms, Threads* threads,
              ColumnTables<Real>& tables)
      : loss_(loss),
        problem_(problem),
        cost_(cost),
        threads_(threads),
        hot_(hot),
        sites_(hot.sites()),
        options_(options),
        norms_(norms),
        scales_(scales),
        first_(first),
        // A lone column among several keeps to the blocks of four, whose sums have another order.
        stride_(problem.n_columns() == 1 ? 1 : std::max<Index>(4, stride_of(count))),
        tables_(tables),
        lying_(as_size(count)),
        bias_(as_size(stride_), 0.0),
        scores_(as_size(stride_), 0.0),
        raw_(as_size(stride_), Real(0)),
        widest_(as_size(stride_), 0.0),
        most_(as_size(stride_), HUGE_VAL),
        dual_(as_size(stride_), 0.0),
        gain_(as_size(stride_), 0.0),
        due_(as_size(stride_), 0.0),
        done_(as_size(count), 0),
        primal_(as_size(count), 0.0),
        clock_(as_size(count), GapClock(options.tolerance)),
        gap_(as_size(count), 1.0),
        stretch_(as_size(count), 1.0) {
    std::iota(lying_.begin(), lying_.end(), Index{0});
    polish_epochs_ = polish_epochs(problem, scales.count);
    tables_.theta.fit_zeros(problem.sites->n_features() * stride_);
    if (is_scaled()) {
      scale_columns(scales, problem, hot, options.bias_scale, first, count, stride_,
                    tables_.scaled);
    }
    start_cells();
    start_weights();
  }

  // Runs epochs until every column is done, and writes what was found. `watch(epoch)` is called by
  // the thread that may poll.
  template <class Watch>
  void run(Watch&& watch, ColumnResults<Real>& results) {
    std::vector<Index> order(as_size(problem_.examples.size()));
    std::iota(order.begin(), order.end(), 0);
    Random random(options_.seed);
    for (Index epoch = 1; epoch <= options_.max_iterations; ++epoch) {
      random.shuffle(std::span<Index>(order));
      run_epoch(order, watch);
      n_epochs_ = epoch;
      if (choose_due(epoch)) measure();
      watch.report(epoch, *this);
      if (std::all_of(done_.begin(), done_.end(), [](char d) { return d != 0; })) break;
      let_leave(results);
    }
    std::vector<Index> all(lying_.size());
    std::iota(all.begin(), all.end(), Index{0});
    write(all, results);
  }
  Index n_epochs() const { return n_epochs_; }
  bool has_converged() const { return worst_gap() <= options_.tolerance; }
  const std::vector<double>& primals() const { return primal_; }
  double worst_gap() const { return *std::max_element(gap_.begin(), gap_.end()); }

 private:
  // What was found of the columns in some slots.
  void write(const std::vector<Index>& slots, ColumnResults<Real>& results) const {
    std::vector<Index> places;
    for (const Index s : slots) places.push_back(first_ - scales_.first + lying_[as_size(s)]);
    const auto copy = [&](const auto* from, auto* to) {
      for (std::size_t i = 0; i < slots.size(); ++i) {
        to[places[i]] = stretched(from[slots[i]], slots[i]);
      }
    };
    Weights<Real>& weights = results.weights;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const double bias = stretched(bias_[as_size(slots[i])], slots[i]);
      weights.bias[places[i]] = static_cast<Real>(bias * options_.bias_scale);
    }
    if (options_.multipliers != nullptr) {
      for (Index e = 0; e < problem_.examples.size(); ++e) {
        copy(tables_.alpha.data() + e * stride_, options_.multipliers + e * scales_.count);
      }
    }
    if (results.scores == nullptr) {
      for (Index f = 0; f < problem_.sites->n_features(); ++f) {
        copy(tables_.theta.data() + hot_.rank(f) * stride_, weights.theta + f * weights.stride);
      }
      return;
    }
    std::vector<Real> raw(as_size(stride_));
    Real* scores = results.scores;
    for (const std::int64_t row : results.rows) {
      gather_scores(row, raw.data());
      copy(raw.data(), scores);
      for (const Index place : places) scores[place] += weights.bias[place];
      scores += scales_.count;
    }
  }
  // Columns that are done are written and make room, if that is worth moving the others together.
  void let_leave(ColumnResults<Real>& results) {
    std::vector<Index> staying;
    std::vector<Index> leaving;
    for (Index s = 0; s < n_lying(); ++s) (is_done(s) ? leaving : staying).push_back(s);
    const Index stride = std::max<Index>(4, stride_of(std::ssize(staying)));
    if (4 * stride > 3 * stride_) return;
    write(leaving, results);
    tables_.keep(staying, stride_, stride, is_scaled());
    for (auto* of_slots : {&bias_, &most_, &dual_})
      keep_slots(of_slots->data(), 1, staying, stride_, stride);
    for (Index& s : staying) s = lying_[as_size(s)];
    lying_ = std::move(staying);
    stride_ = stride;
  }
  // What is found of a column, as it is returned.
  template <class Number>
  Number stretched(Number found, Index s) const {
    if (!loss_.is_hard) return found;
    const double stretch = stretch_[column(s)];
    return std::isfinite(stretch) ? static_cast<Number>(stretch * found) : found;
  }
  Index n_lying() const { return std::ssize(lying_); }
  std::size_t column(Index s) const { return as_size(lying_[as_size(s)]); }
  bool is_done(Index s) const { return done_[column(s)] != 0; }
  bool is_scaled() const { return scales_.is_scaled; }
  double C(Index e) const { return problem_.examples.weight[as_size(e)] / options_.l2; }
  // What the wrong label costs; one-versus-all problems know only 0 and 1.
  double price(Index e) const {
    if (problem_.n_labels != 2) return 1.0;
    const Label gold = problem_.examples.gold[as_size(e)];
    return cost_(gold, 1 - gold);
  }
  StepTerms terms(Index e) const {
    return {C(e), price(e), norms_[as_size(e)], options_.shrinking};
  }
  StepCells cells(Index e) {
    const Index at = e * stride_;
    const double* lengths = is_scaled() ? tables_.scaled.norms.data() + at : nullptr;
    return {tables_.alpha.data() + at, tables_.sign.data() + at, tables_.active.data() + at,
            lengths};
  }
  void gather_scores(Index row, Real* raw) const {
    sites_.gather_row(row, tables_.theta.data(), stride_, stride_, raw);
  }
  void score(Index row, Real* raw, double* scores) const {
    gather_scores(row, raw);
    for (Index s = 0; s < stride_; ++s) {
      scores[s] = static_cast<double>(raw[s]) + options_.bias_scale * bias_[as_size(s)];
    }
  }
  // By the changes of alpha times sign in `scores_`.
  void move(Index row) {
    bool moves = false;
    for (Index s = 0; s < stride_; ++s) {
      raw_[as_size(s)] = static_cast<Real>(scores_[as_size(s)]);
      moves |= raw_[as_size(s)] != Real(0);
    }
    if (!moves) return;
    if (is_scaled()) {
      sites_.scatter_scaled_row(row, raw_.data(), tables_.scaled.squares.data(), stride_, stride_,
                                tables_.theta.data());
    } else {
      sites_.scatter_row(row, raw_.data(), stride_, stride_, tables_.theta.data());
    }
    for (Index s = 0; s < stride_; ++s) {
      bias_[as_size(s)] += options_.bias_scale * static_cast<double>(raw_[as_size(s)]);
    }
  }

  void start_cells() {
    const Index n = problem_.examples.size();
    for (auto* table : {&tables_.alpha, &tables_.sign, &tables_.active}) {
      table->fit_zeros(n * stride_);
    }
    for (Index e = 0; e < n; ++e) {
      const StepCells at = cells(e);
      const double least = loss_.start(C(e));
      std::fill_n(at.sign, stride_, -1.0);
      std::fill_n(at.active, n_lying(), 1.0);
      const Label gold = problem_.examples.gold[as_size(e)];
      const Label one_less = problem_.n_labels == 2 ? 1 : 0;  // its column is that of label 1
      for (const Label label : right_labels(scales_.sets.get(), gold)) {
        const Index s = label - one_less - first_;
        if (s >= 0 && s < n_lying()) at.sign[s] = 1.0;
      }
      for (Index s = 0; s < n_lying(); ++s) {
        at.alpha[s] = least;
        if (options_.multipliers != nullptr) {
          const Index place = first_ - scales_.first + s;
          const double given = options_.multipliers[e * scales_.count + place];
          at.alpha[s] = std::clamp(given, least, loss_.upper(C(e)) - least);
        }
      }
    }
  }
  // w of the starting alphas; nothing to do where they are zero. D lacks its -1/2 |w|^2 until it is
  // first measured; until then it only decides when that is.
  void start_weights() {
    if (loss_.start(1.0) == 0 && options_.multipliers == nullptr) return;
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      const StepCells at = cells(e);
      std::fill(scores_.begin(), scores_.end(), 0.0);
      for (Index s = 0; s < n_lying(); ++s) {
        scores_[as_size(s)] = at.alpha[s] * at.sign[s];
        dual_[as_size(s)] -= loss_.conjugate(at.alpha[s], C(e), price(e));
      }
      move(problem_.examples.row[as_size(e)]);
    }
  }

  template <class Watch>
  void run_epoch(const std::vector<Index>& order, Watch& watch) {
    std::fill(widest_.begin(), widest_.end(), 0.0);
    const std::vector<double> before = dual_;
    Index visited = 0;
    for (const Index e : order) {
      if (++visited % 256 == 0) watch.poll();
      if (const auto later = as_size(visited + 1); later < order.size()) {
        sites_.prefetch(problem_.examples.row[as_size(order[later])]);
        const Index next = order[later - 1];
        tables_.prefetch(next, problem_.examples.row[as_size(next)], sites_, stride_);
      }
      const double* active = tables_.active.data() + e * stride_;
      if (std::any_of(active, active + stride_, [](double a) { return a > 0; })) visit(e);
    }
    for (std::size_t s = 0; s < as_size(stride_); ++s) {
      most_[s] = widest_[s] > 0 ? widest_[s] : HUGE_VAL;
      gain_[s] = dual_[s] - before[s];
    }
  }

  // Each column decides by itself, so that the company it keeps does not matter.
  bool choose_due(Index epoch) {
    const bool last = epoch == options_.max_iterations;
    bool any = false;
    std::fill(due_.begin(), due_.end(), 0.0);
    for (Index s = 0; s < n_lying(); ++s) {
      const auto at = as_size(s);
      const bool is_due =
          !is_done(s) && (last || clock_[column(s)].is_due(epoch, gain_[at], dual_[at]));
      due_[at] = is_due ? 1.0 : 0.0;
      any |= is_due;
    }
    return any;
  }

  void visit(Index e) {
    const Index row = problem_.examples.row[as_size(e)];
    score(row, raw_.data(), scores_.data());
    const auto step = is_scaled() ? loss_.scaled_step : loss_.step;
    step(stride_, terms(e), cells(e), scores_.data(), widest_.data(), most_.data(), dual_.data());
    move(row);
  }

  // Primal, dual and their gap on all examples; wakes shrunk coordinates that have become wrong.
  void measure() {
    constexpr Index kExamples = 1024;
    const Index n = problem_.examples.size();
    const Index n_chunks = (n + kExamples - 1) / kExamples;
    const auto width = as_size(stride_);
    std::vector<double> partial(as_size(n_chunks) * 3 * width, 0.0);
    auto work = [&](Index chunk) {
      double* loss = partial.data() + as_size(chunk) * 3 * width;
      const ColumnSums sums{loss, loss + width, loss + 2 * width};
      std::vector<Real> raw(width);
      std::vector<double> scores(width);
      for (Index e = chunk * kExamples; e < std::min(n, (chunk + 1) * kExamples); ++e) {
        score(problem_.examples.row[as_size(e)], raw.data(), scores.data());
        loss_.measure(stride_, terms(e), cells(e), scores.data(), due_.data(), sums);
      }
    };
    if (threads_ != nullptr) {
      threads_->run(n_chunks, work);
    } else {
      for (Index chunk = 0; chunk < n_chunks; ++chunk) work(chunk);
    }
    std::vector<double> sums(3 * width, 0.0);
    for (std::size_t i = 0; i < partial.size(); ++i) {
      const std::size_t at = i % (3 * width);
      const bool is_worst = loss_.is_hard && at < width;
      sums[at] = is_worst ? std::max(sums[at], partial[i]) : sums[at] + partial[i];
    }
    for (Index s = 0; s < n_lying(); ++s) {
      const auto at = as_size(s);
      if (due_[at] > 0) judge(s, sums[at], sums[width + at], sums[2 * width + at]);
    }
  }
  // By the sums over all examples.
  void judge(Index s, double loss, double norm, double conjugate) {
    const std::size_t k = column(s);
    const auto at = as_size(s);
    if (loss_.is_hard) {
      stretch_[k] = stretch_to_meet(loss);
      primal_[k] = 0.5 * norm * stretch_[k] * stretch_[k];
    } else {
      primal_[k] = options_.l2 * (0.5 * norm + loss);
    }
    dual_[at] = -0.5 * norm - conjugate;
    gap_[k] = relative_gap(primal_[k], options_.unit() * dual_[at]);
    const bool is_polished = widest_[at] <= kPolished || n_epochs_ >= polish_epochs_;
    done_[k] = gap_[k] <= options_.tolerance && is_polished;
    clock_[k].measured(n_epochs_, gain_[at], dual_[at], gap_[k]);
    if (!is_done(s)) return;
    for (Index e = 0; e < problem_.examples.size(); ++e) cells(e).active[s] = 0;
  }

  const DualLoss loss_;
  const SiteProblem<Real>& problem_;
  const Cost& cost_;
  Threads* threads_;
  const HotFirst<Real>& hot_;
  const Sites<Real>& sites_;  // with renumbered features
  const DualOptions& options_;
  const std::vector<double>& norms_;  // [n] |x|^2 with the constant feature
  const ColumnScales& scales_;        // and which columns are solved
  Index first_;                       // first column of this group
  Index stride_;  // slots: at first of all columns, then of those that are not done
  ColumnTables<Real>& tables_;
  std::vector<Index> lying_;  // [slots in use] the columns there, in order
  // By slots.
  std::vector<double> bias_;    // weight of the constant feature
  std::vector<double> scores_;  // of the example that is visited, then its changes
  std::vector<Real> raw_;
  std::vector<double> widest_;  // largest violation of the last epoch
  std::vector<double> most_;    // that of the one before, infinite where it was 0: beyond it a
                                // coordinate is shrunk
  std::vector<double> dual_;    // D / l2, up to date at every moment
  std::vector<double> gain_;    // of D in the last epoch
  std::vector<double> due_;     // 1 where a measurement is wanted
  // By columns of the group.
  std::vector<char> done_;
  std::vector<double> primal_;
  std::vector<GapClock> clock_;
  std::vector<double> gap_;      // relative
  std::vector<double> stretch_;  // of a hard margin: what makes the weights meet all margins
  Index n_epochs_ = 0;
  Index polish_epochs_ = 0;
};

}  // namespace linguine
