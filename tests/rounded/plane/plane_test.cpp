#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "contains/contains_oracle.h"
#include "rounded/plane/plane.h"

namespace graze {
namespace {

using distance::classify;
using distance::intersection;
using distance::PlaneSide;
using distance::signed_distance;
using oracle::Rational;
using oracle::RationalVec3;
using testing::RandomBody;
using testing::RandomConvex;

constexpr double digits = 1e-14;

Rational height(const Plane& plane, const RationalVec3& x) { return oracle::dot(oracle::exact(plane.normal), x) - plane.offset; }

Plane random_plane(RandomConvex& random) {
  Vec3 normal = Vec3::Zero();
  while (normal == Vec3::Zero()) normal = random.grid_point(2);
  return {normal, double(random.integer(-3, 3))};
}

TEST(PlaneDistance, IsSignedAndTheNormalNeedNotBeUnit) {
  const Plane plane{Vec3(0, 3, 4), 10};
  EXPECT_DOUBLE_EQ(signed_distance(plane, Vec3(7, 0, 0)), -2);
  EXPECT_DOUBLE_EQ(signed_distance(plane, Vec3(7, 0, 5)), 2);
  EXPECT_DOUBLE_EQ(distance::distance(plane, Vec3(7, 0, 0)), 2);
  EXPECT_EQ(signed_distance(plane, Vec3(-1, 2, 1)), 0);
  for (const double s : {0x1p300, 0x1p-300, 0x1p-600}) {
    EXPECT_DOUBLE_EQ(signed_distance({s * plane.normal, s * plane.offset}, Vec3(7, 0, 0)), -2);
  }
}

/// n.p - d cancels completely in doubles.
TEST(PlaneDistance, HasTheExactSignAndAllDigits) {
  RandomConvex random(111);
  for (int i = 0; i < testing::effort(1000); ++i) {
    const Plane plane{random.real_point(1), random.real(-1, 1)};
    const Vec3 p = random.real_point(1);
    const Vec3 near = p - signed_distance(plane, p) / plane.normal.norm() * plane.normal;
    const Rational h = height(plane, oracle::exact(near));
    const double d = signed_distance(plane, near);
    EXPECT_EQ(sgn(h), (d > 0) - (d < 0));
    EXPECT_NEAR(d, h.get_d() / plane.normal.norm(), digits * std::abs(d));
  }
}

TEST(PlaneClassify, AgreesWithTheCornersOfRandomBodies) {
  RandomConvex random(112);
  int seen[3] = {0, 0, 0};
  for (int i = 0; i < testing::effort(3000); ++i) {
    const RandomBody body = random.body(i % 2 == 0, i % RandomConvex::kinds);
    const Plane plane = random_plane(random);
    bool above = false;
    bool below = false;
    for (const auto& x : body.corners) {
      above = above || height(plane, x) >= 0;
      below = below || height(plane, x) <= 0;
    }
    const PlaneSide expected = above && below ? PlaneSide::straddling : above ? PlaneSide::front : PlaneSide::back;
    ++seen[static_cast<int>(expected)];
    ASSERT_EQ(classify(plane, body.shape, body.pose), expected) << "case " << i;
    ASSERT_EQ(classify(plane, body.pose, body.shape, body.pose), classify(plane, body.shape)) << "case " << i;
  }
  for (const int n : seen) EXPECT_GT(n, testing::effort(3000) / 20);
}

TEST(PlaneClassify, TouchingStraddles) {
  const Plane plane{Vec3(3, 4, 0), 75};
  const auto side = [&](const Shape& s) { return *classify(plane, s); };
  EXPECT_EQ(side({Sphere{Vec3(0, 0, 0), 15}}), PlaneSide::straddling);
  EXPECT_EQ(side({Sphere{Vec3(0, 0, 0), std::nextafter(15, 14)}}), PlaneSide::back);
  EXPECT_EQ(side({Sphere{Vec3(18, 24, 0), 15}}), PlaneSide::straddling);
  EXPECT_EQ(side({Sphere{Vec3(18, 24, 0), std::nextafter(15, 14)}}), PlaneSide::front);
  EXPECT_EQ(side({Capsule{{Vec3(-9, 0, 0), Vec3(0, 0, 0)}, 15}}), PlaneSide::straddling);
  EXPECT_EQ(side({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 9)}, 15}}), PlaneSide::straddling);
  EXPECT_EQ(side({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 9)}, std::nextafter(15, 14)}}), PlaneSide::back);
  EXPECT_EQ(side({Cone{Vec3(0, 0, 0), Vec3(9, 12, 0), 100}}), PlaneSide::straddling);
  EXPECT_EQ(side({Cone{Vec3(0, 0, 0), Vec3(8.9, 12, 0), 1}}), PlaneSide::back);
  EXPECT_EQ(side({Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(25, 0, 9)}}), PlaneSide::straddling);
  EXPECT_EQ(side({Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(std::nextafter(25, 0), 0, 9)}}), PlaneSide::back);
}

