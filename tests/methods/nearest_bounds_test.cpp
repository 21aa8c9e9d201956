/// The parts that the distances of linear and rounded shapes are made of.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/generate.h>

#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"
#include "numbers/magnitude.h"
#include "rounded/closed_forms.h"
#include "rounded/nearest_exact.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::RandomRounded;
using testing::RoundedCase;

double true_distance(const MinkowskiDifference& d) {
  const MinNormPoint<Dyadic> min_norm = nearest_exact(d, {}).min_norm;
  return (Magnitude(min_norm.height) / root(Magnitude(dot(min_norm.normal, min_norm.normal)))).to_double();
}

/// The truth is rounded a few times.
void expect_bounds(double lower, double upper, double truth, int number) {
  EXPECT_LE(lower, truth * (1 + 4 * tolerance::rounding)) << number;
  EXPECT_GE(upper, truth * (1 - 4 * tolerance::rounding)) << number;
}

/// Every bound must hold; for pairs that are well apart they must be as tight as closest_points() wants.
TEST(RoundedDistance, UsuallyNeedsNoExactArithmetic) {
  RandomRounded random(42);
  const int pairs = effort(2000);
  int tight = 0;
  for (int i = 0; i < pairs && !HasFailure(); ++i) {
    const RoundedCase a = random.body(false, random.convex.integer(0, RandomRounded::kinds - 1));
    RoundedCase b = random.body(false, random.convex.integer(0, RandomRounded::kinds - 1));
    b.pose.translation += Vec3(6, 0, 0);
    BodyViewStorage storage_a;
    BodyViewStorage storage_b;
    const BodyView core_a = *body_view(a.shape, a.pose, storage_a);
    const BodyView core_b = *body_view(b.shape, b.pose, storage_b);
    const MinkowskiDifference d(core_a, core_b);
    const NearestBounds e = nearest_bounds(d);
    const double truth = true_distance(d);
    if (truth > 0) {
      expect_bounds(e.lower * d.unit, e.upper * d.unit, truth, i);
      if (const auto quick = closed_form(core_a, core_b)) {
        expect_bounds(quick->bounds.lower * quick->unit, quick->bounds.upper * quick->unit, truth, i);
      }
    }
    tight += e.upper - e.lower <= 0x1p-40 * e.lower ? 1 : 0;
  }
  EXPECT_GT(tight, pairs - pairs / 20);
}

/// Here what roundings of coordinates hide is much more than a rounding of the distance.
TEST(RoundedDistance, BoundsHoldForBodiesThatAreCloseTogether) {
  RandomRounded random(45);
  for (int i = 0; i < effort(1000) && !HasFailure(); ++i) {
    const RoundedCase a = random.body(false, random.convex.integer(0, RandomRounded::kinds - 1));
    RoundedCase b = random.body(false, random.convex.integer(0, RandomRounded::kinds - 1));
    b.pose.translation += Vec3(6, 0, 0);
    BodyViewStorage storage_a;
    BodyViewStorage storage_b;
    BodyViewStorage storage_near;
    const BodyView core_a = *body_view(a.shape, a.pose, storage_a);
    const BodyView core_far = *body_view(b.shape, b.pose, storage_b);
    const MinkowskiDifference far(core_a, core_far);
    const NearestBounds apart = nearest_bounds(far);
    if (!(apart.lower > 0)) continue;
    const Vector3<double> way = far.unit * (apart.on_a - apart.on_b);
    b.pose.translation += (1 - std::ldexp(1.0, -random.convex.integer(10, 44))) * Vec3(way.x, way.y, way.z);
    const BodyView core_near = *body_view(b.shape, b.pose, storage_near);
    const MinkowskiDifference d(core_a, core_near);
    const NearestBounds e = nearest_bounds(d);
    expect_bounds(e.lower * d.unit, e.upper * d.unit, true_distance(d), i);
  }
}

TEST(RoundedDistance, TheExactSearchDoesNotDependOnWhereItBegins) {
  RandomRounded random(43);
  const int pairs = effort(300);
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const RoundedCase a = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    const RoundedCase b = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    BodyViewStorage storage_a;
    BodyViewStorage storage_b;
    const BodyView core_a = *body_view(a.shape, a.pose, storage_a);
    const BodyView core_b = *body_view(b.shape, b.pose, storage_b);
    const MinkowskiDifference d(core_a, core_b);
    const MinNormPoint<Dyadic> one = nearest_exact(d, {}).min_norm;
    const auto last_a = static_cast<std::int32_t>(d.a.size()) - 1;
    const auto last_b = static_cast<std::int32_t>(d.b.size()) - 1;
    const MinNormPoint<Dyadic> other = nearest_exact(d, {{last_a, last_b}}).min_norm;
    // height / |normal| of both, without quotients
    ASSERT_EQ(one.height * one.height * dot(other.normal, other.normal), other.height * other.height * dot(one.normal, one.normal))
        << i;
    ASSERT_EQ(one.height.is_zero(), other.height.is_zero()) << i;
  }
}

TEST(RoundedDistance, OfBigPolyhedraIsProvenByAPlaneBetweenThem) {
  RandomRounded random(44);
  for (int i = 0; i < effort(20); ++i) {
    const auto ball = [&](const Vec3& center) {
      std::vector<Vec3> points;
      for (int k = 0; k < 200; ++k) points.push_back(center + random.convex.real_point(1).normalized());
      return Shape{*convex_hull(points)};
    };
    const Shape a = ball(Vec3::Zero());
    const Shape b = ball(Vec3(1.9, random.convex.real(0, 1), random.convex.real(0, 1)));
    const Closest found = *closest_points(a, {}, b, {});
    if (found.distance == 0) continue;
    const Vec3 normal = (found.points[1] - found.points[0]).normalized();
    for (const Vec3& v : std::get<ConvexPolyhedron>(a.value).vertices) ASSERT_LE(normal.dot(v - found.points[0]), 1e-12);
    for (const Vec3& v : std::get<ConvexPolyhedron>(b.value).vertices) ASSERT_GE(normal.dot(v - found.points[1]), -1e-12);
  }
}

}  // namespace
}  // namespace graze::distance
