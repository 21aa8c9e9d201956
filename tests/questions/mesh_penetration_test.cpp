/// Penetration along a direction, and of meshes: against boxes, against convex bodies, and by moving bodies out.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/penetration.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;

Body placed(const Shape& shape, const Vec3& at = Vec3::Zero()) { return {*Geometry::make(shape), Pose{Mat3::Identity(), at}, {}}; }
Body cube(const Vec3& at, bool is_mesh) {
  const Aabb box{Vec3(-1, -1, -1), Vec3(1, 1, 1)};
  return is_mesh ? placed({AnyBody::mesh_of(box)}, at) : placed({box}, at);
}
Body moved(Body b, const Vec3& way) {
  b.pose.translation += way;
  return b;
}
Body solid(Body b) {
  b.solid = b.geometry.mesh() != nullptr;
  return b;
}

TEST(PenetrationAlong, ADirectionIsTheWayOut) {
  for (const bool a_is_mesh : {false, true}) {
    for (const bool b_is_mesh : {false, true}) {
      const Body a = cube(Vec3::Zero(), a_is_mesh), b = cube(Vec3(1.5, 0.25, 0), b_is_mesh);
      const auto out = penetration(a, b, Vec3(7, 0, 0));
      ASSERT_TRUE(out && *out);
      EXPECT_DOUBLE_EQ((*out)->depth, 0.5);
      EXPECT_EQ((*out)->normal, Vec3(1, 0, 0));
      ASSERT_EQ((*out)->manifold.size(), 4U);
      for (const ManifoldPoint& p : (*out)->manifold) EXPECT_NEAR(p.point.x(), 1, 1e-12);
      EXPECT_DOUBLE_EQ((*penetration(a, b, Vec3(-1, 0, 0)))->depth, 3.5);
      EXPECT_DOUBLE_EQ((*penetration(a, b, Vec3(0, 1, 0)))->depth, 1.75);
      EXPECT_NEAR((*penetration(a, b, Vec3(1, 1, 0)))->depth, 0.5 * std::sqrt(2), 1e-15);
      EXPECT_FALSE(*penetration(a, cube(Vec3(2.5, 0, 0), b_is_mesh), Vec3(1, 0, 0)));
      EXPECT_DOUBLE_EQ((*penetration(a, cube(Vec3(2, 0, 0), b_is_mesh), Vec3(1, 0, 0)))->depth, 0);
    }
  }
}

/// One in the other without surfaces that meet.
TEST(PenetrationAlong, ADirectionLeadsOutOfASolid) {
  const Body outer = placed({AnyBody::mesh_of({Vec3(-4, -4, -4), Vec3(4, 4, 4)})}), inner = cube(Vec3(1, 0, 0), true);
  EXPECT_DOUBLE_EQ((*penetration(outer, inner, Vec3(1, 0, 0)))->depth, 4);
  EXPECT_DOUBLE_EQ((*penetration(inner, outer, Vec3(1, 0, 0)))->depth, 6);
  const Body ball = placed({Sphere{Vec3(1, 0, 0), 0.5}});
  EXPECT_NEAR((*penetration(outer, ball, Vec3(0, 0, -1)))->depth, 4.5, 1e-12);
  EXPECT_NEAR((*penetration(ball, outer, Vec3(0, 0, -1)))->depth, 4.5, 1e-12);
  EXPECT_NEAR((*penetration(outer, placed({Point{Vec3(1, 0, 0)}}), Vec3(1, 0, 0)))->depth, 3, 1e-12);
}

/// A ball that has run into the inner side of a ring goes back into the hole: it meets the other side only later.
TEST(PenetrationAlong, EndsWhereTheBodiesFirstPart) {
  const Body ring = placed({make_torus_mesh(4, 1, 64, 32)});
  const Body ball = placed({make_sphere_mesh(0.5, 3)}, Vec3(2.7, 0, 0)), round = placed({Sphere{Vec3(2.7, 0, 0), 0.5}});
  for (const Body& b : {ball, round}) {
    const auto back = *penetration(ring, b, Vec3(-1, 0, 0));
    EXPECT_NEAR(back->depth, 0.2, 0.02);
    EXPECT_FALSE(*overlap(solid(ring), solid(moved(b, Vec3(-back->depth * (1 + 1e-9), 0, 0)))));
    EXPECT_TRUE(*overlap(solid(ring), solid(moved(b, Vec3(-back->depth * (1 - 1e-9), 0, 0)))));
    EXPECT_NEAR((*penetration(ring, b, Vec3(1, 0, 0)))->depth, 5.5 - 2.7, 0.02);
  }
}

TEST(PenetrationAlong, ADirectionThatNeverLeadsOutIsInfinite) {
  const Body ground = placed({HalfSpace{Vec3(0, 0, 1), 0}}), plane = placed({Plane{Vec3(0, 0, 1), 0}});
  for (const bool is_mesh : {false, true}) {
    const Body b = cube(Vec3(0, 0, 0.5), is_mesh);
    EXPECT_TRUE(std::isinf((*penetration(ground, b, Vec3(0, 0, -1)))->depth));
    EXPECT_TRUE(std::isinf((*penetration(plane, b, Vec3(1, 0, 0)))->depth));
    EXPECT_DOUBLE_EQ((*penetration(ground, b, Vec3(0, 0, 3)))->depth, 0.5);
    EXPECT_DOUBLE_EQ((*penetration(plane, b, Vec3(0, 0, -1)))->depth, 1.5);
  }
}

