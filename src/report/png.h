#pragma once
/// Pixels as a PNG file.

#include <cstdint>
#include <string>
#include <vector>

namespace graze::report {

/// Rows from the top, three bytes a pixel.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;
};

[[nodiscard]] std::string encoded_png(const Pixels& pixels);

}  // namespace graze::report
