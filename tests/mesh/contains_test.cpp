/// Containment in closed meshes against analytic solids and against itself under exact motions.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/generate.h>

#include "contains/convex.h"
#include "geometry/topology.h"
#include "mesh/contains.h"

namespace graze::query {
namespace {

using testing::Random;

/// Keeps a tree alive beside what refers to it.
struct Solid {
  explicit Solid(const TriangleMesh& mesh, const Pose& pose = {}) : tree(*MeshTree::build(mesh)) {
    solid = *as_solid({&tree, pose}, topology_of(mesh));
  }
  Solid(const Solid&) = delete;
  MeshTree tree;
  SolidMesh solid;
};

TriangleMesh turned_inside_out(TriangleMesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  return mesh;
}

TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const auto shift = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
  return a;
}

TEST(MeshContains, PointsOfABoxExactly) {
  const Solid box(make_box_mesh(Vec3(1, 2, 3)));
  Random random(1);
  for (int k = 0; k < testing::effort(500); ++k) {
    Vec3 p(random.real(1.5), random.real(3), random.real(4));
    if (k % 2 == 0) p = p.array().round();  // corners, edges and faces among them
    const bool truth = std::abs(p.x()) <= 1 && std::abs(p.y()) <= 2 && std::abs(p.z()) <= 3;
    ASSERT_EQ(contains(box.solid, p, {}), truth) << p.transpose();
  }
  EXPECT_TRUE(contains(box.solid, Vec3(1, 0.3, 0.7), {}));
  EXPECT_FALSE(contains(box.solid, Vec3(std::nextafter(1.0, 2.0), 0.3, 0.7), {}));
}

/// A closed mesh may hold triangles without an area. The middle of a body that lies on one of them is not inside for that.
TEST(MeshContains, NothingByTrianglesThatArePointsOrSegments) {
  const TriangleMesh point{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 1, 2}}};
  const TriangleMesh needle{{{0, 0, -1}, {0, 0, 1}}, {{0, 1, 0}}};
  const TriangleMesh folded{{{0, 0, -1}, {0, 0, 0.25}, {0, 0, 1}}, {{0, 1, 2}, {2, 1, 0}}};
  const Shape cube{Obb{.half_extents = {0.5, 0.5, 0.5}}}, ball{Sphere{.radius = 0.5}};
  for (const TriangleMesh& mesh : {point, needle, folded}) {
    const Solid nothing(mesh);
    EXPECT_FALSE(contains(nothing.solid, *sat::as_convex(cube, {})));
    EXPECT_FALSE(contains(nothing.solid, ball, {}));
    EXPECT_TRUE(contains(nothing.solid, Vec3::Zero(), {}));  // it is on the surface
    const Solid room(joined(make_box_mesh(Vec3(2, 2, 2)), mesh));
    EXPECT_TRUE(contains(room.solid, *sat::as_convex(cube, {})));
    EXPECT_TRUE(contains(room.solid, ball, {}));
  }
}

TEST(MeshContains, PointsOfATorusAndABallButNotOfTheHole) {
  const Solid torus(make_torus_mesh(2, 0.75, 64, 32)), ball(make_sphere_mesh(1, 4));
  Random random(2);
  for (int k = 0; k < testing::effort(500); ++k) {
    const Vec3 p = random.vector(3);
    const double to_ring = std::hypot(std::hypot(p.x(), p.y()) - 2, p.z());
    const bool near_torus = std::abs(to_ring - 0.75) < 0.02, near_ball = std::abs(p.norm() - 1) < 0.02;
    ASSERT_TRUE(near_torus || contains(torus.solid, p, {}) == (to_ring < 0.75)) << p.transpose();
    ASSERT_TRUE(near_ball || contains(ball.solid, p, {}) == (p.norm() < 1)) << p.transpose();
  }
  EXPECT_FALSE(contains(torus.solid, Vec3(0, 0, 0), {}));
  for (const Vec3& v : torus.tree.mesh().vertices) ASSERT_TRUE(contains(torus.solid, v, {}));
}

TEST(MeshContains, PointsWhereverTheMeshStands) {
  const TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.3, 2);
  const Solid still(mesh);
  Random random(3);
  for (int k = 0; k < testing::effort(100); ++k) {
    const Pose pose = random.pose(k % 2 == 0 ? 1 : 1e5);
    const Solid posed(mesh, pose);
    const Vec3 p = random.vector(1.3);
    ASSERT_EQ(contains(posed.solid, p, pose), contains(still.solid, p, {}));
    ASSERT_TRUE(contains(posed.solid, mesh.vertices[static_cast<std::size_t>(k) % mesh.vertices.size()], pose));
  }
}

