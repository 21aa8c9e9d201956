#pragma once
/// The points of a mesh in the frame of its tree, in single precision: what a build looks at.

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <graze/shapes.h>

#include "geometry/mesh_view.h"
#include "tree/nodes/build_tasks.h"

namespace graze::tree {

/// A point x of the mesh is at (x - origin) * 2^exponent, within about [-1, 1].
struct TreeFrame {
  Vec3 origin = Vec3::Zero();
  int exponent = 0;

  [[nodiscard]] double unit() const { return std::ldexp(1.0, exponent); }
};

/// A point of the mesh as builds see it.
[[nodiscard]] inline Eigen::Vector3f in_tree(const Vec3& point, const Vec3& origin, double unit) {
  const Vec3 placed = (point - origin) * unit;
  return placed.cast<float>();
}

/// Of at least one triangle with finite corners.
[[nodiscard]] TreeFrame tree_frame_of(const MeshView& mesh);

/// Four lanes, the last unused.
using Float4 = Eigen::Array4f;

/// Every vertex, also those without a triangle, which may be infinite here.
[[nodiscard]] std::vector<Float4> vertices_in_tree(const MeshView& mesh, const TreeFrame& frame, Crew& crew);

/// The corners of triangles, three each, coordinate by coordinate. Off by the rounding of single precision, and by what a double
/// loses when the origin is subtracted.
struct CornerRows {
  std::vector<float> x, y, z;
};
[[nodiscard]] CornerRows corners_in_tree(const MeshView& mesh, std::span<const std::uint32_t> order, const TreeFrame& frame,
                                         Crew& crew);

}  // namespace graze::tree
