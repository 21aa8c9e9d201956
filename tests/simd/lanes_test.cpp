/// The lane type behaves like eight separate floats, and rounding to float happens.

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "simd/lanes.h"
#include "simd/single_precision.h"

namespace graze {
namespace {

using simd::GRAZE_SIMD_TARGET::Float8;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float left[8] = {1, -2, 0.1F, -0.0F, inf, nan, 1e-45F, 3e38F};
constexpr float right[8] = {2, -3, 0.2F, 0.0F, inf, 1, 1e-45F, 3e38F};

std::array<float, 8> values(const Float8& x) {
  std::array<float, 8> result;
  static_assert(sizeof result == sizeof x);
  std::memcpy(result.data(), &x, sizeof x);
  return result;
}

void expect_same(float actual, float expected, std::size_t lane) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << "lane " << lane;
  } else {
    EXPECT_EQ(actual, expected) << "lane " << lane;
    EXPECT_EQ(std::signbit(actual), std::signbit(expected)) << "lane " << lane;
  }
}

TEST(Lanes, CalculateLikeFloats) {
  const Float8 a = Float8::load(left), b = Float8::load(right);
  for (std::size_t k = 0; k < 8; ++k) {
    expect_same(values(a + b)[k], left[k] + right[k], k);
    expect_same(values(a - b)[k], left[k] - right[k], k);
    expect_same(values(a * b)[k], left[k] * right[k], k);
    expect_same(values(a / b)[k], left[k] / right[k], k);
    expect_same(values(abs(a))[k], std::abs(left[k]), k);
    expect_same(values(sqrt(a))[k], std::sqrt(left[k]), k);
    expect_same(values(select(b > a, a, b))[k], right[k] > left[k] ? left[k] : right[k], k);
    expect_same(values(times_sign(a, b))[k], std::signbit(right[k]) ? -left[k] : left[k], k);
    expect_same(values(Float8(0.3F))[k], 0.3F, k);
  }
}

TEST(Lanes, PreferWhatIsKnownToACandidateThatIsNotANumber) {
  const Float8 known = Float8::load(right), candidate = Float8::load(left);
  alignas(32) float larger_of[8], smaller_of[8];
  larger(known, candidate).store(larger_of);
  smaller(known, candidate).store(smaller_of);
  for (std::size_t k = 0; k < 8; ++k) {
    expect_same(larger_of[k], left[k] > right[k] ? left[k] : right[k], k);
    expect_same(smaller_of[k], left[k] < right[k] ? left[k] : right[k], k);
  }
}

TEST(Lanes, CompareIntoBitsAndNaNIsNeverGreater) {
  const Float8 a = Float8::load(left), b = Float8::load(right);
  unsigned greater = 0, less = 0;
  for (std::size_t k = 0; k < 8; ++k) {
    if (left[k] > right[k]) greater |= 1U << k;
    if (right[k] > left[k]) less |= 1U << k;
  }
  EXPECT_EQ((a > b).bits(), greater);
  EXPECT_EQ((b > a).bits(), less);
  EXPECT_EQ(((a > b) | (b > a)).bits(), greater | less);
}

TEST(SinglePrecision, IsRoundedToInEveryNeighbour) {
  volatile double input[4] = {0.1, 0.2, 0.3, 0.7};
  std::array<double, 4> x, rounded;
  for (std::size_t i = 0; i < 4; ++i) x[i] = input[i];
  for (std::size_t i = 0; i < 4; ++i) rounded[i] = simd::nearest_float(x[i]);
  const std::array<double, 4> expected{0x1.99999ap-4, 0x1.99999ap-3, 0x1.333334p-2, 0x1.666666p-1};
  EXPECT_EQ(rounded, expected);
}

}  // namespace
}  // namespace graze
