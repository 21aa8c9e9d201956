/// Bodies that rest on each other: a box is the same body as its mesh, and what lies touches in more than a point.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

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

Body resting_cube(const Vec3& place, const Vec3& velocity = Vec3::Zero(), double size = 1) {
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
    const Body a = resting_cube({0, 0, 0});
    for (const Vec3& v : {Vec3(1, 0, 0), Vec3(1, 3, -2)}) {
      EXPECT_FALSE(impact_of(a, resting_cube({1, 0, 0}, v), options).approaching);
      EXPECT_FALSE(impact_of(a, resting_cube({1, 0.25, 0.5}, v), options).approaching);
      EXPECT_FALSE(impact_of(a, box({1, 0.25, 0.5}, v), options).approaching);
      EXPECT_FALSE(impact_of(a, still(Sphere{Vec3(1.5, 0.25, 0.5), 0.5}, Vec3::Zero(), v), options).approaching);
    }
    for (const Vec3& v : {Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 0)}) {
      EXPECT_TRUE(impact_of(a, resting_cube({1, 0, 0}, v), options).approaching);
      EXPECT_TRUE(impact_of(a, box({1, 0, 0}, v), options).approaching);
    }
    EXPECT_FALSE(impact_of(a, resting_cube({1, 1, 1}, {1, 0, 0}), options).approaching);  // corner at corner
    EXPECT_TRUE(impact_of(a, resting_cube({1, 1, 1}, {0, 0, 0}), options).approaching);
  }
}

TEST(RestingContact, AMeshThatOverlapsWithOneTriangleAndTouchesWithAnotherGoesOn) {
  const Body a = resting_cube({0, 0, 0});
  EXPECT_TRUE(impact_of(a, resting_cube({0.5, 0, 0}, {1, 0, 0})).approaching);
  EXPECT_TRUE(impact_of(a, box({0.5, 0, 0}, {1, 0, 0})).approaching);
}

TEST(RestingContact, NoTimeIsTooShortToPart) {
  EXPECT_TRUE(impact_of(resting_cube({0, 0, 0}), resting_cube({1, 0, 0}, {1, 0, 0}), {.t_max = 0}).approaching);
  EXPECT_TRUE(impact_of(resting_cube({0, 0, 0}), resting_cube({1, 0, 0}, {1, 0, 0}), {.t_max = 0, .want_last = true}).approaching);
}

/// The sides of the cube cut into n x n squares of two triangles each.
TriangleMesh fine_cube_mesh(int n, double size = 1) {
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= n; ++j) {
          Vec3 v = Vec3::Zero();
          v[axis] = side * size;
          v[(axis + 1) % 3] = size * i / n;
          v[(axis + 2) % 3] = size * j / n;
          mesh.vertices.push_back(v);
        }
      }
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const std::uint32_t p = first + i * (n + 1) + j, q = p + n + 1;
          if (side == 1) {
            mesh.triangles.insert(mesh.triangles.end(), {{p, q, q + 1}, {p, q + 1, p + 1}});
          } else {
            mesh.triangles.insert(mesh.triangles.end(), {{p, q + 1, q}, {p, p + 1, q + 1}});
          }
        }
      }
    }
  }
  return mesh;
}

/// The same set in any order of its points.
void expect_same_set(const ContactSet& found, const ContactSet& expected) {
  expect_points(found, {expected.points.begin(), expected.points.end()});
  EXPECT_TRUE(found.convex);
}

