// Packed rows: counted rows as bytes that wait on a disk, and the way back to rows of known
// features.
//
//   form      numbers of rows, entries and odd counts (which are not 1), width of a number: 4 u32,
//             and the entries of each row; the feature numbers of all entries, as many bytes each as
//             the largest needs; a bit an entry: is its count odd?; odd counts, a byte each if they
//             are 0..254, or 255 and behind all of them the float
//   cost      one pass; 3 bytes and a bit an entry where numbers have 24 bits
//   given     back: blocks with their checksums, of which every size and number is looked at before
//             it is used; and the id of each number, or kUnknown for features that are left out
//   returns   the rows of all blocks, in the order in which they were packed: sorted ids in deltas
//             would save a byte, but another order of an example's features sums to other bits
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/base/numbers/hash.hpp"
#include "core/features/text/weighting.hpp"
#include "core/features/vocabulary/number_ids.hpp"
#include "core/features/vocabulary/row_chunks.hpp"
#include "core/features/vocabulary/vocabulary.hpp"

namespace linguine {

inline std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) {
  return hash_bytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

namespace packed {

inline constexpr std::uint8_t kEscape = 255;

struct Head {
  std::uint32_t n_rows, n_entries, n_odd, width;
};

inline bool is_small(float count) {
  return count >= 0 && count < kEscape &&
         static_cast<float>(static_cast<std::uint8_t>(count)) == count;
}

LINGUINE_MULTIVERSION inline std::uint32_t count_odd(const float* values, std::size_t n) {
  std::uint32_t n_odd = 0;
  for (std::size_t i = 0; i < n; ++i) n_odd += values[i] != 1.0F;
  return n_odd;
}

template <class T>
void append(std::vector<std::uint8_t>& out, const T* cells, std::size_t n) {
  // not insert(), of which GCC 12 warns for nothing
  const std::size_t begin = out.size();
  out.resize(begin + n * sizeof(T));
  if (n > 0) std::memcpy(out.data() + begin, cells, n * sizeof(T));
}

// Reads on within some bytes.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  std::span<const std::uint8_t> take(std::size_t n) {
    if (n > rest_.size()) throw std::invalid_argument("a block of rows ends too early");
    const auto taken = rest_.first(n);
    rest_ = rest_.subspan(n);
    return taken;
  }
  bool is_done() const { return rest_.empty(); }

 private:
  std::span<const std::uint8_t> rest_;
};

// The numbers of kWidth bytes each; behind them are more bytes, so that four can be read at once.
template <std::uint32_t kWidth, class Use>
void for_each_number(const std::uint8_t* from, std::size_t n, const Use& use) {
  constexpr std::uint32_t kMask = 0xFFFFFFFFU >> (32 - 8 * kWidth);
  for (std::size_t i = 0; i < n; ++i, from += kWidth) {
    std::uint32_t number;
    std::memcpy(&number, from, 4);
    use(i, number & kMask);
  }
}

template <class Use>
void for_each_number(std::uint32_t width, const std::uint8_t* from, std::size_t n, const Use& use) {
  switch (width) {
    case 1:
      return for_each_number<1>(from, n, use);
    case 2:
      return for_each_number<2>(from, n, use);
    case 3:
      return for_each_number<3>(from, n, use);
    default:
      return for_each_number<4>(from, n, use);
  }
}

}  // namespace packed

