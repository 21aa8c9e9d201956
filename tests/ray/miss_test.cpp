#include <cmath>

#include <gtest/gtest.h>

#include "curved/distance.h"
#include "methods/rounded_closest.h"
#include "oracle/effort.h"
#include "polytope/random_convex.h"
#include "ray/miss.h"

namespace graze {
namespace {

using distance::surely_misses;
using testing::RandomConvex;

/// About the size of `size`, around `center`.
Shape random_shape(RandomConvex& random, const Vec3& center, double size) {
  const auto near = [&] { return Vec3(center + size * random.real_point(1)); };
  const double radius = size * random.real(0, 1);
  const Vec3 half = size * random.real_point(1).cwiseAbs();
  const Mat3 turn = random.any_rotation();
  const Frame axes{turn.col(0), turn.col(1), turn.col(2)};
  switch (random.integer(0, 9)) {
    case 0: return {Sphere{center, radius}};
    case 1: return {Capsule{{near(), near()}, radius}};
    case 2: return {Cylinder{{near(), near()}, radius}};
    case 3: return {Cone{near(), near(), radius}};
    case 4: return {Ellipsoid{center, axes, half}};
    case 5: return {Aabb{center - half, center + half}};
    case 6: return {Obb{center, axes, half}};
    case 7: return {Triangle{{near(), near(), near()}}};
    case 8: return {Tetrahedron{{near(), near(), near(), near()}}};
    default: return {Segment{{near(), near()}}};
  }
}

/// Through the target, or ending near it.
Shape random_probe(RandomConvex& random, const Vec3& target, const Vec3& way) {
  const Vec3 origin = target - random.real(-1, 3) * way;
  switch (random.integer(0, 2)) {
    case 0: return {Line{origin, way}};
    case 1: return {Ray{origin, way}};
    default: return {Segment{{origin, origin + way}}};
  }
}

Closest closest_to(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (const auto found = distance::closest_points(a, pose_a, b, pose_b)) return *found;
  return distance::closest_points(*distance::as_curved(a, pose_a), *distance::as_curved(b, pose_b));
}

/// Against the distance, which is found another way. Half of the probes pass within a few sizes, half within roundings of the
/// surface.
TEST(RaycastMiss, IsNeverTrueOfWhatIsHit) {
  RandomConvex random(2611);
  int missed = 0, seen_to_miss = 0, grazing = 0;
  const int questions = testing::effort(30000);
  for (int i = 0; i < questions; ++i) {
    SCOPED_TRACE(i);
    const double size = std::ldexp(1.0, random.integer(0, 4) == 0 ? random.integer(-600, 600) : random.integer(-4, 4));
    const Vec3 center = std::ldexp(size, random.integer(-4, 30)) * random.real_point(1);
    const Pose pose{random.chance(0.5) ? random.any_rotation() : Mat3::Identity(), size * random.real_point(2)};
    const Shape shape = random_shape(random, center, size);
    const Vec3 beside = pose.to_world(center) + random.real(0, 4) * size * random.real_point(1).normalized();
    const Vec3 way = random.real_point(1);
    const bool grazes = random.chance(0.5);
    const Vec3 nearest = closest_to(Shape{Point{beside}}, {}, shape, pose).points[1];
    const Vec3 off = (beside - nearest).stableNormalized();
    const Vec3 along = std::ldexp(size, random.integer(-3, 6)) * (grazes ? Vec3(way.cross(off)) : way);
    const Shape line = random_probe(random, grazes ? nearest : beside, along);
    const auto probe = distance::as_probe(line);
    const double gap = closest_to(line, {}, shape, pose).distance;
    if (gap > 0 && !grazes) ++missed;
    if (gap == 0 && grazes) ++grazing;
    if (!surely_misses(*probe, shape, pose)) continue;
    ASSERT_GT(gap, 0);
    if (!grazes) ++seen_to_miss;
  }
  EXPECT_GT(seen_to_miss, missed / 2) << "of " << missed;
  EXPECT_GT(grazing, questions / 30);
}

TEST(RaycastMiss, TouchingABallIsNoMiss) {
  const Shape ball{Sphere{Vec3(3, 0, 4), 5}};
  EXPECT_FALSE(surely_misses(*distance::as_probe(Shape{Ray{Vec3(-9, 5, 4), Vec3(1, 0, 0)}}), ball, {}));
  EXPECT_FALSE(surely_misses(*distance::as_probe(Shape{Ray{Vec3(8, 0, 4), Vec3(1, 0, 0)}}), ball, {}));
  EXPECT_FALSE(surely_misses(*distance::as_probe(Shape{Segment{{Vec3(-9, 0, 4), Vec3(-2, 0, 4)}}}), ball, {}));
  EXPECT_TRUE(surely_misses(*distance::as_probe(Shape{Ray{Vec3(-9, 5.01, 4), Vec3(1, 0, 0)}}), ball, {}));
  EXPECT_TRUE(surely_misses(*distance::as_probe(Shape{Ray{Vec3(8.01, 0, 4), Vec3(1, 0, 0)}}), ball, {}));
  EXPECT_TRUE(surely_misses(*distance::as_probe(Shape{Segment{{Vec3(-9, 0, 4), Vec3(-2.01, 0, 4)}}}), ball, {}));
}

}  // namespace
}  // namespace graze
