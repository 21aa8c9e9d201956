#pragma once
/// The same mesh twice at the same place: parts that were inserted twice are common, and exact comparisons of all they share take
/// minutes.

#include <graze/geometry.h>

namespace graze::query {

/// The same triangles of the same vertices in the same order, placed alike, bit for bit.
[[nodiscard]] inline bool are_same_mesh(const Body& a, const Body& b) {
  const TriangleMesh *mesh_a = a.geometry.mesh(), *mesh_b = b.geometry.mesh();
  if (mesh_a == nullptr || mesh_b == nullptr) return false;
  if (a.pose.rotation != b.pose.rotation || a.pose.translation != b.pose.translation) return false;
  return mesh_a == mesh_b || (mesh_a->triangles == mesh_b->triangles && mesh_a->vertices == mesh_b->vertices);
}

}  // namespace graze::query
