/// Distances asked for with a limit, or with an error that is allowed, against brute force and rationals.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>
#include <oracle/rational.h>
#include <oracle/solid.h>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/pairs.h>

#include "questions/any_body.h"
#include "questions/box_filter.h"
#include "triangle/within.h"

namespace graze {
namespace {

using testing::body;

using oracle::Rational;
using oracle::RationalVec3;
using testing::Random;

/// The squared distance of a point from a segment and of two segments, by calculus over rationals.
Rational squared(const RationalVec3& v) { return dot(v, v); }

RationalVec3 along(const RationalVec3& p, const Rational& t, const RationalVec3& d) {
  return {Rational(p[0] + t * d[0]), Rational(p[1] + t * d[1]), Rational(p[2] + t * d[2])};
}

Rational clamped(const Rational& t) { return t < 0 ? Rational(0) : t > 1 ? Rational(1) : t; }

Rational point_to_segment(const RationalVec3& p, const RationalVec3& q, const RationalVec3& r) {
  const RationalVec3 d = r - q;
  if (is_zero(d)) return squared(p - q);
  return squared(p - along(q, clamped(dot(p - q, d) / dot(d, d)), d));
}

Rational segment_to_segment(const RationalVec3& p, const RationalVec3& q, const RationalVec3& r, const RationalVec3& s) {
  Rational best =
      std::min({point_to_segment(p, r, s), point_to_segment(q, r, s), point_to_segment(r, p, q), point_to_segment(s, p, q)});
  const RationalVec3 d = q - p, e = s - r, n = cross(d, e), w = r - p;
  if (is_zero(n)) return best;
  const Rational t = dot(cross(w, e), n) / dot(n, n), u = dot(cross(w, d), n) / dot(n, n);
  if (t >= 0 && t <= 1 && u >= 0 && u <= 1) best = std::min(best, squared(along(p, t, d) - along(r, u, e)));
  return best;
}

Rational squared_distance(const oracle::RationalTriangle& a, const oracle::RationalTriangle& b) {
  if (oracle::overlap(a, b)) return 0;
  Rational best = squared(a[0] - b[0]);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) best = std::min(best, segment_to_segment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
  }
  for (const auto& [face, other] : {std::pair{a, b}, std::pair{b, a}}) {
    const RationalVec3 n = cross(face[1] - face[0], face[2] - face[0]);
    if (is_zero(n)) continue;
    for (const RationalVec3& p : other) {
      const Rational height = dot(n, p - face[0]) / dot(n, n);
      const RationalVec3 foot = along(p, -height, n);
      if (oracle::overlap(face, {foot, foot, foot})) best = std::min(best, Rational(height * height * dot(n, n)));
    }
  }
  return best;
}

TEST(TrianglesWithin, IsExactOnAGridWhereDistancesAreOftenTheLimit) {
  Random random(41);
  int equal = 0, within_limit = 0;
  for (int k = 0; k < testing::effort(3000); ++k) {
    const auto corner = [&] { return random.grid(3); };
    const Triangle a{{corner(), corner(), corner()}}, b{{corner(), corner(), corner()}};
    const double limit = k % 4;
    const Rational truth = squared_distance(oracle::exact(a), oracle::exact(b));
    equal += truth == Rational(limit * limit) ? 1 : 0;
    const bool found = distance::are_within(distance::placed_triangle(a, {}), distance::placed_triangle(b, {}), limit);
    ASSERT_EQ(found, truth <= Rational(limit * limit)) << k;
    within_limit += found ? 1 : 0;
  }
  EXPECT_GT(equal, 50);
  EXPECT_GT(within_limit, 500);
}

TEST(TrianglesWithin, TellsNeighbouringLimitsApartInAnyPose) {
  Random random(42);
  for (int k = 0; k < testing::effort(200); ++k) {
    const Pose pose_a = random.pose(3), pose_b = random.pose(3);
    const Triangle a{{random.vector(1), random.vector(1), random.vector(1)}},
        b{{random.vector(1), random.vector(1), random.vector(1)}};
    const auto in_a = distance::placed_triangle(a, pose_a), in_b = distance::placed_triangle(b, pose_b);
    const Rational truth = squared_distance(oracle::posed(a, pose_a), oracle::posed(b, pose_b));
    double limit = std::sqrt(truth.get_d());
    for (int step = 0; step < 4; ++step) {
      EXPECT_EQ(distance::are_within(in_a, in_b, limit), truth <= Rational(limit) * Rational(limit)) << k;
      limit = std::nextafter(limit, step < 2 ? 10.0 : 0.0);
    }
  }
}

std::vector<TrianglePair> near_pairs(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b,
                                     double limit) {
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
    const auto in_a = oracle::posed(a.triangle(i), pose_a);
    for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
      if (testing::are_far(a.triangle(i), pose_a, b.triangle(j), pose_b, limit)) continue;
      if (squared_distance(in_a, oracle::posed(b.triangle(j), pose_b)) <= Rational(limit) * Rational(limit))
        pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(Within, AndItsPairsAreThoseOfBruteForce) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 8, 4), ball = make_bumpy_sphere_mesh(1, 0.2, 0);
  Random random(43);
  int near = 0;
  for (int k = 0; k < testing::effort(5); ++k) {
    const Pose pose_a = random.pose(1), pose_b = random.pose(4);
    const Body a = body(torus, pose_a), b = body(ball, pose_b);
    const double limit = k == 0 ? 0 : random.real(0, 1);
    const auto truth = near_pairs(torus, pose_a, ball, pose_b, limit);
    const auto found = pairs_within(a, b, limit, {.max_pairs = 100000});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->pairs, truth) << k;
    EXPECT_EQ(found->pair_count, truth.size());
    EXPECT_EQ(*within(a, b, limit), !truth.empty());
    EXPECT_EQ(*within(b, a, limit), !truth.empty());
    near += truth.empty() ? 0 : 1;
  }
  EXPECT_GT(near, 0);
}