TEST(MeshContains, ByWindingOrParityInDirtyMeshes) {
  const TriangleMesh ball = make_sphere_mesh(2, 2), core = make_sphere_mesh(1, 2);
  EXPECT_TRUE(contains(Solid(turned_inside_out(ball)).solid, Vec3(0.1, 0, 0), {}));
  const Solid hollow(joined(ball, turned_inside_out(core)));
  EXPECT_FALSE(contains(hollow.solid, Vec3(0.1, 0, 0), {}));
  EXPECT_TRUE(contains(hollow.solid, Vec3(1.5, 0, 0), {}));
  EXPECT_TRUE(contains(Solid(joined(ball, core)).solid, Vec3(0.1, 0, 0), {}));  // wound around twice
  TriangleMesh unoriented = joined(ball, core);
  std::swap(unoriented.triangles[7][0], unoriented.triangles[7][1]);
  const Solid by_parity(unoriented);
  EXPECT_FALSE(by_parity.solid.is_oriented);
  EXPECT_TRUE(contains(by_parity.solid, Vec3(1.5, 0, 0), {}));
  EXPECT_FALSE(contains(by_parity.solid, Vec3(0.1, 0, 0), {}));
}

TEST(MeshContains, RefusesOpenMeshesAndSaysWhy) {
  TriangleMesh mesh = make_box_mesh(Vec3(1, 1, 1));
  mesh.triangles.pop_back();
  const auto tree = MeshTree::build(mesh);
  const auto solid = as_solid({&*tree, {}}, topology_of(mesh));
  ASSERT_FALSE(solid);
  EXPECT_EQ(solid.error().code, ErrorCode::bad_shape);
  EXPECT_EQ(solid.error().message, "the mesh is not closed, 3 open edges of 18");
}

TEST(MeshContains, SegmentsAlongTheSurfaceButNotAcrossADent) {
  const Solid torus(make_torus_mesh(2, 0.75, 16, 8)), box(make_box_mesh(Vec3(1, 1, 1)));
  EXPECT_TRUE(contains(box.solid, Segment{{Vec3(-1, -1, 1), Vec3(1, 1, 1)}}, {}));
  EXPECT_TRUE(contains(box.solid, Segment{{Vec3(-1, 1, 1), Vec3(1, 1, 1)}}, {}));
  EXPECT_TRUE(contains(box.solid, Segment{{Vec3(-1, -1, -1), Vec3(1, 1, 1)}}, {}));
  EXPECT_FALSE(contains(box.solid, Segment{{Vec3(0, 0, 0), Vec3(0, 0, std::nextafter(1.0, 2.0))}}, {}));
  EXPECT_FALSE(contains(torus.solid, Segment{{Vec3(2, 0, 0), Vec3(-2, 0, 0)}}, {}));  // through the hole, ends inside
  EXPECT_TRUE(contains(torus.solid, Segment{{Vec3(1.9, 0, 0), Vec3(2.1, 0.1, 0)}}, {}));
}

