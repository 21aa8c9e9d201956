/// Extents, separating directions and sides against rationals, formulas and the answers to other questions.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>
#include <oracle/rational.h>

#include <graze/distance.h>
#include <graze/extent.h>
#include <graze/generate.h>
#include <graze/overlap.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

using oracle::Rational;
using testing::AnyBody;

using testing::infinity;

Body body(const Shape2& shape) { return {*Geometry::make(shape), {}, {}}; }

/// Is `end` the least double that is at least value / sqrt(squared_length)?
bool is_rounded_up(double end, const Rational& value, const Rational& squared_length) {
  const auto reaches = [&](double x) {  // x * length >= value
    const Rational square = Rational(x) * Rational(x) * squared_length;
    if (x >= 0) return value <= 0 || square >= value * value;
    return value < 0 && square <= value * value;
  };
  return reaches(end) && !reaches(std::nextafter(end, -infinity));
}

TEST(Extent, OfCornersIsTheExactIntervalRoundedOutward) {
  AnyBody random(11);
  for (int i = 0; i < testing::effort(300); ++i) {
    const bool on_grid = i % 2 == 0;
    std::vector<Vec3> points;
    for (int k = 0; k < 7; ++k) points.push_back(on_grid ? random.grid(3) : random.vector(1));
    const Pose pose = on_grid ? Pose{} : random.pose(3);
    Vec3 direction = on_grid ? random.grid(2) : random.vector(1);
    if (direction == Vec3::Zero()) direction = Vec3::UnitY();
    std::vector<Rational> products;
    for (const Vec3& p : points) products.push_back(oracle::dot(oracle::exact(direction), oracle::posed(p, pose)));
    const auto [least, greatest] = std::minmax_element(products.begin(), products.end());
    const Rational squared = oracle::dot(oracle::exact(direction), oracle::exact(direction));
    const ExtentAlong found = *extent(body({PointCloud{points}}, pose), direction);
    ASSERT_TRUE(is_rounded_up(found.max, *greatest, squared)) << i;
    ASSERT_TRUE(is_rounded_up(-found.min, -*least, squared)) << i;
    ASSERT_TRUE(is_rounded_up(found.products[1], *greatest, 1)) << i;
    const auto hull = convex_hull(points);
    if (!hull) continue;
    const ExtentAlong of_hull = *extent(body({*hull}, pose), direction);
    ASSERT_EQ(of_hull.min, found.min) << i;
    ASSERT_EQ(of_hull.max, found.max) << i;
  }
}

TEST(Extent, OfRoundBodiesIsThatOfTheirFormulas) {
  AnyBody random(12);
  for (int i = 0; i < testing::effort(300); ++i) {
    const Vec3 d = random.unit(), p = random.vector(1), q = random.vector(1), h(random.real(0.1, 1), random.real(0.1, 1), 0.5);
    const double r = random.real(0.1, 1);
    const Vec3 axis = (q - p).normalized();
    const double rim = r * std::sqrt(1 - std::pow(d.dot(axis), 2));
    const double ends = std::max(d.dot(p), d.dot(q));
    constexpr double roundings = 1e-14;
    const auto greatest = [&](const Shape& shape) { return extent(body(shape), d)->max; };
    ASSERT_NEAR(greatest({Sphere{p, r}}), d.dot(p) + r, roundings);
    ASSERT_NEAR(greatest({Capsule{{p, q}, r}}), ends + r, roundings);
    ASSERT_NEAR(greatest({Cylinder{{p, q}, r}}), ends + rim, roundings);
    ASSERT_NEAR(greatest({Cone{p, q, r}}), std::max(d.dot(p) + rim, d.dot(q)), roundings);
    ASSERT_NEAR(greatest({Ellipsoid{p, world_frame(), h}}), d.dot(p) + d.cwiseProduct(h).norm(), roundings);
  }
}

