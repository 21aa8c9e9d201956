/// orient2d and orient3d against GMP rationals where they are most likely to fail.

#include <array>
#include <functional>
#include <sstream>
#include <string>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <oracle/rational.h>

#include "numbers/orient.h"
#include "numbers/orient_filter.h"
#include "numbers/random_doubles.h"

namespace graze {
namespace {

using Quadruple = std::array<Vec3, 4>;
using Coordinate = std::function<double()>;

int rational_side(const Quadruple& p) {
  const oracle::RationalVec3 a = oracle::exact(p[0]);
  return sgn(oracle::dot(oracle::cross(oracle::exact(p[1]) - a, oracle::exact(p[2]) - a), oracle::exact(p[3]) - a));
}

int rational_turn(const Quadruple& p) {
  const oracle::RationalVec3 a = oracle::exact(p[0]);
  return sgn(oracle::cross(oracle::exact(p[1]) - a, oracle::exact(p[2]) - a)[2]);
}

int side(const Quadruple& p) { return orient3d(p[0], p[1], p[2], p[3]); }
int turn(const Quadruple& p) { return orient2d(p[0].head<2>(), p[1].head<2>(), p[2].head<2>()); }

Quadruple random_quadruple(const Coordinate& coordinate) {
  Quadruple p;
  for (Vec3& v : p) v = {coordinate(), coordinate(), coordinate()};
  return p;
}

std::string text(const Quadruple& p) {
  std::ostringstream out;
  out.precision(17);
  for (const Vec3& v : p) out << "(" << v.x() << ", " << v.y() << ", " << v.z() << ") ";
  return out.str();
}

void expect_right(const Quadruple& p) {
  ASSERT_EQ(side(p), rational_side(p)) << text(p);
  ASSERT_EQ(turn(p), rational_turn(p)) << text(p);
  ASSERT_EQ(detail::exact_orient3d(p[0], p[1], p[2], p[3]), rational_side(p)) << text(p);
  ASSERT_EQ(detail::exact_orient2d(p[0].head<2>(), p[1].head<2>(), p[2].head<2>()), rational_turn(p)) << text(p);
}

void expect_right_for(const Coordinate& coordinate, int cases) {
  for (int i = 0; i < cases; ++i) ASSERT_NO_FATAL_FAILURE(expect_right(random_quadruple(coordinate))) << "case " << i;
}

/// Three random points and a fourth that is in their plane up to rounding, all moved by a few ulps.
Quadruple nearly_flat(test::RandomDoubles& random, double scale) {
  const auto coordinate = [&] { return scale * random.uniform(-1, 1); };
  Quadruple p = random_quadruple(coordinate);
  const double s = random.uniform(-1, 2);
  const double t = random.integer(0, 1) == 0 ? 0 : random.uniform(-1, 2);  // 0: three points on a line as well
  p[2] = p[0] + s * (p[1] - p[0]) + t * (p[3] - p[0]);
  for (int k = 0; k < 3; ++k) p[2][k] = random.nudged(p[2][k], 3);
  return p;
}

TEST(Orient, SaysCounterClockwiseIsPositive) {
  EXPECT_EQ(orient2d({0, 0}, {1, 0}, {0, 1}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), -1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 7, 0}), 0);
}

TEST(Orient, AgreesWithRationalsOnRandomPoints) {
  test::RandomDoubles random(11);
  expect_right_for([&] { return random.uniform(-1, 1); }, 5000);
}

TEST(Orient, AgreesWithRationalsOnIntegerGrids) {
  test::RandomDoubles random(12);
  expect_right_for([&] { return random.integer(-2, 2); }, 10000);
  expect_right_for([&] { return 0.1 + 0.1 * random.integer(-2, 2); }, 10000);
}

TEST(Orient, AgreesWithRationalsOnFlatLatticesOfEveryFineness) {
  test::RandomDoubles random(19);
  for (int bits = 4; bits <= 30; ++bits) {
    for (int i = 0; i < 500; ++i) {
      const auto coordinate = [&] { return std::ldexp(random.integer(-(1 << bits), 1 << bits), -bits / 2); };
      Quadruple p = random_quadruple(coordinate);
      p[2] = p[0] + random.integer(-3, 3) * (p[1] - p[0]) + random.integer(-3, 3) * (p[3] - p[0]);
      if (i % 2 == 0) p[2][random.integer(0, 2)] += std::ldexp(random.integer(-1, 1), -bits / 2);
      for (Vec3& v : p) v += Vec3::Constant(i % 3 == 0 ? 4096 : 0);
      ASSERT_NO_FATAL_FAILURE(expect_right(p)) << bits << " bits, case " << i;
    }
  }
}

