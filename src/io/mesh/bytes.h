#pragma once
/// Numbers out of raw bytes of either byte order, at any alignment.

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

namespace graze::io {

template <class T>
[[nodiscard]] T byte_swapped(T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

/// The number at `bytes`, which must have sizeof(T) bytes left.
template <class T>
[[nodiscard]] T load(const char* bytes, std::endian order = std::endian::little) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return order == std::endian::native ? value : byte_swapped(value);
}

}  // namespace graze::io