/// The points lie on the ends and in the body, and the interval holds the body.
TEST(Extent, HasItsPointsInTheBody) {
  AnyBody random(13);
  for (int i = 0; i < testing::effort(600); ++i) {
    const Body any = random.body(i % AnyBody::kinds, 2);
    const Vec3 direction = random.vector(2);
    const ExtentAlong found = *extent(any, direction);
    ASSERT_LE(found.min, found.max);
    for (const int k : {0, 1}) {
      if (!found.points[k]) continue;
      const double end = k == 0 ? found.min : found.max;
      EXPECT_NEAR(found.direction.dot(*found.points[k]), end, 1e-13) << i;
      EXPECT_LE(closest_points(body({Point{*found.points[k]}}), any)->distance, 1e-13) << i;
    }
    const ExtentAlong opposite = *extent(any, -direction);
    ASSERT_EQ(opposite.min, 0.0 - found.max) << i;
    ASSERT_EQ(opposite.products[1], 0.0 - found.products[0]) << i;
  }
}

TEST(Extent, IsInfiniteWhereABodyNeverEnds) {
  const ExtentAlong of_ray = *extent(body({Ray{Vec3(1, 2, 3), Vec3::UnitX()}}), Vec3(1, 1, 0));
  EXPECT_EQ(of_ray.products[0], 3);
  EXPECT_EQ(of_ray.max, infinity);
  EXPECT_FALSE(of_ray.points[1]);
  const ExtentAlong of_half_space = *extent(body({HalfSpace{Vec3(0, 0, 2), 4}}), Vec3::UnitZ());
  EXPECT_EQ(of_half_space.min, -infinity);
  EXPECT_EQ(of_half_space.max, 2);
  EXPECT_EQ(extent(body({Plane{Vec3(0, 0, 2), 4}}), Vec3(0, 1e-300, 1))->max, infinity);
}

TEST(Extent, NamesWhatLiesAtTheEnds) {
  const Body box = body({Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}});
  EXPECT_EQ(extent(box, Vec3(3, 0, 0))->features[1]->kind, FeatureKind::face);
  EXPECT_EQ(extent(box, Vec3(1, 1, 0))->features[1]->kind, FeatureKind::edge);
  EXPECT_EQ(extent(box, Vec3(1, 1, 1))->features[1], (Feature{FeatureKind::vertex, 7}));
  EXPECT_FALSE(extent(body({Sphere{Vec3::Zero(), 1}}), Vec3::UnitX())->features[0]);
}

TEST(Extent, OfHugeAndTinyNumbersIsFiniteWhereItIsADouble) {
  const ExtentAlong huge = *extent(body({Sphere{Vec3(1e300, 0, 0), 1e300}}), Vec3(1e200, 0, 0));
  EXPECT_EQ(huge.min, 0);
  EXPECT_EQ(huge.max, 2e300);
  EXPECT_EQ(huge.products[1], infinity);
  EXPECT_EQ(extent(body({Point{Vec3(5e-324, 0, 0)}}), Vec3(5e-324, 0, 0))->max, 5e-324);
}

TEST(Extent, RefusesDirectionsThatAreNone) {
  const Body ball = body({Sphere{Vec3::Zero(), 1}});
  EXPECT_EQ(extent(ball, Vec3::Zero()).error().code, ErrorCode::bad_option);
  EXPECT_EQ(extent(ball, Vec3(NAN, 0, 0)).error().code, ErrorCode::not_finite);
  EXPECT_EQ(extent(body(Shape2{Circle{}}), Vec3::UnitZ()).error().code, ErrorCode::bad_option);
  EXPECT_TRUE(extent(body({TriangleMesh{}}), Vec3::UnitX())->is_empty);
}

