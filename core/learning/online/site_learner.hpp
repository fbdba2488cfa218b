// Online learning from stored sites, in the layout that suits the problem.
#pragma once

#include <algorithm>
#include <optional>

#include "core/base/memory/aligned.hpp"
#include "core/learning/layouts/slots.hpp"
#include "core/learning/online/online.hpp"

namespace linguine {

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

template <class Real>
OnlineResult learn_online(const SiteProblem<Real>& problem, const SiteProblem<Real>* held_out,
                          const Support* support, const OnlineOptions& options,
                          OnlineState<Real>& state, Monitor& monitor) {
  Threads alone(1);
  if (support != nullptr) {
    SlotLayout<Real> layout(problem, *support);
    std::optional<SlotLayout<Real>> watched;
    if (held_out != nullptr) watched.emplace(*held_out, *support);
    const AlignedCopy<Real> theta(state.current.theta, layout.size());
    const AlignedCopy<Real> lags(state.weight_lags, layout.size());
    const AlignedCopy<Real> squares(state.weight_squares, layout.size());
    return learn_in(layout, problem, held_out, watched ? *watched : layout, options, state, alone,
                    monitor);
  }
  const bool has_many_sites = !problem.examples.n_sites.empty();
  if (has_many_sites && !options.step.has_own_rates()) {
    TouchedLayout<Real> layout(problem, state.current.theta);
    return learn_with_one_rate(layout, problem, held_out, layout, options, state, alone, monitor);
  }
  TableLayout<Real> layout(problem);
  return learn_in(layout, problem, held_out, layout, options, state, alone, monitor);
}

}  // namespace linguine