/// A box of half extents 4 with a cavity: an inside-out tetrahedron.
TriangleMesh box_with_cavity(const std::array<Vec3, 4>& corners) {
  TriangleMesh cavity{{corners.begin(), corners.end()}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
  const double volume = (corners[1] - corners[0]).cross(corners[2] - corners[0]).dot(corners[3] - corners[0]);
  return joined(make_box_mesh(Vec3(4, 4, 4)), volume > 0 ? turned_inside_out(cavity) : cavity);
}

/// As a triangle, a polygon and a mesh of one triangle: all of them agree.
bool contains_every_form(const SolidMesh& solid, const Triangle& t, const Pose& pose) {
  const bool as_triangle = contains(solid, sat::as_convex(t, pose));
  const Shape polygon{ConvexPolygon{{t.v.begin(), t.v.end()}}};
  EXPECT_EQ(contains(solid, *sat::as_convex(polygon, pose)), as_triangle);
  const MeshTree tree = *MeshTree::build({{t.v.begin(), t.v.end()}, {{0, 1, 2}}});
  EXPECT_EQ(contains(solid, PlacedMesh{&tree, pose}), as_triangle);
  return as_triangle;
}

TEST(MeshContains, NoTriangleThatPassesThroughACavityHoweverSmall) {
  const Triangle across{{Vec3(1.1, 0.7, 0), Vec3(-1.3, 0.2, 0), Vec3(0.1, -0.9, 0)}};
  const Pose aside{Mat3(Eigen::AngleAxisd(0.3, Vec3::UnitZ()).toRotationMatrix()), Vec3(0.125, -0.25, 0)};
  for (const double size : {1.0, 1e-3, 1e-15, 1e-16, 0x1p-60, 1e-30, 1e-100, 1e-200}) {
    const double s = size / 8;
    const Solid around(box_with_cavity({Vec3(s, s, s), Vec3(s, -s, -s), Vec3(-s, s, -s), Vec3(-s, -s, s)}));
    EXPECT_FALSE(contains_every_form(around.solid, across, {})) << size;
    EXPECT_FALSE(contains_every_form(around.solid, across, aside)) << size;
    const Solid above(box_with_cavity({Vec3(0, 0, 3 * s), Vec3(s, s, s), Vec3(-s, s, s), Vec3(0, -s, s)}));
    EXPECT_TRUE(contains_every_form(above.solid, across, {})) << size;
    const Solid touching(box_with_cavity({Vec3(0, 0, s), Vec3(s, s, 0), Vec3(-s, s, 0), Vec3(0, -s, 0)}));
    EXPECT_TRUE(contains_every_form(touching.solid, across, {})) << size;
    const Solid just_entered(box_with_cavity({Vec3(0, 0, s), Vec3(s, s, 0), Vec3(-s, s, -0x1p-1074), Vec3(0, -s, 0)}));
    EXPECT_FALSE(contains_every_form(just_entered.solid, across, {})) << size;
  }
}

TEST(MeshContains, NoFlatEllipsoidThatPassesThroughACavityHoweverSmall) {
  for (const double s : {1e-3, 0x1p-60, 1e-100, 1e-200}) {
    const Solid around(box_with_cavity({Vec3(s, s, s), Vec3(s, -s, -s), Vec3(-s, s, -s), Vec3(-s, -s, s)}));
    for (const Vec3& center : {Vec3(0, 0, 0), Vec3(0.3, 0.2, 0), Vec3(-1.5, 0.1, 0)})
      EXPECT_FALSE(contains(around.solid, Shape{Ellipsoid{center, world_frame(), Vec3(2, 1.5, 0)}}, Pose{})) << s;
    EXPECT_TRUE(contains(around.solid, Shape{Ellipsoid{Vec3(0.3, 0.2, 1), world_frame(), Vec3(2, 1.5, 0)}}, Pose{})) << s;
    EXPECT_TRUE(contains(around.solid, Shape{Ellipsoid{Vec3(2.5, 0.2, 0), world_frame(), Vec3(1.5, 1.5, 0)}}, Pose{}))
        << s;  // beside it
  }
}

/// The plane of a triangle passes through a tetrahedron within its reach when corners lie on both sides.
TEST(MeshContains, TrianglesAcrossCavitiesAnywhereInThem) {
  Random random(77);
  const Triangle across{{Vec3(3, -2, 0), Vec3(-1, 3, 0), Vec3(-2, -3, 0)}};
  for (int k = 0; k < testing::effort(150); ++k) {
    const Vec3 middle(random.real(0.5), random.real(0.5), 0);
    const double size = std::ldexp(1.0, -k % 50);
    std::array<Vec3, 4> corners;
    for (Vec3& c : corners) c = middle + 0.3 * size * (random.vector(1) + (k % 3 - 1) * 0.5 * Vec3::UnitZ());
    const auto [low, high] = std::minmax({corners[0].z(), corners[1].z(), corners[2].z(), corners[3].z()});
    const Solid solid(box_with_cavity(corners));
    ASSERT_EQ(contains_every_form(solid.solid, across, {}), !(low < 0 && high > 0)) << k;
  }
}

TEST(MeshContains, MeshesThatTouchFromInsideAndNoOthers) {
  const Solid box(make_box_mesh(Vec3(1, 1, 1))), small(make_box_mesh(Vec3(0.5, 0.5, 0.5)));
  EXPECT_TRUE(contains(box.solid, box.solid.surface));
  EXPECT_TRUE(contains(box.solid, small.solid.surface));
  EXPECT_FALSE(contains(small.solid, box.solid.surface));
  const auto at = [&](double x) { return PlacedMesh{&small.tree, {Mat3::Identity(), Vec3(x, 0, 0)}}; };
  EXPECT_TRUE(contains(box.solid, at(0.5)));
  EXPECT_FALSE(contains(box.solid, at(std::nextafter(0.5, 1.0))));
  EXPECT_FALSE(contains(box.solid, at(5)));
  EXPECT_FALSE(contains(box.solid, at(1.5)));  // touching from outside
}

TEST(MeshContains, NoPlateThatCoversAPit) {
  // A block with a pit in its top, whose mouth is the square |x|, |y| <= 1 at z = 0; all its rims lie in the plane of the plate.
  TriangleMesh block{{Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0), Vec3(-3, -3, 0), Vec3(3, -3, 0),
                      Vec3(3, 3, 0), Vec3(-3, 3, 0), Vec3(0, 0, -1), Vec3(0, 0, -4)},
                     {}};
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    block.triangles.push_back({4 + i, 4 + j, j});
    block.triangles.push_back({4 + i, j, i});
    block.triangles.push_back({i, j, 8});          // the pit's wall, seen from above
    block.triangles.push_back({4 + j, 4 + i, 9});  // the bottom
  }
  const Solid solid(block);
  const auto plate = [](double half) {
    return TriangleMesh{{Vec3(-half, -half, 0), Vec3(half, -half, 0), Vec3(half, half, 0), Vec3(-half, half, 0)},
                        {{0, 1, 2}, {0, 2, 3}}};
  };
  const auto over_pit = MeshTree::build(plate(2));
  EXPECT_FALSE(contains(solid.solid, PlacedMesh{&*over_pit, {}}));
  const auto beside = MeshTree::build(plate(0.5));
  EXPECT_TRUE(contains(solid.solid, PlacedMesh{&*beside, {Mat3::Identity(), Vec3(2, 0, 0)}}));
  EXPECT_FALSE(contains(solid.solid, PlacedMesh{&*beside, {}}));
  const auto deep_plate = [&](double half) { return *MeshTree::build(plate(half)); };
  const MeshTree fits = deep_plate(2.25), sticks_out = deep_plate(std::nextafter(2.25, 3.0));  // the block is 4.5 wide there
  EXPECT_TRUE(contains(solid.solid, PlacedMesh{&fits, {Mat3::Identity(), Vec3(0, 0, -1)}}));   // touches the pit's tip from below
  EXPECT_FALSE(contains(solid.solid, PlacedMesh{&sticks_out, {Mat3::Identity(), Vec3(0, 0, -1)}}));
  EXPECT_FALSE(contains(solid.solid, PlacedMesh{&fits, {Mat3::Identity(), Vec3(0, 0, std::nextafter(-1.0, 0.0))}}));
}

