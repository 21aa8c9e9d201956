/// The pairs of edges that are left out are those that make no facet.

#include <gtest/gtest.h>
#include <oracle/linear_program.h>
#include <oracle/random.h>
#include <oracle/rational.h>

#include <graze/generate.h>

#include "polytope/convex_pair.h"
#include "polytope/overlap.h"

namespace graze::sat {
namespace {

using testing::Random;

Convex hull_of(const std::vector<Vec3>& points) { return *as_convex(Shape{*convex_hull(points)}, {}); }

TEST(FacetEdges, LeaveTheAnswersAsTheyAre) {
  Random random(5);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const auto a = random.on_ball(30, Vec3::Zero());
    const auto b = random.on_ball(30, (1.85 + random.real(0.02)) * random.unit());
    const bool truth = oracle::meet(oracle::exact_points(a), oracle::exact_points(b));
    ASSERT_EQ(overlap(hull_of(a), hull_of(b)).intersect, truth) << "pair " << i;
    hits += truth ? 1 : 0;
  }
  EXPECT_GT(hits, 20);
  EXPECT_LT(hits, 180);
}

/// A plain Gauss map: of two round bodies with n edges each about n pairs cross, not n^2.
TEST(FacetEdges, RefuseNearlyAllPairsOfRoundBodies) {
  Random random(6);
  const Convex a = hull_of(random.on_ball(200, Vec3::Zero()));
  const Convex b = hull_of(random.on_ball(200, Vec3::UnitX()));
  const ConvexPair pair(a, b);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    for (std::size_t j = 0; j < b.edges.size(); ++j) kept += pair.facet_edges().possible(int(i), int(j)) ? 1 : 0;
  }
  EXPECT_GT(kept, 100U);
  EXPECT_LT(kept, 10 * a.edges.size());
}

using oracle::Rational;
using oracle::RationalVec3;

std::vector<RationalVec3> exact_corners(const Convex& body) {
  std::vector<RationalVec3> corners;
  for (const Vec3& v : body.vertices) corners.push_back(oracle::posed(v, body.pose));
  return corners;
}

/// On which sides of the plane through p along two directions the corners lie: bit 0 in front, bit 1 behind.
unsigned sides(const std::vector<RationalVec3>& corners, const RationalVec3& p, const RationalVec3& normal) {
  unsigned seen = 0;
  for (const RationalVec3& v : corners) {
    const int sign = sgn(oracle::dot(normal, v - p));
    seen |= sign > 0 ? 1U : (sign < 0 ? 2U : 0U);
  }
  return seen;
}

/// Edges within a few roundings of a face of the other body, which stands on it: of the two products that decide, one is all
/// rounding.
TEST(FacetEdges, KeepAllPairsThatMakeAFacetHoweverFlat) {
  Random random(7);
  int facets = 0;
  for (int n = 0; n < 400; ++n) {
    // Small beside the coordinates of one of them, which a rotation rounds: errors of its edges are far above those of products.
    const double size = n % 4 == 0 ? 1 : 1e-4;
    const bool ball_is_rounded = n % 2 == 0;
    const Vec3 center = ball_is_rounded ? Vec3(3, 2, 1) : Vec3::Zero();
    std::vector<Vec3> corners;
    for (const Vec3& v : random.on_ball(14, Vec3::Zero())) corners.push_back(size * v + center);
    const Convex ball = *as_convex(Shape{*convex_hull(corners)}, ball_is_rounded ? random.pose(10) : Pose{});
    const auto& face = ball.faces[random.below(ball.faces.size())];
    const Pose pose = ball.pose;
    const Vec3 p = pose.to_world(ball.vertices[face[0]]), u = pose.to_world(ball.vertices[face[1]]) - p,
               v = pose.to_world(ball.vertices[face[2]]) - p;
    Vec3 up = u.cross(v).normalized();
    if (up.dot(p - pose.to_world(center)) < 0) up = -up;
    std::vector<Vec3> points{p, p + random.real(-1, 1) * u + random.real(-1, 1) * v};
    for (int k = 0; k < 12; ++k)
      points.push_back(p + 0.5 * size * up + random.real(0.5) * u + random.real(0.5) * v + 0.3 * size * random.unit());
    const Pose of_keel = ball_is_rounded ? Pose{} : random.pose(10);
    for (Vec3& point : points) point = of_keel.to_body(point);
    const Convex keel = *as_convex(Shape{*convex_hull(points)}, of_keel);
    const ConvexPair pair(ball, keel);
    const auto corners_a = exact_corners(ball), corners_b = exact_corners(keel);
    for (std::size_t j = 0; j < keel.edges.size(); ++j) {
      const Vec3 &from = keel.vertices[keel.edges[j][0]], &to = keel.vertices[keel.edges[j][1]];
      if ((from != points[0] || to != points[1]) && (from != points[1] || to != points[0])) continue;
      const RationalVec3 on_b = oracle::posed(from, of_keel);
      for (std::size_t i = 0; i < ball.edges.size(); ++i) {
        const RationalVec3& on_a = corners_a[ball.edges[i][0]];
        const RationalVec3 normal = oracle::cross(corners_a[ball.edges[i][1]] - on_a, oracle::posed(to, of_keel) - on_b);
        if (oracle::is_zero(normal)) continue;
        const unsigned of_a = sides(corners_a, on_a, normal), of_b = sides(corners_b, on_b, normal);
        if (of_a + of_b != 3 || of_a == 0 || of_b == 0) continue;
        ++facets;
        ASSERT_TRUE(pair.facet_edges().possible(int(i), int(j))) << n << ": " << i << ", " << j;
      }
    }
  }
  EXPECT_GT(facets, 400);
}

}  // namespace
}  // namespace graze::sat