bool is_convex_and_bounded(const Body& any) {
  const auto& shape = any.geometry.shape().value;
  const bool is_endless = std::holds_alternative<Line>(shape) || std::holds_alternative<Ray>(shape) ||
                          std::holds_alternative<Plane>(shape) || std::holds_alternative<HalfSpace>(shape);
  return any.geometry.tree() == nullptr && !is_endless;
}

TEST(Separates, IsTrueAlongTheNearestPointsAndNeverOfBodiesThatMeet) {
  AnyBody random(14);
  int separated = 0;
  for (int i = 0; i < testing::effort(3000); ++i) {
    const Body a = random.body(i % AnyBody::kinds, 2), b = random.body(i / AnyBody::kinds % AnyBody::kinds, 2);
    const bool meet = *overlap(a, b);
    const AxisTest any = *separates(a, b, random.vector(1));
    ASSERT_FALSE(any.separates && meet) << i;
    const AxisTest swapped = *separates(b, a, any.normal);
    ASSERT_EQ(swapped.separates, any.separates) << i;
    if (meet || !closest_points(a, b)) continue;
    const Closest closest = *closest_points(a, b);
    const Vec3 apart = closest.points[1] - closest.points[0];
    if (closest.distance < 1e-6) continue;
    const AxisTest found = *separates(a, b, apart);
    if (!is_convex_and_bounded(a) || !is_convex_and_bounded(b)) continue;  // a rounded direction never ends an endless body
    ASSERT_TRUE(found.separates) << i;
    EXPECT_NEAR(found.separation, closest.distance, 1e-6 * (1 + closest.distance)) << i;
    EXPECT_GT(found.normal.dot(apart), 0) << i;
    ++separated;
  }
  EXPECT_GT(separated, 100);
}

TEST(Separates, CallsTouchingProjectionsTouching) {
  const Body a = body({Aabb{Vec3(0, 0, 0), Vec3(1, 1, 1)}}), b = body({Aabb{Vec3(1, 5, 0), Vec3(2, 6, 1)}});
  const AxisTest across = *separates(a, b, Vec3(7, 0, 0));
  EXPECT_FALSE(across.separates);
  EXPECT_TRUE(across.touches);
  EXPECT_EQ(across.separation, 0);
  const AxisTest along = *separates(a, b, Vec3(0, -3, 0));
  EXPECT_TRUE(along.separates);
  EXPECT_EQ(along.separation, 4);
  EXPECT_EQ(along.normal, Vec3(0, 1, 0));
  EXPECT_EQ(separates(a, b, Vec3(0, 0, 1))->separation, -1);
}

/// 0.1 + 0.2 and 0.3 differ by half a unit in the last place of the doubles, which no sum of doubles shows.
TEST(Separates, DecidesBallsExactly) {
  const Body a = body({Sphere{Vec3::Zero(), 0.1}}), b = body({Sphere{Vec3(0.3, 0, 0), 0.2}});
  const AxisTest found = *separates(a, b, Vec3(1, 0, 0));
  EXPECT_EQ(found.separates, Rational(0.3) > Rational(0.1) + Rational(0.2));
  EXPECT_DOUBLE_EQ(found.separation, Rational(Rational(0.3) - Rational(0.1) - Rational(0.2)).get_d());
  EXPECT_EQ(found.separates, !*overlap(a, b));
}

TEST(Separates, ScalesWithPowersOfTwoBitByBit) {
  AnyBody random(15);
  for (int i = 0; i < testing::effort(100); ++i) {
    const Vec3 p = random.vector(1), q = random.vector(1), d = random.vector(1);
    const double r = random.real(0.1, 0.5), s = 0x1p-300;
    const AxisTest one = *separates(body({Sphere{p, r}}), body({Capsule{{q, p + q}, r}}), d);
    const AxisTest other = *separates(body({Sphere{s * p, s * r}}), body({Capsule{{s * q, s * p + s * q}, s * r}}), d);
    if (s * p + s * q != s * (p + q)) continue;
    ASSERT_EQ(other.separation, s * one.separation) << i;
  }
}

