/// Common sets of bodies against points drawn at random, rationals, closed forms and other ways to the same set.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/rational.h>

#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/overlap.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

using oracle::Rational;
using testing::AnyBody;

Body body(const Shape2& shape) { return {*Geometry::make(shape), {}, {}}; }

Region region(const std::vector<Body>& bodies) { return **common_region(bodies); }

/// By the divergence theorem, from outward faces.
double volume_of(const ConvexPolyhedron& p) {
  double sum = 0;
  for (const auto& f : p.faces) {
    for (std::size_t i = 2; i < f.size(); ++i)
      sum += (p.vertices[f[0]] - p.vertices[0]).dot((p.vertices[f[i - 1]] - p.vertices[0]).cross(p.vertices[f[i]] - p.vertices[0]));
  }
  return sum / 6;
}

/// Euler's formula, every edge of two faces, outward faces.
void expect_closed(const ConvexPolyhedron& p) {
  EXPECT_EQ(static_cast<int>(p.vertices.size() - p.edges.size() + p.faces.size()), 2);
  std::size_t sides = 0;
  for (const auto& f : p.faces) sides += f.size();
  EXPECT_EQ(sides, 2 * p.edges.size());
}

TEST(CommonPolytope, HoldsJustThePointsOfBothSolids) {
  AnyBody random(31);
  int solids = 0;
  for (int i = 0; i < testing::effort(150); ++i) {
    const int kinds[] = {11, 12, 14, 16};
    const Body a = random.body(kinds[i % 4], 0.3), b = random.body(kinds[i / 4 % 4], 0.3);
    const auto found = common_region(std::array{a, b});
    ASSERT_TRUE(found && *found) << i;
    const auto* common = std::get_if<CommonPolytope>(&**found);
    if (common == nullptr) continue;
    ++solids;
    expect_closed(common->polyhedron);
    EXPECT_NEAR(common->volume, volume_of(common->polyhedron), 1e-13) << i;
    const auto hull = convex_hull(common->polyhedron.vertices);
    ASSERT_TRUE(hull) << i;
    EXPECT_NEAR(common->volume, volume_of(*hull), 1e-12) << i;
    const Body solid = body({*hull});
    for (const Vec3& v : common->polyhedron.vertices) {
      EXPECT_LT(closest_points(body({Point{v}}), a)->distance, 1e-14) << i;
      EXPECT_LT(closest_points(body({Point{v}}), b)->distance, 1e-14) << i;
    }
    for (int k = 0; k < 30; ++k) {
      const Body p = body({Point{random.vector(1.2)}});
      const bool is_in_both = *contains(a, p) && *contains(b, p);
      if (is_in_both == *contains(solid, p)) continue;
      EXPECT_LT(closest_points(p, solid)->distance, 1e-14) << i;  // the rounding of corners
    }
    const auto swapped = common_region(std::array{b, a});
    EXPECT_EQ(std::get<CommonPolytope>(**swapped).polyhedron.vertices, common->polyhedron.vertices) << i;
  }
  EXPECT_GT(solids, 50);
}

TEST(CommonPolytope, OfBoxesOnAGridHasTheVolumeOfTheOverlap) {
  AnyBody random(32);
  for (int i = 0; i < testing::effort(500); ++i) {
    const auto box = [&] {
      const Vec3 p = random.grid(3), q = random.grid(3);
      return Aabb{p.cwiseMin(q), p.cwiseMax(q)};
    };
    const Aabb x = box(), y = box();
    const Vec3 size = x.max.cwiseMin(y.max) - x.min.cwiseMax(y.min);
    const Region found = region({body({x}), body({y})});
    const auto* common = std::get_if<CommonPolytope>(&found);
    ASSERT_EQ(common != nullptr, size.minCoeff() > 0) << i;
    if (common != nullptr) {
      ASSERT_EQ(common->volume, size.prod()) << i;
      ASSERT_EQ(common->polyhedron.vertices.size(), 8U) << i;
      ASSERT_EQ(common->polyhedron.faces.size(), 6U) << i;
      continue;
    }
    ASSERT_EQ(std::get<ContactSet>(found).points.empty(), size.minCoeff() < 0) << i;
  }
}

