// Inside-outside: the sum over all trees, and every part's share of it.
//
//   set, score  those of cky.hpp
//   recursion   the same with sums of products; outside by the chain rule, from the root down
//               [Baker1979]
//   scaled      numbers are kept as mantissas with one logarithm of scale a span; everything that
//               is multiplied is divided by its largest value first. Where scores differ so much
//               that a product might vanish, the same recursion runs on logarithms
//   cost        O(n^3 |rules|) time, about four times that of the best tree; logarithms cost ten
//               times more
//   exact       shares of the spans of a binary tree add up to n - 1 within 1e-9
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/memory/workspace.hpp"
#include "core/base/numbers/exponential.hpp"
#include "core/inference/constituents/cky.hpp"

namespace linguine {

// Numbers as they are, divided by a scale.
struct ScaledNumbers {
  static constexpr double kZero = 0;
  static constexpr bool kIsScaled = true;
  static double lift(double logarithm) { return std::exp(logarithm); }
  static double times(double a, double b) { return a * b; }
  static void add(double& sum, double term) { sum += term; }
  static double number(double a) { return a; }
  static double log(double a) { return std::log(a); }
};

// Logarithms: slow, and never out of range.
struct LogNumbers {
  static constexpr double kZero = kImpossible;
  static constexpr bool kIsScaled = false;
  static double lift(double logarithm) { return logarithm; }
  static double times(double a, double b) { return a + b; }
  static void add(double& sum, double term) {
    if (term == kImpossible) return;
    const double high = std::max(sum, term);
    sum = high + std::log1p(std::exp(std::min(sum, term) - high));
  }
  static double number(double a) { return std::exp(a); }
  static double log(double a) { return a; }
};

struct InsideChart {
  std::vector<double> bottom, top;              // [n_spans][n_symbols] inside
  std::vector<double> outer_bottom, outer_top;  // [n_spans][n_symbols] outside
  std::vector<double> rows;                     // [n_spans][width] lifted
  std::vector<double> splits;                   // [n_words - 1][width] lifted
  std::vector<double> binary;                   // [n_binary] lifted
  std::vector<double> unary;                    // [n_spans][n_unary] lifted, with their rows
  std::vector<double> bottom_scale, top_scale;  // [n_spans] logarithms
  std::vector<double> row_scale, split_scale;   // [n_spans], [n_words - 1]
  std::vector<double> unary_scale;              // [n_spans]
  std::vector<std::int32_t> there;              // [n_spans][n_symbols]
  std::vector<std::int32_t> n_there;            // [n_spans]
  std::vector<double> value, factor;            // [n_symbols]
};

template <class R>
class InsideOutside {
 public:
  InsideOutside(const ConstituentScores& scores, InsideChart& chart)
      : scores_(scores),
        grammar_(*scores.grammar),
        chart_(chart),
        spans_{scores.n_words},
        n_symbols_(grammar_.n_symbols()),
        n_tags_(grammar_.n_tags()) {
    const Index n_cells = spans_.size() * n_symbols_;
    for (auto* all : {&chart.bottom, &chart.top, &chart.outer_bottom, &chart.outer_top}) {
      std::fill_n(at_least(*all, n_cells), n_cells, R::kZero);
    }
    at_least(chart.there, n_cells);
    at_least(chart.n_there, spans_.size());
    at_least(chart.bottom_scale, spans_.size());
    at_least(chart.top_scale, spans_.size());
    at_least(chart.value, n_symbols_);
    at_least(chart.factor, n_symbols_);
  }

  // log Z; kImpossible if there is no tree.
  double inside() {
    lift_all();
    const Index n = scores_.n_words;
    for (Index i = 0; i < n; ++i) {
      std::copy_n(chart_.rows.data() + spans_.at(i, i + 1) * scores_.width, n_tags_,
                  cells(chart_.bottom, i, i + 1));
      chart_.bottom_scale[as_size(spans_.at(i, i + 1))] =
          chart_.row_scale[as_size(spans_.at(i, i + 1))];
      close(i, i + 1);
    }
    for (Index length = 2; length <= n; ++length) {
      for (Index i = 0; i + length <= n; ++i) {
        join(i, i + length);
        close(i, i + length);
      }
    }
    root_scale_ = 0;
    const double* top = cells(chart_.top, 0, n);
    double sum = R::kZero;
    if constexpr (R::kIsScaled) {
      root_scale_ = kImpossible;
      for (const Label s : grammar_.roots()) root_scale_ = std::max(root_scale_, scores_.roots[s]);
      if (root_scale_ == kImpossible) root_scale_ = 0;
    }
    for (const Label s : grammar_.roots()) {
      R::add(sum, R::times(top[s], R::lift(scores_.roots[s] - root_scale_)));
    }
    total_ = sum;
    return R::log(sum) + root_scale_ + chart_.top_scale[as_size(spans_.at(0, n))];
  }

