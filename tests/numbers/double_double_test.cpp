/// Double-doubles against rational numbers.

#include <random>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "numbers/double_double.h"

namespace graze {
namespace {

using testing::effort;

mpq_class exact(const DoubleDouble& x) { return mpq_class(x.hi) + mpq_class(x.lo); }

class DoubleDoubleTest : public ::testing::Test {
 protected:
  double number() {
    const double mantissa = std::uniform_real_distribution<double>(-1, 1)(random_);
    return std::ldexp(mantissa, std::uniform_int_distribution<int>(-40, 40)(random_));
  }
  DoubleDouble sum_of_two() { return exact_sum(number(), number() * 0x1p-53); }

 private:
  std::mt19937_64 random_{7};
};

using DoubleDoubleNumbers = DoubleDoubleTest;

TEST_F(DoubleDoubleNumbers, SumsAndProductsOfDoublesAreExact) {
  for (int i = 0; i < effort(2000); ++i) {
    const double a = number(), b = number();
    ASSERT_EQ(exact(exact_sum(a, b)), mpq_class(a) + mpq_class(b));
    ASSERT_EQ(exact(exact_product(a, b)), mpq_class(a) * mpq_class(b));
    ASSERT_EQ(exact(exact_product(a * 0x1p975, b * 0x1p-60)), mpq_class(a * 0x1p975) * mpq_class(b * 0x1p-60));
  }
}

TEST_F(DoubleDoubleNumbers, AgreeWithRationals) {
  const mpq_class unit(DoubleDouble::unit);
  for (int i = 0; i < effort(2000); ++i) {
    const DoubleDouble a = sum_of_two(), b = sum_of_two();
    const mpq_class x = exact(a), y = exact(b);
    ASSERT_LE(mpq_class(abs(exact(a + b) - (x + y))), mpq_class(unit * (abs(x) + abs(y))));
    ASSERT_LE(mpq_class(abs(exact(a - b) - (x - y))), mpq_class(unit * (abs(x) + abs(y))));
    ASSERT_LE(mpq_class(abs(exact(a * b) - x * y)), mpq_class(unit * abs(x * y)));
    ASSERT_LE(mpq_class(abs(exact(a / b) - x / y)), mpq_class(unit * abs(x / y)));
    ASSERT_EQ(a < b, x < y);
    const mpq_class root = exact(sqrt(abs(a)));
    ASSERT_LE(mpq_class(abs(root * root - abs(x))), mpq_class(2 * unit * abs(x)));
  }
  EXPECT_EQ(sqrt(DoubleDouble(0)).hi, 0);
}

TEST_F(DoubleDoubleNumbers, KeepWhatCancellationLeaves) {
  const DoubleDouble near_one = DoubleDouble(1) + DoubleDouble(0x1p-90);
  EXPECT_EQ((near_one - DoubleDouble(1)).hi, 0x1p-90);
}

}  // namespace
}  // namespace graze
