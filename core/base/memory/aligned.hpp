// Aligned: vectors that begin at a cache line, so that lanes of 64 bytes never lie across two.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace linguine {

inline constexpr std::size_t kCacheLine = 64;

template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(kCacheLine)));
  }
  void deallocate(T* cells, std::size_t) { ::operator delete(cells, std::align_val_t(kCacheLine)); }
  template <class U>
  bool operator==(const AlignedAllocator<U>&) const {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace linguine
