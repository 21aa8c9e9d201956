#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/generate.h>

#include "contains/contains_oracle.h"
#include "contains/convex.h"
#include "ray/convex.h"

namespace graze {
namespace {

using distance::contains;
using oracle::Rational;
using oracle::RationalVec3;
using testing::CurvedBody;
using testing::RandomBody;
using testing::RandomConvex;
using testing::squared;

const Shape unit_box{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};

bool inside(const Shape& outer, const Shape& inner) { return contains(outer, {}, inner, {}).value(); }
Shape point(double x, double y, double z) { return {Point{Vec3(x, y, z)}}; }

/// A point half way between two corners: on the boundary or, when it has to be rounded, next to it.
RandomBody between_corners(const RandomBody& body, RandomConvex& random) {
  const int last = static_cast<int>(body.corners.size()) - 1;
  const RationalVec3& p = body.corners[random.integer(0, last)];
  const RationalVec3& q = body.corners[random.integer(0, last)];
  const Vec3 x(Rational((p[0] + q[0]) / 2).get_d(), Rational((p[1] + q[1]) / 2).get_d(), Rational((p[2] + q[2]) / 2).get_d());
  return {{Point{x}}, {}, {oracle::exact(x)}};
}

TEST(Contains, AgreesWithLinearProgramsOnHullsOfPoints) {
  RandomConvex random(91);
  int yes = 0;
  for (int i = 0; i < testing::effort(4000); ++i) {
    const bool on_grid = i % 3 != 0;
    const RandomBody outer = random.body(on_grid, i % RandomConvex::kinds);
    RandomBody inner = random.body(on_grid, random.chance(0.6) ? 0 : random.integer(0, RandomConvex::kinds - 1));
    if (random.chance(0.3)) inner = between_corners(outer, random);
    const bool expected = std::all_of(inner.corners.begin(), inner.corners.end(),
                                      [&](const RationalVec3& x) { return oracle::meet(outer.corners, {x}); });
    ASSERT_EQ(contains(outer.shape, outer.pose, inner.shape, inner.pose), expected) << "case " << i;
    yes += expected ? 1 : 0;
  }
  EXPECT_GT(yes, testing::effort(4000) / 20);
}

/// Points a + k/8 (b - a) of edges are on the boundary exactly when the numbers are whole.
TEST(Contains, HoldsThePointsOfItsOwnEdges) {
  RandomConvex random(92);
  for (int i = 0; i < testing::effort(500); ++i) {
    const Tetrahedron t{{random.grid_point(9), random.grid_point(9), random.grid_point(9), random.grid_point(9)}};
    const Vec3 on_edge = t.v[0] + random.integer(0, 8) / 8.0 * (t.v[1] - t.v[0]);
    const Vec3 on_face = t.v[0] + 0.25 * (t.v[1] - t.v[0]) + 0.5 * (t.v[2] - t.v[0]);
    EXPECT_TRUE(inside({t}, {Point{on_edge}}));
    EXPECT_TRUE(inside({t}, {Point{on_face}}));
    EXPECT_TRUE(inside({Triangle{{t.v[0], t.v[1], t.v[2]}}}, {Point{on_face}}));
    EXPECT_TRUE(inside({t}, {t}));
  }
}

TEST(Contains, AgreesWithTheDefinitionsOfCurvedShapesOnPoints) {
  RandomConvex random(93);
  int yes = 0;
  for (int i = 0; i < testing::effort(6000); ++i) {
    const bool on_grid = i % 2 == 0;
    const CurvedBody body = testing::random_curved(random, on_grid);
    Vec3 x = on_grid ? Vec3(0.5 * random.grid_point(5)) : random.real_point(2);
    const auto probe = distance::as_probe(Ray{x, random.grid_point(2)});
    if (random.chance(0.4)) x = distance::raycast(probe, body.shape, body.pose)->point;  // next to the boundary, if it hits
    const bool expected = testing::holds(body.shape, body.pose, oracle::exact(x));
    ASSERT_EQ(contains(body.shape, body.pose, {Point{x}}, {}), expected) << "case " << i;
    yes += expected ? 1 : 0;
  }
  EXPECT_GT(yes, testing::effort(6000) / 20);
}

TEST(Contains, PointsOnCurvedBoundariesAreInsideAndTheNextDoubleIsNot) {
  const Shape ball{Sphere{Vec3(1, 2, 3), 7}};  // 2^2 + 3^2 + 6^2 = 7^2
  EXPECT_TRUE(inside(ball, point(3, 5, 9)));
  EXPECT_FALSE(inside(ball, point(3, 5, std::nextafter(9, 10))));
  const Shape can{Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 5}};
  EXPECT_TRUE(inside(can, point(3, 4, 1)));
  EXPECT_FALSE(inside(can, point(3, 4, std::nextafter(1, 2))));
  EXPECT_FALSE(inside(can, point(std::nextafter(3, 4), 4, 1)));
  const Shape cone{Cone{Vec3(0, 0, 0), Vec3(0, 0, 2), 10}};
  EXPECT_TRUE(inside(cone, point(3, 4, 1)));
  EXPECT_FALSE(inside(cone, point(3, 4, std::nextafter(1, 2))));
  EXPECT_TRUE(inside(cone, point(0, 0, 2)));
  EXPECT_FALSE(inside(cone, point(0, 0, 3))) << "inside the other nappe";
  const Shape pill{Capsule{{Vec3(0, 0, 0), Vec3(0, 0, 2)}, 7}};
  EXPECT_TRUE(inside(pill, point(2, 3, 8)));
  EXPECT_FALSE(inside(pill, point(2, 3, std::nextafter(8, 9))));
}

/// A box means its stored numbers also when its axes are orthonormal only up to rounding.
TEST(Contains, CornersOfARoundedObbAreInside) {
  RandomConvex random(94);
  for (int i = 0; i < testing::effort(200); ++i) {
    const Mat3 r = random.any_rotation();
    const Obb box{random.real_point(10), {r.col(0), r.col(1), r.col(2)}, Vec3(random.real(0, 1), 0, random.real(0, 1))};
    const Pose pose{random.any_rotation(), random.real_point(3)};
    EXPECT_TRUE(*contains({box}, pose, {box}, pose));
    Obb larger = box;
    larger.half_extents.x() = std::nextafter(larger.half_extents.x(), 2.0);
    EXPECT_TRUE(*contains({larger}, pose, {box}, pose));
    EXPECT_FALSE(*contains({box}, pose, {larger}, pose));
  }
}

TEST(Contains, BallsInHalfSpacesAndBoxesTouchExactly) {
  const Shape tilted{HalfSpace{Vec3(3, 4, 0), 75}};  // the origin is 15 away
  EXPECT_TRUE(inside(tilted, {Sphere{Vec3(0, 0, 0), 15}}));
  EXPECT_FALSE(inside(tilted, {Sphere{Vec3(0, 0, 0), std::nextafter(15, 16)}}));
  EXPECT_TRUE(inside(unit_box, {Sphere{Vec3(0, 0, 0), 1}}));
  EXPECT_FALSE(inside(unit_box, {Sphere{Vec3(0x1p-1000, 0, 0), 1}}));
  EXPECT_TRUE(inside(unit_box, {Capsule{{Vec3(0.5, 0.5, 0), Vec3(-0.5, 0, 0.5)}, 0.5}}));
  EXPECT_FALSE(inside(unit_box, {Capsule{{Vec3(0.5, 0.75, 0), Vec3(-0.5, 0, 0.5)}, 0.5}}));
  EXPECT_TRUE(inside(unit_box, {Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}}));
  EXPECT_FALSE(inside(unit_box, {Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, std::nextafter(1, 2)}}));
  EXPECT_TRUE(inside(unit_box, {Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(1, 0.5, 1)}}));
  EXPECT_TRUE(inside(unit_box, {Cone{Vec3(0, 0, -1), Vec3(0, 0, 1), 1}}));
  EXPECT_FALSE(inside(unit_box, {Cone{Vec3(0, 0, -1), Vec3(0, 0, std::nextafter(1, 2)), 1}}));
}

