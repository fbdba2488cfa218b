// Recycled: arrays whose memory goes from one that is done with to the next one, while somebody
// asks for that.
//
//   why       fresh memory is cleared page by page, and given back as it goes: a sixth of the time
//             of a pass over rows that come from a disk, where arrays of one size follow each other
//   while     a SpareMemory is alive; else an array is a BigArray, given back at once
//   cost      at most kMost bytes wait for the next array
//   given     back by the thread that drops the array, whichever that is
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/memory/big_array.hpp"
#include "core/base/types.hpp"

namespace linguine {

class SpareMemory {
 public:
  using Piece = BigArray<std::uint8_t>;

  SpareMemory() {
    const std::lock_guard lock(mutex_);
    pieces_.reserve(kMostPieces + 1);
    ++n_users_;
  }
  ~SpareMemory() {
    const std::lock_guard lock(mutex_);
    if (--n_users_ == 0) pieces_.clear();
  }
  SpareMemory(const SpareMemory&) = delete;
  SpareMemory& operator=(const SpareMemory&) = delete;

  // At least so many bytes; what they hold is undefined.
  static Piece take(Index n) {
    {
      const std::lock_guard lock(mutex_);
      if (n < kLeast || n_users_ == 0) return Piece(n);
      const auto fits = [n](const Piece& each) { return each.size() >= n && each.size() <= 2 * n; };
      const auto found = std::find_if(pieces_.begin(), pieces_.end(), fits);
      if (found != pieces_.end()) {
        Piece piece = std::move(*found);
        pieces_.erase(found);
        return piece;
      }
    }
    return Piece(n + n / 8);  // the next one may be a little longer
  }
  static void give(Piece piece) noexcept {
    if (piece.size() < kLeast) return;
    const std::lock_guard lock(mutex_);
    if (n_users_ == 0) return;
    pieces_.push_back(std::move(piece));
    while (pieces_.size() > kMostPieces || n_bytes() > kMost) pieces_.erase(pieces_.begin());
  }

 private:
  static constexpr Index kLeast = Index{1} << 15;
  static constexpr Index kMost = Index{80} << 20;
  static constexpr std::size_t kMostPieces = 256;

  static Index n_bytes() {
    Index sum = 0;
    for (const Piece& each : pieces_) sum += each.size();
    return sum;
  }

  static inline std::mutex mutex_;
  static inline int n_users_ = 0;
  static inline std::vector<Piece> pieces_;
};

template <class T>
class Recycled {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Recycled() = default;
  // Contents are undefined.
  explicit Recycled(Index size)
      : piece_(SpareMemory::take(size * static_cast<Index>(sizeof(T)))), size_(size) {}
  Recycled(Recycled&& other) noexcept { swap(other); }
  Recycled& operator=(Recycled&& other) noexcept {
    Recycled(std::move(other)).swap(*this);
    return *this;
  }
  ~Recycled() { SpareMemory::give(std::move(piece_)); }

  template <class Cells>
  static Recycled copy_of(const Cells& cells) {
    Recycled array(std::ssize(cells));
    std::copy(cells.begin(), cells.end(), array.data());
    return array;
  }

  // Forgets the last cells; their memory stays.
  void cut(Index size) { size_ = std::min(size_, size); }

  T* data() { return reinterpret_cast<T*>(piece_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(piece_.data()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  Index size() const { return size_; }

 private:
  void swap(Recycled& other) noexcept {
    std::swap(piece_, other.piece_);
    std::swap(size_, other.size_);
  }

  SpareMemory::Piece piece_;
  Index size_ = 0;
};

}  // namespace linguine