TEST(Side, IsStraddlingOrTouchingJustWhereTheBodyMeetsThePlane) {
  AnyBody random(16);
  for (int i = 0; i < testing::effort(2000); ++i) {
    const bool on_grid = i % 2 == 0;
    Vec3 normal = on_grid ? random.grid(1) : random.vector(1);
    if (normal == Vec3::Zero()) normal = Vec3::UnitX();
    const Body plane = body({Plane{normal, on_grid ? random.whole(2) : random.real(1)}});
    const Body any =
        on_grid ? body({Triangle{{random.grid(2), random.grid(2), random.grid(2)}}}) : random.body(i % AnyBody::kinds, 2);
    const SideReport found = *side(any, plane);
    const bool meets = found.side == Side::straddling || found.side == Side::touching;
    const bool is_cloud = std::holds_alternative<PointCloud>(any.geometry.shape().value);  // on both sides, perhaps with a gap
    ASSERT_TRUE(meets == *overlap(any, plane) || (is_cloud && found.side == Side::straddling)) << i;
    ASSERT_EQ(found.side == Side::straddling, found.reaches_front && found.reaches_back) << i;
    ASSERT_EQ(found.side == Side::front, found.min > 0) << i;
    ASSERT_EQ(found.side == Side::back, found.max < 0) << i;
    const SideReport behind = *side(any, body({Plane{-normal, -std::get<Plane>(plane.geometry.shape().value).offset}}));
    ASSERT_EQ(behind.reaches_front, found.reaches_back) << i;
    ASSERT_EQ(behind.min, 0.0 - found.max) << i;
  }
}

TEST(Side, OfALineOfThePlaneIsFrontToItsLeft) {
  const Body line = body(Shape2{Line2{Vec2(0, 1), Vec2(3, 0)}});
  EXPECT_EQ(side(body(Shape2{Circle{Vec2(5, 4), 1}}), line)->side, Side::front);
  const SideReport touching = *side(body(Shape2{Circle{Vec2(5, 3), 2}}), line);
  EXPECT_EQ(touching.side, Side::touching);
  EXPECT_TRUE(touching.reaches_front);
  EXPECT_EQ(touching.max, 4);
  EXPECT_EQ(side(body(Shape2{ConvexPolygon2{{Vec2(0, 0), Vec2(1, 0), Vec2(0, 0.5)}}}), line)->side, Side::back);
  EXPECT_EQ(side(body(Shape2{ConvexPolygon2{{Vec2(0, 0), Vec2(1, 0), Vec2(0, 1.5)}}}), line)->side, Side::straddling);
  EXPECT_EQ(side(body(Shape2{Segment2{{Vec2(0, 1), Vec2(9, 1)}}}), line)->side, Side::touching);
  EXPECT_FALSE(side(line, body(Shape2{Line2{Vec2(0, 0), Vec2(0, 0)}})));
  EXPECT_FALSE(side(line, body(Shape2{Circle{}})));
  EXPECT_FALSE(side(body({TriangleMesh{}}), body({Plane{}})));
}

TEST(OverlapOfRectangles, TestsFourAxesAtMost) {
  AnyBody random(17);
  for (int i = 0; i < testing::effort(1000); ++i) {
    const Body a = random.body2(9 + i % 2, 1.5), b = random.body2(9 + i / 2 % 2, 1.5);
    const OverlapReport report = *explain_overlap(a, b);
    ASSERT_LE(*report.axes_tested, 4) << i;
    ASSERT_EQ(report.intersect, *overlap(a, b)) << i;
    if (report.intersect) continue;
    const AxisTest along = *separates(a, b, report.separating->direction);
    ASSERT_TRUE(along.separates || report.separating->gap < 1e-15) << i;
    EXPECT_NEAR(along.separation, report.separating->gap, 1e-14) << i;
  }
}

}  // namespace
}  // namespace graze