TEST(MeshContains, NoTriangleThroughACavityWhoseSidesMissItsCornersAndEdges) {
  const Solid hollow(joined(make_box_mesh(Vec3(4, 4, 4)), turned_inside_out(make_sphere_mesh(1, 1))));
  const TriangleMesh sheet{{Vec3(-3, -3, 0), Vec3(3, -3, 0), Vec3(0, 3.5, 0)}, {{0, 1, 2}}};
  const auto tree = MeshTree::build(sheet);
  EXPECT_FALSE(contains(hollow.solid, PlacedMesh{&*tree, {}}));
  EXPECT_TRUE(contains(hollow.solid, PlacedMesh{&*tree, {Mat3::Identity(), Vec3(0, 0, 2)}}));
}

/// Whatever the unit: what fits is decided by exact numbers, where to look by scaled ones.
TEST(MeshContains, NoFlatBodyThroughACavityOfAnySize) {
  const auto scaled = [](TriangleMesh mesh, double s) {
    for (Vec3& v : mesh.vertices) v *= s;
    return mesh;
  };
  const TriangleMesh shell = joined(make_box_mesh(Vec3(1.5, 1.5, 1.5)), turned_inside_out(make_box_mesh(Vec3(0.5, 0.5, 0.5))));
  for (const int exponent : {-500, -300, 0, 256, 400}) {
    const double s = std::ldexp(1.0, exponent);
    const Solid hollow(scaled(shell, s));
    const Triangle t{{s * Vec3(0.5, 0, -1.5), s * Vec3(0.5, 1.5, 1), s * Vec3(-1.5, -1, 0.5)}};
    EXPECT_FALSE(contains(hollow.solid, sat::as_convex(t, {}))) << exponent;
    const Frame tilted{Vec3(0.6, 0.8, 0), Vec3(-0.8, 0.6, 0), Vec3(0, 0, 1)};
    EXPECT_FALSE(contains(hollow.solid, Shape{Ellipsoid{s * Vec3(0.5, 0.5, 0), tilted, s * Vec3(0.75, 0, 0.75)}}, {})) << exponent;
  }
}

