/// Where turning bodies touch when they first do: edges that lie down, faces that land, of boxes and of their meshes.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;

constexpr double tolerance = 1e-7;

/// Turns about an axis through `center`, from an angle behind the place where its coordinates are.
Body swinging(const Shape& shape, const Vec3& center, const Vec3& axis, double angle) {
  const Mat3 back = Eigen::AngleAxisd(-angle, axis).toRotationMatrix();
  return {*Geometry::make(shape), {back, center - back * center}, {Vec3::Zero(), axis, center}};
}

Body still(const Shape& shape) { return {*Geometry::make(shape), {}, {}}; }

void expect_points(const ContactSet& set, const std::vector<Vec3>& expected) {
  EXPECT_EQ(set.points.size(), expected.size());
  for (const Vec3& p : expected) {
    const bool found = std::any_of(set.points.begin(), set.points.end(), [&](const Vec3& q) { return (p - q).norm() <= 1e-5; });
    EXPECT_TRUE(found) << p.transpose();
  }
}

ContactSet set_of(const Body& a, const Body& b) {
  const auto found = sweep_turning(a, b, {.t_max = 3, .tolerance = tolerance});
  EXPECT_TRUE(found && found->status == TurningStatus::contact && !found->initial);
  return found ? found->set : ContactSet{};
}

std::vector<Shape> box_and_mesh(const Aabb& box) { return {Shape{box}, Shape{AnyBody::mesh_of(box)}}; }

/// The cube on one edge, which falls over until the side lies on the floor's edge line.
TEST(TurningSet, AnEdgeThatLiesDownIsTheSegment) {
  // The cube [0,1]x[0,1]x[0,1] turned by 45 degrees about x stands on an edge; it swings down to the plane z = 0 about a far axis.
  const Mat3 tilt = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()).toRotationMatrix();
  for (const Shape& cube : box_and_mesh({Vec3(0, 0, 0), Vec3(1, 1, 1)})) {
    Body body = swinging(cube, Vec3(0, -10, 0), Vec3(-1, 0, 0), 0.2);
    body.pose.rotation = body.pose.rotation * tilt;  // about the origin, which is on the edge
    for (const Shape& floor : {Shape{Plane{Vec3::UnitZ(), 0}}, Shape{Aabb{Vec3(-5, -5, -1), Vec3(5, 5, 0)}},
                               Shape{AnyBody::mesh_of({Vec3(-5, -5, -1), Vec3(5, 5, 0)})}}) {
      expect_points(set_of(body, still(floor)), {Vec3(0, 0, 0), Vec3(1, 0, 0)});
      expect_points(set_of(still(floor), body), {Vec3(0, 0, 0), Vec3(1, 0, 0)});
    }
  }
}

TEST(TurningSet, AFaceThatLandsIsThePolygon) {
  for (const Shape& cube : box_and_mesh({Vec3(0, 0, 0), Vec3(1, 1, 1)})) {
    const Body body = swinging(cube, Vec3(0, -10, 0), Vec3(-1, 0, 0), 0.2);
    for (const Shape& floor : {Shape{Plane{Vec3::UnitZ(), 0}}, Shape{Aabb{Vec3(-5, -5, -1), Vec3(0.5, 5, 0)}},
                               Shape{AnyBody::mesh_of({Vec3(-5, -5, -1), Vec3(0.5, 5, 0)})}}) {
      const double end = std::holds_alternative<Plane>(floor.value) ? 1 : 0.5;
      expect_points(set_of(body, still(floor)), {Vec3(0, 0, 0), Vec3(end, 0, 0), Vec3(end, 1, 0), Vec3(0, 1, 0)});
    }
  }
}

TEST(TurningSet, ACornerIsAPointAndSweepHasTheSameSet) {
  const Mat3 tilt = (Eigen::AngleAxisd(0.5, Vec3::UnitX()) * Eigen::AngleAxisd(-0.4, Vec3::UnitY())).toRotationMatrix();
  Body body = swinging({Aabb{Vec3(0, 0, 0), Vec3(1, 1, 1)}}, Vec3(0, -10, 0), Vec3(-1, 0, 0), 0.2);
  body.pose.rotation = body.pose.rotation * tilt;
  const Body floor = still({Plane{Vec3::UnitZ(), 0}});
  expect_points(set_of(body, floor), {Vec3(0, 0, 0)});
  const auto impact = sweep(body, floor, {.t_max = 3, .tolerance = tolerance});
  expect_points((*impact)->set, {Vec3(0, 0, 0)});
}

TEST(TurningSet, ACylinderThatTopplesTouchesAlongItsSide) {
  const Body body = swinging({Cylinder{{Vec3(0, 2, 1), Vec3(4, 2, 1)}, 1}}, Vec3(0, -10, 0), Vec3(-1, 0, 0), 0.2);
  expect_points(set_of(body, still({Aabb{Vec3(-5, -5, -1), Vec3(3, 5, 0)}})), {Vec3(0, 2, 0), Vec3(3, 2, 0)});
}

}  // namespace
}  // namespace graze
