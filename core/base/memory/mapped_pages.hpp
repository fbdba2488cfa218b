// Mapped pages: texts that lie in a mapped file are dropped from memory once they have been read.
// The file is still in the system's cache, so a second look costs a page fault and no more; but the
// process does not hold a file and all that was made of it at the same time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "core/base/memory/mapped_file.hpp"
#include "core/base/types.hpp"

namespace linguine {

struct Range {
  Index first;
  Index last;  // exclusive
};

// `mapped` must be a read-only view of a file: other memory would lose its contents. Texts outside
// of it (those that had to be unquoted) are left alone. Throws if the file was cut meanwhile, as
// what was read is not what it held.
inline void forget_pages([[maybe_unused]] std::string_view mapped,
                         [[maybe_unused]] std::span<const std::string_view> texts,
                         [[maybe_unused]] Range range) {
  MappedFile::check(mapped.data());
#if defined(__linux__)
  const char* begin = mapped.data() + mapped.size();
  const char* end = mapped.data();
  for (Index i = range.first; i < range.last; ++i) {
    const std::string_view text = texts[as_size(i)];
    if (text.data() < mapped.data() || text.data() + text.size() > mapped.data() + mapped.size()) {
      continue;
    }
    begin = std::min(begin, text.data());
    end = std::max(end, text.data() + text.size());
  }
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
  const std::uintptr_t last = reinterpret_cast<std::uintptr_t>(end) / page * page;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
#endif
}

}  // namespace linguine
