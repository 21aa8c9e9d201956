#pragma once
/// Meshes and placements that tests of trees share, and the exact question "do these two placed triangles cross".

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

#include <Eigen/Geometry>

#include <graze/pose.h>
#include <graze/shapes.h>

#include "box/box_cases.h"
#include "box/box_oracle.h"

namespace graze::test {

/// A bumpy ball of 2 * rings * sectors triangles, some of them of zero area at the poles.
inline TriangleMesh bumpy_ball(unsigned rings, unsigned sectors, double bump) {
  TriangleMesh mesh;
  for (unsigned r = 0; r <= rings; ++r) {
    for (unsigned s = 0; s <= sectors; ++s) {
      const double theta = std::numbers::pi * r / rings, phi = 2 * std::numbers::pi * s / sectors;
      const double radius = 1 + bump * std::sin(5 * theta) * std::cos(7 * phi);
      mesh.vertices.push_back(
          without_dust(Vec3(radius * Vec3(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)))));
    }
  }
  const auto at = [&](unsigned r, unsigned s) { return r * (sectors + 1) + s; };
  for (unsigned r = 0; r < rings; ++r) {
    for (unsigned s = 0; s < sectors; ++s) {
      mesh.triangles.push_back({at(r, s), at(r + 1, s), at(r + 1, s + 1)});
      mesh.triangles.push_back({at(r, s), at(r + 1, s + 1), at(r, s + 1)});
    }
  }
  return mesh;
}

inline TriangleMesh random_soup(Engine& random, unsigned count, double size) {
  TriangleMesh mesh;
  for (unsigned i = 0; i < count; ++i) {
    const Vec3 center = random_vector(random, 1);
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(without_dust(Vec3(center + random_vector(random, size))));
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

using oracle::Int3;
using PlacedTriangle = std::array<Int3, 3>;

inline std::vector<PlacedTriangle> placed_triangles(const TriangleMesh& mesh, const Pose& pose) {
  std::vector<Int3> vertices;
  for (const Vec3& v : mesh.vertices) vertices.push_back(oracle::placed(pose, v));
  std::vector<PlacedTriangle> result;
  for (const auto& t : mesh.triangles) result.push_back({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
  return result;
}

inline int orientation(const Int3& a, const Int3& b, const Int3& c, const Int3& d) {
  using oracle::operator-;
  return sgn(oracle::dot(oracle::cross(b - a, c - a), d - a));
}

/// Does the segment meet the triangle, its ends not both in the plane? Closed sets; exact.
inline bool crosses(const Int3& p, const Int3& q, const PlacedTriangle& t) {
  const int above = orientation(t[0], t[1], t[2], p), below = orientation(t[0], t[1], t[2], q);
  if (above * below > 0 || (above == 0 && below == 0)) return false;
  int positive = 0, negative = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const int side = orientation(p, q, t[i], t[(i + 1) % 3]);
    positive += side > 0;
    negative += side < 0;
  }
  return positive == 0 || negative == 0;
}

/// Two triangles that are not coplanar meet iff an edge of one meets the other. Coplanar pairs answer false.
inline bool certainly_meet(const PlacedTriangle& a, const PlacedTriangle& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (crosses(a[i], a[(i + 1) % 3], b) || crosses(b[i], b[(i + 1) % 3], a)) return true;
  }
  return false;
}

/// Boxes of placed vertices, to skip most pairs before exact arithmetic. Widened by far more than rounding.
inline bool boxes_near(const TriangleMesh& a, const Pose& pose_a, std::size_t i, const TriangleMesh& b, const Pose& pose_b,
                       std::size_t j) {
  const auto range = [](const Triangle& t, const Pose& pose) {
    const Vec3 x = pose.to_world(t.v[0]), y = pose.to_world(t.v[1]), z = pose.to_world(t.v[2]);
    return std::array<Vec3, 2>{x.cwiseMin(y).cwiseMin(z), x.cwiseMax(y).cwiseMax(z)};
  };
  const auto of_a = range(a.triangle(i), pose_a), of_b = range(b.triangle(j), pose_b);
  constexpr double room = 1e-6;
  return ((of_a[0].array() - room <= of_b[1].array()) && (of_b[0].array() - room <= of_a[1].array())).all();
}

inline Pose random_pose(Engine& random, double far) {
  return {as_stored(random, random_rotation(random)), random_vector(random, far)};
}

}  // namespace graze::test
