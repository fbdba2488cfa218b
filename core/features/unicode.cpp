#include "core/features/unicode.hpp"

#include <algorithm>
#include <iterator>

#include "core/features/unicode_tables.hpp"

namespace linguine {

CharClass search_class(std::uint32_t code) {
  const auto* after =
      std::upper_bound(std::begin(kClassRanges), std::end(kClassRanges), code << 3 | 7);
  return static_cast<CharClass>(*(after - 1) & 7);
}

std::unique_ptr<std::array<CharClass, 0x10000>> make_basic_plane() {
  auto classes = std::make_unique<std::array<CharClass, 0x10000>>();
  std::size_t range = 0;
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    while (range + 1 < std::size(kClassRanges) && kClassRanges[range + 1] >> 3 <= code) ++range;
    (*classes)[code] = static_cast<CharClass>(kClassRanges[range] & 7);
  }
  return classes;
}

std::uint32_t search_lower(std::uint32_t code) {
  const auto* after =
      std::upper_bound(std::begin(kCaseRuns), std::end(kCaseRuns), code,
                       [](std::uint32_t value, const CaseRun& run) { return value < run.first; });
  if (after == std::begin(kCaseRuns)) return code;
  const CaseRun& run = *(after - 1);
  const std::uint32_t distance = code - run.first;
  if (distance % run.step != 0 || distance / run.step >= run.count) return code;
  return code + static_cast<std::uint32_t>(run.delta);
}

}  // namespace linguine