TEST(MeshContains, SolidsOnlyWithoutACavityInside) {
  const Solid hollow(joined(make_box_mesh(Vec3(4, 4, 4)), turned_inside_out(make_sphere_mesh(1, 1)))),
      full(make_box_mesh(Vec3(4, 4, 4)));
  const Solid around(make_box_mesh(Vec3(2, 2, 2))), aside(make_box_mesh(Vec3(0.5, 0.5, 0.5)), {Mat3::Identity(), Vec3(3, 3, 3)});
  EXPECT_TRUE(contains(hollow.solid, around.solid.surface));
  EXPECT_FALSE(contains(hollow.solid, around.solid));
  EXPECT_TRUE(contains(full.solid, around.solid));
  EXPECT_TRUE(contains(hollow.solid, aside.solid));
  EXPECT_TRUE(contains(full.solid, full.solid));
}

TEST(MeshContains, ConvexBodiesOfAllDimensions) {
  const Solid box(make_box_mesh(Vec3(1, 1, 1))),
      hollow(joined(make_box_mesh(Vec3(4, 4, 4)), turned_inside_out(make_sphere_mesh(1, 1))));
  const auto in_box = [&](const Shape& shape) { return contains(box.solid, *sat::as_convex(shape, {})); };
  const auto in_hollow = [&](const Shape& shape) { return contains(hollow.solid, *sat::as_convex(shape, {})); };
  EXPECT_TRUE(in_box({Point{Vec3(1, 1, 1)}}));
  EXPECT_FALSE(in_box({Point{Vec3(1, 1, 1.5)}}));
  EXPECT_TRUE(in_box({Segment{{Vec3(-1, 0, 0), Vec3(1, 0, 0)}}}));
  EXPECT_TRUE(in_box({Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}}));
  EXPECT_FALSE(in_box({Aabb{Vec3(-1, -1, -1), Vec3(1, 1, std::nextafter(1.0, 2.0))}}));
  EXPECT_TRUE(in_box({Obb{Vec3::Zero(), world_frame(), Vec3(1, 1, 0)}}));
  EXPECT_TRUE(in_box({Obb{Vec3(0, 0, 1), world_frame(), Vec3(1, 1, 0)}}));
  EXPECT_TRUE(in_hollow({Aabb{Vec3(2, 2, 2), Vec3(4, 4, 4)}}));
  EXPECT_FALSE(in_hollow({Aabb{Vec3(-2, -2, -2), Vec3(2, 2, 2)}}));
  EXPECT_FALSE(in_hollow({Obb{Vec3::Zero(), world_frame(), Vec3(3, 3, 0)}}));
  EXPECT_FALSE(in_hollow({Aabb{Vec3(-0.1, -0.1, -0.1), Vec3(0.1, 0.1, 0.1)}}));
}

TriangleMesh moved_by(TriangleMesh mesh, const Vec3& way) {
  for (Vec3& v : mesh.vertices) v += way;
  return mesh;
}

