#pragma once
/// The integer and the power of two inside an IEEE double.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace graze::detail {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);

inline constexpr int fraction_bits = 52;        ///< stored ones, without the implicit first
inline constexpr int least_exponent = -1074;    ///< of the last bit of a subnormal
inline constexpr int greatest_exponent = 1023;  ///< of the first bit of the largest double

/// |x| = magnitude * 2^exponent
struct DoubleParts {
  std::uint64_t magnitude;
  int exponent;
};

[[nodiscard]] inline DoubleParts parts_of(double finite) {
  constexpr std::uint64_t implicit_bit = std::uint64_t{1} << fraction_bits;
  constexpr int biased_mask = 0x7ff;
  const auto bits = std::bit_cast<std::uint64_t>(finite);
  const int biased = static_cast<int>(bits >> fraction_bits) & biased_mask;
  const std::uint64_t fraction = bits & (implicit_bit - 1);
  return {biased == 0 ? fraction : fraction | implicit_bit, least_exponent + std::max(biased - 1, 0)};
}

}  // namespace graze::detail