TEST(RestingContact, CubesTouchInTheSameSetAlongTheSameNormalWhetherBoxesOrMeshes) {
  int polygons = 0;
  for (const double x : {1.0, 3.0}) {
    for (const double y : {-1.0, 0.0, 0.25}) {
      for (const double z : {0.0, 0.5}) {
        for (const Vec3& v : {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 0)}) {
          if (x == 3 && v.x() >= 0) continue;
          const Vec3 place(x, y, z);
          SCOPED_TRACE(place.transpose());
          const Impact boxes = impact_of(box(Vec3::Zero()), box(place, v));
          const Body fine = still(fine_cube_mesh(3)), halved_at_origin = still(fine_cube_mesh(2)),
                     halved = still(fine_cube_mesh(2), place, v);
          for (const auto& [a, b] :
               {std::pair{resting_cube(Vec3::Zero()), resting_cube(place, v)}, std::pair{resting_cube(Vec3::Zero()), box(place, v)},
                std::pair{box(Vec3::Zero()), resting_cube(place, v)}, std::pair{resting_cube(Vec3::Zero()), halved},
                std::pair{halved_at_origin, halved}}) {
            const Impact meshes = impact_of(a, b);
            EXPECT_EQ(meshes.first, boxes.first);
            EXPECT_EQ(meshes.initial, boxes.initial);
            EXPECT_EQ(meshes.approaching, boxes.approaching);
            expect_same_set(meshes.set, boxes.set);
            EXPECT_TRUE(meshes.regions.empty());
            EXPECT_FALSE(meshes.truncated);
            if (boxes.set.points.size() < 3) continue;  // along an edge there are several normals
            ++polygons;
            EXPECT_EQ(meshes.normal, boxes.normal);
            EXPECT_EQ(meshes.features[0].kind, FeatureKind::face);
            EXPECT_EQ(meshes.features[1].kind, FeatureKind::face);
            const Impact swapped = impact_of(b, a);
            EXPECT_EQ(swapped.set, meshes.set);
            EXPECT_EQ(*swapped.normal, -*meshes.normal);
          }
          const Impact thirds = impact_of(fine, halved);
          EXPECT_EQ(thirds.set.points.size(), boxes.set.points.size());
        }
      }
    }
  }
  EXPECT_GT(polygons, 50);
}

TEST(RestingContact, NormalsOfMeshesThatApproachDoNotOpposeTheMotion) {
  const Body a = resting_cube(Vec3::Zero());
  for (const Vec3& place : {Vec3(1, 1, 0.5), Vec3(1, 1, 1), Vec3(1, -1, 0.25)}) {  // edges and corners
    for (const Vec3& v : {Vec3(-1, 0, 0), Vec3(-1, -0.5 * place.y(), 0), Vec3(0, -place.y(), 0)}) {
      const Impact impact = impact_of(a, resting_cube(place, v));
      ASSERT_TRUE(impact.normal);
      EXPECT_LT(impact.normal->dot(v), 0) << place.transpose() << " / " << v.transpose();
    }
  }
}

