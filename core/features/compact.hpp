// Compact: the occurrences of a document become its row: sorted by key, equal keys added up.
//
//   algorithm counting sort by the first byte of the key (a hash, so buckets are even), then
//             insertion sort of the few in a bucket
//   cost      O(n); about 5 ns an occurrence
//   exact     values are added in the order in which they were found; the first place stays
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/features/stream.hpp"

namespace linguine {

inline bool goes_before(const Occurrence& a, const Occurrence& b) {
  return a.key < b.key;
}

inline void sort_bucket(Occurrence* begin, Occurrence* end) {
  if (end - begin > 32) {
    std::stable_sort(begin, end, goes_before);
    return;
  }
  for (Occurrence* next = begin + 1; next < end; ++next) {
    const Occurrence item = *next;
    Occurrence* hole = next;
    for (; hole > begin && item.key < (hole - 1)->key; --hole) *hole = *(hole - 1);
    *hole = item;
  }
}

inline void sort_by_key(std::vector<Occurrence>& items, std::vector<Occurrence>& scratch) {
  if (items.size() <= 32) {
    if (!items.empty()) sort_bucket(items.data(), items.data() + items.size());
    return;
  }
  std::array<std::size_t, 257> ends{};
  for (const Occurrence& each : items) ++ends[(each.key >> 56) + 1];
  for (std::size_t b = 0; b < 256; ++b) ends[b + 1] += ends[b];
  scratch.resize(items.size());
  for (const Occurrence& each : items) scratch[ends[each.key >> 56]++] = each;
  std::size_t begin = 0;
  for (std::size_t b = 0; b < 256; ++b) {  // ends[b] has moved to the end of bucket b
    if (ends[b] - begin > 1) sort_bucket(scratch.data() + begin, scratch.data() + ends[b]);
    begin = ends[b];
  }
  items.swap(scratch);
}

inline void compact(std::vector<Occurrence>& items, std::vector<Occurrence>& scratch) {
  sort_by_key(items, scratch);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (kept > 0 && items[kept - 1].key == items[i].key) {
      items[kept - 1].value += items[i].value;
    } else {
      items[kept++] = items[i];
    }
  }
  items.resize(kept);
}

}  // namespace linguine
