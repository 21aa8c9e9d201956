/// What is shown of shapes: facets on their surface, fewer triangles where there are too many, poses along motions.

#include "report/display.h"

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <cmath>
#include <numbers>
#include <random>
#include <set>

#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "report/decimate.h"
#include "report/tessellate.h"

namespace graze::report {
namespace {

Geometry geometry_of(Shape shape) { return Geometry::make(std::move(shape)).value(); }

TriangleMesh cut(Shape shape) { return tessellated(geometry_of(std::move(shape)), {Vec3::Zero(), 2}); }

double volume_of(const TriangleMesh& mesh) {
  double six_times = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& [a, b, c] = mesh.triangle(i).v;
    six_times += a.dot(b.cross(c));
  }
  return six_times / 6;
}

using testing::pi;

/// Facets lie inside round bodies: 48 around an axis leave out less than a third of a percent, of balls less than half a percent.
TEST(Tessellation, FillsRoundBodiesAlmostAndFacesOutward) {
  const Vec3 p(0.3, -0.2, 0.5), axis = Vec3(1, 2, -2) / 3;
  const std::pair<Shape, double> bodies[] = {
      {Shape{Sphere{p, 0.7}}, 4 * pi / 3 * std::pow(0.7, 3)},
      {Shape{Capsule{{p, p + 0.8 * axis}, 0.4}}, pi * 0.16 * 0.8 + 4 * pi / 3 * std::pow(0.4, 3)},
      {Shape{Cylinder{{p, p + 0.8 * axis}, 0.4}}, pi * 0.16 * 0.8},
      {Shape{Cone{p, p + 0.9 * axis, 0.5}}, pi * 0.25 * 0.9 / 3},
      {Shape{Ellipsoid{p, world_frame(), Vec3(0.2, 0.5, 0.9)}}, 4 * pi / 3 * 0.2 * 0.5 * 0.9}};
  for (const auto& [shape, volume] : bodies) {
    const double found = volume_of(cut(shape));
    EXPECT_LT(found, volume);
    EXPECT_GT(found, 0.99 * volume) << shape.value.index();
  }
}

TEST(Tessellation, IsExactOfBoxesAndTetrahedra) {
  EXPECT_DOUBLE_EQ(volume_of(cut(Shape{Aabb{Vec3(0, 0, 0), Vec3(1, 2, 4)}})), 8);
  const Tetrahedron corner{{Vec3::Zero(), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}};
  EXPECT_DOUBLE_EQ(std::abs(volume_of(cut(Shape{corner}))), 1.0 / 6);
}

TEST(Tessellation, ShowsWhatHasNoEndWithinReachAndLeavesItOutWithout) {
  for (const Shape& shape : {Shape{Plane{Vec3(0, 0, 2), 1}}, Shape{HalfSpace{Vec3(0, 0, 2), 1}}}) {
    const TriangleMesh square = cut(shape);
    ASSERT_EQ(square.vertices.size(), 4U);
    for (const Vec3& v : square.vertices) EXPECT_NEAR(v.z(), 0.5, 1e-15);
    EXPECT_TRUE(tessellated(geometry_of(shape), {}).triangles.empty());
  }
  EXPECT_FALSE(cut(Shape{Line{Vec3(5, 0, 0), Vec3(1, 0, 0)}}).triangles.empty());
  EXPECT_FALSE(cut(Shape{Point{Vec3(1, 1, 1)}}).triangles.empty());
}

TEST(Thinning, LeavesSmallMeshesAsTheyAreAndDropsUnusedVertices) {
  TriangleMesh mesh = make_box_mesh(Vec3(1, 2, 3));
  mesh.vertices.emplace_back(100, 100, 100);
  const TriangleMesh same = thinned(mesh, 12);
  EXPECT_EQ(same.triangles.size(), 12U);
  EXPECT_EQ(same.vertices.size(), 8U);
  EXPECT_DOUBLE_EQ(volume_of(same), 48);
}

TEST(Thinning, KeepsTheCountAndStaysNearTheSurface) {
  const TriangleMesh ball = make_sphere_mesh(1, 6);  // 81920 triangles
  for (const std::size_t most : {20000U, 5000U, 500U, 50U}) {
    const TriangleMesh fewer = thinned(ball, most);
    EXPECT_LE(fewer.triangles.size(), most);
    EXPECT_GT(fewer.triangles.size(), most / 8);
    for (const Vec3& v : fewer.vertices) EXPECT_LE(v.norm(), 1 + 1e-12);
    if (most >= 5000) {
      EXPECT_NEAR(volume_of(fewer), 4 * pi / 3, 0.05);
    }
  }
}

TEST(Thinning, EndsForTrianglesInOnePoint) {
  TriangleMesh mesh;
  mesh.vertices = {Vec3(1, 1, 1)};
  mesh.triangles.assign(1000, {0, 0, 0});
  EXPECT_LE(thinned(mesh, 10).triangles.size(), 10U);
}

TEST(Display, HoldsEveryGeometryOnceAroundTheOrigin) {
  const Geometry box = geometry_of(Shape{make_box_mesh(Vec3(1, 1, 1))});
  ReportData data;
  for (int i = 0; i < 3; ++i) data.bodies.push_back({"box", {{box}}, {{0, {Mat3::Identity(), Vec3(1e6 + 10 * i, 0, 0)}}}});
  const Result<Display> display = displayed(data, {1000, 1000});
  ASSERT_TRUE(display);
  ASSERT_EQ(display->meshes.size(), 1U);
  EXPECT_EQ(display->bodies.size(), 3U);
  EXPECT_NEAR(display->origin.x(), 1e6 + 10, 1e-9);
  EXPECT_NEAR(display->size, std::sqrt(11.0 * 11 + 1 + 1), 1e-9);
  for (std::size_t i = 0; i < 3; ++i)  // a corner is where it should be, through all the frames
    for (const Float3& v : display->meshes[0].vertices) {
      const DisplayPart& part = display->bodies[i].parts[0];
      const Vec3 shown = display->bodies[i].poses[0].pose.to_world(part.pose.to_world(part.scale * Vec3(v[0], v[1], v[2])));
      const Vec3 world = display->origin + display->size * shown;
      EXPECT_NEAR(std::abs(world.x() - (1e6 + 10.0 * static_cast<double>(i))), 1, 1e-5);
      EXPECT_NEAR(std::abs(world.z()), 1, 1e-5);
    }
}

TEST(Display, ScalesPartsBeforeTheirPose) {
  ReportData data;
  data.bodies.push_back({"ball", {{geometry_of(Shape{Sphere{Vec3(1, 0, 0), 1}}), {Mat3::Identity(), Vec3(0, 5, 0)}, 2}}, {}});
  const Result<Display> display = displayed(data, {100000, 0});
  ASSERT_TRUE(display);
  EXPECT_NEAR((display->origin - Vec3(2, 5, 0)).norm(), 0, 0.01);  // the centre (1, 0, 0), doubled, then shifted
}

TEST(SampledPoses, OfAStraightFlightAreItsEnds) {
  const std::vector<Keyframe> poses = sampled_poses({Mat3::Identity(), Vec3(1, 2, 3)}, {.velocity = Vec3(0, 0, 2)}, 4);
  ASSERT_EQ(poses.size(), 2U);
  EXPECT_EQ(poses[1].t, 4);
  EXPECT_EQ(poses[1].pose.translation, Vec3(1, 2, 11));
  EXPECT_EQ(sampled_poses(Pose{}, Motion{}, 4).size(), 1U);
}

/// Between keyframes a chord is shown for an arc: at most r (1 - cos(2.5 degrees)) inside it.
TEST(SampledPoses, AreNeverFarFromTheMotion) {
  const Pose start{Mat3::Identity(), Vec3(2, 0, 0)};
  const Motion motion{.velocity = Vec3(0.1, 0, 0.3), .angular_velocity = Vec3(0, 0, 3), .center = Vec3(0, 0, 0)};
  const std::vector<Keyframe> poses = sampled_poses(start, motion, 5);
  for (double t = 0; t <= 5; t += 0.0371) {
    const Pose shown = pose_between(poses, t), exact = pose_at(start, motion, t);
    EXPECT_LT((shown.translation - exact.translation).norm(), 2 * (1 - std::cos(2.5 * pi / 180)) + 1e-12);
    EXPECT_LT((shown.rotation - exact.rotation).norm(), 1e-9);
  }
}

TEST(SampledPoses, GoThroughAllKeyframesOfAPath) {
  const Mat3 turned = Eigen::AngleAxisd(1, Vec3::UnitZ()).toRotationMatrix();
  const std::vector<Keyframe> given{{1, {}}, {2, {turned, Vec3(1, 0, 0)}}, {5, {Mat3::Identity(), Vec3(0, 4, 0)}}};
  const std::vector<Keyframe> poses = sampled_poses(Path::through(given).value(), 7);
  for (std::size_t i = 1; i < poses.size(); ++i) EXPECT_GT(poses[i].t, poses[i - 1].t);
  for (const Keyframe& key : given) {
    EXPECT_LT((pose_between(poses, key.t).translation - key.pose.translation).norm(), 1e-12);
    EXPECT_LT((pose_between(poses, key.t).rotation - key.pose.rotation).norm(), 1e-12);
  }
  EXPECT_LT((pose_between(poses, 0.5).translation).norm(), 1e-12);
}

}  // namespace
}  // namespace graze::report
