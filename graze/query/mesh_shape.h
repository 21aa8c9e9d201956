#pragma once
/// A mesh, as a surface, against any shape that is no mesh. Index 0 of an answer is the mesh.

#include <optional>

#include <graze/query/body.h>
#include <graze/query/mesh_convex.h>
#include <graze/query/shape_bound.h>

namespace graze::query {

/// Calls on_triangle(i) -> double, the limit from then on, for every triangle that may be within the limit of the shape.
template <class OnTriangle>
void for_each_triangle_near_shape(const PlacedMesh& mesh, const Body& other, double limit, OnTriangle&& on_triangle) {
  const Shape& shape = other.geometry.shape();
  const auto numbered = [&](std::uint32_t i, const PosedTriangle&) { return on_triangle(i); };
  if (const auto box = box_around(shape, other.pose)) return for_each_triangle_near(mesh, *box, limit, numbered);
  const auto bound = [&](const Obb& box) { return unbounded_distance_bound(shape, other.pose, box); };
  for_each_triangle_near(mesh, bound, limit, numbered);
}

/// Exact where the shape is linear or rounded.
[[nodiscard]] bool surface_meets(const PlacedMesh& mesh, const Body& other);

/// Nothing when the mesh has no triangles.
[[nodiscard]] std::optional<Closest> nearest_to_surface(const PlacedMesh& mesh, const Body& other);

}  // namespace graze::query