  // Adds weight times every part's share to a table; after inside().
  void outside(double weight, const ConstituentParts& parts, double* table) {
    const Index n = scores_.n_words;
    double* outer = cells(chart_.outer_top, 0, n);
    const double* top = cells(chart_.top, 0, n);
    for (const Label s : grammar_.roots()) {
      outer[s] = divide(R::lift(scores_.roots[s] - root_scale_), total_);
      table[parts.root(s)] += weight * R::number(R::times(outer[s], top[s]));
    }
    for (Index length = n; length >= 1; --length) {
      for (Index i = 0; i + length <= n; ++i) {
        if (chart_.n_there[as_size(spans_.at(i, i + length))] == 0) continue;
        open(i, i + length, weight, parts, table);
        if (length > 1) part_with(i, i + length, weight, parts, table);
      }
    }
  }

 private:
  double* cells(std::vector<double>& all, Index i, Index j) const {
    return all.data() + spans_.at(i, j) * n_symbols_;
  }
  static double divide(double a, double b) { return R::kIsScaled ? a / b : a - b; }
  // out = lifted scores divided by the largest, whose logarithm is returned.
  static double lift_row(const double* scores, Index count, double* out) {
    double top = 0;
    if constexpr (R::kIsScaled) {
      top = *std::max_element(scores, scores + count);
      if (top == kImpossible) top = 0;
      exp_all(scores, top, count, out);
    } else {
      std::copy_n(scores, count, out);
    }
    return top;
  }

  void lift_all() {
    const Index width = scores_.width;
    const Index n_columns = grammar_.n_columns();
    const Index n_spans = spans_.size();
    const Index n_splits = std::max<Index>(scores_.n_words - 1, 0);
    double* rows = at_least(chart_.rows, n_spans * width);
    double* splits = at_least(chart_.splits, n_splits * width);
    at_least(chart_.row_scale, n_spans);
    at_least(chart_.split_scale, n_splits);
    const Index n_inner = n_symbols_ - n_tags_;
    for (Index k = 1; k <= n_splits; ++k) {
      chart_.split_scale[as_size(k - 1)] =
          n_inner == 0 ? 0 : lift_row(scores_.split(k), n_inner, splits + (k - 1) * width);
    }
    for (Index s = 0; s < n_spans; ++s) {
      chart_.row_scale[as_size(s)] =
          lift_row(scores_.spans + s * width, n_columns, rows + s * width);
    }
    double* binary = at_least(chart_.binary, grammar_.n_binary());
    binary_scale_ =
        grammar_.n_binary() == 0 ? 0 : lift_row(scores_.binary, grammar_.n_binary(), binary);
    // Unary rules compete with having none: their scale is at least 0.
    const Index n_unary = grammar_.n_unary();
    double* unary = at_least(chart_.unary, n_spans * n_unary);
    at_least(chart_.unary_scale, n_spans);
    for (Index s = 0; s < n_spans; ++s, unary += n_unary) {
      const double* row = scores_.spans + s * width;
      double top = 0;
      for (Index u = 0; u < n_unary; ++u) {
        unary[u] = scores_.unary[u] + row[grammar_.column_of_unary(u)];
        top = std::max(top, unary[u]);
      }
      chart_.unary_scale[as_size(s)] = R::kIsScaled ? top : 0;
      if constexpr (R::kIsScaled) exp_all(unary, top, n_unary, unary);
    }
  }

