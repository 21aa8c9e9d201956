/// Touching told from overlapping where one of the bodies is a mesh: as boxes have it.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/answers.h>
#include <graze/status.h>

#include "tree/nodes/mesh_tree.h"

namespace graze {
namespace {

using testing::Random;

TriangleMesh unit_cube(const Vec3& place = Vec3::Zero(), double size = 1, bool inside_out = false) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k) mesh.vertices.push_back(place + size * Vec3(k & 1, k >> 1 & 1, k >> 2 & 1));
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  for (auto& t : mesh.triangles) {
    if (inside_out) std::swap(t[1], t[2]);
  }
  return mesh;
}

template <class S>
Body body_of(const S& shape, const Pose& pose = {}) {
  return {*Geometry::make(Shape{shape}), pose, {}};
}

Status status_of(const Body& a, const Body& b, const StatusOptions& options = {}) {
  const auto found = status(a, b, options);
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  const auto swapped = status(b, a, options);
  EXPECT_TRUE(swapped);
  const Status mirrored = swapped->status == Status::contains ? Status::inside
                          : swapped->status == Status::inside ? Status::contains
                                                              : swapped->status;
  EXPECT_EQ(found->status, mirrored);
  return found->status;
}

TEST(RestingStatus, CubesAsMeshesTouchAndOverlapWhereBoxesDo) {
  Random random(7);
  int touching = 0, overlapping = 0;
  for (int k = 0; k < testing::effort(150); ++k) {
    const Vec3 place = 0.5 * random.grid(3);
    const double size = random.below(2) == 0 ? 1 : 0.5;
    const Status boxes = status_of(body_of(Aabb{Vec3::Zero(), Vec3::Ones()}), body_of(Aabb{place, place + Vec3::Constant(size)}));
    if (boxes == Status::contains || boxes == Status::inside) continue;  // surfaces have no inside
    SCOPED_TRACE(::testing::Message() << "case " << k << ": " << place.transpose() << ", " << size);
    touching += boxes == Status::touching ? 1 : 0;
    overlapping += boxes == Status::overlapping ? 1 : 0;
    const Body cube = body_of(unit_cube()), other = body_of(unit_cube(place, size));
    EXPECT_EQ(status_of(cube, other), boxes);
    EXPECT_EQ(status_of(cube, body_of(unit_cube(place, size, true))), boxes);
    EXPECT_EQ(status_of(cube, body_of(Aabb{place, place + Vec3::Constant(size)})), boxes);
  }
  EXPECT_GT(touching, 10);
  EXPECT_GT(overlapping, 10);
}

TEST(RestingStatus, TheSameCubeTwiceOverlaps) {
  EXPECT_EQ(status_of(body_of(unit_cube()), body_of(unit_cube())), Status::overlapping);
  EXPECT_EQ(status_of(body_of(unit_cube()), body_of(unit_cube({0.5, 0, 0}))), Status::overlapping);
  EXPECT_EQ(status_of(body_of(unit_cube()), body_of(unit_cube({0, 0, 0}, 0.5))), Status::overlapping);
}

/// Hills over a grid of n by n cells, open at the rim; with `folded` a second sheet crosses them.
TriangleMesh hills(std::uint32_t n, bool folded = false) {
  TriangleMesh mesh;
  for (const double turn : folded ? std::vector{0.0, 1.0} : std::vector{0.0}) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (std::uint32_t i = 0; i <= n; ++i)
      for (std::uint32_t j = 0; j <= n; ++j)
        mesh.vertices.emplace_back(i, j, std::sin(0.7 * i) * std::cos(0.4 * j) + turn * (0.1 * i - 0.3));
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        const std::uint32_t p = first + i * (n + 1) + j;
        mesh.triangles.push_back({p, p + n + 1, p + n + 2});
        mesh.triangles.push_back({p, p + n + 2, p + 1});
      }
    }
  }
  return mesh;
}

/// The same surface with its triangles in another order: not taken for the same mesh, and so compared piece by piece.
TriangleMesh reordered(TriangleMesh mesh) {
  std::reverse(mesh.triangles.begin(), mesh.triangles.end());
  return mesh;
}

