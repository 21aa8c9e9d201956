/// Intersections of flat sets: named cases, and the intersection polygon against exact clipping.

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "polytope/contact/contact_set.h"
#include "polytope/overlap.h"
#include "polytope/random_convex.h"

namespace graze::sat {
namespace {

using testing::effort;
using testing::RandomConvex;

PointList met(const Triangle& a, const Triangle& b) {
  const Convex convex_a = as_convex(a, {});
  const Convex convex_b = as_convex(b, {});
  return flat_intersection(ConvexPair(convex_a, convex_b))->points;
}

TEST(FlatIntersection, OfTwoCoplanarTrianglesInAStarHasSixCorners) {
  const Triangle up{{Vec3(0, 4, 0), Vec3(-4, -2, 0), Vec3(4, -2, 0)}};
  const Triangle down{{Vec3(0, -4, 0), Vec3(-4, 2, 0), Vec3(4, 2, 0)}};
  EXPECT_EQ(met(up, down).size(), 6U);
}

TEST(FlatIntersection, OfCrossingTrianglesIsASegment) {
  const Triangle floor{{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)}};
  const Triangle wall{{Vec3(1, 1, -1), Vec3(1, 1, 3), Vec3(1, 5, -1)}};
  const auto points = met(floor, wall);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0], Vec3(1, 1, 0));
  EXPECT_EQ(points[1], Vec3(1, 3, 0));
}

TEST(FlatIntersection, OfTrianglesThatShareOnlyACornerIsThatPoint) {
  const Triangle a{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}};
  const Triangle b{{Vec3(0, 0, 0), Vec3(-1, 0, 1), Vec3(0, -1, 1)}};
  EXPECT_EQ(met(a, b), PointList{Vec3(0, 0, 0)});
}

/// Area vector and corner sum of a polygon: enough to tell two convex polygons apart, whatever corner they start from.
mpq_class twice_area_squared(const oracle::RationalPoints& p) {
  oracle::RationalVec3 sum = oracle::exact(Vec3(0, 0, 0));
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    const auto part = oracle::cross(p[i] - p[0], p[i + 1] - p[0]);
    for (int c = 0; c < 3; ++c) sum[c] += part[c];
  }
  return oracle::dot(sum, sum);
}

TEST(FlatIntersection, OfCoplanarTrianglesHasTheAreaOfExactClipping) {
  RandomConvex random(5);
  int polygons = 0;
  for (int i = 0; i < effort(100000); ++i) {
    const auto point = [&] { return Vec3(random.integer(-4, 4), random.integer(-4, 4), 0); };
    const Triangle a{{point(), point(), point()}};
    const Triangle b{{point(), point(), point()}};
    oracle::RationalPoints clipped{oracle::exact(a.v[0]), oracle::exact(a.v[1]), oracle::exact(a.v[2])};
    const auto corners = oracle::exact(b);
    const auto turn = oracle::cross(corners[1] - corners[0], corners[2] - corners[0])[2];
    if (turn == 0) continue;
    for (int k = 0; k < 3 && !clipped.empty(); ++k) {
      const auto edge = corners[(k + 1) % 3] - corners[k];
      const int sign = sgn(turn);
      const oracle::RationalVec3 inward{mpq_class(-edge[1] * sign), mpq_class(edge[0] * sign), mpq_class(0)};
      clipped = oracle::clipped(clipped, oracle::half_space(inward, corners[k]));
    }
    const auto points = met(a, b);
    ASSERT_EQ(points.empty(), clipped.empty()) << "pair " << i;
    oracle::RationalPoints found;
    for (const Vec3& p : points) found.push_back(oracle::exact(p));
    ASSERT_NEAR(std::sqrt(twice_area_squared(found).get_d()), std::sqrt(twice_area_squared(clipped).get_d()), 0x1p-40)
        << "pair " << i;
    polygons += points.size() > 2 ? 1 : 0;
  }
  EXPECT_GT(polygons, effort(100000) / 10);
}

/// Turned polygons are flat only up to rounding; crossing ones must still meet in the turned segment.
TEST(FlatIntersection, OfPolygonsThatRoundingHasLiftedOffTheirPlanesIsTheTurnedOne) {
  RandomConvex random(9);
  const ConvexPolygon floor{{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(5, 2, 0), Vec3(4, 4, 0), Vec3(0, 4, 0)}};
  const ConvexPolygon wall{{Vec3(1, 1, -1), Vec3(1, 3, -1), Vec3(1, 4, 1), Vec3(1, 2, 3), Vec3(1, 1, 3)}};
  int lifted = 0;
  for (int i = 0; i < 200; ++i) {
    const Mat3 turn = random.any_rotation();
    const auto turned = [&](ConvexPolygon polygon) {
      for (Vec3& v : polygon.vertices) v = turn * v;
      return *as_convex(Shape{polygon}, {});
    };
    const Convex a = turned(floor);
    const Convex b = turned(wall);
    const auto set = flat_intersection(ConvexPair(a, b));
    ASSERT_TRUE(set);
    ASSERT_EQ(set->points.size(), 2U) << "turn " << i;
    const bool in_order = (set->points[0] - turn * Vec3(1, 1, 0)).norm() < 1;
    EXPECT_LT((set->points[in_order ? 0 : 1] - turn * Vec3(1, 1, 0)).norm(), 0x1p-40);
    EXPECT_LT((set->points[in_order ? 1 : 0] - turn * Vec3(1, 3.5, 0)).norm(), 0x1p-40);
    lifted += a.edges.size() > 5 ? 1 : 0;  // chords are listed only where the corners are off their plane
  }
  EXPECT_GT(lifted, 100);
}

}  // namespace
}  // namespace graze::sat
