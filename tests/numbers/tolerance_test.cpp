/// The two roundings that every error bound is counted in: no operation errs by more, and some by almost as much.

#include <cmath>
#include <limits>
#include <random>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "numbers/tolerance.h"

namespace graze {
namespace {

/// |rounded - exact| / |exact|, without rounding.
mpq_class relative_error(const mpq_class& rounded, const mpq_class& exact) {
  return mpq_class(abs(mpq_class(rounded - exact)) / abs(exact));
}

TEST(Rounding, IsTheLeastThatOneCanBeAddedWithoutChange) {
  EXPECT_EQ(1 + tolerance::rounding, 1);
  EXPECT_GT(1 + std::nextafter(tolerance::rounding, 1), 1);
  EXPECT_EQ(tolerance::rounding, std::numeric_limits<double>::epsilon() / 2);
  const auto of_float = static_cast<float>(tolerance::float_rounding);
  EXPECT_EQ(1 + of_float, 1);
  EXPECT_GT(1 + std::nextafter(of_float, 1.0F), 1);
  EXPECT_EQ(tolerance::float_rounding, static_cast<double>(std::numeric_limits<float>::epsilon()) / 2);
}

TEST(Rounding, BoundsEveryOperationAndIsReachedToAFactorOfTwo) {
  std::mt19937_64 random(19);
  std::uniform_real_distribution<double> real(1, 2);
  mpq_class worst = 0;
  for (int i = 0; i < 3000; ++i) {
    const double a = real(random), b = real(random);
    const mpq_class x = a, y = b;
    const mpq_class errors[] = {relative_error(a + b, x + y), relative_error(a * b, x * y), relative_error(a / b, x / y)};
    for (const mpq_class& error : errors) {
      ASSERT_LE(error, mpq_class(tolerance::rounding)) << a << " and " << b << ", case " << i << " of seed 19";
      worst = std::max(worst, error);
    }
  }
  EXPECT_GT(worst, mpq_class(tolerance::rounding) / 2);
}

TEST(Rounding, ToFloatIsBoundedAndReachedToAFactorOfTwo) {
  std::mt19937_64 random(20);
  std::uniform_real_distribution<double> real(1, 2);
  mpq_class worst = 0;
  for (int i = 0; i < 3000; ++i) {
    const double x = real(random);
    const volatile auto rounded = static_cast<float>(x);
    const mpq_class error = relative_error(static_cast<double>(rounded), x);
    ASSERT_LE(error, mpq_class(tolerance::float_rounding)) << x << ", case " << i << " of seed 20";
    worst = std::max(worst, error);
  }
  EXPECT_GT(worst, mpq_class(tolerance::float_rounding) / 2);
}

/// What the derivations in tolerance.h say of each other: the rounding that a limit forgives is below it, the mistakes are above.
TEST(Tolerances, LieBetweenRoundingAndMistakes) {
  EXPECT_GT(tolerance::orthonormal_frame, 4 * tolerance::float_rounding);  // a rotation in single precision: 2^-22
  EXPECT_GT(tolerance::flat_polygon, 100 * tolerance::float_rounding);     // a file whose origin is a hundred sizes away
  EXPECT_GT(tolerance::flat_hull, 64 * tolerance::rounding);
  EXPECT_GT(tolerance::near_hull_face, 64 * tolerance::rounding);
  // A dent that flat_polygon would forgive as a lift costs 2 d^2 of a side: the two limits agree to a factor of two.
  const double dent = 2 * tolerance::flat_polygon * tolerance::flat_polygon;
  EXPECT_LE(dent, tolerance::convex_perimeter);
  EXPECT_GE(4 * dent, tolerance::convex_perimeter / 2);
}

}  // namespace
}  // namespace graze