TEST(CommonPolytope, OfAHalfSpaceAndItsOtherSideAddUp) {
  AnyBody random(33);
  for (int i = 0; i < testing::effort(200); ++i) {
    const Body solid = random.body(std::array{11, 12, 14, 16}[i % 4], 0.3);
    const Vec3 n = random.vector(1);
    const double d = n.dot(solid.pose.translation) + random.real(0.3);
    const auto part = [&](const std::vector<Body>& bodies) {
      const Region found = region(bodies);
      const auto* common = std::get_if<CommonPolytope>(&found);
      return common != nullptr ? common->volume : 0;
    };
    const double whole = part({solid, body({Aabb{Vec3(-9, -9, -9), Vec3(9, 9, 9)}})});
    const Body below = body({HalfSpace{n, d}}), above = body({HalfSpace{-n, -d}});
    EXPECT_NEAR(part({solid, below}) + part({solid, above}), whole, 1e-14) << i;
    EXPECT_EQ(part({solid, solid}), whole) << i;
    const Region cut = region({solid, below, above});
    const auto set = intersection(solid, body({Plane{n, d}}))->set;
    ASSERT_EQ(std::get<ContactSet>(cut).points.size(), set->points.size()) << i;
  }
}

/// Rounding lifts the corners of a turned box off the planes of its faces; all diagonals are then listed beside the edges, and
/// those inside must leave no corners where they are cut.
TEST(CommonPolytope, HasNoCornersWhereDiagonalsAreCut) {
  AnyBody random(38);
  for (int i = 0; i < testing::effort(60); ++i) {
    const Pose turn = random.pose(0.3);
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k) corners.push_back(turn.to_world(Vec3(k & 1, k >> 1 & 1, k >> 2)));
    const Body turned = body({*convex_hull(corners)});
    const Vec3 middle = turn.to_world(Vec3(0.5, 0.5, 0.5)), n = turn.rotation * Vec3(0.3, 0.2, 1);
    const Region found = region({turned, body({HalfSpace{n, n.dot(middle)}})});
    const auto& common = std::get<CommonPolytope>(found);
    expect_closed(common.polyhedron);
    EXPECT_NEAR(common.volume, 0.5, 1e-13) << i;
    EXPECT_NEAR(volume_of(common.polyhedron), 0.5, 1e-13) << i;
  }
}

/// A slab of 1e-200: far too thin for doubles to tell from a polygon.
TEST(CommonPolytope, IsASolidHoweverThin) {
  const Body a = body({Aabb{Vec3(0, 0, 0), Vec3(1, 1, 1e-200)}}), b = body({Aabb{Vec3(0, 0, -1), Vec3(2, 2, 1)}});
  EXPECT_EQ(std::get<CommonPolytope>(region({a, b})).volume, 1e-200);
  const Body c = body({Tetrahedron{{Vec3(0, 0, 1e-200), Vec3(1, 0, 1), Vec3(0, 1, 1), Vec3(-1, -1, 1)}}});
  EXPECT_TRUE(std::get<ContactSet>(region({body({Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 0)}}), c})).points.empty());
  EXPECT_EQ(std::get<ContactSet>(region({a, c})).points.size(), 1U);
}

