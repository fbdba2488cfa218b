// Hash: 64 bits for bytes and for chains of hashes. Not cryptographic.
//
//   form      mix(a, b) = high ^ low half of the 128-bit product a b
//   cost      one multiplication for 16 bytes or for one link of a chain
//   exact     the same bits on every little-endian machine; they are part of the model file
#pragma once

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

[[gnu::always_inline]] inline std::uint64_t hash_bytes(std::string_view bytes) {
  const char* p = bytes.data();
  std::size_t left = bytes.size();
  // The length is spread over all bits: xored as it is, "000" and "10" would meet.
  std::uint64_t hash = kHashSeeds[2] + left * kHashSeeds[0];
  for (; left > 16; left -= 16, p += 16) {
    hash = mix(hash ^ load<std::uint64_t>(p), kHashSeeds[3] ^ load<std::uint64_t>(p + 8));
  }
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (left >= 8) {  // the two words may overlap; the length tells such texts apart
    a = load<std::uint64_t>(p);
    b = load<std::uint64_t>(p + left - 8);
  } else if (left >= 4) {
    a = load<std::uint32_t>(p);
    b = load<std::uint32_t>(p + left - 4);
  } else if (left > 0) {
    a = load<std::uint8_t>(p) | load<std::uint8_t>(p + left / 2) << 8 |
        load<std::uint8_t>(p + left - 1) << 16;
  }
  return mix(hash ^ a, kHashSeeds[1] ^ b);
}

}  // namespace linguine
