/// Two doubles and four floats in a register, each lane as if it were alone.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/constants.h>

#include "simd/double_pair.h"
#include "simd/float_four.h"
#include "simd/same.h"

namespace graze::simd {
namespace {

using testing::infinity;

using testing::is_same;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const std::vector<double> notable{0.0, -0.0, 1, -1, 0.1, -3, 5e-324, -5e-324, 1e308, -1e308, infinity, -infinity, not_a_number};

TEST(DoublePair, ChoosesInEachLaneAsOneDoubleWould) {
  for (const double a : notable)
    for (const double b : notable) {
      const Two left{a, b}, right{b, a};
      const Two high = larger(left, right), low = smaller(left, right);
      // Where neither is larger (NaN, or zeros of both signs) the second operand comes out: filters rely on it.
      EXPECT_TRUE(is_same(high[0], a > b ? a : b)) << a << " " << b;
      EXPECT_TRUE(is_same(high[1], b > a ? b : a)) << a << " " << b;
      EXPECT_TRUE(is_same(low[0], a < b ? a : b)) << a << " " << b;
      EXPECT_TRUE(is_same(low[1], b < a ? b : a)) << a << " " << b;
      EXPECT_TRUE(is_same(sized(left)[0], std::fabs(a)) && is_same(sized(left)[1], std::fabs(b))) << a << " " << b;
      EXPECT_TRUE(is_same(swapped(left)[0], b) && is_same(swapped(left)[1], a)) << a << " " << b;
      EXPECT_EQ(bits_of(left < right), (a < b ? 1U : 0U) | (b < a ? 2U : 0U)) << a << " " << b;
    }
}

TEST(DoublePair, HoldsANumberTwice) {
  for (const double a : notable) EXPECT_TRUE(is_same(both(a)[0], a) && is_same(both(a)[1], a)) << a;
}

TEST(DoublePair, HoldsTwoVectorsSideBySide) {
  const TwoVectors a{{1, -4}, {2, 5}, {3, 0.5}}, b{{10, 2}, {-20, 3}, {30, -8}};
  const TwoVectors sum = a + b, difference = a - b, scaled = Two{2, -1} * a;
  const double expected_sums[3][2] = {{11, -2}, {-18, 8}, {33, -7.5}}, expected_differences[3][2] = {{-9, -6}, {22, 2}, {-27, 8.5}};
  const Two sums[3] = {sum.x, sum.y, sum.z}, differences[3] = {difference.x, difference.y, difference.z};
  const Two multiples[3] = {scaled.x, scaled.y, scaled.z}, originals[3] = {a.x, a.y, a.z};
  for (int k = 0; k < 3; ++k)
    for (int lane = 0; lane < 2; ++lane) {
      EXPECT_EQ(sums[k][lane], expected_sums[k][lane]);
      EXPECT_EQ(differences[k][lane], expected_differences[k][lane]);
      EXPECT_EQ(multiples[k][lane], (lane == 0 ? 2 : -1) * originals[k][lane]);
    }
  EXPECT_EQ(dot(a, b)[0], 10 - 40 + 90);
  EXPECT_EQ(dot(a, b)[1], -8 + 15 - 4);
}

/// From left to right and rounded after each step, as bounds of filters count it: 2^53 + 1 - 2^53 keeps or loses the 1.
TEST(DoublePair, AddsProductsFromLeftToRight) {
  const TwoVectors a{{0x1p53, 1}, {1, 0x1p53}, {-0x1p53, -0x1p53}}, ones{{1, 1}, {1, 1}, {1, 1}};
  EXPECT_EQ(dot(a, ones)[0], 0);
  EXPECT_EQ(dot(a, ones)[1], 0);
  const TwoVectors exact{{0x1p53, 0x1p53}, {-0x1p53, 2}, {1, -0x1p53}};
  EXPECT_EQ(dot(exact, ones)[0], 1);
  EXPECT_EQ(dot(exact, ones)[1], 2);
}

TEST(FloatFour, ChoosesInEachLaneAsOneFloatWould) {
  std::vector<float> numbers{0.0F, -0.0F, 1, -1, 0.1F, 1e-45F, -1e-45F, 3e38F, -3e38F};
  numbers.insert(numbers.end(), {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::quiet_NaN()});
  const std::size_t n = numbers.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      float a[4], b[4];
      for (std::size_t k = 0; k < 4; ++k) a[k] = numbers[(i + k) % n], b[k] = numbers[(j + 2 * k) % n];
      const Four left = four_of(a), right = four_of(b);
      unsigned less = 0;
      for (int k = 0; k < 4; ++k) {
        EXPECT_TRUE(is_same(left[k], a[k]));
        EXPECT_TRUE(is_same(larger(left, right)[k], a[k] > b[k] ? a[k] : b[k])) << a[k] << " " << b[k];
        EXPECT_TRUE(is_same(smaller(left, right)[k], a[k] < b[k] ? a[k] : b[k])) << a[k] << " " << b[k];
        EXPECT_TRUE(is_same(sized(left)[k], std::fabs(a[k]))) << a[k];
        EXPECT_TRUE(is_same(in_four(a[0])[k], a[0])) << a[0];
        less |= (a[k] < b[k] ? 1U : 0U) << k;
      }
      EXPECT_EQ(bits_of_four(left < right), less);
    }
}

}  // namespace
}  // namespace graze::simd
