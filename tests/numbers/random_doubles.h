#pragma once
/// Doubles that provoke predicates: grids, one-ulp neighbours, extreme scales, subnormals.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace graze::test {

class RandomDoubles {
 public:
  explicit RandomDoubles(std::uint64_t seed) : engine_(seed) {}

  [[nodiscard]] int integer(int least, int greatest) { return std::uniform_int_distribution<int>(least, greatest)(engine_); }
  [[nodiscard]] double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }

  /// Any finite double, all exponents alike, subnormals and zeros included.
  [[nodiscard]] double any() {
    const auto bits = engine_();
    const double value = std::bit_cast<double>(bits);
    if (integer(0, 15) == 0) return std::copysign(0.0, value);
    return std::isfinite(value) ? value : 1.0;
  }

  /// A mantissa of random length times 2^exponent, exponent within +-range.
  [[nodiscard]] double around(int range) {
    const double mantissa = integer(0, 1) == 0 ? uniform(-1, 1) : integer(-8, 8);
    return std::ldexp(mantissa, integer(-range, range));
  }

  /// The value moved by up to `steps` units in the last place.
  [[nodiscard]] double nudged(double value, int steps) {
    const double towards = integer(0, 1) == 0 ? std::numeric_limits<double>::lowest() : std::numeric_limits<double>::max();
    for (int i = integer(0, steps); i > 0; --i) value = std::nextafter(value, towards);
    return value;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace graze::test