/// Two boxes make a room of 4 x 2 x 2 with one or two walls in it, or one that is there twice.
TEST(MeshContains, BodiesThatCrossAWallBetweenShells) {
  const TriangleMesh cube = make_box_mesh(Vec3(1, 1, 1)), longer = make_box_mesh(Vec3(1.5, 1, 1));
  const Solid sharing(joined(moved_by(cube, Vec3(-1, 0, 0)), moved_by(cube, Vec3(1, 0, 0)))),
      overlapping(joined(moved_by(longer, Vec3(-0.5, 0, 0)), moved_by(longer, Vec3(0.5, 0, 0))));
  const Pose none;
  for (const Solid* room : {&sharing, &overlapping}) {
    for (const double x : {0.0, 0.25, 1.0, 1.25, 1.26}) {
      const bool fits = x <= 1.25;
      const Vec3 at(x, 0, 0);
      const auto holds_box =
          contains(room->solid, *sat::as_convex(Shape{Aabb{at - Vec3(0.75, 0.75, 0.75), at + Vec3(0.75, 0.75, 0.75)}}, none));
      EXPECT_EQ(holds_box, fits) << x;
      EXPECT_EQ(contains(room->solid, Shape{Sphere{at, 0.75}}, none), fits) << x;
      EXPECT_EQ(contains(room->solid, Shape{Capsule{{at - Vec3(0.5, 0, 0), at + Vec3(0.5, 0, 0)}, 0.25}}, none), fits) << x;
      EXPECT_EQ(contains(room->solid, Shape{Cylinder{{at - Vec3(0.75, 0, 0), at + Vec3(0.75, 0, 0)}, 0.5}}, none), fits) << x;
      EXPECT_EQ(contains(room->solid, Shape{Ellipsoid{at, world_frame(), Vec3(0.75, 0.5, 0.25)}}, none), fits) << x;
      const Solid box(moved_by(make_box_mesh(Vec3(0.75, 0.5, 0.5)), at));
      EXPECT_EQ(contains(room->solid, box.solid), fits) << x;
    }
    EXPECT_FALSE(contains(room->solid, Shape{Sphere{Vec3(0, 0.5, 0), 0.75}}, none));
  }
  // A wall that is within the solid at one place of the body and its end at another: x = 4 below and above y = 2.
  const Solid step(
      joined(moved_by(make_box_mesh(Vec3(2, 2, 4)), Vec3(2, 2, 4)), moved_by(make_box_mesh(Vec3(1.5, 1, 4)), Vec3(4.5, 1, 4))));
  EXPECT_FALSE(contains(step.solid, *sat::as_convex(Shape{Aabb{Vec3(3, 1, 0.5), Vec3(4.5, 2.5, 1.5)}}, none)));
  EXPECT_FALSE(contains(step.solid, Shape{Sphere{Vec3(3.8, 1.8, 1), 0.3}}, none));
  EXPECT_FALSE(contains(step.solid, Shape{Capsule{{Vec3(3.8, 1.8, 0.5), Vec3(3.8, 1.8, 1.5)}, 0.3}}, none));
  const Solid gap(joined(moved_by(cube, Vec3(-1.125, 0, 0)), moved_by(cube, Vec3(1.125, 0, 0))));
  EXPECT_FALSE(contains(gap.solid, Shape{Sphere{Vec3(0.25, 0, 0), 0.75}}, none));
  EXPECT_FALSE(contains(gap.solid, *sat::as_convex(Shape{Aabb{Vec3(-0.5, -0.5, -0.5), Vec3(1, 0.5, 0.5)}}, none)));
}

TEST(MeshContains, RoundBodiesUpToTheTouchingOnes) {
  const Solid box(make_box_mesh(Vec3(1, 1, 1)));
  const auto inside = [&](const Shape& shape) { return contains(box.solid, shape, {}); };
  EXPECT_TRUE(inside({Sphere{Vec3(0, 0, 0), 1}}));
  EXPECT_FALSE(inside({Sphere{Vec3(0, 0, 0), std::nextafter(1.0, 2.0)}}));
  EXPECT_FALSE(inside({Sphere{Vec3(3, 0, 0), 0.5}}));
  EXPECT_TRUE(inside({Sphere{Vec3(0.5, 0.5, 0.5), 0.5}}));
  EXPECT_TRUE(inside({Ellipsoid{Vec3(0, 0.5, 0), world_frame(), Vec3(1, 0.5, 1)}}));
  EXPECT_FALSE(inside({Ellipsoid{Vec3(0, 0.5, 0), world_frame(), Vec3(1, std::nextafter(0.5, 1.0), 1)}}));
  EXPECT_TRUE(inside({Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}}));
  EXPECT_TRUE(inside({Cone{Vec3(0, 0, 1), Vec3(0, 0, -1), 1}}));
}

TEST(MeshContains, NoRoundBodyThatStandsOnTheSurface) {
  const Solid box(make_box_mesh(Vec3(1, 1, 1)));
  const Vec3 on_face(0.25, 0.5, 1), on_edge(0.5, 1, 1), corner(1, 1, 1), up(0.25, 0.5, 2), off(2, 2, 2);
  for (const double radius : {0.0, 0.25, 5.0}) {
    for (const auto& [from, to] : {std::array{on_face, up}, std::array{on_edge, off}, std::array{corner, off}}) {
      EXPECT_FALSE(contains(box.solid, Shape{Cylinder{{from, to}, radius}}, {})) << radius;
      EXPECT_FALSE(contains(box.solid, Shape{Cylinder{{to, from}, radius}}, {})) << radius;
      EXPECT_FALSE(contains(box.solid, Shape{Cone{from, to, radius}}, {})) << radius;
      EXPECT_FALSE(contains(box.solid, Shape{Cone{to, from, radius}}, {})) << radius;
      EXPECT_FALSE(contains(box.solid, Shape{Capsule{{from, to}, radius}}, {})) << radius;
    }
  }
}

