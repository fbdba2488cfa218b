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
#include "core/learning/dual/losses.hpp"
#include "core/learning/dual/options.hpp"
#include "core/learning/dual/scales.hpp"
#include "core/learning/problem.hpp"

namespace linguine {

template <class Real, class Loss>
class DualColumns {
 public:
  // `threads` measure the gap; null where other columns keep them busy.
  DualColumns(const SiteProblem<Real>& problem, const Cost& cost, const HotFirst<Real>& hot,
              const DualOptions& options, const ColumnScales& scales, Index first, Index count,
              const std::vector<double>& norms, Threads* threads)
      : problem_(problem),
        cost_(cost),
        threads_(threads),
        hot_(hot),
        sites_(hot.sites()),
        options_(options),
        norms_(norms),
        scales_(scales),
        first_(first),
        count_(as_size(count)),
        // A lone column among several keeps to the blocks of four, whose sums have another order.
        stride_(problem.n_columns() == 1 ? 1 : std::max<Index>(4, stride_of(count))),
        theta_(BigArray<Real>::zeros(problem.sites->n_features() * stride_)),
        scaled_(scale_columns(scales, problem, hot, options.bias_scale, first, count, stride_)),
        lying_(count_),
        bias_(count_, 0.0),
        alpha_(as_size(problem.examples.size()) * count_),
        active_(alpha_.size(), 1),
        is_right_(rights_of(problem.examples, scales.sets.get(), first, count)),
        raw_(as_size(stride_)),
        delta_(as_size(stride_)),
        done_(count_, 0),
        due_(count_, 0),
        violation_(count_, HUGE_VAL),
        widest_(count_, HUGE_VAL),
        primal_(count_, 0.0),
        dual_(count_, 0.0),
        gain_(count_, 0.0),
        clock_(count_, GapClock(options.tolerance)),
        gap_(count_, 1.0),
        stretch_(count_, 1.0) {
    std::iota(lying_.begin(), lying_.end(), std::size_t{0});
    polish_epochs_ = polish_epochs(problem, scales.count);
    for (Index e = 0; e < problem.examples.size(); ++e) {
      for (std::size_t k = 0; k < count_; ++k) {
        const double least = Loss::start(C(e));
        double& alpha = alpha_[cell(e, k)];
        alpha = least;
        if (options.multipliers != nullptr) {
          const double most = Loss::upper(C(e)) - least;
          alpha = std::clamp(options.multipliers[outer_cell(e, k)], least, most);
        }
      }
    }
    start_weights();
  }