TEST(PlaneClassify, UnboundedShapesAndEmptyOnes) {
  const Plane plane{Vec3(0, 0, 1), 1};
  EXPECT_EQ(classify(plane, {Line{Vec3(0, 0, 2), Vec3(1, 0, 0)}}), PlaneSide::front);
  EXPECT_EQ(classify(plane, {Line{Vec3(0, 0, 2), Vec3(1, 0, 0x1p-300)}}), PlaneSide::straddling);
  EXPECT_EQ(classify(plane, {Ray{Vec3(0, 0, 2), Vec3(1, 0, 1)}}), PlaneSide::front);
  EXPECT_EQ(classify(plane, {Ray{Vec3(0, 0, 2), Vec3(1, 0, -1)}}), PlaneSide::straddling);
  EXPECT_EQ(classify(plane, {Plane{Vec3(0, 0, 2), 1}}), PlaneSide::back);
  EXPECT_EQ(classify(plane, {Plane{Vec3(0, 0, 2), 2}}), PlaneSide::straddling);
  EXPECT_EQ(classify(plane, {HalfSpace{Vec3(0, 0, 2), 1}}), PlaneSide::back);
  EXPECT_EQ(classify(plane, {HalfSpace{Vec3(0, 0, -2), 1}}), PlaneSide::straddling);
  EXPECT_EQ(classify(plane, {PointCloud{{Vec3(0, 0, 2), Vec3(0, 0, 3)}}}), PlaneSide::front);
  EXPECT_EQ(classify(plane, {PointCloud{{Vec3(0, 0, 2), Vec3(0, 0, 0)}}}), PlaneSide::straddling);
  EXPECT_FALSE(classify(plane, {TriangleMesh{}}));
}

TEST(PlaneIntersection, TwoPlanesShareALineAPlaneOrNothing) {
  const auto line = intersection({Vec3(0, 0, 2), 4}, {Vec3(0, 3, 0), 9});
  ASSERT_TRUE(line);
  EXPECT_EQ(std::get<Line>(line->value).origin, Vec3(0, 3, 2));
  EXPECT_EQ(std::get<Line>(line->value).direction.cwiseAbs(), Vec3(1, 0, 0));
  EXPECT_FALSE(intersection({Vec3(2, 1, 3), -4}, {Vec3(6, 3, 9), -3}));
  EXPECT_TRUE(std::holds_alternative<Plane>(intersection({Vec3(2, 1, 3), -4}, {Vec3(-6, -3, -9), 12})->value));
}

TEST(PlaneIntersection, LinesOfRandomPlanesLieInBoth) {
  RandomConvex random(113);
  for (int i = 0; i < testing::effort(500); ++i) {
    const Plane a{random.real_point(1), random.real(-1, 1)};
    const Plane b{random.real_point(1), random.real(-1, 1)};
    const Line line = std::get<Line>(intersection(a, b)->value);
    EXPECT_NEAR(line.direction.norm(), 1, digits);
    EXPECT_NEAR(line.direction.dot(a.normal), 0, digits);
    EXPECT_NEAR(line.direction.dot(b.normal), 0, digits);
    EXPECT_NEAR(signed_distance(a, line.origin), 0, 4 * digits * (1 + line.origin.norm()));
    EXPECT_NEAR(signed_distance(b, line.origin), 0, 4 * digits * (1 + line.origin.norm()));
    EXPECT_NEAR(line.origin.dot(line.direction), 0, digits * (1 + line.origin.norm())) << "nearest to the origin";
  }
}

TEST(PlaneIntersection, ThreePlanes) {
  const Plane x{Vec3(2, 0, 0), 4};
  const Plane y{Vec3(0, 1, 0), 3};
  const Plane z{Vec3(1, 1, 1), 0};
  EXPECT_EQ(std::get<Point>(intersection(x, y, z)->value).p, Vec3(2, 3, -5));
  EXPECT_TRUE(std::holds_alternative<Line>(intersection(x, y, {Vec3(1, 1, 0), 5})->value));
  EXPECT_FALSE(intersection(x, y, {Vec3(1, 1, 0), std::nextafter(5, 6)})) << "a prism";
  EXPECT_FALSE(intersection(x, {Vec3(1, 0, 0), 3}, y)) << "two are parallel";
  EXPECT_TRUE(std::holds_alternative<Line>(intersection(x, {Vec3(1, 0, 0), 2}, y)->value)) << "two are the same";
  EXPECT_TRUE(std::holds_alternative<Line>(intersection(x, y, {Vec3(1, 0, 0), 2})->value));
  EXPECT_TRUE(std::holds_alternative<Plane>(intersection(x, {Vec3(1, 0, 0), 2}, {Vec3(-1, 0, 0), -2})->value));
  EXPECT_FALSE(intersection(x, {Vec3(1, 0, 0), 2}, {Vec3(-1, 0, 0), 2}));
}

TEST(PlaneIntersection, ThreeRandomPlanesMeetWhereRationalsSay) {
  RandomConvex random(114);
  int points = 0;
  for (int i = 0; i < testing::effort(1000); ++i) {
    const Plane p[3] = {random_plane(random), random_plane(random), random_plane(random)};
    const RationalVec3 n[3] = {oracle::exact(p[0].normal), oracle::exact(p[1].normal), oracle::exact(p[2].normal)};
    const Rational determinant = oracle::dot(n[0], oracle::cross(n[1], n[2]));
    const auto met = intersection(p[0], p[1], p[2]);
    ASSERT_EQ(met && std::holds_alternative<Point>(met->value), determinant != 0);
    if (determinant == 0) {
      if (met) {
        const Vec3 on = std::holds_alternative<Line>(met->value) ? std::get<Line>(met->value).origin
                                                                 : Vec3(p[0].offset / p[0].normal.squaredNorm() * p[0].normal);
        for (const Plane& plane : p) EXPECT_NEAR(signed_distance(plane, on), 0, digits);
      }
      continue;
    }
    ++points;
    for (const Plane& plane : p) EXPECT_NEAR(signed_distance(plane, std::get<Point>(met->value).p), 0, 4 * digits);
  }
  EXPECT_GT(points, testing::effort(1000) / 2);
}

}  // namespace
}  // namespace graze