// Rows whose offsets begin anywhere: those of a part of some rows. `frequencies` [n_numbers] grow by
// one for each row that a feature is in.
template <class Offset>
std::vector<std::uint8_t> pack_rows(std::span<const Offset> offsets, const std::int32_t* ids,
                                    const float* values, std::span<std::uint32_t> frequencies) {
  const std::size_t first = as_size(offsets.front());
  const std::size_t n = as_size(offsets.back()) - first;
  if (n > 0x7FFFFFFF) throw std::length_error("a block of rows has too many entries");
  const std::uint32_t largest = largest_id(ids + first, n);
  if (n > 0 && largest >= frequencies.size()) {
    throw std::invalid_argument("a feature has no number");
  }
  const std::uint32_t n_odd = packed::count_odd(values + first, n);
  std::uint32_t width = 1;
  while (width < 4 && (largest >> (8 * width)) != 0) ++width;
  std::vector<std::uint8_t> out;
  out.reserve(16 + 4 * offsets.size() + n * (width + 1) + 4);
  const packed::Head head{static_cast<std::uint32_t>(offsets.size() - 1),
                          static_cast<std::uint32_t>(n), n_odd, width};
  packed::append(out, &head, 1);
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
    const auto size = static_cast<std::uint32_t>(offsets[row + 1] - offsets[row]);
    packed::append(out, &size, 1);
  }
  const std::size_t begin = out.size();
  out.resize(begin + n * width + 4);
  constexpr std::size_t kAhead = 32;
  std::uint8_t* to = out.data() + begin;
  for (std::size_t i = 0; i < n; ++i, to += width) {
    if (i + kAhead < n) __builtin_prefetch(&frequencies[as_size(ids[first + i + kAhead])], 1);
    const auto id = static_cast<std::uint32_t>(ids[first + i]);
    ++frequencies[id];
    std::memcpy(to, &id, 4);  // four bytes each time: the next number overwrites some
  }
  out.resize(begin + n * width);
  std::vector<std::uint8_t> is_odd((n + 7) / 8, 0);
  std::vector<std::uint8_t> odd;
  std::vector<float> large;
  for (std::size_t i = 0; i < n; ++i) {
    const float value = values[first + i];
    if (value == 1.0F) continue;
    is_odd[i / 8] = static_cast<std::uint8_t>(is_odd[i / 8] | (1U << (i % 8)));
    const bool is_small = packed::is_small(value);
    odd.push_back(is_small ? static_cast<std::uint8_t>(value) : packed::kEscape);
    if (!is_small) large.push_back(value);
  }
  packed::append(out, is_odd.data(), is_odd.size());
  packed::append(out, odd.data(), odd.size());
  packed::append(out, large.data(), large.size());
  const std::uint32_t end = 0;  // a number is read four bytes at a time
  packed::append(out, &end, 1);
  return out;
}

// The head of a block whose checksum is right.
inline packed::Head read_head(std::span<const std::uint8_t> block) {
  packed::Head head;
  const auto bytes = packed::Reader(block).take(sizeof(head));
  std::memcpy(&head, bytes.data(), sizeof(head));
  const bool is_sound = head.width >= 1 && head.width <= 4 && head.n_odd <= head.n_entries &&
                        head.n_entries <= 0x7FFFFFFF;
  if (!is_sound) throw std::invalid_argument("a block of rows has an impossible head");
  return head;
}