  // The scale of joining (i,k) and (k,j), relative to a reference.
  double scale_of(Index i, Index k, Index j) const {
    return chart_.top_scale[as_size(spans_.at(i, k))] + chart_.top_scale[as_size(spans_.at(k, j))] +
           chart_.split_scale[as_size(k - 1)];
  }
  void join(Index i, Index j) {
    const Index span = spans_.at(i, j);
    double reference = kImpossible;
    for (Index k = i + 1; k < j; ++k) {
      if (is_there(i, k) && is_there(k, j)) reference = std::max(reference, scale_of(i, k, j));
    }
    double* bottom = cells(chart_.bottom, i, j);
    chart_.bottom_scale[as_size(span)] = 0;
    if (reference == kImpossible) return;
    const BinaryRule* rules = grammar_.binary().data();
    double* value = chart_.value.data();
    for (Index k = i + 1; k < j; ++k) {
      if (!is_there(i, k) || !is_there(k, j)) continue;
      const double* left = cells(chart_.top, i, k);
      const double* right = cells(chart_.top, k, j);
      const std::int32_t* there = chart_.there.data() + spans_.at(i, k) * n_symbols_;
      std::fill_n(value, n_symbols_, R::kZero);
      for (std::int32_t b = 0; b < chart_.n_there[as_size(spans_.at(i, k))]; ++b) {
        const auto [first, last] = grammar_.rules_of_left(there[b]);
        const double of_left = left[there[b]];
        for (Index r = first; r < last; ++r) {
          R::add(value[rules[r].parent],
                 R::times(R::times(of_left, chart_.binary[as_size(r)]), right[rules[r].right]));
        }
      }
      const double* split = chart_.splits.data() + (k - 1) * scores_.width - n_tags_;
      const double scale = R::lift(scale_of(i, k, j) - reference);
      for (Label a = n_tags_; a < n_symbols_; ++a) {
        R::add(bottom[a], R::times(R::times(value[a], split[a]), scale));
      }
    }
    const double* row = chart_.rows.data() + span * scores_.width - n_tags_;
    double largest = R::kZero;
    for (Label a = n_tags_; a < n_symbols_; ++a) {
      bottom[a] = R::times(bottom[a], row[a]);
      largest = std::max(largest, bottom[a]);
    }
    chart_.bottom_scale[as_size(span)] =
        reference + binary_scale_ + chart_.row_scale[as_size(span)];
    if constexpr (R::kIsScaled) {
      if (largest == 0) return;
      chart_.bottom_scale[as_size(span)] += std::log(largest);
      for (Label a = n_tags_; a < n_symbols_; ++a) bottom[a] /= largest;
    }
  }
  bool is_there(Index i, Index j) const { return chart_.n_there[as_size(spans_.at(i, j))] > 0; }

  // What keeps the symbol of a span as it is, beside unary rules divided by their scale.
  double stays(Index span) const { return R::lift(-chart_.unary_scale[as_size(span)]); }
  void close(Index i, Index j) {
    const Index span = spans_.at(i, j);
    const double* bottom = cells(chart_.bottom, i, j);
    double* top = cells(chart_.top, i, j);
    const double stay = stays(span);
    for (Label s = 0; s < n_symbols_; ++s) top[s] = R::times(bottom[s], stay);
    const double* unary = chart_.unary.data() + span * grammar_.n_unary();
    const UnaryRule* rules = grammar_.unary().data();
    for (Index u = 0; u < grammar_.n_unary(); ++u) {
      R::add(top[rules[u].parent], R::times(bottom[rules[u].child], unary[u]));
    }
    chart_.top_scale[as_size(span)] =
        chart_.bottom_scale[as_size(span)] + chart_.unary_scale[as_size(span)];
    std::int32_t* there = chart_.there.data() + span * n_symbols_;
    std::int32_t n_there = 0;
    for (Label s = 0; s < n_symbols_; ++s) {
      if (top[s] > R::kZero) there[n_there++] = s;
    }
    chart_.n_there[as_size(span)] = n_there;
  }