TEST(Within, IsExactWhereTheDistanceIsTheLimit) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const Body a = body(box), b = body(box, {.translation = Vec3(2.25, 0.5, 0.5)});
  EXPECT_TRUE(*within(a, b, 0.25));
  EXPECT_FALSE(*within(a, b, std::nextafter(0.25, 0.0)));
  EXPECT_FALSE(*within(a, b, 0));
  EXPECT_EQ(pairs_within(a, b, 0.25)->pair_count, near_pairs(box, {}, box, {.translation = Vec3(2.25, 0.5, 0.5)}, 0.25).size());
}

TEST(Within, KnowsSolidsEmptyMeshesAndOtherShapes) {
  const Body outer = body(make_box_mesh(Vec3(5, 5, 5))), inner = body(make_box_mesh(Vec3(1, 1, 1))), empty = body(TriangleMesh{});
  EXPECT_FALSE(*within(outer, inner, 1));
  EXPECT_TRUE(*within(testing::solid(outer), testing::solid(inner), 1));
  EXPECT_TRUE(*within(outer, inner, 4));
  EXPECT_FALSE(*within(outer, empty, std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(*within(outer, inner, std::numeric_limits<double>::infinity()));
  EXPECT_EQ(pairs_within(outer, inner, std::numeric_limits<double>::infinity())->pair_count, 144U);
  const Body ball{*Geometry::make(Shape{Sphere{Vec3(8, 0, 0), 1}}), {}, {}};
  EXPECT_TRUE(*within(outer, ball, 2));
  EXPECT_FALSE(*within(ball, outer, 1.5));
  EXPECT_FALSE(*within(ball, empty, std::numeric_limits<double>::infinity()));
  EXPECT_EQ(pairs_within(outer, ball, 2)->pair_count, 2U);  // the two triangles of the side that faces the ball
  EXPECT_EQ(pairs_within(ball, ball, 1).error().code, ErrorCode::unsupported_pair);
  EXPECT_EQ(within(outer, inner, -1).error().code, ErrorCode::bad_option);
  EXPECT_EQ(within(outer, inner, std::nan("")).error().code, ErrorCode::bad_option);
}

TEST(DistanceErrors, AreNotExceeded) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 24, 12), ball = make_bumpy_sphere_mesh(1, 0.2, 2);
  Random random(44);
  int inexact = 0;
  for (int k = 0; k < testing::effort(40); ++k) {
    const Body a = body(torus, random.pose(1)), b = body(ball, random.pose(5));
    const double exact = closest_points(a, b)->distance;
    const DistanceOptions options{.relative_error = k % 3 * 0.2, .absolute_error = k % 2 * 0.3};
    const Closest found = *closest_points(a, b, options);
    EXPECT_GE(found.distance, exact);
    EXPECT_LE(found.distance, (exact * (1 + options.relative_error) + options.absolute_error) * (1 + 1e-12));
    EXPECT_EQ(found.distance == 0, exact == 0);
    EXPECT_NEAR((found.points[0] - found.points[1]).norm(), found.distance, 1e-12);
    inexact += found.distance > exact ? 1 : 0;
  }
  EXPECT_GT(inexact, 0);  // otherwise the options do nothing
}

TEST(DistanceErrors, MayBeInfiniteAndNotNegative) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const Body a = body(box), b = body(box, {.translation = Vec3(5, 0, 0)});
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_GE(closest_points(a, b, {.relative_error = infinity, .absolute_error = infinity})->distance, 3);
  EXPECT_LT(closest_points(a, b, {.relative_error = infinity, .absolute_error = infinity})->distance, 10);
  EXPECT_EQ(closest_points(a, b, {.relative_error = -1}).error().code, ErrorCode::bad_option);
  EXPECT_EQ(closest_points(a, b, {.absolute_error = std::nan("")}).error().code, ErrorCode::bad_option);
}

}  // namespace
}  // namespace graze