/// Cubes that stand on their faces, as one mesh.
TriangleMesh cubes(const std::vector<Vec3>& places) {
  TriangleMesh all;
  for (const Vec3& place : places) {
    const TriangleMesh one = cube_mesh();
    const auto first = static_cast<std::uint32_t>(all.vertices.size());
    for (const Vec3& v : one.vertices) all.vertices.push_back(v + place);
    for (const auto& t : one.triangles) all.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  return all;
}

TEST(RestingContact, FeetAreARegionEach) {
  const Body table = still(cubes({Vec3(0, 0, 5), Vec3(3, 0, 5), Vec3(0, 3, 5)}), Vec3::Zero(), {0, 0, -2});
  for (const Body& floor : {resting_cube({-5, -5, -20}, Vec3::Zero(), 20), box({-5, -5, -20}, Vec3::Zero(), 20)}) {
    const Impact impact = impact_of(floor, table);
    EXPECT_EQ(impact.first, 2.5);
    ASSERT_EQ(impact.regions.size(), 3u);
    EXPECT_EQ(impact.regions.front().set, impact.set);
    for (const ContactRegion& region : impact.regions) {
      EXPECT_EQ(region.set.points.size(), 4u);
      EXPECT_TRUE(region.set.convex);
      EXPECT_EQ(region.normal, Vec3(0, 0, 1));
    }
    expect_points(impact.regions[1].set, {Vec3(3, 0, 0), Vec3(4, 0, 0), Vec3(4, 1, 0), Vec3(3, 1, 0)});
    const Impact swapped = impact_of(table, floor);
    ASSERT_EQ(swapped.regions.size(), 3u);
    EXPECT_EQ(*swapped.regions[2].normal, Vec3(0, 0, -1));
  }
}

TEST(RestingContact, ARegionThatIsNotConvexIsGivenByItsHull) {
  const Body corner = still(cubes({Vec3(0, 0, 5), Vec3(1, 0, 5), Vec3(0, 1, 5)}), Vec3::Zero(), {0, 0, -2});
  const Body row = still(cubes({Vec3(0, 0, 5), Vec3(1, 0, 5), Vec3(2, 0, 5)}), Vec3::Zero(), {0, 0, -2});
  const Body floor = box({-5, -5, -20}, Vec3::Zero(), 20);
  const Impact bent = impact_of(floor, corner), straight = impact_of(floor, row);
  expect_points(bent.set, {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(2, 1, 0), Vec3(1, 2, 0), Vec3(0, 2, 0)});
  EXPECT_FALSE(bent.set.convex);
  EXPECT_TRUE(bent.regions.empty());
  expect_points(straight.set, {Vec3(0, 0, 0), Vec3(3, 0, 0), Vec3(3, 1, 0), Vec3(0, 1, 0)});
  EXPECT_TRUE(straight.set.convex);
}

TEST(RestingContact, TrianglesThatAreThereTwiceDoNotBendARegion) {
  TriangleMesh twice = cube_mesh();
  const std::vector<std::array<std::uint32_t, 3>> once(twice.triangles.begin(), twice.triangles.end());
  twice.triangles.insert(twice.triangles.end(), once.begin(), once.end());
  const Impact impact = impact_of(resting_cube(Vec3::Zero()), still(twice, {1, 0.25, 0.5}));
  EXPECT_TRUE(impact.set.convex);
  EXPECT_EQ(impact.set.points.size(), 4u);
}

TEST(RestingContact, TooManyTrianglesAreSaidToBeCutShort) {
  const Impact impact = impact_of(still(fine_cube_mesh(16)), still(fine_cube_mesh(16), {1, 0, 0}));
  EXPECT_TRUE(impact.truncated);
  EXPECT_EQ(impact.normal, Vec3(1, 0, 0));
}

TEST(RestingContact, ScaledByAPowerOfTwoTheWholeSetIsToo) {
  for (const double s : {0x1p-300, 0x1p300}) {
    const Impact one = impact_of(resting_cube(Vec3::Zero()), resting_cube({3, 0.25, 0.3}, {-1, 0, 0}));
    const Impact other =
        impact_of(resting_cube(Vec3::Zero(), Vec3::Zero(), s), resting_cube(s * Vec3(3, 0.25, 0.3), {-s, 0, 0}, s));
    EXPECT_EQ(one.first, other.first);
    ASSERT_EQ(one.set.points.size(), other.set.points.size());
    for (std::size_t k = 0; k < one.set.points.size(); ++k) EXPECT_EQ(s * one.set.points[k], other.set.points[k]);
  }
}

TEST(RestingContact, TurnedCubesTouchInAWholeSideToo) {
  Mat3 turn;  // of Pythagorean triples: rounded, so that sides are parallel but in the same pose only
  turn << 0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6;
  const auto posed = [&](const Vec3& place, const Vec3& velocity) {
    return Body{*Geometry::make(Shape{[&] {
                  TriangleMesh mesh = cube_mesh();
                  for (Vec3& v : mesh.vertices) v += place;
                  return mesh;
                }()}),
                {.rotation = turn, .translation = Vec3(1, 2, 3)},
                {.velocity = velocity}};
  };
  const Impact impact = impact_of(posed({0, 0, 0}, Vec3::Zero()), posed({1, 0.25, 0.5}, Vec3(turn.col(0))));
  EXPECT_TRUE(impact.initial);
  EXPECT_FALSE(impact.approaching);
  EXPECT_EQ(impact.set.points.size(), 4u);
  ASSERT_TRUE(impact.normal);
  EXPECT_LT((*impact.normal - turn.col(0)).norm(), 1e-15);
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

TEST(RestingContact, ACapsuleLiesOnTheWholeSideOfAMesh) {
  Mat3 turn;  // a third of a turn about (1, 2, 3), so that nothing is along an axis
  turn = Eigen::AngleAxisd(2.0943951023931953, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const auto turned = [&](const auto& shape, const Vec3& velocity) {
    return Body{*Geometry::make(Shape{shape}), {.rotation = turn}, {.velocity = turn * velocity}};
  };
  for (const bool is_turned : {false, true}) {
    const Capsule capsule{{Vec3(0.5, 0.4, 2.25), Vec3(3, 0.4, 2.25)}, 0.25};
    const Body falling = is_turned ? turned(capsule, {0, 0, -1}) : still(capsule, Vec3::Zero(), {0, 0, -1});
    for (const TriangleMesh& mesh : {cube_mesh(), fine_cube_mesh(3)}) {
      const Impact impact = impact_of(is_turned ? turned(mesh, Vec3::Zero()) : still(mesh), falling);
      EXPECT_NEAR(impact.first, 1, 1e-12);
      if (is_turned && impact.set.points.size() < 2) continue;  // rounding has tilted it
      const auto world = [&](const Vec3& p) { return is_turned ? Vec3(turn * p) : p; };
      expect_points(impact.set, {world({0.5, 0.4, 1}), world({1, 0.4, 1})}, 1e-12);
      EXPECT_TRUE(impact.regions.empty());
    }
  }
}

TEST(RestingContact, AMeshLandsOnAPlaneWithAllOfItsFeet) {
  const Body floor = still(Plane{Vec3(0, 0, 1), 0}), half = still(HalfSpace{Vec3(0, 0, 1), 0});
  for (const Body& ground : {floor, half}) {
    const Impact one = impact_of(resting_cube({0, 0, 5}, {0, 0, -2}), ground);
    EXPECT_EQ(one.first, 2.5);
    expect_points(one.set, {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)});
    EXPECT_TRUE(one.set.convex && one.regions.empty());
    EXPECT_EQ(one.normal, Vec3(0, 0, -1));
    const Impact bent = impact_of(ground, still(cubes({Vec3(0, 0, 5), Vec3(1, 0, 5), Vec3(0, 1, 5)}), Vec3::Zero(), {0, 0, -2}));
    EXPECT_EQ(bent.set.points.size(), 5u);
    EXPECT_FALSE(bent.set.convex);
    const Impact three = impact_of(ground, still(cubes({Vec3(0, 0, 5), Vec3(3, 0, 5), Vec3(0, 3, 5)}), Vec3::Zero(), {0, 0, -2}));
    ASSERT_EQ(three.regions.size(), 3u);
    for (const ContactRegion& region : three.regions) EXPECT_EQ(region.set.points.size(), 4u);
    EXPECT_EQ(*three.regions[1].normal, Vec3(0, 0, 1));
  }
}

TEST(RestingContact, CylindersAndConesRestOnPlanes) {
  const Body floor = still(Plane{Vec3(0, 0, 2), 0});
  const auto lands = [&](const auto& shape) { return impact_of(still(shape, Vec3::Zero(), {0, 0, -1}), floor).set; };
  const ContactSet standing = lands(Cylinder{{Vec3(1, 2, 3), Vec3(1, 2, 1)}, 0.5});
  expect_points(standing, {Vec3(1, 2, 0)}, 1e-6);
  EXPECT_EQ(standing.radius, 0.5);
  const ContactSet lying = lands(Cylinder{{Vec3(0, 0, 1.5), Vec3(2, 0, 1.5)}, 0.5});
  expect_points(lying, {Vec3(0, 0, 0), Vec3(2, 0, 0)}, 1e-6);
  EXPECT_EQ(lying.radius, 0);
  EXPECT_EQ(lands(Cone{Vec3(1, 2, 1), Vec3(1, 2, 4), 0.5}).radius, 0.5);
  EXPECT_EQ(lands(Cone{Vec3(1, 2, 4), Vec3(1, 2, 1), 0.5}).radius, 0);
  EXPECT_EQ(lands(Cylinder{{Vec3(0, 0, 1.5), Vec3(2, 0, 2)}, 0.5}).points.size(), 1u);
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
