/// Bodies that rest on each other: a box is the same body as its mesh, and what lies touches in more than a point.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <graze/answers.h>
#include <graze/generate.h>
#include <graze/sweep.h>

#include "tree/nodes/mesh_tree.h"

namespace graze {
namespace {

/// The cube [0, size]^3 as twelve triangles that face outward.
TriangleMesh cube_mesh(double size = 1) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k) mesh.vertices.emplace_back(size * (k & 1), size * (k >> 1 & 1), size * (k >> 2 & 1));
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

template <class S>
Body still(const S& shape, const Vec3& place = Vec3::Zero(), const Vec3& velocity = Vec3::Zero()) {
  return {*Geometry::make(Shape{shape}), {.translation = place}, {.velocity = velocity}};
}

Body cube(const Vec3& place, const Vec3& velocity = Vec3::Zero(), double size = 1) {
  return still(cube_mesh(size), place, velocity);
}

Body box(const Vec3& place, const Vec3& velocity = Vec3::Zero(), double size = 1) {
  return still(Aabb{place, place + Vec3::Constant(size)}, Vec3::Zero(), velocity);
}

Impact impact_of(const Body& a, const Body& b, const SweepOptions& options = {.t_max = 10}) {
  const auto found = sweep(a, b, options);
  EXPECT_TRUE(found && *found) << (found ? "no contact" : found.error().message);
  return found && *found ? **found : Impact{};
}

/// In any order, each within `off`.
void expect_points(const ContactSet& set, std::vector<Vec3> expected, double off = 0) {
  EXPECT_EQ(set.points.size(), expected.size());
  for (const Vec3& p : expected) {
    const bool found = std::any_of(set.points.begin(), set.points.end(), [&](const Vec3& q) { return (p - q).norm() <= off; });
    EXPECT_TRUE(found) << p.transpose();
  }
}

TEST(RestingContact, MeshesThatTouchAndPartAreNotApproachingWhetherTheLastTimeIsWantedOrNot) {
  for (const bool last : {false, true}) {
    const SweepOptions options{.t_max = 10, .want_last = last};
    const Body a = cube({0, 0, 0});
    for (const Vec3& v : {Vec3(1, 0, 0), Vec3(1, 3, -2)}) {
      EXPECT_FALSE(impact_of(a, cube({1, 0, 0}, v), options).approaching);
      EXPECT_FALSE(impact_of(a, cube({1, 0.25, 0.5}, v), options).approaching);
      EXPECT_FALSE(impact_of(a, box({1, 0.25, 0.5}, v), options).approaching);
      EXPECT_FALSE(impact_of(a, still(Sphere{Vec3(1.5, 0.25, 0.5), 0.5}, Vec3::Zero(), v), options).approaching);
    }
    for (const Vec3& v : {Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 0)}) {
      EXPECT_TRUE(impact_of(a, cube({1, 0, 0}, v), options).approaching);
      EXPECT_TRUE(impact_of(a, box({1, 0, 0}, v), options).approaching);
    }
    EXPECT_FALSE(impact_of(a, cube({1, 1, 1}, {1, 0, 0}), options).approaching);  // corner at corner
    EXPECT_TRUE(impact_of(a, cube({1, 1, 1}, {0, 0, 0}), options).approaching);
  }
}

TEST(RestingContact, AMeshThatOverlapsWithOneTriangleAndTouchesWithAnotherGoesOn) {
  const Body a = cube({0, 0, 0});
  EXPECT_TRUE(impact_of(a, cube({0.5, 0, 0}, {1, 0, 0})).approaching);
  EXPECT_TRUE(impact_of(a, box({0.5, 0, 0}, {1, 0, 0})).approaching);
}

