#include "core/learning/batch/cell_objective.hpp"

#include "core/learning/batch/vectors.hpp"

namespace linguine {

std::vector<Run> cut_into_runs(const Examples& examples, std::size_t gradient_bytes, Index n_runs) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  while (n_runs > 2 && gradient_bytes * as_size(n_runs) > kMostBytes) n_runs /= 2;
  Index n_sites = 0;
  for (Index e = 0; e < examples.size(); ++e) n_sites += examples[e].n_sites();
  std::vector<Run> runs;
  Index done = 0;
  Run run;
  for (Index e = 0; e < examples.size(); ++e) {
    done += examples[e].n_sites();
    const auto n_cut = std::ssize(runs);
    if (done * n_runs < n_sites * (n_cut + 1) && e + 1 < examples.size()) continue;
    run.last_example = e + 1;
    runs.push_back(run);
    run.first_example = e + 1;
  }
  return runs;
}

template <class Real>
double CellObjective<Real>::evaluate(const Real* x, const Real* d, Real alpha) {
  const std::size_t n_cells = gradient_.size();
  for_all_cells(n_cells, this->threads(), [&](std::size_t i) {
    theta_[slot(i)] = d == nullptr ? x[i] : x[i] + alpha * d[i];
  });
  prepare();
  run_polled(this->threads(), this->monitor(), std::ssize(slices_), [&](Index s, Watch& watch) {
    Slice& slice = slices_[as_size(s)];
    slice.gradient.assign(theta_.size(), Real(0));
    slice.value = run_slice(as_size(s), slice.run, slice.gradient.data(), watch);
  });
  double value = 0;
  for (const Slice& slice : slices_) value += slice.value;
  for_all_cells(n_cells, this->threads(), [&](std::size_t i) {
    double sum = 0;
    for (const Slice& slice : slices_) sum += static_cast<double>(slice.gradient[slot(i)]);
    gradient_[i] = static_cast<Real>(sum);
  });
  return value;
}

template <class Real>
Point<Real> CellObjective<Real>::zero() const {
  return {std::vector<Real>(gradient_.size(), Real(0)), {}, {}};
}

template <class Real>
double CellObjective<Real>::loss_along(const Point<Real>& x, const Point<Real>* d, double alpha,
                                       double* slope) {
  this->monitor().poll();
  const double value =
      evaluate(x.coordinates.data(), d ? d->coordinates.data() : nullptr, static_cast<Real>(alpha));
  if (slope) {
    const auto along = [&](std::size_t begin, std::size_t end) {
      return dot_cells(gradient_.data() + begin, d->coordinates.data() + begin,
                       static_cast<Index>(end - begin));
    };
    *slope = sum_over_cells(gradient_.size(), this->threads(), along);
  }
  return value;
}

template <class Real>
void CellObjective<Real>::gradient_at(const Point<Real>& x, Point<Real>& g) {
  const Real l2 = static_cast<Real>(this->penalty().l2);
  for (std::size_t i = 0; i < gradient_.size(); ++i) {
    g.coordinates[i] = gradient_[i] + l2 * x.coordinates[i];
  }
}

template class CellObjective<float>;
template class CellObjective<double>;

}  // namespace linguine