TEST(MeshContains, RoundBodiesThatAreSegmentsDiscsOrPoints) {
  const Solid box(make_box_mesh(Vec3(1, 1, 1)));
  const auto ellipsoid = [&](const Vec3& center, const Vec3& half_extents) {
    return contains(box.solid, Shape{Ellipsoid{center, world_frame(), half_extents}}, {});
  };
  EXPECT_TRUE(ellipsoid(Vec3(0, 0, 1), Vec3(1, 1, 0)));
  EXPECT_FALSE(ellipsoid(Vec3(0, 0, 1), Vec3(2, 2, 0)));
  EXPECT_FALSE(ellipsoid(Vec3(0.5, 0, 1), Vec3(0.5, 1.0625, 0)));
  EXPECT_FALSE(ellipsoid(Vec3(0, 0, 1), Vec3(0.5, 0, 0.5)));  // upright, half above
  EXPECT_TRUE(ellipsoid(Vec3(0, 0, 0), Vec3(1, 0, 0)));
  EXPECT_FALSE(ellipsoid(Vec3(0, 0, 0), Vec3(2, 0, 0)));
  EXPECT_TRUE(ellipsoid(Vec3(1, 1, 1), Vec3(0, 0, 0)));
  EXPECT_FALSE(ellipsoid(Vec3(1, 1, 2), Vec3(0, 0, 0)));
  EXPECT_TRUE(contains(box.solid, Shape{Capsule{{Vec3(-1, -1, -1), Vec3(1, 1, 1)}, 0}}, {}));
  EXPECT_FALSE(contains(box.solid, Shape{Capsule{{Vec3(0, 0, 0), Vec3(0, 0.25, 3)}, 0}}, {}));
}

TEST(MeshContains, NoDiscThroughACavityThatItsDiametersMiss) {
  TriangleMesh cavity = turned_inside_out(make_sphere_mesh(0.25, 1));
  for (Vec3& v : cavity.vertices) v += Vec3(0.5, 0.5, 0);
  const Solid hollow(joined(make_box_mesh(Vec3(1, 1, 1)), cavity));
  const auto disc = [&](double z) {
    return contains(hollow.solid, Shape{Ellipsoid{Vec3(0, 0, z), world_frame(), Vec3(1, 1, 0)}}, {});
  };
  EXPECT_FALSE(disc(0));
  EXPECT_FALSE(disc(0.2));
  EXPECT_TRUE(disc(0.25));  // touches it
  EXPECT_TRUE(disc(-0.5));
}

/// Two boxes side by side: chords across the wall between them go from wall to wall.
TEST(MeshContains, DiscsThatTouchTheirWallsAtAnyAngle) {
  TriangleMesh left = make_box_mesh(Vec3(0.5, 1, 1)), right = left;
  for (Vec3& v : left.vertices) v.x() -= 0.5;
  for (Vec3& v : right.vertices) v.x() += 0.5;
  const Solid boxes(joined(left, right));
  const double radius = 1 - 0x1p-51;  // axes are longer than 1 by half of that at most
  Random random(41);
  for (int k = 0; k < testing::effort(500); ++k) {
    const double angle = random.real(3);
    const Frame axes{Vec3(std::cos(angle), std::sin(angle), 0), Vec3(-std::sin(angle), std::cos(angle), 0), Vec3::UnitZ()};
    ASSERT_TRUE(contains(boxes.solid, Shape{Ellipsoid{Vec3::Zero(), axes, Vec3(radius, radius, 0)}}, {})) << angle;
    ASSERT_FALSE(contains(boxes.solid, Shape{Ellipsoid{Vec3::Zero(), axes, Vec3(1 + 0x1p-45, 1 + 0x1p-45, 0)}}, {})) << angle;
  }
}

/// An L of two boxes: what is in one of them is inside, and what is inside has no point outside both.
class ElbowOfBoxes {
 public:
  ElbowOfBoxes() : solid_(mesh()) {}

