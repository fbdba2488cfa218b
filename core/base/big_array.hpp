// Big array: memory on huge pages where the system has them. Random access to tens of megabytes is
// bound by address translation otherwise (1.3 times at 64 MB, 2-3 times at 256 MB).
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "core/base/types.hpp"

namespace linguine {

template <class T>
class BigArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  BigArray() = default;
  // Contents are undefined; see `zeros`.
  explicit BigArray(Index size) : size_(static_cast<std::size_t>(size)) {
    constexpr std::size_t kHugePage = std::size_t{1} << 21;
    const std::size_t bytes = size_ * sizeof(T);
    const std::size_t alignment = bytes >= 2 * kHugePage ? kHugePage : 64;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    cells_.reset(static_cast<T*>(std::aligned_alloc(alignment, rounded > 0 ? rounded : alignment)));
    if (!cells_) throw std::bad_alloc();
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (alignment == kHugePage) madvise(cells_.get(), rounded, MADV_HUGEPAGE);
#endif
  }
  static BigArray zeros(Index size) {
    BigArray array(size);
    std::fill_n(array.data(), array.size_, T(0));
    return array;
  }

  T* data() { return cells_.get(); }
  const T* data() const { return cells_.get(); }
  T& operator[](std::size_t i) { return cells_.get()[i]; }
  const T& operator[](std::size_t i) const { return cells_.get()[i]; }
  Index size() const { return static_cast<Index>(size_); }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T, Free> cells_;
};

}  // namespace linguine
