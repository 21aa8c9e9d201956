/// Sums of roots against floating-point numbers of 4000 bits.

#include <cmath>
#include <limits>
#include <random>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include "numbers/radical.h"

namespace graze {
namespace {

constexpr int precision = 4000;
using testing::infinity;

/// A number as the library and as GMP hold it.
struct DyadicAndFloat {
  Dyadic ours = 0;
  mpf_class theirs{0, precision};

  DyadicAndFloat(double x) : ours(x), theirs(x, precision) {}  // NOLINT: as Dyadic
  DyadicAndFloat(const Dyadic& o, const mpf_class& t) : ours(o), theirs(t, precision) {}
};
DyadicAndFloat operator*(const DyadicAndFloat& x, const DyadicAndFloat& y) { return {x.ours * y.ours, x.theirs * y.theirs}; }
DyadicAndFloat operator+(const DyadicAndFloat& x, const DyadicAndFloat& y) { return {x.ours + y.ours, x.theirs + y.theirs}; }

mpf_class value(const DyadicAndFloat& whole, const DyadicAndFloat& a, const DyadicAndFloat& b, const DyadicAndFloat& scale) {
  const mpf_class roots(sqrt(a.theirs) + sqrt(b.theirs), precision);
  return {(whole.theirs + roots) / sqrt(scale.theirs), precision};
}

class RandomBoth {
 public:
  explicit RandomBoth(std::uint64_t seed) : engine_(seed) {}
  DyadicAndFloat number(int reach) { return {std::ldexp(real_(engine_), exponent_(engine_) % (reach + 1))}; }
  DyadicAndFloat small_whole() { return {static_cast<double>(exponent_(engine_) % 5)}; }
  bool coin() { return real_(engine_) > 0; }

 private:
  std::mt19937_64 engine_;
  std::uniform_real_distribution<double> real_{-1, 1};
  std::uniform_int_distribution<int> exponent_{-300, 300};
};

TEST(Radical, HasTheSignAndTheNearestDoublesOfTheTrueNumber) {
  RandomBoth random(7);
  for (int i = 0; i < testing::effort(3000); ++i) {
    const int reach = i % 3 == 0 ? 100 : 2;
    const DyadicAndFloat side = random.number(reach), other = random.number(reach);
    const DyadicAndFloat a = side * side + other * other;
    const DyadicAndFloat b = random.coin() ? DyadicAndFloat(0) : random.number(reach) * random.number(1);
    const DyadicAndFloat root_b = b.theirs < 0 ? DyadicAndFloat(0) : b;
    const DyadicAndFloat scale = other * other + DyadicAndFloat(1);
    const DyadicAndFloat whole = random.number(reach);
    const mpf_class truth = value(whole, a, root_b, scale);
    const Radical x{whole.ours, a.ours, root_b.ours, scale.ours};
    ASSERT_EQ(sign_of(x), sgn(truth)) << i;
    const double near = nearly(x);
    ASSERT_LE(mpf_class(std::nextafter(near, -infinity), precision), truth) << i;
    ASSERT_GE(mpf_class(std::nextafter(near, infinity), precision), truth) << i;
    if (root_b.theirs != 0) continue;
    const double up = rounded_up(x), down = rounded_down(x);
    ASSERT_GE(mpf_class(up, precision), truth) << i;
    ASSERT_LT(mpf_class(std::nextafter(up, -infinity), precision), truth) << i;
    ASSERT_LE(mpf_class(down, precision), truth) << i;
    ASSERT_GT(mpf_class(std::nextafter(down, infinity), precision), truth) << i;
    ASSERT_EQ(compare(x, up), up == down ? 0 : -1) << i;
  }
}

TEST(Radical, IsZeroJustWhereRootsCancelExactly) {
  EXPECT_EQ(sign_of(Radical{-5, 4, 9}), 0);
  EXPECT_EQ(nearly({-5, 4, 9}), 0);
  EXPECT_EQ(sign_of(Radical{-3, 9}), 0);
  EXPECT_EQ(rounded_up({-3, 9}), 0);
  EXPECT_EQ(rounded_down(Radical{-3, 9}), 0);
  EXPECT_EQ(sign_of(Radical{0, 0, 0}), 0);
}

/// sqrt(n^2 + 1) - n is about 1 / 2n: with n = 2^400 more than a hundred terms' digits would be lost to a fixed precision.
TEST(Radical, KeepsItsDigitsWhereNearlyAllCancel) {
  const Dyadic n = Dyadic(0x1p400) * Dyadic(0x1p400);
  const double near = nearly({-n, n * n + 1});
  EXPECT_DOUBLE_EQ(near, 0x1p-801);
  EXPECT_EQ(sign_of(Radical{-n, n * n + 1}), 1);
  EXPECT_EQ(sign_of(Radical{-n, n * n - 1}), -1);
}

/// The whole of 200 digits, the root a little beyond its square: what is left begins far below the digits of the first try.
TEST(Radical, KeepsItsDigitsWhereLongNumbersNearlyCancel) {
  RandomBoth random(8);
  for (int i = 0; i < testing::effort(100); ++i) {
    const DyadicAndFloat w = random.number(1) * random.number(1) + random.number(1) * DyadicAndFloat(0x1p-120) + DyadicAndFloat(3);
    const DyadicAndFloat root = w * w + random.number(1) * DyadicAndFloat(std::ldexp(1, -100 - 3 * i));
    const DyadicAndFloat whole = DyadicAndFloat(-1) * w;
    const mpf_class truth = value(whole, root, 0, 1);
    const double near = nearly({whole.ours, root.ours});
    ASSERT_LE(mpf_class(std::nextafter(near, -infinity), precision), truth) << i;
    ASSERT_GE(mpf_class(std::nextafter(near, infinity), precision), truth) << i;
    ASSERT_EQ(sign_of(Radical{whole.ours, root.ours}), sgn(truth)) << i;
  }
}

TEST(Radical, GoesBeyondTheRangeOfDoublesAsDoublesDo) {
  const Dyadic huge = Dyadic(0x1p1000) * Dyadic(0x1p1000);
  EXPECT_EQ(nearly({huge}), infinity);
  EXPECT_EQ(rounded_up({huge}), infinity);
  EXPECT_EQ(rounded_down(Radical{huge}), std::numeric_limits<double>::max());
  EXPECT_EQ(rounded_up({-huge}), std::numeric_limits<double>::lowest());
  const Dyadic tiny = Dyadic(0x1p-1000) * Dyadic(0x1p-1000);
  EXPECT_EQ(rounded_up({tiny}), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(rounded_down(Radical{tiny}), 0);
  EXPECT_EQ(rounded_up({huge, 0, 0, huge * huge}), 1);
}

}  // namespace
}  // namespace graze
