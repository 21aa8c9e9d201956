/// Cylinders and cones that stand or lie on boxes, triangles, meshes and each other: sets that geometry tells.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;

Body falling(const Shape& shape) { return {*Geometry::make(shape), {}, {.velocity = Vec3(0, 0, -1)}}; }
Body still(const Shape& shape) { return {*Geometry::make(shape), {}, {}}; }

ContactSet set_of(const Body& a, const Body& b) {
  const auto found = sweep(a, b, {.t_max = 10});
  EXPECT_TRUE(found && *found);
  return found && *found ? (*found)->set : ContactSet{};
}

void expect_points(const ContactSet& set, const std::vector<Vec3>& expected, std::size_t from = 0) {
  EXPECT_EQ(set.points.size(), expected.size() + from);
  for (const Vec3& p : expected) {
    const bool found = std::any_of(set.points.begin(), set.points.end(), [&](const Vec3& q) { return (p - q).norm() <= 1e-9; });
    EXPECT_TRUE(found) << p.transpose();
  }
}

const Shape floor_box{Aabb{Vec3(-2, -2, -1), Vec3(2, 2, 0)}};

TEST(RoundRest, ACylinderStandsOnABoxInADiscAndLiesOnItInASegment) {
  const ContactSet disc = set_of(falling({Cylinder{{Vec3(0, 0, 1), Vec3(0, 0, 3)}, 0.5}}), still(floor_box));
  EXPECT_EQ(disc.radius, 0.5);
  expect_points(disc, {Vec3(0, 0, 0)});
  const ContactSet segment = set_of(falling({Cylinder{{Vec3(-1, 0, 1), Vec3(5, 0, 1)}, 0.5}}), still(floor_box));
  EXPECT_EQ(segment.radius, 0);
  expect_points(segment, {Vec3(-1, 0, 0), Vec3(2, 0, 0)});
  const ContactSet swapped = set_of(still(floor_box), falling({Cylinder{{Vec3(-1, 0, 1), Vec3(5, 0, 1)}, 0.5}}));
  expect_points(swapped, {Vec3(-1, 0, 0), Vec3(2, 0, 0)});
}

TEST(RoundRest, ADiscThatHangsOverIsCutToTheSide) {
  const ContactSet part = set_of(falling({Cylinder{{Vec3(2, 0, 1), Vec3(2, 0, 3)}, 0.5}}), still(floor_box));
  EXPECT_EQ(part.radius, 0.5);
  EXPECT_NEAR((part.points[0] - Vec3(2, 0, 0)).norm(), 0, 1e-9);
  expect_points(part, {Vec3(-2, -2, 0), Vec3(2, -2, 0), Vec3(2, 2, 0), Vec3(-2, 2, 0)}, 1);
  const ContactSet small = set_of(falling({Cylinder{{Vec3(0, 0, 1), Vec3(0, 0, 3)}, 5}}), still(floor_box));
  EXPECT_EQ(small.radius, 0);
  expect_points(small, {Vec3(-2, -2, 0), Vec3(2, -2, 0), Vec3(2, 2, 0), Vec3(-2, 2, 0)});
  const ContactSet chord =
      set_of(falling({Cylinder{{Vec3(0, 0, 1), Vec3(0, 0, 3)}, 0.5}}), still({Segment{{Vec3(-3, 0.3, 0), Vec3(3, 0.3, 0)}}}));
  expect_points(chord, {Vec3(-0.4, 0.3, 0), Vec3(0.4, 0.3, 0)});
}

TEST(RoundRest, ACylinderStandsOnAllTrianglesOfAMesh) {
  const Body mesh = still({AnyBody::mesh_of({Vec3(-2, -2, -1), Vec3(2, 2, 0)})});
  const ContactSet disc = set_of(falling({Cylinder{{Vec3(0, 0, 1), Vec3(0, 0, 3)}, 0.5}}), mesh);
  EXPECT_EQ(disc.radius, 0.5);
  expect_points(disc, {Vec3(0, 0, 0)});
  const ContactSet segment = set_of(falling({Cylinder{{Vec3(-1, 0.25, 1), Vec3(5, 0.25, 1)}, 0.5}}), mesh);
  expect_points(segment, {Vec3(-1, 0.25, 0), Vec3(2, 0.25, 0)});
}

TEST(RoundRest, AConeOnItsSideTouchesInASegment) {
  // The side makes the angle of the tip with the axis: sine 3/5. Lying, the axis rises by it.
  const double length = 4, radius = 3;
  const Vec3 along(0.8, 0, 0.6);  // from the apex to the base
  const Vec3 apex(0, 0, 2);
  const Cone cone{apex + length * along, apex, radius};
  for (const Shape& floor : {Shape{Plane{Vec3::UnitZ(), 0}}, Shape{Aabb{Vec3(-9, -9, -1), Vec3(9, 9, 0)}}}) {
    expect_points(set_of(falling({cone}), still(floor)), {Vec3(0, 0, 0), Vec3(5, 0, 0)});
  }
}

TEST(RoundRest, CylindersRestOnEachOther) {
  const Shape below{Cylinder{{Vec3(0.1, 0, -2), Vec3(0.1, 0, 0)}, 2}};
  const ContactSet disc = set_of(falling({Cylinder{{Vec3(0, 0, 1), Vec3(0, 0, 3)}, 0.5}}), still(below));
  EXPECT_EQ(disc.radius, 0.5);
  const Shape lying{Cylinder{{Vec3(-1, 0, -1), Vec3(2, 0, -1)}, 1}};
  expect_points(set_of(falling({Cylinder{{Vec3(0, 0, 2), Vec3(5, 0, 2)}, 0.5}}), still(lying)), {Vec3(0, 0, 0), Vec3(2, 0, 0)});
}

TEST(RoundRest, IsAPointWhereABodyIsTiltedByAMillionth) {
  const ContactSet set = set_of(falling({Cylinder{{Vec3(0, 0, 1), Vec3(2e-6, 0, 3)}, 0.5}}), still(floor_box));
  EXPECT_EQ(set.radius, 0);
  EXPECT_EQ(set.points.size(), 1);
  EXPECT_NEAR(set.points[0].x(), 0.5, 1e-5);
}

}  // namespace
}  // namespace graze