TEST(RestingContact, NoTimeIsTooShortToPart) {
  EXPECT_TRUE(impact_of(cube({0, 0, 0}), cube({1, 0, 0}, {1, 0, 0}), {.t_max = 0}).approaching);
  EXPECT_TRUE(impact_of(cube({0, 0, 0}), cube({1, 0, 0}, {1, 0, 0}), {.t_max = 0, .want_last = true}).approaching);
}

/// A capsule of radius 1/2 that falls onto the plane z = 0 and is at (x, y, 0) then, lying along x.
Capsule lying(double x0, double x1) { return {{Vec3(x0, 0, 2.5), Vec3(x1, 0, 2.5)}, 0.5}; }

TEST(RestingContact, ACapsuleThatLandsLyingTouchesInASegment) {
  const Body falling = still(lying(0, 3), Vec3::Zero(), {0, 0, -1});
  const std::vector<Vec3> from_0_to_2{Vec3(0, 0, 0), Vec3(2, 0, 0)};
  for (const Body& below :
       {still(Aabb{Vec3(-1, -1, -1), Vec3(2, 1, 0)}), still(Obb{.center = Vec3(0.5, 0, -0.5), .half_extents = Vec3(1.5, 1, 0.5)}),
        still(Triangle{{Vec3(-4, -3, 0), Vec3(2, -3, 0), Vec3(2, 3, 0)}}), still(Segment{{Vec3(-1, 0, 0), Vec3(2, 0, 0)}}),
        still(Capsule{{Vec3(-1, 0, -0.25), Vec3(2, 0, -0.25)}, 0.25}),
        still(ConvexPolygon{{Vec3(-1, -1, 0), Vec3(2, -1, 0), Vec3(2, 1, 0), Vec3(-1, 1, 0)}})}) {
    for (const bool swapped : {false, true}) {
      const Impact impact = swapped ? impact_of(below, falling) : impact_of(falling, below);
      EXPECT_EQ(impact.first, 2);
      expect_points(impact.set, from_0_to_2);
      EXPECT_EQ(impact.normal, Vec3(0, 0, swapped ? 1 : -1));
    }
  }
}

TEST(RestingContact, ACapsuleThatStartsLyingTouchesInASegment) {
  const Body resting = still(lying(0, 3), Vec3(0, 0, -2), {0, 0, 1});
  const Impact impact = impact_of(resting, still(Aabb{Vec3(-1, -1, -1), Vec3(2, 1, 0)}));
  EXPECT_TRUE(impact.initial);
  EXPECT_FALSE(impact.approaching);
  expect_points(impact.set, {Vec3(0, 0, 0), Vec3(2, 0, 0)});
}

TEST(RestingContact, ACapsuleThatIsTiltedByTheLeastTouchesInAPoint) {
  Capsule tilted = lying(0, 3);
  tilted.v[1].z() = std::nextafter(2.5, 3);
  const Impact impact = impact_of(still(tilted, Vec3::Zero(), {0, 0, -1}), still(Aabb{Vec3(-1, -1, -1), Vec3(2, 1, 0)}));
  expect_points(impact.set, {Vec3(0, 0, 0)}, 1e-12);
}

TEST(RestingContact, ARectangleTouchesALineOfThePlaneWithItsSide) {
  const Body rectangle{*Geometry::make(Shape2{Aabb2{Vec2(0, 1), Vec2(2, 2)}}), {}, {.velocity = Vec3(0, -1, 0)}};
  const Body line{*Geometry::make(Shape2{Line2{Vec2(5, 0), Vec2(3, 0)}}), {}, {}};
  const Impact impact = impact_of(rectangle, line);
  EXPECT_EQ(impact.first, 1);
  expect_points(impact.set, {Vec3(0, 0, 0), Vec3(2, 0, 0)});
  const Body ray{*Geometry::make(Shape2{Ray2{Vec2(1, 0), Vec2(3, 0)}}), {}, {}};
  expect_points(impact_of(ray, rectangle).set, {Vec3(1, 0, 0), Vec3(2, 0, 0)});
}

}  // namespace
}  // namespace graze
