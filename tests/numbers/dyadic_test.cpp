/// Dyadic against GMP rationals: arithmetic without rounding, and quotients rounded once.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <oracle/constants.h>

#include "numbers/dyadic.h"
#include "numbers/random_doubles.h"

namespace graze {
namespace {

constexpr double largest = std::numeric_limits<double>::max();
constexpr double least = std::numeric_limits<double>::denorm_min();
using testing::infinity;

struct DyadicAndRational {
  Dyadic dyadic;
  mpq_class rational;
};

DyadicAndRational random_double(test::RandomDoubles& random) {
  const double value = random.integer(0, 1) == 0 ? random.any() : random.around(60);
  return {Dyadic(value), mpq_class(value)};
}

/// A sum or product of doubles, nested `depth` deep.
DyadicAndRational random_sum(test::RandomDoubles& random, int depth) {
  if (depth == 0) return random_double(random);
  const DyadicAndRational a = random_sum(random, depth - 1);
  const DyadicAndRational b = random_sum(random, depth - 1);
  switch (random.integer(0, 2)) {
    case 0: return {a.dyadic + b.dyadic, a.rational + b.rational};
    case 1: return {a.dyadic - b.dyadic, a.rational - b.rational};
    default: return {a.dyadic * b.dyadic, a.rational * b.rational};
  }
}

mpq_class times_power_of_two(const mpq_class& value, int exponent) {
  mpq_class result;
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return result;
}

bool equal(const Dyadic& dyadic, const mpq_class& rational) {
  mpz_class magnitude;
  mpz_import(magnitude.get_mpz_t(), dyadic.limbs().size(), -1, sizeof(std::uint64_t), 0, 0, dyadic.limbs().data());
  return dyadic.sign() * times_power_of_two(magnitude, 64 * dyadic.limb_exponent()) == rational;
}

/// candidate is the largest double <= value, with -infinity and the largest double as the ends of the scale.
bool is_rounded_down(double candidate, const mpq_class& value) {
  const bool below = candidate == -infinity || (candidate < infinity && mpq_class(candidate) <= value);
  const double next = std::nextafter(candidate, infinity);
  const bool next_above = next == infinity || mpq_class(next) > value;
  return below && next_above;
}

bool is_nearest(double candidate, const mpq_class& value) {
  if (std::isinf(candidate)) {  // half a step beyond the largest double counts as infinite
    const mpq_class limit = (mpq_class(largest) * 3 - mpq_class(std::nextafter(largest, 0))) / 2;
    return candidate > 0 ? value >= limit : value <= -limit;
  }
  const mpq_class error = abs(mpq_class(candidate) - value);
  for (const double neighbour : {std::nextafter(candidate, infinity), std::nextafter(candidate, -infinity)}) {
    if (std::isinf(neighbour)) continue;
    const mpq_class other = abs(mpq_class(neighbour) - value);
    const bool candidate_is_even = std::bit_cast<std::uint64_t>(candidate) % 2 == 0;
    if (other < error || (other == error && !candidate_is_even)) return false;
  }
  return true;
}

TEST(Dyadic, HoldsEveryFiniteDouble) {
  test::RandomDoubles random(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = random.any();
    ASSERT_TRUE(equal(Dyadic(value), mpq_class(value))) << value;
    ASSERT_EQ(Dyadic(value).to_double(), value);
  }
  for (const double value : {0.0, -0.0, least, -least, largest, -largest, std::numeric_limits<double>::min()}) {
    EXPECT_TRUE(equal(Dyadic(value), mpq_class(value))) << value;
    EXPECT_EQ(Dyadic(value).to_double(), value);
  }
}

TEST(Dyadic, AgreesWithRationalsOnRandomExpressions) {
  test::RandomDoubles random(2);
  for (int i = 0; i < 3000; ++i) {
    const DyadicAndRational expression = random_sum(random, random.integer(1, 4));
    ASSERT_TRUE(equal(expression.dyadic, expression.rational)) << "case " << i;
    ASSERT_EQ(expression.dyadic.sign(), sgn(expression.rational));
    ASSERT_EQ(sign_of(-expression.dyadic), -sign_of(expression.dyadic));
    ASSERT_TRUE(equal(abs(expression.dyadic), abs(expression.rational)));
    ASSERT_TRUE(is_nearest(expression.dyadic.to_double(), expression.rational)) << "case " << i;
  }
}

TEST(Dyadic, ComparesAsTheNumbersItHolds) {
  test::RandomDoubles random(3);
  for (int i = 0; i < 3000; ++i) {
    const DyadicAndRational a = random_sum(random, 2);
    const DyadicAndRational b = random.integer(0, 3) == 0 ? a : random_sum(random, 2);
    ASSERT_EQ(a.dyadic < b.dyadic, a.rational < b.rational);
    ASSERT_EQ(a.dyadic == b.dyadic, a.rational == b.rational);
    ASSERT_EQ(a.dyadic >= b.dyadic, a.rational >= b.rational);
  }
}

TEST(Dyadic, MayBeItsOwnOperand) {
  Dyadic x(0.75);
  x += x;
  EXPECT_EQ(x, Dyadic(1.5));
  x *= x;
  EXPECT_EQ(x, Dyadic(2.25));
  x -= x;
  EXPECT_TRUE(x.is_zero());
  EXPECT_EQ(x + Dyadic(least), Dyadic(least));
}

TEST(Dyadic, RoundsQuotientsOnceInTheDirectionAsked) {
  test::RandomDoubles random(4);
  for (int i = 0; i < 5000; ++i) {
    const DyadicAndRational n = random_sum(random, random.integer(0, 2));
    const DyadicAndRational d = random_sum(random, random.integer(0, 2));
    if (d.dyadic.is_zero()) continue;
    const mpq_class value = n.rational / d.rational;
    ASSERT_TRUE(is_rounded_down(quotient_down(n.dyadic, d.dyadic), value)) << "case " << i;
    ASSERT_TRUE(is_rounded_down(-quotient_up(n.dyadic, d.dyadic), -value)) << "case " << i;
    ASSERT_TRUE(is_nearest(quotient_nearest(n.dyadic, d.dyadic), value)) << "case " << i;
  }
}

TEST(Dyadic, RoundsQuotientsOfDoublesAsTheHardwareDoes) {
  test::RandomDoubles random(5);
  for (int i = 0; i < 50000; ++i) {
    const double n = random.any();
    const double d = random.any();
    if (d == 0) continue;
    ASSERT_EQ(quotient_nearest(n, d), n / d) << n << " / " << d;
  }
}

TEST(Dyadic, EndsOfTheScaleFollowTheDirection) {
  const Dyadic huge = Dyadic(largest) * Dyadic(4);
  const Dyadic tiny = Dyadic(least) * Dyadic(0.25);
  EXPECT_EQ(quotient_down(huge, 1), largest);
  EXPECT_EQ(quotient_up(huge, 1), infinity);
  EXPECT_EQ(quotient_down(-huge, 1), -infinity);
  EXPECT_EQ(quotient_up(-huge, 1), -largest);
  EXPECT_EQ(quotient_nearest(huge, 1), infinity);
  EXPECT_EQ(quotient_down(tiny, 1), 0);
  EXPECT_EQ(quotient_up(tiny, 1), least);
  EXPECT_EQ(quotient_down(tiny, -1), -least);
  EXPECT_EQ(quotient_nearest(tiny, 1), 0);
  EXPECT_EQ(quotient_down(1, 3), 1.0 / 3);  // 0x1.5555555555555p-2 is below a third
  EXPECT_EQ(quotient_up(1, 3), std::nextafter(1.0 / 3, 1));
}

}  // namespace
}  // namespace graze
