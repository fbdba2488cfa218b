// Hash: 64 bits for bytes and for chains of hashes. Not cryptographic.
//
//   form      mix(a, b) = high ^ low half of the 128-bit product a b
//   cost      one multiplication for 16 bytes or for one link of a chain
//   exact     the same bits on every little-endian machine; they are part of the model file
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace linguine {

// Odd numbers with as many ones as zeros, from the digits of pi.
inline constexpr std::uint64_t kHashSeeds[] = {0x243f6a8885a308d3ULL, 0x13198a2e03707345ULL,
                                               0xa4093822299f31d1ULL, 0x082efa98ec4e6c89ULL};

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// The hash of a sequence whose last element has hash `next`.
inline std::uint64_t chain(std::uint64_t hash, std::uint64_t next) {
  return mix(hash ^ kHashSeeds[0], next ^ kHashSeeds[1]);
}

template <class Word>
inline std::uint64_t load(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

// Masks of the first n bytes of 16, as two words; n = 0..16.
inline constexpr auto kTailMasks = [] {
  std::array<std::array<std::uint64_t, 2>, 17> masks{};
  for (std::size_t n = 0; n <= 16; ++n) {
    for (std::size_t i = 0; i < n; ++i) masks[n][i / 8] |= std::uint64_t{0xFF} << (i % 8 * 8);
  }
  return masks;
}();

// Of bytes behind which 16 more can be read, whatever they are: no branch depends on the length of
// a usual word, which nobody can predict.
[[gnu::always_inline]] inline std::uint64_t hash_padded(std::string_view bytes) {
  const char* p = bytes.data();
  std::size_t left = bytes.size();
  // The length is spread over all bits: xored as it is, "000" and "10" would meet.
  std::uint64_t hash = kHashSeeds[2] + left * kHashSeeds[0];
  for (; left > 16; left -= 16, p += 16) {
    hash = mix(hash ^ load<std::uint64_t>(p), kHashSeeds[3] ^ load<std::uint64_t>(p + 8));
  }
  const std::uint64_t a = load<std::uint64_t>(p) & kTailMasks[left][0];
  const std::uint64_t b = load<std::uint64_t>(p + 8) & kTailMasks[left][1];
  return mix(hash ^ a, kHashSeeds[1] ^ b);
}

// Of any bytes; the same bits as above.
inline std::uint64_t hash_bytes(std::string_view bytes) {
  const char* p = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t hash = kHashSeeds[2] + left * kHashSeeds[0];
  for (; left > 16; left -= 16, p += 16) {
    hash = mix(hash ^ load<std::uint64_t>(p), kHashSeeds[3] ^ load<std::uint64_t>(p + 8));
  }
  std::array<char, 16> tail{};
  if (left > 0) std::memcpy(tail.data(), p, left);
  return mix(hash ^ load<std::uint64_t>(tail.data()),
             kHashSeeds[1] ^ load<std::uint64_t>(tail.data() + 8));
}

}  // namespace linguine