TEST(RestingStatus, AMeshTwiceIsAnsweredAsItsPiecesAre) {
  TriangleMesh branching = hills(3);  // a third sheet on an inner edge
  branching.vertices.emplace_back(1.5, 1, 5);
  branching.triangles.push_back({1 * 4 + 1, 2 * 4 + 1, 16});
  for (const TriangleMesh& mesh : {hills(1), hills(4), hills(4, true), branching}) {
    const Status pieces = status_of(body_of(mesh), body_of(reordered(mesh)));
    EXPECT_EQ(status_of(body_of(mesh), body_of(mesh)), pieces);
    EXPECT_EQ(status_of(body_of(reordered(mesh)), body_of(reordered(mesh))), pieces);
  }
  EXPECT_EQ(status_of(body_of(hills(4)), body_of(hills(4))), Status::touching);
  EXPECT_EQ(status_of(body_of(hills(4, true)), body_of(hills(4, true))), Status::overlapping);
}

TEST(RestingStatus, ASolidTwiceContainsItselfInAnyOrder) {
  Body cube = body_of(unit_cube()), other = body_of(reordered(unit_cube()));
  cube.solid = other.solid = true;
  EXPECT_EQ(status(cube, other)->status, Status::contains);
  EXPECT_EQ(status(cube, cube)->status, Status::contains);
}

TEST(RestingStatus, ALargeMeshTwiceIsAnsweredAtOnce) {
  const Body open = body_of(hills(150));  // 45,000 triangles: their pieces would take a minute
  EXPECT_EQ(status(open, open)->status, Status::touching);
}

/// Along z, with the square diamond |x| + |y| <= 1 below and above.
TriangleMesh diamond(double bottom) {
  TriangleMesh mesh;
  for (const double z : {bottom, bottom + 1}) {
    for (const Vec3& v : {Vec3(1, 0, z), Vec3(0, 1, z), Vec3(-1, 0, z), Vec3(0, -1, z)}) mesh.vertices.push_back(v);
  }
  mesh.triangles = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}};
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t l = (k + 1) % 4;
    mesh.triangles.insert(mesh.triangles.end(), {{k, l, l + 4}, {k, l + 4, k + 4}});
  }
  return mesh;
}

TEST(RestingStatus, EdgesAndCornersOnFacesTouchAndThroughThemCross) {
  const Body cube = body_of(unit_cube());
  // A tetrahedron with an edge, or a corner, at height z over the middle of the upper face.
  const auto wedge = [&](double z, bool up) {
    TriangleMesh mesh;
    const double h = up ? 1 : -2;
    mesh.vertices = {Vec3(0.25, 0.5, z), Vec3(0.75, 0.5, z), Vec3(0.5, 0.25, z + h), Vec3(0.5, 0.75, z + h)};
    mesh.triangles = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    return body_of(mesh);
  };
  EXPECT_EQ(status_of(cube, wedge(1, true)), Status::touching);
  EXPECT_EQ(status_of(cube, wedge(std::nextafter(1, 0), true)), Status::overlapping);
  EXPECT_EQ(status_of(cube, wedge(std::nextafter(1, 2), true)), Status::separated);
  EXPECT_EQ(status_of(cube, wedge(1, false)), Status::overlapping);  // it hangs through the lower face
  // One wing up, one down, both from an edge in the face.
  TriangleMesh bent;
  bent.vertices = {Vec3(0.25, 0.5, 1), Vec3(0.75, 0.5, 1), Vec3(0.5, 0.25, 1.5), Vec3(0.5, 0.75, 0.5)};
  bent.triangles = {{0, 1, 2}, {0, 3, 1}};
  EXPECT_EQ(status_of(cube, body_of(bent)), Status::overlapping);
  bent.vertices[3].z() = 1.5;
  EXPECT_EQ(status_of(cube, body_of(bent)), Status::touching);
  // A corner.
  TriangleMesh spike;
  spike.vertices = {Vec3(0.5, 0.5, 1), Vec3(0.25, 0.25, 2), Vec3(0.75, 0.25, 2), Vec3(0.5, 0.75, 2)};
  spike.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  EXPECT_EQ(status_of(cube, body_of(spike)), Status::touching);
  EXPECT_EQ(status_of(body_of(diamond(1)), cube), Status::touching);
  EXPECT_EQ(status_of(body_of(diamond(0.5)), cube), Status::overlapping);
}

