// Arena: bytes that had to be rewritten (doubled quotes, escapes), at addresses that never move.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace linguine {

class Arena {
 public:
  // Room for `size` bytes; `keep` says how many of them were used in the end.
  char* at_least(std::size_t size) {
    if (size > left_) {
      left_ = std::max(size, kBlock);
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
      at_ = blocks_.back().get();
    }
    return at_;
  }
  std::string_view keep(std::size_t size) {
    const std::string_view kept(at_, size);
    at_ += size;
    left_ -= size;
    return kept;
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace linguine
