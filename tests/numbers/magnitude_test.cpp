#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "numbers/magnitude.h"

namespace graze {
namespace {

TEST(Magnitude, IsTheNearestDoubleHoweverTheLimbsLie) {
  std::mt19937_64 engine(41);
  std::uniform_real_distribution<double> real(-1, 1);
  std::uniform_int_distribution<int> exponent(-70, 70);
  for (int i = 0; i < testing::effort(2000); ++i) {
    const auto number = [&] { return Dyadic(std::ldexp(real(engine), exponent(engine))); };
    const Dyadic sum = number() * number() + number();
    ASSERT_EQ(Magnitude(sum).to_double(), sum.to_double());
  }
  EXPECT_EQ(Magnitude(Dyadic(0)).to_double(), 0);
  EXPECT_EQ((Magnitude(3) / Magnitude(4)).to_double(), 0.75);
  EXPECT_EQ(root(Magnitude(0x1p601) * Magnitude(0x1p1001)).to_double(), 0x1p801);
  EXPECT_EQ((Magnitude(1) + Magnitude(-0.5) * Magnitude(-1)).to_double(), 1.5);
}

TEST(Magnitude, OfADistanceIsZeroForZeroAlone) {
  const Magnitude tiny = Magnitude(0x1p-1000) * Magnitude(0x1p-1000);
  EXPECT_EQ(tiny.to_double(), 0);
  EXPECT_EQ(tiny.to_distance(), 0x1p-1074);
  EXPECT_EQ((Magnitude(-1) * tiny).to_distance(), -0x1p-1074);
  EXPECT_EQ(Magnitude(0.0).to_distance(), 0);
  EXPECT_EQ(Magnitude(0.75).to_distance(), 0.75);
}

}  // namespace
}  // namespace graze