/// Discs tilted by a 3-4-5 triangle reach exactly r * 4/5 along x.
TEST(Contains, TiltedDiscsReachExactly) {
  const Shape disc{Cone{Vec3(0, 0, 0), Vec3(3, 0, 4), 5}};
  EXPECT_TRUE(inside({HalfSpace{Vec3(1, 0, 0), 4}}, disc));
  EXPECT_FALSE(inside({HalfSpace{Vec3(1, 0, 0), std::nextafter(4, 3)}}, disc));
  EXPECT_TRUE(inside({HalfSpace{Vec3(0, 0, -1), 3}}, disc));
  EXPECT_FALSE(inside({HalfSpace{Vec3(0, 0, -1), std::nextafter(3, 2)}}, disc));
}

TEST(Contains, BallsInBallsCapsulesAndCylindersAreExact) {
  RandomConvex random(95);
  int yes = 0;
  for (int i = 0; i < testing::effort(3000); ++i) {
    const Vec3 c = random.grid_point(2);
    const double big = random.integer(0, 8);
    const double small = random.integer(0, 3);
    const Vec3 d = random.grid_point(2);
    const RationalVec3 x = oracle::exact(d);
    const CurvedBody shrunk_ball{{Sphere{c, big - small}}, {}};
    const bool expected = big >= small && testing::holds(shrunk_ball.shape, {}, x);
    EXPECT_EQ(inside({Sphere{c, big}}, {Sphere{d, small}}), expected);
    yes += expected ? 1 : 0;
    const Capsule pill{{c, random.grid_point(2)}, big};
    const bool in_pill = big >= small && testing::holds({Capsule{pill.v, big - small}}, {}, x);
    EXPECT_EQ(inside({pill}, {Sphere{d, small}}), in_pill);
  }
  EXPECT_GT(yes, testing::effort(3000) / 10);
  EXPECT_TRUE(inside({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 4)}, 7}}, {Sphere{Vec3(3, 4, 2), 2}}));
  EXPECT_FALSE(inside({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 4)}, 7}}, {Sphere{Vec3(3, 4, 2), std::nextafter(2, 3)}}));
  EXPECT_FALSE(inside({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 4)}, 7}}, {Sphere{Vec3(0, 0, 1), 2}})) << "through the cap";
  EXPECT_FALSE(inside({Sphere{Vec3(0, 0, 0), 1}}, {Sphere{Vec3(0, 0, 0), 2}})) << "larger than the outer one";
}

