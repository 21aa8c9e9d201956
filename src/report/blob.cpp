/// Appends numbers as bytes, and bytes as text.

#include "report/blob.h"

#include <bit>
#include <cstring>

namespace graze::report {

static_assert(std::endian::native == std::endian::little,
              "numbers are copied as they lie in memory, and browsers read little-endian");

std::size_t Blob::begin_run() {
  bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
  return bytes_.size();
}

std::size_t Blob::add_floats(std::span<const float> numbers) {
  const std::size_t begin = begin_run();
  bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  return begin;
}

std::size_t Blob::add_indices(std::span<const std::uint32_t> numbers, bool as_short) {
  const std::size_t begin = begin_run();
  if (!as_short) {
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    return begin;
  }
  bytes_.reserve(begin + 2 * numbers.size());
  for (const std::uint32_t number : numbers) {
    bytes_.push_back(static_cast<char>(number & 0xffU));
    bytes_.push_back(static_cast<char>(number >> 8U));
  }
  return begin;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.resize((bytes.size() + 2) / 3 * 4, '=');
  std::size_t at = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) group = group << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k <= count; ++k) text[at + k] = digits[group >> (18 - 6 * k) & 63U];
    at += 4;
  }
  return text;
}

}  // namespace graze::report
