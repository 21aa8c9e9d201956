/// Bodies in tori and tori in bodies, against points of theirs, and cases that can be computed by hand.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/status.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;
using testing::body;
using testing::effort;

Body ring_of(double major, double minor, const Pose& pose = {}) {
  return body({Torus{Vec3::Zero(), Vec3(0, 0, 2), major, minor}}, pose);
}

bool holds(const Shape& outer, const Shape& inner) {
  const auto found = contains(body(outer), body(inner));
  EXPECT_TRUE(found) << found.error().message;
  return found && *found;
}

const Shape ring31{Torus{Vec3::Zero(), Vec3::UnitZ(), 3, 1}};

Shape chord(double half_angle) {
  const Vec3 end = 3 * Vec3(std::cos(half_angle), std::sin(half_angle), 0);
  return {Segment{{end, Vec3(end.x(), -end.y(), 0)}}};
}

TEST(TorusContains, ASegmentUpToWhereItLeavesTheTube) {
  EXPECT_TRUE(holds(ring31, {Segment{{Vec3(3, 0, 0), Vec3(0, 3, 0)}}}));
  // Along a tangent of the circle: the ends are sqrt(9 + y^2) - 3 from it.
  const auto tangent = [](double y) { return Shape{Segment{{Vec3(3, -y, 0), Vec3(3, y, 0)}}}; };
  EXPECT_TRUE(holds(ring31, tangent(std::sqrt(7) * (1 - 1e-12))));
  EXPECT_FALSE(holds(ring31, tangent(std::sqrt(7) * (1 + 1e-11))));
  // A chord of the circle leaves the tube in its middle, 3 cos from the axis.
  EXPECT_TRUE(holds(ring31, chord(std::acos(2.0 / 3) - 1e-12)));
  EXPECT_FALSE(holds(ring31, chord(std::acos(2.0 / 3) + 1e-11)));
  EXPECT_FALSE(holds(ring31, {Line{Vec3(3, 0, 0), Vec3(0, 1, 0)}}));
  EXPECT_TRUE(holds(ring31, {Line{Vec3(4, 0, 0), Vec3::Zero()}}));
  EXPECT_FALSE(holds(ring31, {HalfSpace{Vec3::UnitZ(), 0}}));
}

TEST(TorusContains, NotAPlateAcrossItsHoleWhoseEdgesAreInTheTube) {
  ConvexPolygon plate;
  TriangleMesh fan{{Vec3::Zero()}, {}}, rim{{}, {}};
  for (std::uint32_t k = 0; k < 16; ++k) {
    const double angle = k * std::numbers::pi / 8;
    plate.vertices.push_back(3 * Vec3(std::cos(angle), std::sin(angle), 0));
    fan.vertices.push_back(plate.vertices.back());
    fan.triangles.push_back({0, 1 + k, 1 + (k + 1) % 16});
    rim.vertices.push_back(plate.vertices.back());
    rim.vertices.emplace_back(plate.vertices.back() + Vec3(0, 0, 0.2));
    rim.triangles.push_back({2 * k, 2 * k + 1, 2 * ((k + 1) % 16)});
  }
  EXPECT_FALSE(holds(ring31, {plate}));
  EXPECT_FALSE(holds(ring31, {fan}));
  EXPECT_TRUE(holds(ring31, {rim}));
  const Shape closed{Torus{Vec3::Zero(), Vec3::UnitZ(), 3, 3.1}};  // no hole any more
  EXPECT_TRUE(holds(closed, {plate}));
  EXPECT_TRUE(holds(closed, {fan}));
  TriangleMesh large = fan;  // one triangle across the axis, with edges that are far from it
  large.triangles = {{1, 6, 12}};
  EXPECT_FALSE(holds(ring31, {large}));
  EXPECT_TRUE(holds(closed, {large}));
}

/// A ball about the centre sticks out of the dimples at the poles: sqrt(R^2 + z^2) = r there.
TEST(TorusContains, ABallThatFillsATubeWithoutAHole) {
  const Shape closed{Torus{Vec3::Zero(), Vec3::UnitZ(), 1, 3}};
  const double pole = std::sqrt(8);
  EXPECT_TRUE(holds(closed, {Sphere{Vec3::Zero(), 2.5}}));
  EXPECT_TRUE(holds(closed, {Sphere{Vec3::Zero(), pole * (1 - 1e-6)}}));
  EXPECT_FALSE(holds(closed, {Sphere{Vec3::Zero(), pole * (1 + 1e-6)}}));
  EXPECT_TRUE(holds(closed, {Capsule{{Vec3(0, 0, -0.5), Vec3(0, 0, 0.5)}, (pole - 0.5) * (1 - 1e-6)}}));
  EXPECT_FALSE(holds(closed, {Capsule{{Vec3(0, 0, -0.5), Vec3(0, 0, 0.5)}, (pole - 0.5) * (1 + 1e-6)}}));
  EXPECT_TRUE(holds(closed, {Torus{Vec3::Zero(), Vec3::UnitX(), 0.1, pole * (1 - 1e-6) - 0.1}}));
  EXPECT_FALSE(holds(closed, {Torus{Vec3::Zero(), Vec3::UnitX(), 0.1, pole * (1 + 1e-6) - 0.1}}));
  EXPECT_TRUE(holds({Torus{Vec3::Zero(), Vec3::UnitZ(), 0, 3}}, {Sphere{Vec3(1, 0, 0), 2}}));
  EXPECT_FALSE(holds({Torus{Vec3::Zero(), Vec3::UnitZ(), 0, 3}}, {Sphere{Vec3(1, 0, 0), std::nextafter(2, 3)}}));
}

