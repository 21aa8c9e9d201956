/// Shortest distances of meshes against brute force over all triangles.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "mesh/convex.h"
#include "mesh/distance.h"
#include "mesh/shape.h"
#include "polytope/overlap.h"
#include "triangle/point_lanes.h"

namespace graze::query {
namespace {

using testing::Random;

distance::PlacedSimplex triangle_of(const PlacedMesh& mesh, std::size_t i) {
  return distance::placed_triangle(mesh.tree->mesh().triangle(i), mesh.pose);
}

std::optional<Closest> brute_force(const distance::PlacedSimplex& simplex, const PlacedMesh& mesh) {
  std::optional<Closest> best;
  for (std::size_t i = 0; i < mesh.tree->mesh().triangles.size(); ++i) {
    const Closest found = distance::closest(simplex, triangle_of(mesh, i));
    if (best && !(found.distance < best->distance)) continue;
    best = found;
    best->features[1].triangle = static_cast<std::int32_t>(i);
  }
  return best;
}

std::optional<Closest> brute_force(const PlacedMesh& a, const PlacedMesh& b) {
  std::optional<Closest> best;
  for (std::size_t i = 0; i < a.tree->mesh().triangles.size(); ++i) {
    std::optional<Closest> found = brute_force(triangle_of(a, i), b);
    if (!found || (best && !(found->distance < best->distance))) continue;
    found->features[0].triangle = static_cast<std::int32_t>(i);
    best = found;
  }
  return best;
}

void expect_same(const std::optional<Closest>& found, const std::optional<Closest>& truth) {
  ASSERT_EQ(found.has_value(), truth.has_value());
  if (!truth) return;
  ASSERT_EQ(found->distance, truth->distance);
  if (truth->distance == 0) return;  // which of many triangles that meet is named is up to the tree
  EXPECT_EQ(found->features, truth->features);
  EXPECT_EQ(found->points, truth->points);
}

TEST(MeshDistance, OfPointsIsThatOfBruteForce) {
  const auto tree = MeshTree::build(make_torus_mesh(2, 0.75, 16, 8));
  ASSERT_TRUE(tree);
  Random random(1);
  for (int k = 0; k < testing::effort(60); ++k) {
    const PlacedMesh mesh{&*tree, k % 2 == 0 ? Pose{} : random.pose(k % 3 == 0 ? 1e5 : 1)};
    const Vec3 point = k % 5 == 0
                           ? mesh.pose.to_world(tree->mesh().vertices[static_cast<std::size_t>(k) % tree->mesh().vertices.size()])
                           : Vec3(mesh.pose.translation + random.vector(4));
    const auto simplex = distance::placed_point(point, {});
    expect_same(closest_points(simplex, mesh), brute_force(simplex, mesh));
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
}

TEST(MeshPoint, HasNoLimitsOfSize) {
  Random random(5);
  for (const double by : {0x1p-1000, 0x1p-300, 0x1p-170, 0x1p-60, 0x1p60, 0x1p230, 0x1p300, 0x1p900}) {
    TriangleMesh scaled = make_torus_mesh(2, 0.75, 8, 6);
    for (Vec3& v : scaled.vertices) v *= by;
    const auto tree = MeshTree::build(std::move(scaled));
    ASSERT_TRUE(tree);
    const PlacedMesh mesh{&*tree, {}};
    for (int k = 0; k < 5; ++k) {
      const auto simplex = distance::placed_point(by * random.vector(4), {});
      expect_same(closest_points(simplex, mesh), brute_force(simplex, mesh));
      if (HasFatalFailure()) FAIL() << by;
    }
  }
}

/// Products of its edges overflow, so that only its rim could be measured in doubles; small triangles that can be lie between.
TEST(MeshPoint, SeesAHugeTriangleBeyondSmallOnes) {
  TriangleMesh both;
  const auto add = [&](const Triangle& t) {
    const auto first = static_cast<std::uint32_t>(both.vertices.size());
    both.vertices.insert(both.vertices.end(), t.v.begin(), t.v.end());
    both.triangles.push_back({first, first + 1, first + 2});
  };
  for (int i = 0; i < 12; ++i) add({{Vec3(i / 8.0, 0, 3), Vec3(i / 8.0 + 0.1, 0, 3), Vec3(i / 8.0, 0.1, 3)}});
  add({{Vec3(-0x1p300, -0x1p300, 0), Vec3(0x1p300, -0x1p300, 0), Vec3(0, 0x1p300, 0)}});
  const auto tree = MeshTree::build(std::move(both));
  ASSERT_TRUE(tree);
  const auto found = closest_points(distance::placed_point(Vec3(0.1, 0.2, 1), {}), PlacedMesh{&*tree, {}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->distance, 1);
  EXPECT_EQ(found->features[1].triangle, 12);
}

/// Points above edges, corners and faces at once: whichever of many triangles is named, it is the one that brute force names.
TEST(MeshPoint, NamesAmongEquallyNearTrianglesTheOneOfBruteForce) {
  const auto tree = MeshTree::build(make_box_mesh(Vec3(1, 2, 3)));
  ASSERT_TRUE(tree);
  Random random(6);
  for (const Pose& pose : {Pose{}, random.pose(10)}) {
    const PlacedMesh mesh{&*tree, pose};
    for (int x = -3; x <= 3; ++x) {
      for (int y = -4; y <= 4; ++y) {
        for (int z = -5; z <= 5; ++z) {
          const auto simplex = distance::placed_point(pose.to_world(Vec3(0.5 * x, 0.75 * y, z)), {});
          expect_same(closest_points(simplex, mesh), brute_force(simplex, mesh));
          if (HasFatalFailure()) FAIL() << x << " " << y << " " << z;
        }
      }
    }
  }
}

TriangleMesh random_soup(Random& random, std::uint32_t count) {
  TriangleMesh soup;
  for (std::uint32_t i = 0; i < count; ++i) {
    for (int corner = 0; corner < 3; ++corner) soup.vertices.emplace_back(random.vector(1));
    soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return soup;
}

/// Few triangles, which no tree is asked about, and a few more; points of all gaps above them.
TEST(MeshPoint, OfSmallMeshesIsThatOfBruteForce) {
  Random random(8);
  constexpr std::size_t most = distance::FewTriangles::most + 4;
  for (std::size_t k = 0; k < static_cast<std::size_t>(testing::effort(600)); ++k) {
    const TriangleMesh soup = random_soup(random, static_cast<std::uint32_t>(1 + k % most));
    const auto tree = MeshTree::build(soup);
    ASSERT_TRUE(tree);
    const PlacedMesh mesh{&*tree, k % 3 == 0 ? random.pose(10) : Pose{}};
    const std::size_t corner = 3 * random.below(soup.triangles.size());
    const Vec3 on_surface = (soup.vertices[corner] + 2 * soup.vertices[corner + 1] + soup.vertices[corner + 2]) / 4;
    const Vec3 point = on_surface + random.vector(std::ldexp(1, -static_cast<int>(random.below(45))));
    const auto simplex = distance::placed_point(mesh.pose.to_world(point), {});
    expect_same(closest_points(simplex, mesh), brute_force(simplex, mesh));
    expect_same(nearest_point(*tree, point), brute_force(distance::placed_point(point, {}), {&*tree, {}}));
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
}

/// Floors: points in their plane are in a triangle, on an edge, on one without area, or beside them all.
TEST(MeshPoint, OfLevelMeshesIsThatOfBruteForce) {
  Random random(11);
  int on_floor = 0;
  const int cases = testing::effort(3000);
  for (int k = 0; k < cases; ++k) {
    TriangleMesh soup = random_soup(random, static_cast<std::uint32_t>(1 + random.below(30)));
    const bool on_grid = k % 2 == 0;
    const auto place = [&](Vec3 v) {
      if (on_grid) v = (3 * v).array().round().matrix();
      v[k % 3] = 0.1;
      return v;
    };
    for (Vec3& v : soup.vertices) v = place(v);
    const auto tree = MeshTree::build(soup);
    ASSERT_TRUE(tree);
    const std::size_t corner = 3 * random.below(soup.triangles.size());
    const Vec3 on_edge = 0.5 * (soup.vertices[corner] + soup.vertices[corner + 1]);
    const Vec3 point = k % 5 == 0 ? on_edge : place(random.vector(1.5));
    const auto found = nearest_point(*tree, point), truth = brute_force(distance::placed_point(point, {}), {&*tree, {}});
    expect_same(found, truth);
    if (HasFatalFailure()) FAIL() << "case " << k;
    if (truth->distance > 0) continue;
    ++on_floor;
    ASSERT_EQ(found->points[0], point) << k;
    ASSERT_EQ(found->points[1], point) << k;
    ASSERT_EQ(found->features[1], truth->features[1]) << k;
  }
  EXPECT_GT(on_floor, cases / 4);
}

TEST(MeshPoint, IsWhereARefitHasMovedIt) {
  Random random(9);
  for (const std::uint32_t count : {2U, 12U, 100U}) {
    TriangleMesh soup = random_soup(random, count);
    auto tree = MeshTree::build(soup);
    ASSERT_TRUE(tree);
    const MeshTree before = *tree;
    const Vec3 point = random.vector(2);
    const auto unmoved = nearest_point(*tree, point);
    for (Vec3& v : soup.vertices) v = random.vector(1);
    ASSERT_TRUE(tree->refit(soup.vertices));
    const auto simplex = distance::placed_point(point, {});
    expect_same(nearest_point(*tree, point), brute_force(simplex, {&*tree, {}}));
    expect_same(nearest_point(before, point), unmoved);
    if (HasFatalFailure()) FAIL() << count;
  }
}

/// In its own frame a mesh answers as it does at the origin of the world, on its surface and without triangles too.
TEST(MeshPoint, OfOneMeshIsThatOfBruteForce) {
  const auto tree = MeshTree::build(make_torus_mesh(2, 0.75, 16, 8));
  ASSERT_TRUE(tree);
  Random random(10);
  for (int k = 0; k < testing::effort(60); ++k) {
    const Vec3& vertex = tree->mesh().vertices[random.below(tree->mesh().vertices.size())];
    const Vec3 point = k % 5 == 0 ? vertex : random.vector(k % 7 == 0 ? 1e9 : 4);
    expect_same(nearest_point(*tree, point), brute_force(distance::placed_point(point, {}), {&*tree, {}}));
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
  EXPECT_FALSE(nearest_point(*MeshTree::build({}), Vec3(1, 2, 3)));
}

TEST(MeshDistance, OfPointsOnTheSurfaceIsZero) {
  const auto tree = MeshTree::build(make_box_mesh(Vec3(1, 1, 1)));
  ASSERT_TRUE(tree);
  EXPECT_EQ(closest_points(distance::placed_point({1, 0.25, 0.5}, {}), {&*tree, {}})->distance, 0);
  EXPECT_EQ(closest_points(distance::placed_point({1, 1, 1}, {}), {&*tree, {}})->distance, 0);
  const Closest above = *closest_points(distance::placed_point({std::nextafter(1.0, 2.0), 0, 0}, {}), {&*tree, {}});
  EXPECT_EQ(above.distance, 0x1p-52);
  EXPECT_EQ(closest_points(distance::placed_point({0, 0, 0}, {}), {&*tree, {}})->distance, 1);  // a surface
}

TEST(MeshDistance, OfSegmentsAndTrianglesIsThatOfBruteForce) {
  const auto tree = MeshTree::build(make_bumpy_sphere_mesh(1, 0.2, 2));
  ASSERT_TRUE(tree);
  Random random(2);
  int meeting = 0;
  for (int k = 0; k < testing::effort(40); ++k) {
    const PlacedMesh mesh{&*tree, random.pose(1)};
    const Pose own = random.pose(1);
    const Vec3 p = random.vector(2), q = random.vector(2), r = random.vector(2);
    const auto segment = distance::placed_segment(p, q, own);
    const auto triangle = distance::placed_triangle({{p, q, r}}, own);
    expect_same(closest_points(segment, mesh), brute_force(segment, mesh));
    expect_same(closest_points(triangle, mesh), brute_force(triangle, mesh));
    if (HasFatalFailure()) FAIL() << "case " << k;
    meeting += closest_points(segment, mesh)->distance == 0 ? 1 : 0;
  }
  EXPECT_GT(meeting, 0);
}

TEST(MeshDistance, OfMeshesIsThatOfBruteForceForEveryGap) {
  const auto torus = MeshTree::build(make_torus_mesh(2, 0.75, 10, 6)), ball = MeshTree::build(make_bumpy_sphere_mesh(1, 0.2, 1));
  ASSERT_TRUE(torus && ball);
  Random random(3);
  for (int k = 0; k < testing::effort(10); ++k) {
    const PlacedMesh a{&*torus, random.pose(k % 3 == 0 ? 1e4 : 1)};
    PlacedMesh b{&*ball, random.pose(1)};
    b.pose.translation += a.pose.translation + 3 * random.vector(1);
    const Closest far = *closest_points(a, b);
    expect_same(far, brute_force(a, b));
    b.pose.translation += (far.points[0] - far.points[1]) * (1 - std::ldexp(1.0, -3 * k));  // nearer and nearer
    expect_same(closest_points(a, b), brute_force(a, b));
    const Closest swapped = *closest_points(b, a), straight = *closest_points(a, b);
    EXPECT_NEAR(swapped.distance, straight.distance, 1e-12 * straight.distance);
    if (HasFatalFailure()) FAIL() << "case " << k;
  }
}

/// Small triangles over the empty half of a large one's box, at all heights, in either order, in wide and compact nodes, with
/// rotations that stretch.
TEST(MeshDistance, OfLargeTrianglesAndFineOnesIsThatOfAllPairs) {
  BuildOptions compact;
  compact.layout = NodeLayout::compact;
  const TriangleMesh fine = make_bumpy_sphere_mesh(0.25, 0.2, 2);
  const auto wide_ball = MeshTree::build(fine), compact_ball = MeshTree::build(fine, compact);
  ASSERT_TRUE(wide_ball && compact_ball);
  Random random(23);
  for (int k = 0; k < testing::effort(30); ++k) {
    const Vec3 p = random.vector(1), u = 3 * random.vector(1), v = 3 * random.vector(1);
    const auto large =
        MeshTree::build(TriangleMesh{{p, p + u, p + v, p - u, p - v + 2 * u.cross(v).normalized()}, {{0, 1, 2}, {0, 3, 4}}});
    ASSERT_TRUE(large);
    PlacedMesh a{&*large, random.pose(2)}, b{k % 2 == 0 ? &*wide_ball : &*compact_ball, random.pose(1)};
    if (k % 5 == 0) a.pose.rotation *= 1 + 0x1p-20, b.pose.rotation *= 1 - 0x1p-20;
    const double height = random.real(-1.5, 1.5);
    b.pose.translation = a.pose.to_world(p + random.real(0.3, 1) * (u + v) + height * u.cross(v).normalized());
    expect_same(closest_points(a, b), brute_force(a, b));
    expect_same(closest_points(b, a), brute_force(b, a));
    if (HasFailure()) FAIL() << "case " << k;
  }
}

TEST(MeshDistance, IsZeroWhenAnEdgePiercesAFaceFarFromEveryFeature) {
  const TriangleMesh big{{Vec3(-9, -9, 0), Vec3(9, -9, 0), Vec3(0, 9, 0)}, {{0, 1, 2}}};
  const TriangleMesh spike{{Vec3(0, 0, -5), Vec3(0, 0, 5), Vec3(0.5, 0, 5)}, {{0, 1, 2}}};
  const auto a = MeshTree::build(big), b = MeshTree::build(spike);
  const Closest found = *closest_points({&*a, {}}, {&*b, {}});
  EXPECT_EQ(found.distance, 0);
  EXPECT_EQ(found.points[0], found.points[1]);
  EXPECT_NEAR(found.points[0].z(), 0, 1e-15);
}

TEST(MeshDistance, NamesTheSmallestTrianglesAmongEquallyNearOnes) {
  const auto box = MeshTree::build(make_box_mesh(Vec3(1, 1, 1)));
  const Closest corner = *closest_points(distance::placed_point({2, 2, 2}, {}), {&*box, {}});
  EXPECT_DOUBLE_EQ(corner.distance, std::sqrt(3.0));
  std::int32_t smallest = 0;
  while ((box->mesh().triangle(smallest).v[0] - Vec3(1, 1, 1)).norm() > 0 &&
         (box->mesh().triangle(smallest).v[1] - Vec3(1, 1, 1)).norm() > 0 &&
         (box->mesh().triangle(smallest).v[2] - Vec3(1, 1, 1)).norm() > 0)
    ++smallest;
  EXPECT_EQ(corner.features[1].triangle, smallest);
  const Closest faces = *closest_points({&*box, {}}, {&*box, {Mat3::Identity(), Vec3(3, 0, 0)}});
  EXPECT_EQ(faces.distance, 1);
  EXPECT_EQ(faces.features, brute_force(PlacedMesh{&*box, {}}, PlacedMesh{&*box, {Mat3::Identity(), Vec3(3, 0, 0)}})->features);
}

/// Needles from a tip to a rim of radius 1, that much above it.
TriangleMesh fan(std::uint32_t needles, const Vec3& tip, double rim_above) {
  TriangleMesh mesh{{tip}, {}};
  for (std::uint32_t i = 0; i < needles; ++i) {
    const double angle = 2 * std::numbers::pi * i / needles;
    mesh.vertices.push_back(tip + Vec3(std::cos(angle), std::sin(angle), rim_above));
    mesh.triangles.push_back({0, 1 + i, 1 + (i + 1) % needles});
  }
  return mesh;
}

/// Pairs of needles by the thousand are all as near: the distance is right to 1e-12 of itself, whichever of them is named.
TEST(MeshDistance, OfFansWhoseTipsAreNearestIsThatOfTheTips) {
  Random random(17);
  const Pose pose = random.pose(1);
  for (const std::uint32_t needles : {20U, 1500U}) {
    for (const double gap : {0.5, 0x1p-10, 0x1p-30}) {
      for (const auto& [rim_a, rim_b] : {std::pair{-1.0, 1.0}, std::pair{0.0, 1.0}, std::pair{0.0, 0.0}}) {
        const auto a = MeshTree::build(fan(needles, Vec3::Zero(), rim_a));
        const auto b = MeshTree::build(fan(needles, Vec3(0, 0, gap), rim_b));
        for (const bool is_turned : {false, true}) {
          if (is_turned && needles > 20 && gap < 0.5) continue;  // no slab in doubles is flush with both: all pairs are looked at
          const PlacedMesh placed_a{&*a, is_turned ? pose : Pose{}}, placed_b{&*b, is_turned ? pose : Pose{}};
          const auto found = closest_points(placed_a, placed_b);
          ASSERT_TRUE(found);
          const double rounded_rotation = is_turned ? 0x1p-45 * gap : 0;
          EXPECT_NEAR(found->distance, gap, 1e-12 * gap + rounded_rotation)
              << needles << ' ' << gap << ' ' << rim_a << ' ' << rim_b;
        }
      }
    }
  }
}

/// All pairs would take minutes.
TEST(MeshDistance, OfLargeFansTakesNoTimeByTheSquareOfTheirNeedles) {
  const auto a = MeshTree::build(fan(20000, Vec3::Zero(), -1)), b = MeshTree::build(fan(20000, Vec3(0, 0, 0.25), 1));
  const auto found = closest_points(PlacedMesh{&*a, {}}, PlacedMesh{&*b, {}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->distance, 0.25);
}

/// A nearer place that the slab between the first ones found does not hold apart.
TEST(MeshDistance, OfFansIsNotThatOfTheTipsWhereSomethingElseIsNearer) {
  for (const std::uint32_t needles : {60U, 1500U}) {
    TriangleMesh mesh = fan(needles, Vec3(0, 0, 0.5), 1);
    mesh.vertices.insert(mesh.vertices.end(), {Vec3(0.9, 0, -0.6), Vec3(1.5, 0.1, -0.6), Vec3(1.5, -0.1, -0.6)});
    mesh.triangles.push_back({needles + 1, needles + 2, needles + 3});
    const auto a = MeshTree::build(fan(needles, Vec3::Zero(), -1)), b = MeshTree::build(std::move(mesh));
    const PlacedMesh placed_a{&*a, {}}, placed_b{&*b, {}};
    const auto found = closest_points(placed_a, placed_b), truth = brute_force(triangle_of(placed_b, needles), placed_a);
    ASSERT_TRUE(found);
    ASSERT_LT(truth->distance, 0.3);
    EXPECT_EQ(found->distance, truth->distance) << needles;
    EXPECT_EQ(found->features[1].triangle, static_cast<std::int32_t>(needles));
  }
}

TEST(MeshDistance, TakesEmptyAndDirtyMeshes) {
  const auto empty = MeshTree::build({}), box = MeshTree::build(make_box_mesh(Vec3(1, 1, 1)));
  EXPECT_FALSE(closest_points(distance::placed_point({1, 2, 3}, {}), {&*empty, {}}));
  EXPECT_FALSE(closest_points({&*empty, {}}, {&*box, {}}));
  const TriangleMesh dirt{{Vec3(5, 0, 0), Vec3(5, 0, 0), Vec3(6, 0, 0)}, {{0, 0, 0}, {0, 1, 2}, {0, 1, 2}, {2, 2, 2}}};
  const auto dirty = MeshTree::build(dirt);
  EXPECT_EQ(closest_points({&*dirty, {}}, {&*box, {}})->distance, 4);
  EXPECT_EQ(closest_points({&*dirty, {}}, {&*box, {}})->features[0].triangle, 0);
}

TEST(MeshAgainstShapes, MeetConvexBodiesJustWhenATriangleDoes) {
  const auto tree = MeshTree::build(make_torus_mesh(2, 0.75, 12, 8));
  Random random(5);
  int meeting = 0;
  for (int k = 0; k < testing::effort(60); ++k) {
    const PlacedMesh mesh{&*tree, random.pose(1)};
    const auto box = sat::as_convex(Shape{Obb{random.vector(1), world_frame(), Vec3(0.5, 0.2, k % 2 * 0.3)}}, random.pose(2));
    bool truth = false;
    for (std::size_t i = 0; i < tree->mesh().triangles.size(); ++i) {
      truth = truth || sat::overlap(sat::as_convex(tree->mesh().triangle(i), mesh.pose), *box).intersect;
    }
    ASSERT_EQ(overlap(mesh, *box), truth) << "case " << k;
    meeting += truth ? 1 : 0;
  }
  EXPECT_GT(meeting, 5);
}

TEST(MeshAgainstShapes, MeetHullsOfManyCornersJustWhenATriangleDoes) {
  const auto tree = MeshTree::build(make_torus_mesh(2, 0.75, 12, 8));
  Random random(7);
  int meeting = 0;
  for (int k = 0; k < testing::effort(40); ++k) {
    const PlacedMesh mesh{&*tree, random.pose(1)};
    const Shape hull{*convex_hull(random.on_ball(40, 2.5 * random.unit()))};
    const Body body{*Geometry::make(hull), random.pose(1), {}};
    const auto convex = sat::as_convex(hull, body.pose);
    bool truth = false;
    for (std::size_t i = 0; i < tree->mesh().triangles.size() && !truth; ++i) {
      truth = sat::overlap(sat::as_convex(tree->mesh().triangle(i), mesh.pose), *convex).intersect;
    }
    ASSERT_EQ(surface_meets(mesh, body), truth) << "case " << k;
    meeting += truth ? 1 : 0;
  }
  EXPECT_GT(meeting, 5);
  EXPECT_LT(meeting, 35);
}

TEST(MeshAgainstShapes, FindTheNearestTriangleOfShapesWithAndWithoutABox) {
  const auto tree = MeshTree::build(make_bumpy_sphere_mesh(1, 0.2, 2));
  Random random(6);
  for (int k = 0; k < 30; ++k) {
    const PlacedMesh mesh{&*tree, random.pose(1)};
    const Vec3 normal = random.vector(1).normalized();
    const double offset = 4;
    // A plane: its distance from a triangle is that of the nearest corner; from a box likewise.
    const auto height = [&](const Vec3& p) { return offset - normal.dot(p); };
    const auto leaf = [&](const PosedTriangle& t) {
      const auto& v = t.world.v;
      return Closest{std::min({height(v[0]), height(v[1]), height(v[2])}), {}, {}};
    };
    const auto bound = [&](const Obb& box) {
      double reach = 0;
      for (int i = 0; i < 3; ++i) reach += box.half_extents[i] * std::abs(normal.dot(box.axes[i]));
      return height(box.center) - reach - 1e-12;
    };
    double truth = 1e9;
    for (const Vec3& v : tree->mesh().vertices) truth = std::min(truth, height(mesh.pose.to_world(v)));
    const auto found = nearest_of_triangles(mesh, bound, leaf);
    ASSERT_TRUE(found);
    ASSERT_NEAR(found->distance, truth, 1e-12);
    const Vec3 center = random.vector(3);
    const auto to_center = [&](const PosedTriangle& t) { return distance::closest(distance::placed_point(center, {}), {t, 3}); };
    const auto ball = nearest_of_triangles(mesh, Obb{center, world_frame(), Vec3::Constant(0.25)}, to_center);
    const auto same = closest_points(distance::placed_point(center, {}), mesh);
    ASSERT_EQ(ball->distance, same->distance);
    ASSERT_EQ(ball->features[1].triangle, same->features[1].triangle);
  }
}

}  // namespace
}  // namespace graze::query
