/// The three chunks of a PNG file [PNG03 §5], compressed by zlib.

#include "report/png.h"

#include <zlib.h>
#include <cstdlib>
#include <string_view>

namespace graze::report {
namespace {

void append_number(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(number >> static_cast<unsigned>(shift) & 0xffU));
}

void append_chunk(std::string& file, std::string_view type, std::string_view content) {
  append_number(file, static_cast<std::uint32_t>(content.size()));
  const std::size_t begin = file.size();
  file.append(type).append(content);
  const auto* bytes = reinterpret_cast<const Bytef*>(file.data() + begin);
  append_number(file, static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(file.size() - begin))));
}

/// The one of a, b, c that is nearest to a + b - c.
std::uint8_t paeth(int a, int b, int c) {
  const int to_a = std::abs(b - c), to_b = std::abs(a - c), to_c = std::abs(a + b - 2 * c);
  return static_cast<std::uint8_t>(to_a <= to_b && to_a <= to_c ? a : to_b <= to_c ? b : c);
}

/// Each byte less what its neighbours predict: smooth shading becomes small numbers.
std::string filtered(const Pixels& pixels) {
  constexpr char paeth_filter = 4;
  const std::size_t row_bytes = 3 * static_cast<std::size_t>(pixels.width);
  std::string result;
  result.reserve((row_bytes + 1) * static_cast<std::size_t>(pixels.height));
  for (std::size_t y = 0; y < static_cast<std::size_t>(pixels.height); ++y) {
    result.push_back(paeth_filter);
    const std::uint8_t* row = pixels.rgb.data() + y * row_bytes;
    for (std::size_t i = 0; i < row_bytes; ++i) {
      const int left = i < 3 ? 0 : row[i - 3], up = y == 0 ? 0 : *(row + i - row_bytes);
      const int corner = i < 3 || y == 0 ? 0 : *(row + i - row_bytes - 3);
      result.push_back(static_cast<char>(row[i] - paeth(left, up, corner)));
    }
  }
  return result;
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  // Fails only without memory or with a wrong bound.
  const int outcome = compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                                bytes.size(), Z_DEFAULT_COMPRESSION);
  result.resize(outcome == Z_OK ? size : 0);
  return result;
}

}  // namespace

std::string encoded_png(const Pixels& pixels) {
  std::string file = "\x89PNG\r\n\x1a\n";
  std::string header;
  append_number(header, static_cast<std::uint32_t>(pixels.width));
  append_number(header, static_cast<std::uint32_t>(pixels.height));
  header.append({8, 2, 0, 0, 0});  // bits, colours without alpha, the one compression, the one filter method, not interlaced
  append_chunk(file, "IHDR", header);
  append_chunk(file, "IDAT", deflated(filtered(pixels)));
  append_chunk(file, "IEND", {});
  return file;
}

}  // namespace graze::report