TEST(TorusContains, AnInscribedBodyIsInsideAndOneThatSticksOutByAMillionthIsNot) {
  constexpr double less = 1 - 1e-9, more = 1 + 1e-6;
  for (const auto& [factor, inside] : {std::pair(less, true), std::pair(more, false)}) {
    // Rings in the ring: beside its circle, above it, and itself.
    EXPECT_EQ(holds(ring31, {Torus{Vec3::Zero(), Vec3::UnitZ(), 3.5, 0.5 * factor}}), inside) << factor;
    EXPECT_EQ(holds(ring31, {Torus{Vec3(0, 0, 0.5), Vec3::UnitZ(), 3, 0.5 * factor}}), inside) << factor;
    EXPECT_EQ(holds(ring31, {Torus{Vec3::Zero(), -Vec3::UnitZ(), 3, factor}}), inside) << factor;
    // A cylinder along the tube: the outermost points of its rims are at (3.5, y).
    const double y = std::sqrt(16 - 3.5 * 3.5) * factor;
    EXPECT_EQ(holds(ring31, {Cylinder{{Vec3(3, -y, 0), Vec3(3, y, 0)}, 0.5}}), inside) << factor;
    EXPECT_EQ(holds(ring31, {Capsule{{Vec3(3, -y, 0), Vec3(3, y, 0)}, 4 - std::hypot(3, y / factor)}}), inside) << factor;
    // A disc across the tube, a cone on one, a ball squeezed along the tube.
    EXPECT_EQ(holds(ring31, {Cone{Vec3(3, 0, 0), Vec3(3, 0.5, 0), factor}}), inside) << factor;
    EXPECT_EQ(holds(ring31, {Ellipsoid{Vec3(3, 0, 0), world_frame(), Vec3(factor, 0.2, factor)}}), inside) << factor;
    // And the ring in others.
    const Torus ring{Vec3::Zero(), Vec3::UnitZ(), 3, factor};
    EXPECT_EQ(holds({Cylinder{{Vec3(0, 0, -2), Vec3(0, 0, 2)}, 4}}, {ring}), inside) << factor;
    EXPECT_EQ(holds({Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 5}}, {ring}), inside) << factor;
    EXPECT_EQ(holds({Capsule{{Vec3(0, 0, -2), Vec3(0, 0, 2)}, 4}}, {ring}), inside) << factor;
    // 45 degrees: the side is (8 - 3 - z) / sqrt(2) from the circle, which is at z.
    EXPECT_EQ(holds({Cone{Vec3::Zero(), Vec3(0, 0, 8), 8}}, {Torus{Vec3(0, 0, 5 - std::sqrt(2)), Vec3::UnitZ(), 3, factor}}),
              inside)
        << factor;
    // About the y axis: an ellipsoid of revolution around the rim, whose curvature there is half the tube's.
    EXPECT_EQ(holds({Ellipsoid{Vec3::Zero(), world_frame(), Vec3(4, 4, std::sqrt(8))}}, {ring}), inside) << factor;
  }
}

/// Points of a body: the nearest ones to points around it.
std::vector<Vec3> points_of(const Body& of, AnyBody& random, int count) {
  std::vector<Vec3> points;
  for (int k = 0; k < count; ++k) {
    const Vec3 around = of.pose.translation + random.vector(k % 2 == 0 ? 4 : 1.5);
    points.push_back(closest_points(body({Point{around}}), of)->points[1]);
  }
  return points;
}

double from_circle(const Pose& pose, double major, const Vec3& point) {
  const Vec3 p = pose.rotation.transpose() * (point - pose.translation);
  return std::hypot(std::hypot(p.x(), p.y()) - major, p.z());
}

Body any_bounded(AnyBody& random, int kind) {
  if (kind < AnyBody::kinds) return random.body(kind, 0.5);
  return ring_of(random.real(0.2, 1), random.real(0.05, 0.4), random.pose(0.5));
}

bool is_without_end(int kind) { return kind == 1 || kind == 2 || kind == 4 || kind == 5; }