TEST(CommonRegion, OfThreePlanesIsTheRationalSolution) {
  AnyBody random(34);
  int points = 0, lines = 0, nothing = 0;
  for (int i = 0; i < testing::effort(1500); ++i) {
    std::array<Vec3, 3> n;
    std::array<double, 3> d{};
    std::vector<Body> planes;
    for (int k = 0; k < 3; ++k) {
      do n[k] = random.grid(1);
      while (n[k] == Vec3::Zero());
      d[k] = random.whole(1);
      planes.push_back(body({Plane{n[k], d[k]}}));
    }
    const Region found = region(planes);
    const double det = n[0].dot(n[1].cross(n[2]));  // whole numbers: exact
    if (det != 0) {
      ++points;
      const Vec3 x = (d[0] * n[1].cross(n[2]) + d[1] * n[2].cross(n[0]) + d[2] * n[0].cross(n[1])) / det;
      ASSERT_EQ(std::get<ContactSet>(found).points.size(), 1U) << i;
      ASSERT_EQ(std::get<ContactSet>(found).points[0], x) << i;
    } else if (const auto* line = std::get_if<Line>(&found)) {
      ++lines;
      for (int k = 0; k < 3; ++k) {
        ASSERT_NEAR(n[k].dot(line->origin), d[k], 1e-15) << i;
        ASSERT_NEAR(n[k].dot(line->direction), 0, 1e-15) << i;
      }
    } else if (const auto* set = std::get_if<ContactSet>(&found)) {
      ++nothing;
      ASSERT_TRUE(set->points.empty()) << i;
    } else {
      ASSERT_EQ(n[0].cross(n[1]).norm() + n[0].cross(n[2]).norm(), 0) << i;
    }
  }
  EXPECT_GT(std::min({points, lines, nothing}), 20);
}

TEST(CommonRegion, OfBallsAndPlanesIsACircleOnBoth) {
  AnyBody random(35);
  for (int i = 0; i < testing::effort(300); ++i) {
    const Vec3 c = random.vector(1), e = random.vector(1), n = random.vector(1);
    const double r = random.real(0.5, 1.5), s = random.real(0.5, 1.5), d = random.real(1);
    const Region of_plane = region({body({Sphere{c, r}}), body({Plane{n, d}})});
    if (const auto* circle = std::get_if<CircleInSpace>(&of_plane)) {
      const Vec3 rim = circle->center + circle->radius * circle->normal.unitOrthogonal();
      EXPECT_NEAR((rim - c).norm(), r, 1e-14) << i;
      EXPECT_NEAR((n.dot(rim) - d) / n.norm(), 0, 1e-14) << i;
    } else {
      EXPECT_GT(std::abs(n.dot(c) - d), r * n.norm() * (1 - 1e-15)) << i;
    }
    const Region of_balls = region({body({Sphere{c, r}}), body({Sphere{e, s}})});
    const double apart = (e - c).norm();
    if (const auto* lens = std::get_if<Lens>(&of_balls)) {
      const Vec3 rim = lens->circle->center - lens->circle->radius * lens->circle->normal.unitOrthogonal();
      EXPECT_NEAR((rim - c).norm(), r, 1e-13) << i;
      EXPECT_NEAR((rim - e).norm(), s, 1e-13) << i;
    } else if (const auto* inner = std::get_if<Sphere>(&of_balls)) {
      EXPECT_LE(apart, std::abs(r - s)) << i;
      EXPECT_EQ(inner->radius, std::min(r, s)) << i;
    } else {
      EXPECT_GE(apart, r + s) << i;
    }
  }
  const Region discs = region({body(Shape2{Circle{Vec2(0, 0), 5}}), body(Shape2{Circle{Vec2(6, 0), 5}})});
  EXPECT_EQ(std::get<Lens>(discs).corners, (std::array{Vec3(3, -4, 0), Vec3(3, 4, 0)}));
}

