// Big array: memory on huge pages where the system has them, given back at once when it is done
// with. Random access to tens of megabytes is bound by address translation otherwise (1.3 times at
// 64 MB, 2-3 times at 256 MB); and what malloc keeps for later adds to the peak.
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
  explicit BigArray(Index size) : size_(as_size(size)), capacity_(size) {
    const std::size_t bytes = std::max<std::size_t>(size_ * sizeof(T), 64);
#if defined(__linux__)
    if (bytes >= kMapped) {
      // One huge page more than is needed, so that the array can begin at the border of one.
      const bool is_huge = bytes >= 2 * kHugePage;
      const std::size_t mapped = bytes + (is_huge ? kHugePage : 0);
      void* memory =
          mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (memory == MAP_FAILED) throw std::bad_alloc();
      void* begin = memory;
      std::size_t space = mapped;
      if (is_huge) {
        std::align(kHugePage, bytes, begin, space);
        madvise(begin, bytes, MADV_HUGEPAGE);
      }
      cells_ = {static_cast<T*>(begin), Free{memory, mapped}};
      return;
    }
#endif
    T* cells = static_cast<T*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
    if (cells == nullptr) throw std::bad_alloc();
    cells_ = {cells, Free{}};
  }
  // A copy of some cells, with no room to spare.
  template <class Cells>
  static BigArray copy_of(const Cells& cells) {
    BigArray array(std::ssize(cells));
    std::copy(cells.begin(), cells.end(), array.data());
    return array;
  }
  static BigArray zeros(Index size) {
    BigArray array(size);
    std::fill_n(array.data(), array.size_, T(0));
    return array;
  }

  // So many zeros, in the memory that is there if it is enough: what the system hands out anew it
  // clears first, page by page.
  void fit_zeros(Index size) {
    if (cells_ == nullptr || size > capacity_) {
      *this = BigArray();  // before the new memory is asked for
      *this = BigArray(size);
    }
    size_ = as_size(size);
    std::fill_n(data(), size_, T(0));
  }

  // Forgets the last cells; their memory stays.
  void cut(Index size) { size_ = std::min(size_, as_size(size)); }

  T* data() { return cells_.get(); }
  const T* data() const { return cells_.get(); }
  T& operator[](std::size_t i) { return cells_.get()[i]; }
  const T& operator[](std::size_t i) const { return cells_.get()[i]; }
  Index size() const { return static_cast<Index>(size_); }

 private:
  static constexpr std::size_t kHugePage = std::size_t{1} << 21;
  static constexpr std::size_t kMapped = std::size_t{1} << 19;

  struct Free {
    void* memory = nullptr;  // what was mapped, if anything
    std::size_t bytes = 0;
    void operator()(T* cells) const {
#if defined(__linux__)
      if (memory != nullptr) {
        munmap(memory, bytes);
        return;
      }
#endif
      std::free(cells);
    }
  };
  std::size_t size_ = 0;
  Index capacity_ = 0;
  std::unique_ptr<T, Free> cells_{nullptr, Free{}};
};

}  // namespace linguine
