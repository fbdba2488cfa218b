// Arrow: strings of pyarrow, polars and pandas read where they lie, through Arrow's C data
// interface. No library of Arrow is needed; the three structs below are its whole contract.
//
//   given     an array of type utf8, large utf8 or utf8 view, possibly a slice of a longer one
//   returns   views into its buffers; the first missing value, if there is one
//   exact     https://arrow.apache.org/docs/format/CDataInterface.html; offsets are checked against
//             each other, the lengths of buffers are not part of the contract
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/types.hpp"

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;  // -1: not counted
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

namespace linguine {

enum class ArrowStrings { kNo, kOffsets32, kOffsets64, kViews };

inline ArrowStrings strings_of(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (schema.dictionary != nullptr) return ArrowStrings::kNo;
  if (format == "u") return ArrowStrings::kOffsets32;
  if (format == "U") return ArrowStrings::kOffsets64;
  if (format == "vu") return ArrowStrings::kViews;
  return ArrowStrings::kNo;
}

// Index of the first missing value, or -1.
inline Index first_missing(const ArrowArray& array) {
  if (array.null_count == 0 || array.n_buffers < 1 || array.buffers[0] == nullptr) return -1;
  const auto* bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  for (Index i = 0; i < array.length; ++i) {
    const Index bit = array.offset + i;
    if ((bits[bit / 8] >> (bit % 8) & 1) == 0) return i;
  }
  return -1;
}

template <class Offset>
void view_offsets(const ArrowArray& array, std::vector<std::string_view>& out) {
  const auto* offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* bytes = static_cast<const char*>(array.buffers[2]);
  for (Index i = 0; i < array.length; ++i) {
    if (offsets[i] < 0 || offsets[i + 1] < offsets[i]) {
      throw std::invalid_argument("Arrow offsets must not decrease; they do at value " +
                                  std::to_string(i));
    }
    out.emplace_back(bytes + offsets[i], as_size(offsets[i + 1] - offsets[i]));
  }
}

// 16 bytes per value: the length, then either the bytes themselves (up to 12) or a prefix, the
// number of a buffer and the place in it.
inline void view_views(const ArrowArray& array, std::vector<std::string_view>& out) {
  const auto* cells = static_cast<const char*>(array.buffers[1]) + 16 * array.offset;
  const Index n_data = array.n_buffers - 3;  // beside validity, cells and the sizes at the end
  for (Index i = 0; i < array.length; ++i, cells += 16) {
    std::int32_t length = 0;
    std::memcpy(&length, cells, 4);
    if (length >= 0 && length <= 12) {
      out.emplace_back(cells + 4, as_size(length));
      continue;
    }
    std::int32_t place[2];
    std::memcpy(place, cells + 8, 8);
    if (length < 0 || place[0] < 0 || place[0] >= n_data || place[1] < 0) {
      throw std::invalid_argument("Arrow views must point into a buffer; value " +
                                  std::to_string(i) + " does not");
    }
    const auto* bytes = static_cast<const char*>(array.buffers[2 + place[0]]);
    out.emplace_back(bytes + place[1], as_size(length));
  }
}

inline void view_strings(const ArrowArray& array, ArrowStrings layout,
                         std::vector<std::string_view>& out) {
  if (array.length == 0) return;
  if (array.n_buffers < 3 || array.buffers[1] == nullptr) {
    throw std::invalid_argument("an Arrow array of strings must have 3 buffers");
  }
  if (layout == ArrowStrings::kOffsets32) view_offsets<std::int32_t>(array, out);
  if (layout == ArrowStrings::kOffsets64) view_offsets<std::int64_t>(array, out);
  if (layout == ArrowStrings::kViews) view_views(array, out);
}

}  // namespace linguine