TEST(PenetrationAlong, RefusesOpenMeshesAndNoDirection) {
  TriangleMesh open = AnyBody::mesh_of({Vec3(-1, -1, -1), Vec3(1, 1, 1)});
  open.triangles.pop_back();
  const auto found = penetration(placed({open}), cube(Vec3(1, 0, 0), true), Vec3(1, 0, 0));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "a: the mesh is not closed, 3 open edges of 18");
  EXPECT_FALSE(penetration(cube(Vec3::Zero(), true), cube(Vec3(1, 0, 0), true), Vec3::Zero()));
  EXPECT_FALSE(penetration(placed({open}), cube(Vec3(1, 0, 0), true)));
}

/// Hulls, as convex shapes and as their surfaces.
TEST(PenetrationAlong, OfConvexMeshesIsThatOfTheShapes) {
  AnyBody random(31);
  const auto mesh_of_hull = [](const ConvexPolyhedron& hull) {
    TriangleMesh mesh{hull.vertices, {}};
    for (const auto& face : hull.faces) {
      for (std::size_t k = 1; k + 1 < face.size(); ++k)
        mesh.triangles.push_back(
            {static_cast<std::uint32_t>(face[0]), static_cast<std::uint32_t>(face[k]), static_cast<std::uint32_t>(face[k + 1])});
    }
    return mesh;
  };
  for (int k = 0; k < testing::effort(40); ++k) {
    const ConvexPolyhedron x = *convex_hull(random.on_ball(12, Vec3::Zero())),
                           y = *convex_hull(random.on_ball(10, random.vector(0.6)));
    const Pose pose = random.pose(0.2);
    const Body a = placed({x}), b{*Geometry::make(Shape{y}), pose, {}};
    const Body mesh_a = placed({mesh_of_hull(x)}), mesh_b{*Geometry::make(Shape{mesh_of_hull(y)}), pose, {}};
    const Vec3 direction = random.unit();
    const auto exact = *penetration(a, b, direction);
    ASSERT_TRUE(exact) << k;
    EXPECT_NEAR((*penetration(mesh_a, mesh_b, direction))->depth, exact->depth, 1e-12) << k;
    EXPECT_NEAR((*penetration(a, mesh_b, direction))->depth, exact->depth, 1e-12) << k;
    EXPECT_NEAR((*penetration(b, a, -direction))->depth, exact->depth, 1e-12) << k;
    const auto least = *penetration(a, b);
    EXPECT_LE(least->depth, exact->depth * (1 + 1e-9)) << k;
    EXPECT_NEAR((*penetration(a, b, least->normal))->depth, least->depth, 1e-9) << k;
    const auto of_meshes = *solid_penetration(mesh_a, mesh_b);
    EXPECT_NEAR(of_meshes->found.depth, least->depth, 1e-9) << k;
    EXPECT_NEAR(of_meshes->at_least, least->depth, 1e-9) << k;
  }
}

TEST(SolidPenetration, OfAPointOrABallIsMinusItsSignedDistance) {
  AnyBody random(32);
  const Body mesh = placed({make_bumpy_sphere_mesh(1, 0.3, 3)});
  for (int k = 0; k < testing::effort(20); ++k) {
    const Body point = placed({Point{random.vector(0.4)}}), ball = placed({Sphere{random.vector(0.4), 0.2}});
    for (const Body& b : {point, ball}) {
      const double depth = -signed_distance(b, mesh)->distance;
      const auto found = *solid_penetration(mesh, b);
      EXPECT_NEAR(found->at_least, depth, 1e-9) << k;
      EXPECT_GE(found->found.depth, depth * (1 - 1e-9)) << k;
      const bool is_point = std::holds_alternative<Point>(b.geometry.shape().value);
      EXPECT_LE(found->found.depth, is_point ? depth + 1e-9 : 2) << k;
    }
  }
}

TEST(SolidPenetration, EndsTheOverlapAndNothingShorterThanItsBoundDoes) {
  AnyBody random(33);
  const Body a = placed({make_bumpy_sphere_mesh(1, 0.3, 2)});
  for (int k = 0; k < testing::effort(6); ++k) {
    Body b = placed({make_torus_mesh(1, 0.4, 16, 8)});
    b.pose = random.pose(0.5);
    const auto found = *solid_penetration(a, b);
    if (!found) continue;
    const Vec3 way = found->found.depth * found->found.normal;
    EXPECT_FALSE(*overlap(solid(a), solid(moved(b, way * (1 + 1e-9))))) << k;
    EXPECT_LE(found->at_least, found->found.depth) << k;
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE(*overlap(solid(a), solid(moved(b, found->at_least * random.real(0, 1) * random.unit())))) << k;
  }
}

}  // namespace
}  // namespace graze
