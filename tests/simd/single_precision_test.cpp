/// Rounding to single precision: to the nearest float, to the even one halfway, beyond the largest to infinity.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>
#include <oracle/constants.h>

#include "simd/single_precision.h"

namespace graze::simd {
namespace {

using testing::infinity;
constexpr double largest_float = 0x1.fffffep127, least_float = 0x1p-149;

/// Finds the floats on either side by counting in their own unit, which is a power of two: exact in doubles.
double nearest_by_counting(double x) {
  const int exponent = std::max(std::ilogb(x), -126);
  const double unit = std::ldexp(1.0, exponent - 23), count = std::floor(x / unit), above = x / unit - count;
  const bool up = above > 0.5 || (above == 0.5 && std::fmod(count, 2.0) != 0);
  const double rounded = (count + (up ? 1 : 0)) * unit;
  if (std::abs(rounded) > largest_float) return std::copysign(infinity, x);
  return std::copysign(rounded, x);
}

TEST(SinglePrecision, IsTheNearestFloatOfRandomDoubles) {
  std::mt19937_64 random(20260701);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-160, 130);
  for (int i = 0; i < 100'000; ++i) {
    const double x = std::ldexp(mantissa(random), exponent(random));
    ASSERT_EQ(nearest_float(x), nearest_by_counting(x)) << std::hexfloat << x << ", case " << i << " of seed 20260701";
  }
}

TEST(SinglePrecision, TakesTheEvenNeighbourHalfway) {
  for (const double sign : {1.0, -1.0})
    for (const double scale : {1.0, 0x1p100, 0x1p-100}) {
      const double even = sign * scale, odd = sign * scale * (1 + 0x1p-23), next_even = sign * scale * (1 + 0x1p-22);
      EXPECT_EQ(nearest_float((even + odd) / 2), even);
      EXPECT_EQ(nearest_float((odd + next_even) / 2), next_even);
      EXPECT_EQ(nearest_float(std::nextafter((even + odd) / 2, sign * infinity)), odd);
      EXPECT_EQ(nearest_float(std::nextafter((odd + next_even) / 2, 0)), odd);
    }
}

TEST(SinglePrecision, RoundsToZeroAndToTheLeastFloat) {
  EXPECT_EQ(nearest_float(least_float / 2), 0);
  EXPECT_EQ(nearest_float(std::nextafter(least_float / 2, 1)), least_float);
  EXPECT_EQ(nearest_float(1.5 * least_float), 2 * least_float);
  EXPECT_EQ(nearest_float(std::nextafter(1.5 * least_float, 0)), least_float);
  EXPECT_EQ(nearest_float(5e-324), 0);
  EXPECT_TRUE(std::signbit(nearest_float(-5e-324)));
  EXPECT_TRUE(std::signbit(nearest_float(-0.0)));
  EXPECT_FALSE(std::signbit(nearest_float(0.0)));
}

TEST(SinglePrecision, RoundsToTheLargestFloatAndBeyond) {
  constexpr double halfway = 0x1.ffffffp127;  // to 2^128, the float that would come next
  EXPECT_EQ(nearest_float(largest_float), largest_float);
  EXPECT_EQ(nearest_float(std::nextafter(halfway, 0)), largest_float);
  EXPECT_EQ(nearest_float(halfway), infinity);
  EXPECT_EQ(nearest_float(-halfway), -infinity);
  EXPECT_EQ(nearest_float(std::numeric_limits<double>::max()), infinity);
  EXPECT_EQ(nearest_float(-infinity), -infinity);
  EXPECT_TRUE(std::isnan(nearest_float(std::numeric_limits<double>::quiet_NaN())));
}

TEST(SinglePrecision, LeavesFloatsAlone) {
  std::mt19937 random(11);
  for (int i = 0; i < 100'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    const auto x = static_cast<double>(std::bit_cast<float>(bits));
    if (!std::isnan(x)) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(nearest_float(x)), std::bit_cast<std::uint64_t>(x)) << bits;
    }
  }
}

}  // namespace
}  // namespace graze::simd