TEST(RestingStatus, EdgesOnEdgesAreComparedByTheirSectors) {
  // Wedges around the same edge, along x from 0 to 1 (or a part of it), between two half-planes at angles of the y-z plane.
  const auto wedge = [](double from, double to, double first, double second) {
    TriangleMesh mesh;
    mesh.vertices = {Vec3(from, 0, 0), Vec3(to, 0, 0), Vec3(from, std::cos(first), std::sin(first)),
                     Vec3(to, std::cos(second), std::sin(second))};
    mesh.triangles = {{0, 1, 2}, {1, 0, 3}};
    return body_of(mesh);
  };
  EXPECT_EQ(status_of(wedge(0, 1, 0, 1), wedge(0, 1, 2, 3)), Status::touching);
  EXPECT_EQ(status_of(wedge(0, 1, 0, 2), wedge(0, 1, 0.5, 1)), Status::touching);  // one within the other
  EXPECT_EQ(status_of(wedge(0, 1, 0, 2), wedge(0, 1, 1, 3)), Status::overlapping);
  EXPECT_EQ(status_of(wedge(0, 1, 0, 2), wedge(0.25, 0.5, 1, 3)), Status::overlapping);
  EXPECT_EQ(status_of(wedge(0, 1, 0, 4), wedge(0.5, 2, 2, 5)), Status::overlapping);
  EXPECT_EQ(status_of(wedge(0, 1, 0, 4), wedge(1, 2, 2, 5)), Status::touching);  // end to end
}

TEST(RestingStatus, ABlockInACornerTouchesWallAndFloor) {
  const Body block = body_of(unit_cube()), floor = body_of(unit_cube({-2, -2, -5}, 5));
  TriangleMesh corner = unit_cube({-2, -2, -5}, 5);  // the floor at z = 0 and a wall at x = 1
  const TriangleMesh wall = unit_cube({1, -2, 0}, 5);
  for (const auto& t : wall.triangles) corner.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  corner.vertices.insert(corner.vertices.end(), wall.vertices.begin(), wall.vertices.end());
  EXPECT_EQ(status_of(block, floor), Status::touching);
  EXPECT_EQ(status_of(block, body_of(corner)), Status::touching);
}

TEST(RestingStatus, ShapesStandOnMeshesAndMeshesOnPlanes) {
  const Body cube = body_of(unit_cube());
  EXPECT_EQ(status_of(cube, body_of(Plane{Vec3(0, 0, 1), 0})), Status::touching);
  EXPECT_EQ(status_of(cube, body_of(Plane{Vec3(0, 0, 1), 1})), Status::touching);
  EXPECT_EQ(status_of(cube, body_of(Plane{Vec3(0, 0, 1), 0.5})), Status::overlapping);
  EXPECT_EQ(status_of(cube, body_of(Plane{Vec3(1, -1, 0), 0})), Status::overlapping);  // through two edges
  EXPECT_EQ(status_of(cube, body_of(Sphere{Vec3(0.5, 0.25, 2), 1})), Status::touching);
  EXPECT_EQ(status_of(cube, body_of(Sphere{Vec3(0.5, 0.25, 1.75), 1})), Status::overlapping);
  EXPECT_EQ(status_of(cube, body_of(Triangle{{Vec3(0, 0, 1), Vec3(4, 0, 1), Vec3(0, 4, 1)}})), Status::touching);
  EXPECT_EQ(status_of(cube, body_of(Triangle{{Vec3(0.5, 0, 0), Vec3(4, 0, 0.5), Vec3(0.5, 4, 0.5)}})), Status::overlapping);
  // A square through two opposite edges of the cube, and one that touches it from outside with its rim.
  EXPECT_EQ(status_of(cube, body_of(ConvexPolygon{{Vec3(-1, -1, -1), Vec3(2, 2, -1), Vec3(2, 2, 2), Vec3(-1, -1, 2)}})),
            Status::overlapping);
  EXPECT_EQ(status_of(cube, body_of(ConvexPolygon{{Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(2, 1, 1), Vec3(1, 1, 1)}})),
            Status::touching);
}

TEST(RestingStatus, APartInsideASolidOverlapsThoughAnotherOnlyTouches) {
  TriangleMesh parts = unit_cube({1, 0, 0});
  const TriangleMesh inner = unit_cube({0.25, 0.25, 0.25}, 0.5);
  for (const auto& t : inner.triangles) parts.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  parts.vertices.insert(parts.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  Body solid = body_of(unit_cube());
  EXPECT_EQ(status_of(solid, body_of(parts)), Status::touching);
  solid.solid = true;
  EXPECT_EQ(status_of(solid, body_of(parts)), Status::overlapping);
  EXPECT_EQ(status_of(solid, body_of(unit_cube({1, 0, 0}))), Status::touching);
}

TEST(RestingStatus, WithinTheToleranceMeshesTouch) {
  const Body cube = body_of(unit_cube()), other = body_of(unit_cube({1.25, 0, 0}));
  EXPECT_EQ(status_of(cube, other), Status::separated);
  EXPECT_EQ(status_of(cube, other, {.tolerance = 0.25}), Status::touching);
  EXPECT_EQ(status_of(cube, other, {.clearance = 0.25}), Status::near);
}

}  // namespace
}  // namespace graze