TEST(CommonRegion, OfRaysAndEndlessBodiesIsARayOrALine) {
  const Body half_space = body({HalfSpace{Vec3::UnitZ(), -1}});
  const Region in = region({body({Ray{Vec3::Zero(), Vec3(0, 0, -2)}}), half_space});
  EXPECT_EQ(std::get<Ray>(in).origin, Vec3(0, 0, -1));
  EXPECT_EQ(std::get<Ray>(in).direction, Vec3(0, 0, -2));
  const Region half_line = region({half_space, body({Line{Vec3(1, 0, 5), Vec3(0, 0, 3)}})});
  EXPECT_EQ(std::get<Ray>(half_line).origin, Vec3(1, 0, -1));
  EXPECT_LT(std::get<Ray>(half_line).direction.z(), 0);
  const Body line = body({Line{Vec3(1, 2, -1), Vec3(1, 1, 0)}});
  EXPECT_EQ(std::get<Line>(region({line, half_space})).direction, Vec3(1, 1, 0));
  EXPECT_EQ(std::get<ContactSet>(region({body({Ray{Vec3::Zero(), Vec3::UnitZ()}}), half_space})).points.size(), 0U);
}

TEST(CommonRegion, RefusesManyBodiesItCannotAnswer) {
  const Body ball = body({Sphere{}});
  EXPECT_EQ(common_region(std::array{ball, ball, ball}).error().code, ErrorCode::unsupported_pair);
  EXPECT_FALSE(common_region(std::array{ball}));
  EXPECT_FALSE(common_region(std::array{ball, ball, body(Shape2{Circle{}})}));
}

TEST(TrianglesMeeting, AreThoseThatMeetOneByOne) {
  AnyBody random(36);
  for (int i = 0; i < testing::effort(400); ++i) {
    const Pose pose = random.pose(0.3);
    const TriangleMesh mesh = AnyBody::mesh_of(random.box());
    const Body other = random.body(i % AnyBody::kinds, 0.5);
    std::vector<std::uint32_t> expected;
    for (std::uint32_t k = 0; k < mesh.triangles.size(); ++k) {
      if (*overlap(body({mesh.triangle(k)}, pose), other)) expected.push_back(k);
    }
    const TriangleList found = *triangles_meeting(body({mesh}, pose), other);
    ASSERT_EQ(found.triangles, expected) << i;
    const TriangleList cut = *triangles_meeting(body({mesh}, pose), other, 1);
    ASSERT_EQ(cut.count, expected.size()) << i;
    ASSERT_EQ(cut.truncated(), expected.size() > 1) << i;
  }
}

/// The mesh of a box has the section of the box: one closed curve around the same polygon.
TEST(Section, OfTheMeshOfABoxIsThatOfTheBox) {
  AnyBody random(37);
  int loops = 0;
  for (int i = 0; i < testing::effort(300); ++i) {
    const Aabb box = random.box();
    const Pose pose = random.pose(0.3);
    const Body plane = body({Plane{random.vector(1), random.real(0.5)}});
    const IntersectionCurves curves = *section(body({AnyBody::mesh_of(box)}, pose), plane);
    const auto set = intersection(body({box}, pose), plane)->set;
    ASSERT_EQ(curves.curves.empty(), set->points.empty()) << i;
    if (set->points.size() < 3) continue;
    ++loops;
    ASSERT_EQ(curves.curves.size(), 1U) << i;
    EXPECT_TRUE(curves.curves[0].closed) << i;
    for (const Vec3& corner : set->points) {
      const auto& points = curves.curves[0].points;
      EXPECT_TRUE(std::find(points.begin(), points.end(), corner) != points.end()) << i;
    }
  }
  EXPECT_GT(loops, 50);
}

TEST(Section, ThroughAFaceHasItsTrianglesAsPatches) {
  const Body mesh = body({AnyBody::mesh_of({Vec3(0, 0, 0), Vec3(1, 1, 1)})});
  const IntersectionCurves curves = *section(mesh, body({Plane{Vec3(0, 0, 3), 3}}));
  EXPECT_EQ(curves.patches.size(), 2U);
  EXPECT_TRUE(section(mesh, body({Plane{Vec3::UnitZ(), 2}}))->curves.empty());
  EXPECT_FALSE(section(mesh, body({Sphere{}})));
}

}  // namespace
}  // namespace graze
