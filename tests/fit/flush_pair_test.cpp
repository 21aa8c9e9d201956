/// Families of boxes with an edge in each of two faces: none is left out, and their bound is one.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "fit/flush_pair.h"
#include "oracle/effort.h"
#include "oracle/random.h"

namespace graze {
namespace {

using testing::Random;

/// An arc through a direction, at most `reach` to either side.
GaussArc arc_through(Random& random, const Vec3& direction, const Vec3& towards, double reach) {
  const Vec3 tangent = (towards - towards.dot(direction) * direction).normalized();
  GaussArc arc;
  arc.from = (direction - random.real(0, reach) * tangent).normalized();
  arc.to = (direction + random.real(0, reach) * tangent).normalized();
  arc.edge = arc.from.cross(arc.to).normalized();
  return arc;
}

Vec3 mix(const std::array<Vec3, 2>& ends, double s) { return (1 - s) * ends[0] + s * ends[1]; }

double distance_to(const FlushFamily& family, const Vec3& first, const Vec3& second) {
  double least = 4;
  for (int k = 0; k <= 400; ++k) {
    const double s = k / 400.0;
    least =
        std::min(least, (mix(family.first, s).normalized() - first).norm() + (mix(family.second, s).normalized() - second).norm());
  }
  return least;
}

/// Arcs through two directions at a right angle, every third time with each along the other's edge, or nearly so.
TEST(FlushFamilies, LeaveOutNoPairOfDirectionsAtARightAngle) {
  int found = 0;
  for (int seed = 0; seed < testing::effort(300); ++seed) {
    Random random(seed);
    const Vec3 x = random.unit(), y = x.cross(random.unit()).normalized();
    const double blur = seed % 3 == 0 ? std::pow(10.0, random.real(-5, -2)) : 1;
    const GaussArc a = arc_through(random, x, x.cross(y) + blur * random.unit(), 0.05);
    const GaussArc b = arc_through(random, y, x.cross(y) + blur * random.unit(), 0.05);
    const FlushFamilies families = flush_families(a, b);
    for (const FlushFamily& family : families.all())
      for (const double s : {0.1, 0.5, 0.9})
        EXPECT_LT(std::abs(mix(family.first, s).normalized().dot(mix(family.second, s).normalized())), 1e-9) << seed;
    for (int k = 1; k < 20; ++k) {
      const Vec3 first = (a.from + k / 20.0 * (a.to - a.from)).normalized();
      const double with_from = first.dot(b.from), with_to = first.dot(b.to);
      if (with_from * with_to > 0) continue;
      const Vec3 second = (with_to * b.from - with_from * b.to).normalized() * (with_to > with_from ? 1 : -1);
      double least = 4;
      for (const FlushFamily& family : families.all()) least = std::min(least, distance_to(family, first, second));
      EXPECT_LT(least, 1e-3) << seed;  // a four-hundredth of both arcs
      ++found;
    }
  }
  EXPECT_GT(found, 1000);
}

template <std::size_t C>
Vec3 combined(const std::array<Vec3, C>& corners, const std::array<double, C>& weights) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < C; ++i) sum += weights[i] * corners[i];
  return sum;
}

/// Normals around x and, from them and an edge about along z, around y.
template <std::size_t C>
FlushPatch<C> random_patch(Random& random, double reach) {
  FlushPatch<C> patch;
  const Vec3 edge = Vec3::UnitZ() + random.vector(0.3);
  for (std::size_t i = 0; i < C; ++i) {
    patch.first[i] = Vec3::UnitX() + random.vector(reach);
    patch.second[i] = edge.cross(patch.first[i]);
  }
  return patch;
}

template <std::size_t C>
void expect_a_bound(double reach) {
  int large = 0;
  for (int seed = 0; seed < testing::effort(500); ++seed) {
    Random random(seed);
    const FlushPatch<C> patch = random_patch<C>(random, reach);
    const Spans spans{Vec3::UnitX() + random.vector(0.5), Vec3::UnitY() + random.vector(0.5), Vec3::UnitZ() + random.vector(0.5)};
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 200; ++k) {
      std::array<double, C> weights;
      for (double& w : weights) w = random.real(0, 1);
      if (k < static_cast<int>(C)) weights = {}, weights[static_cast<std::size_t>(k)] = 1;
      const Vec3 a = combined(patch.first, weights).normalized(), b = combined(patch.second, weights).normalized();
      least = std::min(least, spans[0].dot(a) * spans[1].dot(b) * spans[2].dot(a.cross(b)));
    }
    EXPECT_FALSE(has_at_least(patch, spans, least * (1 + 1e-12))) << seed;
    if (least > 0 && has_at_least(patch, spans, least * (1 - 0.1 * reach))) ++large;
  }
  EXPECT_GT(large, testing::effort(500) / 2) << "a bound that is hardly ever of use";
}

TEST(FlushPatch, IsBoundedFromBelowAndNotByMuch) {
  expect_a_bound<2>(0.1);
  expect_a_bound<2>(0.01);
  expect_a_bound<3>(0.1);
  expect_a_bound<3>(0.01);
}

}  // namespace
}  // namespace graze
