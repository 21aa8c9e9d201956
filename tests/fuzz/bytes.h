#pragma once
/// Bytes as numbers of the kind that break geometry: small whole numbers that coincide, neighbours of each other, extremes.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include <graze/vec.h>

namespace graze::fuzz {

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool ended() const { return bytes_.empty(); }

  /// 0 after the last one.
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return first;
  }

  /// Finite, and not larger than the reach.
  double number(double reach = std::numeric_limits<double>::max()) {
    const double made = next();
    if (std::isfinite(made) && std::abs(made) <= reach) last_ = made;
    return last_;
  }
  Vec3 vector(double reach = std::numeric_limits<double>::max()) {
    const double x = number(reach), y = number(reach), z = number(reach);
    return {x, y, z};
  }

 private:
  double next() {
    const std::uint8_t kind = byte();
    switch (kind % 8) {
      case 0:
      case 1:
      case 2:
      case 3: return kind / 8 % 7 - 3;
      case 4: return static_cast<std::int8_t>(byte()) / 8.0;
      case 5: return std::ldexp(static_cast<std::int8_t>(byte()), static_cast<std::int8_t>(byte()));
      case 6: return raw();
      default: return nudged(kind / 8 - 16);
    }
  }
  double raw() {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8U | byte();
    return std::bit_cast<double>(bits);
  }
  /// The number before, some roundings further.
  [[nodiscard]] double nudged(int steps) const {
    double x = last_;
    const double towards = steps < 0 ? -std::numeric_limits<double>::max() : std::numeric_limits<double>::max();
    for (int i = 0; i < std::abs(steps); ++i) x = std::nextafter(x, towards);
    return x;
  }

  std::string_view bytes_;
  double last_ = 0;
};

}  // namespace graze::fuzz
