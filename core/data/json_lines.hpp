// JSON lines: one object per line; the members that are wanted become columns.
//
//   cost      one pass (json_scanner.hpp)
//   returns   per wanted member one view per line: strings resolved, all else as it is written
//   exact     of members with one name the last counts, as in Python's json
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/types.hpp"
#include "core/data/arena.hpp"
#include "core/data/delimited.hpp"
#include "core/data/json_scanner.hpp"

namespace linguine {

// What a member must be; kNothing: may be missing; kList: one value or several, as JSON.
enum class Need { kNothing, kScalar, kString, kList };

enum class JsonFault { kNone, kBroken, kMissing, kNull, kNested, kNotString };

inline JsonFault judge(Need need, bool is_there, JsonKind kind) {
  if (need == Need::kNothing) return JsonFault::kNone;
  if (!is_there) return JsonFault::kMissing;
  if (kind == JsonKind::kNull) return JsonFault::kNull;
  if (need == Need::kList) return JsonFault::kNone;
  if (kind == JsonKind::kNested) return JsonFault::kNested;
  if (need == Need::kString && kind != JsonKind::kString) return JsonFault::kNotString;
  return JsonFault::kNone;
}

// Where a member belongs. Objects mostly have their members in one order, so that the next one is
// where it is expected; to look through all names for each would take the square of their number.
class MemberPlaces {
 public:
  explicit MemberPlaces(const std::vector<std::string>& names) : names_(names) {
    for (std::size_t j = 0; j < names.size(); ++j) places_.emplace(names[j], j);
  }

  // The number of names if there is none like this.
  std::size_t find(std::string_view key) {
    if (expected_ >= names_.size() || names_[expected_] != key) {
      const auto found = places_.find(key);
      if (found == places_.end()) return names_.size();
      expected_ = found->second;
    }
    const std::size_t place = expected_;
    expected_ = place + 1 < names_.size() ? place + 1 : 0;
    return place;
  }

 private:
  const std::vector<std::string>& names_;
  std::unordered_map<std::string_view, std::size_t> places_;
  std::size_t expected_ = 0;
};

inline RecordTable<JsonFault> read_json_lines(DelimitedReader& lines,
                                              const std::vector<std::string>& names,
                                              const std::vector<Need>& needs, Arena& arena) {
  struct Member {
    bool is_there = false;
    JsonKind kind = JsonKind::kNull;
    std::string_view value;
  };
  RecordTable<JsonFault> table;
  table.columns.resize(names.size());
  std::vector<Member> members(names.size());
  MemberPlaces places(names);
  std::string_view line;
  while (lines.next([&](Index, std::string_view text) { line = text; })) {
    members.assign(names.size(), Member());
    JsonScanner scanner(line, arena);
    const bool is_whole =
        scanner.scan_object([&](std::string_view key, JsonKind kind, std::string_view value) {
          const std::size_t j = places.find(key);
          if (j < names.size()) members[j] = {true, kind, value};
        });
    if (!is_whole) table.fault = JsonFault::kBroken;
    for (std::size_t j = 0; j < names.size() && table.fault == JsonFault::kNone; ++j) {
      table.fault = judge(needs[j], members[j].is_there, members[j].kind);
      table.fault_number = static_cast<Index>(j);
    }
    if (table.fault != JsonFault::kNone) {
      table.fault_line = lines.record_line();
      table.fault_text = line;
      break;
    }
    for (std::size_t j = 0; j < names.size(); ++j) {
      const bool is_empty = members[j].kind == JsonKind::kNull;
      table.columns[j].push_back(is_empty ? std::string_view() : members[j].value);
    }
    table.lines.push_back(lines.record_line());
  }
  table.consumed = lines.consumed();
  table.next_line = lines.next_line();
  return table;
}

}  // namespace linguine
