/// Double-doubles with bounds, against rational numbers.

#include <limits>
#include <random>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "numbers/bounded_double_double.h"
#include "numbers/dyadic.h"

namespace graze {
namespace {

struct Known {
  BoundedDoubleDouble number;
  mpq_class truth;
};

bool is_within(const Known& x) {
  const mpq_class off = abs(mpq_class(x.number.value.hi) + mpq_class(x.number.value.lo) - x.truth);
  return off <= mpq_class(x.number.error);
}

class Expressions {
 public:
  explicit Expressions(int reach) : reach_(reach) {}

  Known leaf() {
    const double mantissa = whole(9) == 0 ? whole(4) : std::uniform_real_distribution<double>(-1, 1)(random_);
    const double value = std::ldexp(mantissa, whole(2 * reach_) - reach_);
    return {value, mpq_class(value)};
  }
  Known grown(const Known& x, const Known& y) {
    switch (whole(3)) {
      case 0: return {x.number + y.number, x.truth + y.truth};
      case 1: return {x.number - y.number, x.truth - y.truth};
      case 2: return {x.number * y.number, x.truth * y.truth};
      default: break;
    }
    if (sign_of(y.number) == Sign::unknown || y.truth == 0) return x;
    return {x.number / y.number, x.truth / y.truth};
  }
  Known any(int depth) { return depth == 0 ? leaf() : grown(any(depth - 1), any(depth - 1)); }
  int whole(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }

 private:
  std::mt19937_64 random_{11};
  int reach_;
};

TEST(BoundedDoubleDouble, HoldsTheTrueValueOfRandomExpressions) {
  for (const int reach : {2, 40, 250}) {
    Expressions expressions(reach);
    for (int i = 0; i < testing::effort(3000); ++i) {
      const Known x = expressions.any(3);
      if (std::isfinite(x.number.error) && std::isfinite(x.number.value.hi)) {
        ASSERT_TRUE(is_within(x)) << "reach " << reach << ", expression " << i;
      }
    }
  }
}

/// Nearest by exact arithmetic of graze, which has tests of its own.
TEST(BoundedDoubleDouble, RoundsToTheSameBitsAsRationals) {
  Expressions expressions(10);
  int told = 0, cases = 0;
  for (int i = 0; i < testing::effort(3000); ++i, ++cases) {
    const double a = expressions.leaf().number.value.hi, b = expressions.leaf().number.value.hi;
    const double c = expressions.leaf().number.value.hi, d = expressions.leaf().number.value.hi;
    const Dyadic numerator = Dyadic(a) * Dyadic(b) + Dyadic(c), denominator = Dyadic(d);
    if (denominator.is_zero()) continue;
    using Number = BoundedDoubleDouble;
    const Number quotient = (Number(a) * Number(b) + Number(c)) / Number(d);
    const auto near = nearest(quotient), down = rounded_down(quotient);
    if (near) {
      ASSERT_EQ(*near, quotient_nearest(numerator, denominator)) << i;
    }
    if (down) {
      ASSERT_EQ(*down, quotient_down(numerator, denominator)) << i;
    }
    told += near && down ? 1 : 0;
  }
  EXPECT_GT(told, cases / 2);
}

TEST(BoundedDoubleDouble, KnowsNumbersThatNothingHasRounded) {
  using Number = BoundedDoubleDouble;
  EXPECT_EQ(sign_of(Number(3) * Number(3) + Number(4) * Number(4) - Number(5) * Number(5)), Sign::zero);
  EXPECT_EQ(sign_of(Number(0.1) * Number(0.3) - Number(0.3) * Number(0.1)), Sign::zero);
  EXPECT_EQ(sign_of(Number(0.1) * Number(0.3) * Number(0.25) - Number(0.3 / 4) * Number(0.1)), Sign::zero);
  EXPECT_EQ(sign_of(Number(0.1) * Number(0.3) - Number(0.03)), Sign::positive);              // by 1.7e-18
  const Number three_parts = (Number(1) + Number(0x1p-60)) * (Number(1) + Number(0x1p-70));  // 1 + 2^-60 + 2^-70 + 2^-130
  EXPECT_EQ(sign_of(three_parts - (Number(1) + Number(0x1p-60)) - Number(0x1p-70)), Sign::unknown);
}

TEST(BoundedDoubleDouble, StaysUncertainWhenALowPartUnderflows) {
  using Number = BoundedDoubleDouble;
  const Number small = (1 + 0x1p-30) * 0x1p-520;
  const Number square = small * small;
  EXPECT_EQ(sign_of(square - Number(square.value.hi)), Sign::unknown);  // 2^-1100 is left over
  const Number large = (1 + 0x1p-30) * 0x1p-400;
  EXPECT_EQ(sign_of(large * large - Number((large * large).value.hi)), Sign::positive);
}

TEST(BoundedDoubleDouble, LeavesOpenWhatItsBoundCannotTell) {
  const BoundedDoubleDouble one_or_less{DoubleDouble(1), 0x1p-100};
  EXPECT_EQ(nearest(one_or_less), 1.0);
  EXPECT_FALSE(rounded_down(one_or_less));
  EXPECT_EQ(rounded_down(BoundedDoubleDouble(1.0)), 1.0);
  EXPECT_FALSE(nearest({DoubleDouble(1, 0x1p-53), 0x1p-100}));  // beside the middle of two doubles
  EXPECT_EQ(rounded_down({DoubleDouble(1, -0x1p-60), 0x1p-100}), 1 - 0x1p-53);
  EXPECT_FALSE(nearest({DoubleDouble(0.0), 0x1p-1074}));
  EXPECT_EQ(nearest(BoundedDoubleDouble(-0.0)), 0.0);
  EXPECT_FALSE(nearest(BoundedDoubleDouble(1.0) / BoundedDoubleDouble{DoubleDouble(0x1p-90), 0x1p-90}));
  const BoundedDoubleDouble huge(std::numeric_limits<double>::max());
  EXPECT_FALSE(nearest(huge * huge));
  EXPECT_FALSE(rounded_down(huge * huge));
}

}  // namespace
}  // namespace graze