  // Runs epochs until every column is done, and writes what was found. `watch(epoch)` is called by
  // the thread that may poll.
  template <class Watch>
  void run(Watch&& watch, Weights<Real>& weights) {
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
      let_leave(weights);
    }
    write_table(weights);
    for (std::size_t k = 0; k < count_; ++k) {
      weights.bias[place() + static_cast<Index>(k)] =
          static_cast<Real>(stretched(bias_[k], k) * options_.bias_scale);
    }
  }
  void write_multipliers() const {
    if (options_.multipliers == nullptr) return;
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      for (std::size_t k = 0; k < count_; ++k) {
        options_.multipliers[outer_cell(e, k)] = stretched(alpha_[cell(e, k)], k);
      }
    }
  }
  Index n_epochs() const { return n_epochs_; }
  bool has_converged() const { return worst_gap() <= options_.tolerance; }
  const std::vector<double>& primals() const { return primal_; }
  double worst_gap() const { return *std::max_element(gap_.begin(), gap_.end()); }

 private:
  void write_table(Weights<Real>& weights) const {
    for (Index f = 0; f < problem_.sites->n_features(); ++f) {
      const Real* row = theta_.data() + hot_.rank(f) * stride_;
      Real* out = weights.theta + f * weights.stride + place();
      for (const std::size_t k : lying_) out[k] = stretched(*row++, k);
    }
  }
  // Columns that are done are written and make room, if that is worth moving the others together.
  void let_leave(Weights<Real>& weights) {
    std::vector<std::size_t> staying;
    for (std::size_t s = 0; s < lying_.size(); ++s) {
      if (!done_[lying_[s]]) staying.push_back(s);
    }
    const Index stride = std::max<Index>(4, stride_of(std::ssize(staying)));
    if (4 * stride > 3 * stride_) return;
    write_table(weights);
    keep_columns(theta_.data(), staying, stride);
    if (is_scaled()) keep_columns(scaled_.squares.data(), staying, stride);
    for (std::size_t& s : staying) s = lying_[s];
    lying_ = std::move(staying);
    stride_ = stride;
    std::fill(delta_.begin(), delta_.end(), Real(0));
  }
  // Moves to the front only, so that no number is overwritten before it was read.
  void keep_columns(Real* table, const std::vector<std::size_t>& slots, Index stride) const {
    for (Index f = 0; f < problem_.sites->n_features(); ++f) {
      const Real* from = table + f * stride_;
      Real* to = table + f * stride;
      for (const std::size_t s : slots) *to++ = from[s];
      std::fill(to, table + (f + 1) * stride, Real(0));
    }
  }
  // What is found of a column, as it is returned.
  template <class Number>
  Number stretched(Number found, std::size_t k) const {
    if constexpr (!Loss::kHard) return found;
    return std::isfinite(stretch_[k]) ? static_cast<Number>(stretch_[k] * found) : found;
  }
  std::size_t cell(Index e, std::size_t k) const { return as_size(e) * count_ + k; }
  std::size_t outer_cell(Index e, std::size_t k) const {
    return as_size(e * scales_.count + place()) + k;
  }
  // Of the first column of this group among those that are solved.
  Index place() const { return first_ - scales_.first; }
  bool is_scaled() const { return scales_.is_scaled; }
  double norm(Index e, std::size_t k) const {
    return is_scaled() ? scaled_.norms[cell(e, k)] : norms_[as_size(e)];
  }
  double C(Index e) const { return problem_.examples.weight[as_size(e)] / options_.l2; }
  double sign(Index e, std::size_t k) const {
    if (!is_right_.empty()) return is_right_[cell(e, k)] ? 1.0 : -1.0;
    const Label gold = problem_.examples.gold[as_size(e)];
    const Label positive =
        problem_.n_labels == 2 ? 1 : static_cast<Label>(first_) + static_cast<Label>(k);
    return gold == positive ? 1.0 : -1.0;
  }
  // Which columns are right, where gold is a set of labels; else nothing.
  static std::vector<char> rights_of(const Examples& examples, const LabelSets* sets, Index first,
                                     Index count) {
    std::vector<char> result;
    if (sets == nullptr) return result;
    result.assign(as_size(examples.size() * count), 0);
    for (Index e = 0; e < examples.size(); ++e) {
      for (const Label label : (*sets)[examples.gold[as_size(e)]]) {
        const Index k = label - first;
        if (k >= 0 && k < count) result[as_size(e * count + k)] = 1;
      }
    }
    return result;
  }
  // What the wrong label costs; one-versus-all problems know only 0 and 1.
  double price(Index e) const {
    if (problem_.n_labels != 2) return 1.0;
    const Label gold = problem_.examples.gold[as_size(e)];
    return cost_(gold, 1 - gold);
  }
  double score(Real raw, std::size_t k) const {
    return static_cast<double>(raw) + options_.bias_scale * bias_[k];
  }
  void gather_scores(Index row, Real* raw) const {
    sites_.gather_row(row, theta_.data(), stride_, stride_, raw);
  }
  void move(Index row) {
    if (is_scaled()) {
      sites_.scatter_scaled_row(row, delta_.data(), scaled_.squares.data(), stride_, stride_,
                                theta_.data());
    } else {
      sites_.scatter_row(row, delta_.data(), stride_, stride_, theta_.data());
    }
    for (std::size_t s = 0; s < lying_.size(); ++s) {
      bias_[lying_[s]] += options_.bias_scale * static_cast<double>(delta_[s]);
    }
  }

  // w of the starting alphas; nothing to do where they are zero. D lacks its -1/2 |w|^2 until it is
  // first measured; until then it only decides when that is.
  void start_weights() {
    if (Loss::start(1.0) == 0 && options_.multipliers == nullptr) return;
    for (Index e = 0; e < problem_.examples.size(); ++e) {
      bool moves = false;
      for (std::size_t k = 0; k < count_; ++k) {
        const double alpha = alpha_[cell(e, k)];
        delta_[k] = static_cast<Real>(alpha * sign(e, k));
        dual_[k] -= Loss::conjugate(alpha, C(e), price(e));
        moves |= alpha != 0;
      }
      if (moves) move(problem_.examples.row[as_size(e)]);
    }
  }

  template <class Watch>
  void run_epoch(const std::vector<Index>& order, Watch& watch) {
    std::vector<double> widest(count_, 0.0);
    const std::vector<double> before = dual_;
    Index visited = 0;
    for (const Index e : order) {
      if (++visited % 256 == 0) watch.poll();
      if (const auto later = as_size(visited + 1); later < order.size()) {
        sites_.prefetch(problem_.examples.row[as_size(order[later])]);
      }
      const char* active = active_.data() + cell(e, 0);
      if (std::none_of(lying_.begin(), lying_.end(), [&](auto k) { return active[k] != 0; })) {
        continue;
      }
      visit(e, widest);
    }
    for (std::size_t k = 0; k < count_; ++k) {
      violation_[k] = widest[k];
      widest_[k] = widest[k] > 0 ? widest[k] : HUGE_VAL;
      gain_[k] = dual_[k] - before[k];
    }
  }

  // Each column decides by itself, so that the company it keeps does not matter.
  bool choose_due(Index epoch) {
    const bool last = epoch == options_.max_iterations;
    bool any = false;
    for (std::size_t k = 0; k < count_; ++k) {
      due_[k] = !done_[k] && (last || clock_[k].is_due(epoch, gain_[k], dual_[k]));
      any |= due_[k] != 0;
    }
    return any;
  }

  void visit(Index e, std::vector<double>& widest) {
    const Index row = problem_.examples.row[as_size(e)];
    const double c = C(e);
    const double cost = price(e);
    gather_scores(row, raw_.data());
    bool moves = false;
    for (std::size_t s = 0; s < lying_.size(); ++s) {
      const std::size_t k = lying_[s];
      delta_[s] = 0;
      if (!active_[cell(e, k)] || done_[k]) continue;
      double& alpha = alpha_[cell(e, k)];
      const double y = sign(e, k);
      const double margin = y * score(raw_[s], k);
      const double slope = Loss::gradient(alpha, margin, c, cost);
      const double outward = violation(alpha, slope, c);
      widest[k] = std::max(widest[k], std::abs(outward));
      if (std::abs(outward) < kNoViolation) {
        if (options_.shrinking && std::abs(slope) > widest_[k]) active_[cell(e, k)] = 0;
        continue;
      }
      const double length = norm(e, k);
      const double next = Loss::solve(alpha, margin, length > 0 ? length : 1e-12, c, cost);
      const double change = next - alpha;
      dual_[k] -= change * (margin + 0.5 * length * change) + Loss::conjugate(next, c, cost) -
                  Loss::conjugate(alpha, c, cost);
      alpha = next;
      delta_[s] = static_cast<Real>(change * y);
      moves |= delta_[s] != Real(0);
    }
    if (moves) move(row);
  }

  // The part of the gradient that a feasible step can follow.
  static double violation(double alpha, double slope, double c) {
    if (alpha <= 0) return std::min(slope, 0.0);
    if (alpha >= Loss::upper(c)) return std::max(slope, 0.0);
    return slope;
  }

  // Primal, dual and their gap on all examples; wakes shrunk coordinates that have become wrong.
  void measure() {
    constexpr Index kExamples = 1024;
    const Index n = problem_.examples.size();
    const Index n_chunks = (n + kExamples - 1) / kExamples;
    std::vector<double> partial(as_size(n_chunks) * 3 * count_, 0.0);
    auto work = [&](Index chunk) {
      double* loss = partial.data() + as_size(chunk) * 3 * count_;
      double* norm = loss + count_;
      double* conjugate = norm + count_;
      std::vector<Real> raw(as_size(stride_));
      for (Index e = chunk * kExamples; e < std::min(n, (chunk + 1) * kExamples); ++e) {
        gather_scores(problem_.examples.row[as_size(e)], raw.data());
        const double c = C(e);
        const double cost = price(e);
        for (std::size_t s = 0; s < lying_.size(); ++s) {
          const std::size_t k = lying_[s];
          const double alpha = alpha_[cell(e, k)];
          const double margin = sign(e, k) * score(raw[s], k);
          if constexpr (Loss::kHard) {
            loss[k] = std::max(loss[k], Loss::loss(margin, cost));
          } else {
            loss[k] += c * Loss::loss(margin, cost);
          }
          norm[k] += alpha * margin;  // |w|^2 = sum_i alpha_i y_i s_i
          conjugate[k] += Loss::conjugate(alpha, c, cost);
          if (due_[k] && violation(alpha, Loss::gradient(alpha, margin, c, cost), c) != 0) {
            active_[cell(e, k)] = 1;
          }
        }
      }
    };
    if (threads_ != nullptr) {
      threads_->run(n_chunks, work);
    } else {
      for (Index chunk = 0; chunk < n_chunks; ++chunk) work(chunk);
    }
    std::vector<double> sums(3 * count_, 0.0);
    for (std::size_t i = 0; i < partial.size(); ++i) {
      const std::size_t at = i % (3 * count_);
      const bool is_worst = Loss::kHard && at < count_;
      sums[at] = is_worst ? std::max(sums[at], partial[i]) : sums[at] + partial[i];
    }
    const double* loss = sums.data();
    const double* norm = loss + count_;
    const double* conjugate = norm + count_;
    for (std::size_t k = 0; k < count_; ++k) {
      if (!due_[k]) continue;
      if constexpr (Loss::kHard) {
        stretch_[k] = stretch_to_meet(loss[k]);
        primal_[k] = 0.5 * norm[k] * stretch_[k] * stretch_[k];
      } else {
        primal_[k] = options_.l2 * (0.5 * norm[k] + loss[k]);
      }
      dual_[k] = -0.5 * norm[k] - conjugate[k];
      gap_[k] = relative_gap(primal_[k], options_.unit() * dual_[k]);
      const bool is_polished = violation_[k] <= kPolished || n_epochs_ >= polish_epochs_;
      done_[k] = gap_[k] <= options_.tolerance && is_polished;
      clock_[k].measured(n_epochs_, gain_[k], dual_[k], gap_[k]);
    }
  }

  const SiteProblem<Real>& problem_;
  const Cost& cost_;
  Threads* threads_;
  const HotFirst<Real>& hot_;
  const Sites<Real>& sites_;  // with renumbered features
  const DualOptions& options_;
  const std::vector<double>& norms_;  // [n] |x|^2 with the constant feature
  const ColumnScales& scales_;        // and which columns are solved
  Index first_;                       // first column of this group
  std::size_t count_;                 // columns in this group
  Index stride_;                // at the beginning of all columns, then of those that lie in theta
  BigArray<Real> theta_;        // [n_features][stride] of this group
  ScaledColumns<Real> scaled_;  // empty where features are as they are
  std::vector<std::size_t> lying_;  // [slots of theta] the columns there, in order
  std::vector<double> bias_;        // [count] weight of the constant feature
  std::vector<double> alpha_;       // [n][count]
  std::vector<char> active_;        // [n][count]
  std::vector<char> is_right_;      // [n][count] of sets of labels; else empty
  std::vector<Real> raw_;
  std::vector<Real> delta_;
  std::vector<char> done_;         // [count]
  std::vector<char> due_;          // [count] wants to be measured now
  std::vector<double> violation_;  // [count] largest of the last epoch
  std::vector<double>
      widest_;  // [count] the same, infinite where it was 0: beyond it a coordinate is shrunk
  std::vector<double> primal_;   // [count]
  std::vector<double> dual_;     // [count] D / l2, up to date at every moment
  std::vector<double> gain_;     // [count] of D in the last epoch
  std::vector<GapClock> clock_;  // [count]
  std::vector<double> gap_;      // [count] relative
  std::vector<double>
      stretch_;  // [count] of a hard margin: what makes the weights meet all margins
  Index n_epochs_ = 0;
  Index polish_epochs_ = 0;
};

}  // namespace linguine