  // outer_bottom from outer_top; the shares of the span's columns and unary rules.
  void open(Index i, Index j, double weight, const ConstituentParts& parts, double* table) {
    const Index span = spans_.at(i, j);
    const double* outer_top = cells(chart_.outer_top, i, j);
    double* outer = cells(chart_.outer_bottom, i, j);
    const double* bottom = cells(chart_.bottom, i, j);
    const double stay = stays(span);
    for (Label s = 0; s < n_symbols_; ++s) outer[s] = R::times(outer_top[s], stay);
    const double* unary = chart_.unary.data() + span * grammar_.n_unary();
    const UnaryRule* rules = grammar_.unary().data();
    double* row = table + span * scores_.width;
    for (Index u = 0; u < grammar_.n_unary(); ++u) {
      const double from = R::times(outer_top[rules[u].parent], unary[u]);
      R::add(outer[rules[u].child], from);
      const double share = R::number(R::times(from, bottom[rules[u].child]));
      if (share == 0) continue;
      row[grammar_.column_of_unary(u)] += weight * share;
      table[parts.unary(u)] += weight * share;
    }
    const Label first = j == i + 1 ? 0 : n_tags_;
    const Label last = j == i + 1 ? n_tags_ : n_symbols_;
    for (Label s = first; s < last; ++s) {
      const double share = R::number(R::times(outer[s], bottom[s]));
      if (share != 0) row[grammar_.column_of(s)] += weight * share;
    }
  }
  void part_with(Index i, Index j, double weight, const ConstituentParts& parts, double* table) {
    const Index span = spans_.at(i, j);
    const double* outer = cells(chart_.outer_bottom, i, j);
    const double* row = chart_.rows.data() + span * scores_.width - n_tags_;
    const BinaryRule* rules = grammar_.binary().data();
    double* factor = chart_.factor.data();
    double* value = chart_.value.data();
    double* of_rules = table + parts.binary(0);
    for (Index k = i + 1; k < j; ++k) {
      if (!is_there(i, k) || !is_there(k, j)) continue;
      const double* split = chart_.splits.data() + (k - 1) * scores_.width - n_tags_;
      const double scale =
          R::lift(scale_of(i, k, j) + binary_scale_ + chart_.row_scale[as_size(span)] -
                  chart_.bottom_scale[as_size(span)]);
      bool any = false;
      for (Label a = n_tags_; a < n_symbols_; ++a) {
        factor[a] = R::times(R::times(outer[a], row[a]), R::times(split[a], scale));
        any = any || factor[a] > R::kZero;
        value[a] = 0;
      }
      if (!any) continue;
      const double* left = cells(chart_.top, i, k);
      const double* right = cells(chart_.top, k, j);
      double* outer_left = cells(chart_.outer_top, i, k);
      double* outer_right = cells(chart_.outer_top, k, j);
      const std::int32_t* there = chart_.there.data() + spans_.at(i, k) * n_symbols_;
      for (std::int32_t b = 0; b < chart_.n_there[as_size(spans_.at(i, k))]; ++b) {
        const std::int32_t B = there[b];
        const auto [first, last] = grammar_.rules_of_left(B);
        double sum = R::kZero;
        for (Index r = first; r < last; ++r) {
          const BinaryRule& rule = rules[r];
          const double above = R::times(factor[rule.parent], chart_.binary[as_size(r)]);
          const double of_left = R::times(above, right[rule.right]);
          R::add(sum, of_left);
          R::add(outer_right[rule.right], R::times(above, left[B]));
          const double share = R::number(R::times(of_left, left[B]));
          of_rules[r] += weight * share;
          value[rule.parent] += share;
        }
        R::add(outer_left[B], sum);
      }
      double* of_split = table + parts.split(k) - n_tags_;
      for (Label a = n_tags_; a < n_symbols_; ++a) of_split[a] += weight * value[a];
    }
  }

  const ConstituentScores& scores_;
  const Grammar& grammar_;
  InsideChart& chart_;
  Spans spans_;
  Label n_symbols_;
  Label n_tags_;
  double binary_scale_ = 0;
  double root_scale_ = 0;
  double total_ = 0;
};

// Whether products of scaled numbers stay in range: the largest difference of finite scores of one
// kind, added up.
inline bool fits_scaled_numbers(const ConstituentScores& scores) {
  constexpr double kWidest = 300;
  const auto spread_of = [](Index count, const auto& value_of) {
    double low = 0;
    double high = 0;
    for (Index i = 0; i < count; ++i) {
      const double value = value_of(i);
      if (value == kImpossible) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return high - low;
  };
  const auto spread = [&](const double* values, Index count) {
    return spread_of(count, [&](Index i) { return values[i]; });
  };
  const Grammar& grammar = *scores.grammar;
  const std::span<const Label> roots = grammar.roots();
  const Index n_splits = std::max<Index>(scores.n_words - 1, 0);
  return spread(scores.spans, Spans{scores.n_words}.size() * scores.width) +
             spread(scores.splits, n_splits * scores.width) +
             spread(scores.binary, grammar.n_binary()) + spread(scores.unary, grammar.n_unary()) +
             spread_of(std::ssize(roots),
                       [&](Index i) { return scores.roots[roots[as_size(i)]]; }) <
         kWidest;
}

// log Z; adds weight times each part's share to a table.
inline double constituent_log_partition(const ConstituentScores& scores,
                                        const ConstituentParts& parts, double weight,
                                        InsideChart& chart, double* table) {
  const auto run = [&]<class R>(InsideOutside<R>&& sums) {
    const double log_z = sums.inside();
    if (log_z != kImpossible && weight != 0) sums.outside(weight, parts, table);
    return log_z;
  };
  if (fits_scaled_numbers(scores)) return run(InsideOutside<ScaledNumbers>(scores, chart));
  return run(InsideOutside<LogNumbers>(scores, chart));
}

}  // namespace linguine