TEST(Contains, UnboundedShapes) {
  const Shape half{HalfSpace{Vec3(0, 0, 2), 6}};
  EXPECT_TRUE(inside(half, {Plane{Vec3(0, 0, -5), -15}}));
  EXPECT_FALSE(inside(half, {Plane{Vec3(0, 0, 1), std::nextafter(3, 4)}}));
  EXPECT_FALSE(inside(half, {Plane{Vec3(0, 0x1p-300, 1), 0}}));
  EXPECT_TRUE(inside(half, {HalfSpace{Vec3(0, 0, 7), 21}}));
  EXPECT_FALSE(inside(half, {HalfSpace{Vec3(0, 0, -7), 21}}));
  EXPECT_TRUE(inside(half, {Line{Vec3(1, 2, 3), Vec3(1, 1, 0)}}));
  EXPECT_FALSE(inside(half, {Line{Vec3(1, 2, 2), Vec3(1, 1, -1)}}));
  EXPECT_TRUE(inside(half, {Ray{Vec3(1, 2, 2), Vec3(1, 1, -1)}}));
  EXPECT_TRUE(inside({Line{Vec3(0, 0, 0), Vec3(1, 2, 3)}}, {Ray{Vec3(-2, -4, -6), Vec3(-2, -4, -6)}}));
  EXPECT_TRUE(inside({Line{Vec3(0, 0, 0), Vec3(1, 2, 3)}}, {Segment{{Vec3(1, 2, 3), Vec3(2, 4, 6)}}}));
  EXPECT_FALSE(inside({Ray{Vec3(0, 0, 0), Vec3(1, 2, 3)}}, {Line{Vec3(0, 0, 0), Vec3(1, 2, 3)}}));
  EXPECT_TRUE(inside({Ray{Vec3(0, 0, 0), Vec3(1, 2, 3)}}, {Ray{Vec3(1, 2, 3), Vec3(1, 2, 3)}}));
  EXPECT_TRUE(inside({Plane{Vec3(1, 1, 1), 3}}, {Triangle{{Vec3(3, 0, 0), Vec3(0, 3, 0), Vec3(0, 0, 3)}}}));
  EXPECT_FALSE(inside({Plane{Vec3(1, 1, 1), 3}}, {Sphere{Vec3(1, 1, 1), 0x1p-500}}));
  EXPECT_TRUE(inside({Plane{Vec3(1, 1, 1), 3}}, {Sphere{Vec3(1, 1, 1), 0}}));
  EXPECT_FALSE(inside(unit_box, {Line{Vec3(0, 0, 0), Vec3(1, 0, 0)}}));
  EXPECT_FALSE(inside({Sphere{Vec3(0, 0, 0), 9}}, half));
  EXPECT_TRUE(inside(unit_box, {Line{Vec3(0, 0, 0), Vec3(0, 0, 0)}})) << "a point";
}