  [[nodiscard]] bool holds(const Shape& shape) const { return contains(solid_.solid, shape, {}); }
  [[nodiscard]] bool is_in_one_box(const Shape& shape) const {
    return *distance::contains(Shape{lying_}, {}, shape, {}) || *distance::contains(Shape{standing_}, {}, shape, {});
  }
  [[nodiscard]] bool has(const Vec3& p) const { return is_in(lying_, p) || is_in(standing_, p); }

 private:
  static bool is_in(const Aabb& box, const Vec3& p) {
    const Vec3 rounding = Vec3::Constant(1e-12);
    return (box.min - rounding).cwiseMax(p) == p && (box.max + rounding).cwiseMin(p) == p;
  }
  static TriangleMesh mesh() {
    TriangleMesh prism;
    for (const double z : {0.0, 1.0}) {
      for (const auto& [x, y] : {std::array{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}) prism.vertices.emplace_back(x, y, z);
    }
    for (std::uint32_t i = 0; i < 6; ++i) {
      const std::uint32_t j = (i + 1) % 6;
      prism.triangles.push_back({i, j, j + 6});
      prism.triangles.push_back({i, j + 6, i + 6});
    }
    for (const auto& [i, j, k] : {std::array<std::uint32_t, 3>{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
      prism.triangles.push_back({i, k, j});
      prism.triangles.push_back({i + 6, j + 6, k + 6});
    }
    return prism;
  }

  Aabb lying_{Vec3(0, 0, 0), Vec3(2, 1, 1)}, standing_{Vec3(0, 0, 0), Vec3(1, 2, 1)};
  Solid solid_;
};

/// A round body with coordinates on a grid, often flat, and points of it.
struct SampledBody {
  Shape shape;
  std::vector<Vec3> points;
};

SampledBody random_round_body(Random& random, int kind) {
  const auto quarter = [&](int least, int greatest) { return random.whole(greatest - least) / 8.0 + (least + greatest) / 8.0; };
  const Vec3 p(quarter(0, 8), quarter(0, 8), quarter(0, 4));
  Vec3 q(quarter(0, 8), quarter(0, 8), quarter(0, 4));
  if (random.whole(1) == 0) q = Vec3(p.x(), p.y(), 1 - p.z());
  if (q == p) q.x() += 0.25;
  const double r = std::max(0.0, quarter(-1, 2));
  const Vec3 h(std::max(0.0, quarter(-1, 3)), std::max(0.0, quarter(-1, 3)), std::max(0.0, quarter(-1, 3)));
  const Vec3 along = (q - p).normalized(), across = along.unitOrthogonal(), third = along.cross(across);
  SampledBody body;
  for (int i = 0; i < 200; ++i) {
    const double s = random.real(0, 1), angle = random.real(3.2);
    const Vec3 rim = r * (std::cos(angle) * across + std::sin(angle) * third), ball = random.unit();
    if (kind == 0) body.points.push_back(p + r * ball);
    if (kind == 1) body.points.push_back(p + s * (q - p) + r * ball);
    if (kind == 2) body.points.push_back(p + s * (q - p) + rim);
    if (kind == 3) body.points.push_back(p + s * (q - p) + (1 - s) * rim);
    if (kind == 4) body.points.push_back(p + h.cwiseProduct(ball));
  }
  const std::array<Shape, 5> shapes{Shape{Sphere{p, r}}, Shape{Capsule{{p, q}, r}}, Shape{Cylinder{{p, q}, r}},
                                    Shape{Cone{p, q, r}}, Shape{Ellipsoid{p, world_frame(), h}}};
  body.shape = shapes[static_cast<std::size_t>(kind)];
  return body;
}

TEST(MeshContains, RoundBodiesInASolidThatIsNotConvex) {
  const ElbowOfBoxes elbow;
  Random random(42);
  int held = 0, beyond_one_box = 0;
  for (int k = 0; k < testing::effort(2000); ++k) {
    const SampledBody body = random_round_body(random, k % 5);
    const bool inside = elbow.holds(body.shape), in_one_box = elbow.is_in_one_box(body.shape);
    ASSERT_TRUE(inside || !in_one_box) << "body " << k << ", seed 42";
    for (const Vec3& p : body.points) ASSERT_TRUE(!inside || elbow.has(p)) << "body " << k << ", seed 42, " << p.transpose();
    held += inside ? 1 : 0;
    beyond_one_box += inside && !in_one_box ? 1 : 0;
  }
  EXPECT_GT(held, testing::effort(2000) / 20);
  EXPECT_GT(beyond_one_box, 0);
}

}  // namespace
}  // namespace graze::query