TEST(Orient, TellsTheUnitAreaOfConsecutiveFibonacciNumbersFromZero) {
  double before = 1;
  double last = 1;
  for (int sign = 1; last < 0x1p52; sign = -sign) {  // last * last - before * (before + last) is 1 and -1 in turn
    const double next = before + last;
    ASSERT_EQ(orient2d({0, 0}, {next, last}, {last, before}), sign) << last;
    ASSERT_EQ(orient2d({0, 0}, {last, before}, {next, last}), -sign) << last;
    before = last;
    last = next;
  }
}

TEST(Orient, AgreesWithRationalsWithinUlpsOfAPlane) {
  test::RandomDoubles random(13);
  for (const double scale :
       {1.0, 0x1p100, 0x1p-100, 0x1p299, 0x1p-290, 0x1p305, 0x1p-310, 0x1p500, 0x1p-500, 0x1p1000, 0x1p-1000}) {
    for (int i = 0; i < 2000; ++i) ASSERT_NO_FATAL_FAILURE(expect_right(nearly_flat(random, scale))) << "case " << i;
  }
}

TEST(Orient, AgreesWithRationalsWhenPointsAreFarFromTheOriginAndNearEachOther) {
  test::RandomDoubles random(14);
  expect_right_for([&] { return random.nudged(1e6, 4); }, 5000);
  expect_right_for([&] { return random.nudged(random.integer(0, 1) == 0 ? 12 : 0.5, 100); }, 5000);
}

TEST(Orient, AgreesWithRationalsAtMixedAndExtremeScales) {
  test::RandomDoubles random(15);
  for (const int range : {3, 50, 280, 320, 500, 900}) expect_right_for([&] { return random.around(range); }, 2000);
  expect_right_for([&] { return random.any(); }, 3000);
  expect_right_for([&] { return random.integer(-3, 3) * std::numeric_limits<double>::denorm_min(); }, 3000);
  expect_right_for([&] { return std::numeric_limits<double>::max() / random.integer(1, 3); }, 3000);
}

TEST(Orient, ChangesSignWithEveryTranspositionOfPoints) {
  test::RandomDoubles random(16);
  for (int i = 0; i < 5000; ++i) {
    Quadruple p = nearly_flat(random, i % 2 == 0 ? 1.0 : 0x1p-400);
    const int before = side(p);
    const int first = random.integer(0, 2);
    std::swap(p[first], p[random.integer(first + 1, 3)]);
    ASSERT_EQ(side(p), -before) << text(p);
  }
}

TEST(OrientFilter, DecidesAlmostEveryRandomQuadruple) {
  test::RandomDoubles random(17);
  int undecided = 0;
  for (int i = 0; i < 100000; ++i) {
    const Quadruple p = random_quadruple([&] { return random.uniform(-1, 1); });
    if (detail::SideFilter(p[0], p[1], p[2], 0).side(p[3]) == Sign::unknown) ++undecided;
  }
  EXPECT_LE(undecided, 1);
}

TEST(OrientFilter, HoldsForEveryTruePointWithinItsSlack) {
  test::RandomDoubles random(18);
  int decided = 0;
  for (int i = 0; i < 20000; ++i) {
    const double scale = std::ldexp(1.0, -random.integer(0, 40));
    const Quadruple truth = nearly_flat(random, 1.0);
    Quadruple seen = truth;
    seen[3] += scale * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    const Quadruple moved = seen;
    const double slack = 0x1p-36;  // twice the error of a coordinate
    for (Vec3& v : seen) v += slack / 2.1 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    const Sign filtered = detail::SideFilter(seen[0], seen[1], seen[2], slack).side(seen[3]);
    const Sign turned = detail::filtered_turn(seen[0].head<2>(), seen[1].head<2>(), seen[2].head<2>(), slack);
    if (filtered != Sign::unknown) {
      ++decided;
      ASSERT_EQ(static_cast<int>(filtered), rational_side(moved)) << text(moved);
    }
    if (turned != Sign::unknown) {
      ASSERT_EQ(static_cast<int>(turned), rational_turn(moved)) << text(moved);
    }
  }
  EXPECT_GT(decided, 5000);  // half the triples are on a line, and a quarter of the rest closer to flat than the slack
}

}  // namespace
}  // namespace graze
