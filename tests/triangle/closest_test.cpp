/// Closest points of triangles, segments and points against exact rationals over a different set of formulas.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/linear_program.h>
#include <oracle/random.h>

#include "box/eight_lanes.h"
#include "simd/runnable.h"
#include "triangle/closest.h"
#include "triangle/closest_lanes.h"
#include "triangle/kernels.h"
#include "triangle/point_triangle_oracle.h"

namespace graze::distance {
namespace {

using testing::Random;

using oracle::exact;

/// Minimises along the first segment: the distance to the second is a parabola between places where the nearest feature changes.
Rational segment_segment(const RationalVec3& p, const RationalVec3& q, const RationalVec3& r, const RationalVec3& s) {
  Rational best = point_segment(p, r, s);
  best = std::min<Rational>(best, point_segment(q, r, s));
  best = std::min<Rational>(best, point_segment(r, p, q));
  best = std::min<Rational>(best, point_segment(s, p, q));
  const RationalVec3 e = q - p, f = s - r, n = cross(e, f);
  if (is_zero(n)) return best;
  const RationalVec3 w = r - p;
  const Rational along_e = dot(cross(w, f), n) / squared(n), along_f = dot(cross(w, e), n) / squared(n);
  if (along_e < 0 || along_e > 1 || along_f < 0 || along_f > 1) return best;
  return std::min<Rational>(best, squared(plus(p, along_e, e) - plus(r, along_f, f)));
}

/// Of simplices that are apart.
Rational squared_distance(const RationalTriangle& a, const RationalTriangle& b) {
  Rational best = point_triangle(a[0], b);
  for (int i = 0; i < 3; ++i) {
    best = std::min<Rational>(best, point_triangle(a[i], b));
    best = std::min<Rational>(best, point_triangle(b[i], a));
    for (int j = 0; j < 3; ++j) best = std::min<Rational>(best, segment_segment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
  }
  return best;
}

constexpr double promised_error = 1e-12;

/// Triangles of all kinds: fat, slivers, segments, points, with edges nearly parallel to those of the other.
Triangle random_triangle(Random& random, const Triangle& other) {
  Triangle t{{random.vector(1), random.vector(1), random.vector(1)}};
  switch (random.whole(1000) % 6) {
    case 1: t.v[2] = t.v[0] + random.real(1) * (t.v[1] - t.v[0]) + random.vector(1e-9); break;
    case -1: t.v[1] = t.v[0] + (other.v[1] - other.v[0]) + random.vector(std::ldexp(1, -std::abs(random.whole(50)))); break;
    case 2: t.v[2] = t.v[1]; break;
    case -2: t.v[1] = t.v[2] = t.v[0]; break;
    case 3: t = {{random.grid(3), random.grid(3), random.grid(3)}}; break;
    default: break;
  }
  return t;
}

void expect_on(const Vec3& point, const RationalTriangle& t, double scale) {
  EXPECT_LE(std::sqrt(point_triangle(exact(point), t).get_d()), 0x1p-45 * scale);
}

void expect_closest(const Closest& found, const RationalTriangle& a, const RationalTriangle& b, double scale) {
  const Rational truth = squared_distance(a, b);
  ASSERT_LE(relative_error(found.distance, truth), promised_error) << "distance " << found.distance;
  expect_on(found.points[0], a, scale);
  expect_on(found.points[1], b, scale);
  ASSERT_NEAR((found.points[0] - found.points[1]).norm(), found.distance, 0x1p-45 * scale);
}

TEST(TriangleClosest, HasTinyRelativeErrorForEveryGap) {
  Random random(1);
  int apart = 0, meeting = 0;
  for (int k = 0; k < testing::effort(1500); ++k) {
    const Triangle a = random_triangle(random, {});
    Triangle b = random_triangle(random, a);
    const Closest roughly = closest(placed_triangle(a, {}), placed_triangle(b, {}));
    // Move b until a gap of 2^-k of the size is left, if there is a direction to move in.
    const Vec3 way = (roughly.points[0] - roughly.points[1]) * (1 - std::ldexp(1, -std::abs(random.whole(60))));
    for (Vec3& v : b.v) v += way;
    const bool meet = oracle::meet({exact(a.v[0]), exact(a.v[1]), exact(a.v[2])}, {exact(b.v[0]), exact(b.v[1]), exact(b.v[2])});
    const Closest found = closest(placed_triangle(a, {}), placed_triangle(b, {}));
    ASSERT_EQ(found.distance == 0, meet);
    meet ? ++meeting : ++apart;
    if (!meet) expect_closest(found, exact(a), exact(b), 8);
    if (meet) expect_on(found.points[0], exact(a), 8), expect_on(found.points[1], exact(b), 8);
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
  EXPECT_GT(apart, testing::effort(300));
  EXPECT_GT(meeting, testing::effort(20));
}

/// Points above any place of triangles of all kinds, slivers and large ones among them, near the origin and far from it.
TEST(TriangleClosest, OfPointsHasTinyRelativeErrorForEveryGap) {
  Random random(11);
  for (int k = 0; k < testing::effort(1500); ++k) {
    Triangle t = random_triangle(random, {{random.vector(1), random.vector(1), random.vector(1)}});
    const Vec3 offset = random.vector(k % 3 == 0 ? 1000 : 0.001);
    for (Vec3& v : t.v) v += offset;
    const double x = random.real(0, 1), y = k % 4 == 0 ? 0 : random.real(0, 1 - x);
    const Vec3 normal = k % 5 == 0 ? random.unit() : Vec3((t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]).stableNormalized());
    const double gap = std::ldexp(1, -std::abs(random.whole(40)));
    const Vec3 point = t.v[0] + x * (t.v[1] - t.v[0]) + y * (t.v[2] - t.v[0]) + gap * normal;
    const Rational truth = point_triangle(exact(point), exact(t));
    const Closest found = closest(placed_point(point, {}), placed_triangle(t, {}));
    ASSERT_EQ(found.distance == 0, truth == 0) << "case " << k;
    if (truth != 0) {
      ASSERT_LE(relative_error(found.distance, truth), promised_error) << "case " << k << " gap " << gap;
    }
    expect_on(found.points[1], exact(t), 2000);
    ASSERT_EQ(closest(placed_triangle(t, {}), placed_point(point, {})).distance, found.distance) << "case " << k;
  }
}

TEST(TriangleClosest, HasTinyRelativeErrorWhenPosedFarFromTheOrigin) {
  Random random(2);
  for (int k = 0; k < testing::effort(150); ++k) {
    const Triangle a = random_triangle(random, {}), b = random_triangle(random, a);
    const double far = k % 2 == 0 ? 1 : 1e6;
    const Pose pose_a = random.pose(far);
    Pose pose_b = random.pose(1);
    pose_b.translation += pose_a.translation;
    const Closest roughly = closest(placed_triangle(a, pose_a), placed_triangle(b, pose_b));
    pose_b.translation += (roughly.points[0] - roughly.points[1]) * (1 - std::ldexp(1, -std::abs(random.whole(40))));
    const Closest found = closest(placed_triangle(a, pose_a), placed_triangle(b, pose_b));
    if (found.distance > 0) expect_closest(found, oracle::posed(a, pose_a), oracle::posed(b, pose_b), 8 * far);
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
}

TEST(TriangleClosest, HasTinyRelativeErrorForTinyEdges) {
  Random random(6);
  for (int k = 0; k < testing::effort(1000); ++k) {
    // Edges down to 2^-120 of the gap, in a world so small that their products vanish in doubles. Half of the second triangles face
    // the first: along their edges the distance hardly changes, so that only the place along the first's counts.
    const double scale = std::ldexp(1, -20 * (k % 16)), edge = scale * std::ldexp(1, -std::abs(random.whole(120)));
    Triangle a = random_triangle(random, {}), b = random_triangle(random, a);
    const bool faces = k % 32 < 16;
    const Vec3 way = scale * (faces ? Vec3(0, 0, 1) : random.vector(1));
    for (Vec3& v : a.v) v *= edge;
    for (Vec3& v : b.v) v.z() *= faces ? 0 : 1;
    for (Vec3& v : b.v) v = v * edge + way;
    if (overlap(a, b)) continue;
    expect_closest(closest(placed_triangle(a, {}), placed_triangle(b, {})), exact(a), exact(b), 8 * scale);
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
}

std::vector<LeastSquared> variants() {
  return test::runnable(sat::triangle_kernels_baseline, sat::triangle_kernels_avx2, &sat::TriangleKernels::least_squared);
}

TEST(TriangleClosest, EstimatesWithinItsBoundEvenForSliversAndNearlyParallelEdges) {
  Random random(3);
  for (int k = 0; k < testing::effort(3000); ++k) {
    const Triangle a = random_triangle(random, {});
    const Triangle b = random_triangle(random, a);
    const PlacedSimplex placed_a = placed_triangle(a, {}), placed_b = placed_triangle(b, {});
    if (overlap(a, b)) continue;
    const Rational truth = squared_distance(exact(a), exact(b));
    const double bound = squared_rounding * squared_size_of_pair(placed_a.world(), placed_b.world());
    const Rational off = Rational(nearest_features(placed_a.world(), placed_b.world()).squared) - truth;
    ASSERT_LE(std::abs(off.get_d()), bound) << "case " << k;
    for (const LeastSquared least_squared : variants()) {
      const Rational off_in_lanes = Rational(least_squared(a.v, b.v)) - truth;
      ASSERT_LE(std::abs(off_in_lanes.get_d()), bound) << "case " << k;
    }
    const Bracket bracket = bracket_of_apart(placed_a, placed_b);
    ASSERT_LE(Rational(bracket.low) * Rational(bracket.low), truth) << "case " << k;
    ASSERT_GE(Rational(bracket.high) * Rational(bracket.high), truth) << "case " << k;
    ASSERT_FALSE(are_clearly_beyond(placed_a, placed_b, bracket.high)) << "case " << k;
  }
}

/// The foot of the way is within the face, whose edges are all but parallel: weights of corners that do not suit each other would
/// tell of a place far away along the sliver.
TEST(TriangleClosest, EstimatesPointsAboveSliversOfEveryWidth) {
  Random random(41);
  for (int k = 0; k < testing::effort(4000); ++k) {
    Triangle t{{random.vector(1), random.vector(1), random.vector(1)}};
    t.v[2] = t.v[0] + random.real(0, 1) * (t.v[1] - t.v[0]) + random.vector(std::ldexp(1, -(k % 45)));
    const Vec3 normal = (t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]).stableNormalized();
    const double x = random.real(0, 1), y = random.real(0, 1 - x), height = std::ldexp(1, -std::abs(random.whole(30)));
    const Vec3 point = t.v[0] + x * (t.v[1] - t.v[0]) + y * (t.v[2] - t.v[0]) + height * normal;
    const PlacedSimplex placed_p = placed_point(point, {}), placed_t = placed_triangle(t, {});
    const Rational truth = point_triangle(exact(point), exact(t));
    if (truth == 0) continue;
    const double bound = squared_rounding * squared_size_of_pair(placed_p.world(), placed_t.world());
    const Rational off = Rational(nearest_features(placed_p.world(), placed_t.world()).squared) - truth;
    ASSERT_LE(std::abs(off.get_d()), bound) << "case " << k;
    ASSERT_LE(relative_error(closest(placed_p, placed_t).distance, truth), promised_error) << "case " << k;
  }
}

TEST(TriangleClosest, AnswersForPointsAndSegments) {
  const PlacedSimplex point = placed_point({0, 0, 2}, {});
  const PlacedSimplex triangle = placed_triangle({{Vec3(-1, -1, 0), Vec3(3, -1, 0), Vec3(-1, 3, 0)}}, {});
  const Closest above = closest(point, triangle);
  EXPECT_EQ(above.distance, 2);
  EXPECT_EQ(above.points[1], Vec3(0, 0, 0));
  EXPECT_EQ(above.features[0].kind, FeatureKind::vertex);
  EXPECT_EQ(above.features[1].kind, FeatureKind::face);
  const PlacedSimplex stick = placed_segment({-5, 0, 1}, {5, 0, 1}, {});
  const PlacedSimplex across = placed_segment({0, -5, 4}, {0, 5, 4}, {});
  const Closest crossing = closest(stick, across);
  EXPECT_EQ(crossing.distance, 3);
  EXPECT_EQ(crossing.points[0], Vec3(0, 0, 1));
  EXPECT_EQ(crossing.features[0].kind, FeatureKind::edge);
  EXPECT_EQ(closest(stick, triangle).distance, 1);
  EXPECT_EQ(closest(placed_segment({0, 0, -1}, {0, 0, 1}, {}), triangle).distance, 0);  // through the middle, far from every edge
  EXPECT_EQ(closest(point, placed_point({0, 3, -2}, {})).distance, 5);
  EXPECT_EQ(closest(point, point).distance, 0);
}

TEST(TriangleClosest, TellsFromAfarThatSmallTrianglesAreBeyondALimit) {
  Random random(5);
  int told = 0;
  for (int k = 0; k < testing::effort(2000); ++k) {
    const Pose pose = random.pose(k % 2 == 0 ? 1 : 1e4);
    const Triangle a = random_triangle(random, {});
    Triangle b = random_triangle(random, a);
    const Vec3 way = random.vector(std::ldexp(1, k % 12));
    for (Vec3& v : b.v) v += way;
    const PlacedSimplex placed_a = placed_triangle(a, pose), placed_b = placed_triangle(b, pose);
    if (overlap(a, b)) continue;
    const Rational truth = squared_distance(oracle::posed(a, pose), oracle::posed(b, pose));
    for (const double part : {0.5, 0.9, 1 - 1e-9, 1 - 1e-15}) {
      const double limit = part * std::sqrt(truth.get_d());
      const bool beyond = are_clearly_beyond(placed_a, placed_b, limit);
      ASSERT_TRUE(!beyond || Rational(limit) * Rational(limit) < truth) << "case " << k;
      told += beyond ? 1 : 0;
    }
    ASSERT_FALSE(are_clearly_beyond(placed_a, placed_b, std::sqrt(truth.get_d()) * (1 + 0x1p-50))) << "case " << k;
  }
  EXPECT_GT(told, testing::effort(2000));
}

TEST(TriangleClosest, NamesTheSharedCornerAndEdge) {
  const PlacedSimplex triangle = placed_triangle({{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}}, {});
  const Closest corner = closest(placed_point({-3, -4, 0}, {}), triangle);
  EXPECT_EQ(corner.distance, 5);
  EXPECT_EQ(corner.features[1], (Feature{FeatureKind::vertex, 0}));
  const Closest edge = closest(placed_point({1, 1, 0}, {}), triangle);
  EXPECT_DOUBLE_EQ(edge.distance, std::sqrt(0.5));
  EXPECT_EQ(edge.features[1], (Feature{FeatureKind::edge, 1}));
}

TEST(TriangleClosest, DoesNotDependOnTheUnitOfLength) {
  Random random(4);
  for (int k = 0; k < 50; ++k) {
    const Triangle a = random_triangle(random, {}), b = random_triangle(random, a);
    const double unit_distance = closest(placed_triangle(a, {}), placed_triangle(b, {})).distance;
    for (const int exponent : {-900, -200, -3, 7, 100, 900}) {
      const auto scaled = [&](Triangle t) {
        for (Vec3& v : t.v) v *= std::ldexp(1.0, exponent);
        return t;
      };
      const double distance = closest(placed_triangle(scaled(a), {}), placed_triangle(scaled(b), {})).distance;
      if (std::abs(exponent) < 120) {
        ASSERT_EQ(distance, std::ldexp(unit_distance, exponent)) << "case " << k << " 2^" << exponent;
      } else {
        ASSERT_NEAR(std::ldexp(distance, -exponent), unit_distance, promised_error * unit_distance) << "case " << k;
      }
    }
  }
}

}  // namespace
}  // namespace graze::distance
