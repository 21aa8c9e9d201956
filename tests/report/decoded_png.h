#pragma once
/// Reads the PNG files that graze writes, by the book and apart from the writer.

#include <zlib.h>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace graze::testing {

struct DecodedPng {
  unsigned width = 0, height = 0;
  std::vector<std::uint8_t> rgb;

  [[nodiscard]] std::array<int, 3> pixel(unsigned x, unsigned y) const {
    const std::size_t at = 3 * (static_cast<std::size_t>(y) * width + x);
    return {rgb[at], rgb[at + 1], rgb[at + 2]};
  }
};

inline std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

/// Nothing where the file is not a sound PNG of the kind we write.
inline std::optional<DecodedPng> decoded_png(const std::string& file) {
  if (file.substr(0, 8) != "\x89PNG\r\n\x1a\n") return std::nullopt;
  DecodedPng image;
  std::string packed;
  bool ended = false;
  for (std::size_t at = 8; at + 12 <= file.size();) {
    const std::uint32_t size = big_endian(file, at);
    const std::string type = file.substr(at + 4, 4), content = file.substr(at + 8, size);
    const auto* covered = reinterpret_cast<const Bytef*>(file.data() + at + 4);
    if (crc32(0, covered, size + 4) != big_endian(file, at + 8 + size)) return std::nullopt;
    if (type == "IHDR") {
      image.width = big_endian(content, 0);
      image.height = big_endian(content, 4);
      if (content.substr(8) != std::string("\x08\x02\0\0\0", 5)) return std::nullopt;
    }
    if (type == "IDAT") packed += content;
    ended = type == "IEND" && at + 12 == file.size();
    at += 12 + size;
  }
  const std::size_t row = 3 * static_cast<std::size_t>(image.width);
  std::vector<std::uint8_t> lines((row + 1) * image.height);
  uLongf size = lines.size();
  if (!ended || uncompress(lines.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()) != Z_OK ||
      size != lines.size())
    return std::nullopt;
  image.rgb.resize(row * image.height);
  for (std::size_t y = 0; y < image.height; ++y) {
    if (lines[y * (row + 1)] != 4) return std::nullopt;
    for (std::size_t i = 0; i < row; ++i) {
      const auto at = [&](std::size_t dy, std::size_t dx) { return y < dy || i < dx ? 0 : image.rgb[(y - dy) * row + i - dx]; };
      const int a = at(0, 3), b = at(1, 0), c = at(1, 3), p = a + b - c;
      const int pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
      const int guess = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
      image.rgb[y * row + i] = static_cast<std::uint8_t>(lines[y * (row + 1) + 1 + i] + guess);
    }
  }
  return image;
}

}  // namespace graze::testing
