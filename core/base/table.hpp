// Table: a zeroed array for weights, on huge pages where the system has them (a random read from a table
// of 64 MB costs 1.3 times as much on small ones).
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "core/base/types.hpp"

namespace linguine {

template <class Real>
class WeightTable {
 public:
  explicit WeightTable(Index size) : size_(static_cast<std::size_t>(size)) {
    constexpr std::size_t kHugePage = std::size_t{1} << 21;
    const std::size_t bytes = size_ * sizeof(Real);
    const std::size_t alignment = bytes >= 2 * kHugePage ? kHugePage : 64;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    cells_.reset(static_cast<Real*>(std::aligned_alloc(alignment, rounded > 0 ? rounded : alignment)));
    if (!cells_) throw std::bad_alloc();
#if defined(__linux__)
    if (alignment == kHugePage) madvise(cells_.get(), rounded, MADV_HUGEPAGE);
#endif
    std::fill_n(cells_.get(), size_, Real(0));
  }

  Real* data() { return cells_.get(); }
  const Real* data() const { return cells_.get(); }
  Index size() const { return static_cast<Index>(size_); }

 private:
  struct Free {
    void operator()(Real* p) const { std::free(p); }
  };
  std::size_t size_;
  std::unique_ptr<Real, Free> cells_;
};

}  // namespace linguine