TEST(Contains, PointCloudsAndMeshesAreTheirPoints) {
  const Shape cloud{PointCloud{{Vec3(1, 1, 1), Vec3(-1, 0, 1)}}};
  EXPECT_TRUE(inside(unit_box, cloud));
  TriangleMesh mesh{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(9, 9, 9)}, {{0, 1, 2}}};
  EXPECT_TRUE(inside(unit_box, {mesh})) << "a vertex without a triangle is no part of the surface";
  mesh.triangles.push_back({0, 1, 3});
  EXPECT_FALSE(inside(unit_box, {mesh}));
  EXPECT_TRUE(inside(unit_box, {TriangleMesh{}}));
  EXPECT_FALSE(contains({mesh}, {}, unit_box, {}));
  EXPECT_FALSE(contains(cloud, {}, unit_box, {}));
}

/// Points that leave a plane only by rounding have the faces of a flat hull, which say nothing of its sides.
TEST(Contains, HullsThatAreNearlyFlatHaveSides) {
  const double up = 1e-16;
  const Shape prism{*convex_hull(
      std::vector{Vec3(2, 0, -up), Vec3(1, -1, -up), Vec3(1, 1, -up), Vec3(2, 0, up), Vec3(1, -1, up), Vec3(1, 1, up)})};
  EXPECT_TRUE(inside(prism, point(1.5, 0, 0)));
  EXPECT_TRUE(inside(prism, point(1.5, 0, up)));
  EXPECT_FALSE(inside(prism, point(1.5, 0, 1.5 * up)));
  EXPECT_FALSE(inside(prism, point(0, 0, 0)));
  EXPECT_FALSE(inside(prism, {Segment{{Vec3(0, 0, 0), Vec3(7, 0, 0)}}}));
  EXPECT_FALSE(inside(prism, {Sphere{Vec3(0, 0, 0), up}}));
  const Shape tetrahedron{*convex_hull(std::vector{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, up)})};
  EXPECT_TRUE(inside(tetrahedron, point(0.125, 0.125, 0.5 * up)));
  EXPECT_FALSE(inside(tetrahedron, point(0.25, 0.25, 0.75 * up)));
  EXPECT_FALSE(inside(tetrahedron, point(5, 5, 0)));
  const Shape polygon{*convex_hull(std::vector{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(1, 1, 0)})};
  EXPECT_TRUE(inside(polygon, point(2, 2, 0)));
  EXPECT_FALSE(inside(polygon, point(1, 1, up)));
}

TEST(Contains, IsTheSameAtEveryScale) {
  for (const double s : {1.0, 0x1p300, 0x1p-300}) {
    EXPECT_TRUE(inside({HalfSpace{Vec3(3, 4, 0), 75 * s}}, {Sphere{Vec3(0, 0, 0), 15 * s}}));
    EXPECT_FALSE(inside({HalfSpace{Vec3(3, 4, 0), 75 * s}}, {Sphere{Vec3(0, 0, 0), std::nextafter(15, 16) * s}}));
    EXPECT_TRUE(inside({Cone{Vec3(0, 0, 0), Vec3(0, 0, 2 * s), 10 * s}}, point(3 * s, 4 * s, s)));
    EXPECT_TRUE(inside({Ellipsoid{Vec3(0, 0, 0), world_frame(), s * Vec3(5, 5, 1)}}, point(3 * s, 4 * s, 0)));
    EXPECT_TRUE(inside({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, s)}, s}}, {Cone{Vec3(0, 0, 0), Vec3(0, 0, s), s}}));
    EXPECT_FALSE(inside({Cone{Vec3(0, 0, 0), Vec3(0, 0, s), s}}, {Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, s)}, s}}));
  }
}

/// Every shape is inside itself, and inside everything that holds what holds it.
TEST(Contains, IsReflexiveAndTransitive) {
  RandomConvex random(96);
  for (int i = 0; i < testing::effort(300); ++i) {
    const CurvedBody body = testing::random_curved(random, i % 2 == 0);
    EXPECT_TRUE(*contains(body.shape, body.pose, body.shape, body.pose)) << i;
    EXPECT_TRUE(*contains({HalfSpace{Vec3(1, 2, 3), 100}}, {}, body.shape, body.pose)) << i;
  }
}

}  // namespace
}  // namespace graze