// The rows of a block whose checksum is right. Writes to `features` and `counts`
// [n_entries], and the size of each row to `sizes`; returns how many entries are left.
inline std::size_t unpack_block(std::span<const std::uint8_t> block, const NumberIds& numbered,
                                std::int32_t* features, float* counts, std::int64_t* sizes) {
  const packed::Head head = read_head(block);
  packed::Reader reader(block);
  reader.take(sizeof(head));
  const auto row_sizes = reader.take(std::size_t{4} * head.n_rows);
  const auto numbers = reader.take(std::size_t{head.width} * head.n_entries);
  const auto is_odd = reader.take((std::size_t{head.n_entries} + 7) / 8);
  const auto odd = reader.take(head.n_odd);
  const auto n_large =
      static_cast<std::size_t>(std::count(odd.begin(), odd.end(), packed::kEscape));
  const auto large = reader.take(4 * n_large);
  reader.take(4);
  if (!reader.is_done()) throw std::invalid_argument("a block of rows is too long");

  const std::size_t n = head.n_entries;
  std::fill_n(counts, n, 1.0F);
  std::size_t next_odd = 0;
  std::size_t next_large = 0;
  for (std::size_t byte = 0; byte < is_odd.size(); ++byte) {
    for (std::uint32_t bits = is_odd[byte]; bits != 0; bits &= bits - 1) {
      const std::size_t i = 8 * byte + as_size(std::countr_zero(bits));
      if (i >= n || next_odd >= odd.size()) {
        throw std::invalid_argument("a block of rows has too many odd counts");
      }
      const std::uint8_t small = odd[next_odd++];
      counts[i] = static_cast<float>(small);
      if (small != packed::kEscape) continue;
      std::memcpy(&counts[i], large.data() + 4 * next_large++, 4);
      if (!std::isfinite(counts[i]) || counts[i] < 0) {
        throw std::invalid_argument("a block of rows has a count that is none");
      }
    }
  }
  packed::for_each_number(head.width, numbers.data(), n, [&](std::size_t i, std::uint32_t number) {
    features[i] = static_cast<std::int32_t>(number);
  });
  if (n > 0 && largest_id(features, n) >= numbered.size()) {
    throw std::invalid_argument("a block of rows has a feature without a number");
  }
  std::size_t from = 0;
  std::size_t to = 0;
  for (std::uint32_t row = 0; row < head.n_rows; ++row) {
    std::uint32_t size;
    std::memcpy(&size, row_sizes.data() + std::size_t{4} * row, 4);
    if (size > n - from) throw std::invalid_argument("a block of rows has a row that is too long");
    const std::size_t n_left =
        numbered.translate(features + from, counts + from, size, features + to, counts + to);
    sizes[row] = static_cast<std::int64_t>(n_left);
    from += size;
    to += n_left;
  }
  if (from != n) throw std::invalid_argument("a block of rows has entries of no row");
  return to;
}

// The rows of all blocks; the ids are below 2^31, or kUnknown.
inline Rows unpack_rows(std::span<const std::span<const std::uint8_t>> blocks,
                        std::span<const std::uint64_t> checksums,
                        std::span<const std::uint32_t> ids, Threads& threads, Monitor& monitor) {
  const std::size_t n_blocks = blocks.size();
  std::vector<Index> first_rows(n_blocks + 1, 0);
  std::vector<Index> first_entries(n_blocks + 1, 0);
  for (std::size_t b = 0; b < n_blocks; ++b) {
    if (checksum_of(blocks[b]) != checksums[b]) {
      throw std::invalid_argument("a block of rows is not what was written");
    }
    const packed::Head head = read_head(blocks[b]);
    first_rows[b + 1] = first_rows[b] + static_cast<Index>(head.n_rows);
    first_entries[b + 1] = first_entries[b] + static_cast<Index>(head.n_entries);
    // Checked before any room is made for what a block says it holds.
    if (std::uint64_t{head.n_rows} * 4 + head.n_entries > blocks[b].size()) {
      throw std::invalid_argument("a block of rows ends too early");
    }
  }
  Rows rows;
  rows.offsets.assign(as_size(first_rows[n_blocks]) + 1, 0);
  rows.indices = Recycled<std::int32_t>(first_entries[n_blocks]);
  rows.values = Recycled<float>(first_entries[n_blocks]);
  const NumberIds numbered(ids);
  std::vector<std::size_t> n_left(n_blocks);
  run_polled(threads, monitor, static_cast<Index>(n_blocks), [&](Index block) {
    const auto b = as_size(block);
    n_left[b] = unpack_block(blocks[b], numbered, rows.indices.data() + first_entries[b],
                             rows.values.data() + first_entries[b],
                             rows.offsets.data() + 1 + first_rows[b]);
  });
  Index to = 0;
  for (std::size_t b = 0; b < n_blocks; ++b) {
    if (to != first_entries[b]) {
      std::memmove(rows.indices.data() + to, rows.indices.data() + first_entries[b], 4 * n_left[b]);
      std::memmove(rows.values.data() + to, rows.values.data() + first_entries[b], 4 * n_left[b]);
    }
    to += static_cast<Index>(n_left[b]);
  }
  rows.indices.cut(to);
  rows.values.cut(to);
  std::partial_sum(rows.offsets.begin(), rows.offsets.end(), rows.offsets.begin());
  return rows;
}

}  // namespace linguine