/// The tube that just holds all points that were found is too thin, one a little thicker is not.
TEST(TorusContains, AgreesWithPointsOfBodiesOfEveryKind) {
  AnyBody random(11);
  for (int i = 0; i < effort(8 * (AnyBody::kinds + 1)); ++i) {
    const int kind = i % (AnyBody::kinds + 1);
    if (is_without_end(kind)) continue;
    const double major = random.real(0, 3);
    const Pose pose = random.pose(1);
    const Body inner = any_bounded(random, kind);
    double farthest = 0;
    for (const Vec3& p : points_of(inner, random, 1500)) farthest = std::max(farthest, from_circle(pose, major, p));
    for (int k = -200; k <= 200; ++k) {  // the distance has a tip on the axis
      const Body on_axis = body({Point{pose.to_world(Vec3(0, 0, 0.02 * k))}});
      farthest = std::max(farthest, from_circle(pose, major, closest_points(on_axis, inner)->points[1]));
    }
    const auto thin = contains(ring_of(major, farthest * (1 - 1e-7), pose), inner);
    ASSERT_TRUE(thin) << i << ": " << thin.error().message;
    EXPECT_FALSE(*thin) << i << " kind " << kind;
    const auto thick = contains(ring_of(major, farthest * 1.01 + 0.02, pose), inner);
    ASSERT_TRUE(thick) << i << ": " << thick.error().message;
    EXPECT_TRUE(*thick) << i << " kind " << kind << " major " << major << " farthest " << farthest;
  }
}

TEST(TorusContains, SaysOfAMeshWhatItSaysOfTheBox) {
  AnyBody random(12);
  int in = 0, out = 0;
  for (int i = 0; i < effort(300); ++i) {
    const Aabb box = random.box();
    const Pose pose = random.pose(0.5);
    const Body ring = ring_of(random.real(0.1, 2), random.real(0.5, 3), random.pose(0.5));
    const bool of_box = *contains(ring, body({box}, pose));
    Body mesh = body({AnyBody::mesh_of(box)}, pose);
    EXPECT_EQ(*contains(ring, mesh), of_box) << i;
    mesh.solid = true;
    EXPECT_EQ(*contains(ring, mesh), of_box) << i;
    (of_box ? in : out) += 1;
  }
  EXPECT_GT(in, effort(20));
  EXPECT_GT(out, effort(20));
}

/// How far points of a grid on a tube are from a body, at most.
double farthest_of_grid(const Body& outer, const Pose& pose, double major, double minor) {
  double farthest = 0;
  for (int k = 0; k < 24 * 24; ++k) {
    const double around = k / 24 * std::numbers::pi / 12, across = k % 24 * std::numbers::pi / 12;
    const double off = major + minor * std::cos(across);
    const Vec3 p = pose.to_world({off * std::cos(around), off * std::sin(around), minor * std::sin(across)});
    farthest = std::max(farthest, closest_points(body({Point{p}}), outer)->distance);
  }
  return farthest;
}

/// What of the surface of a tube is outside of an ellipsoid, cylinder, cone or capsule, at points of a grid.
TEST(TorusContains, IsContainedInRoundBodiesAsPointsOfItsTubeAre) {
  AnyBody random(13);
  int in = 0, out = 0;
  for (int i = 0; i < effort(400); ++i) {
    const Body outer = random.body(7 + i % 4, 0.3);
    const double major = random.real(0.02, 0.3), minor = random.real(0.01, 0.1);
    const Pose pose = random.pose(0.3);
    const auto found = contains(outer, ring_of(major, minor, pose));
    ASSERT_TRUE(found) << i << ": " << found.error().message;
    const double farthest = farthest_of_grid(outer, pose, major, minor);
    EXPECT_TRUE(!*found || farthest < 1e-8) << i << ": " << farthest;
    // The hull of the points of a tube so much thicker holds this one.
    EXPECT_TRUE(*found || farthest_of_grid(outer, pose, major, minor + 0.02 * (major + minor)) > 0) << i;
    (*found ? in : out) += 1;
  }
  EXPECT_GT(in, effort(10));
  EXPECT_GT(out, effort(10));
}

TEST(TorusContains, StatusIsAnsweredForEveryPair) {
  AnyBody random(14);
  for (int kind = 0; kind <= AnyBody::kinds; ++kind) {
    const Body ring = ring_of(1.5, 0.6, random.pose(0.2));
    Body other = any_bounded(random, kind);
    other.pose.translation = ring.pose.to_world(Vec3(1.5, 0, 0));
    const auto found = status(ring, other), swapped = status(other, ring);
    ASSERT_TRUE(found) << kind << ": " << found.error().message;
    ASSERT_TRUE(swapped) << kind << ": " << swapped.error().message;
    EXPECT_EQ(found->distance, swapped->distance) << kind;
    const auto mirrored = [](Status s) {
      return s == Status::contains ? Status::inside : s == Status::inside ? Status::contains : s;
    };
    EXPECT_EQ(found->status, mirrored(swapped->status)) << kind;
  }
}

}  // namespace
}  // namespace graze
