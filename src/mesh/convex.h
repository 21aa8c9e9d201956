#pragma once
/// A mesh, as a surface, against any other shape: the tree finds the triangles in reach, a callable handles each.
/// The other shape is known by a box around it or, when it has none, by a callable that bounds its distance from boxes.

#include <cstdint>
#include <optional>

#include <graze/answers.h>

#include "body/infinity.h"
#include "geometry/interrupted.h"
#include "mesh/overlap.h"
#include "polytope/convex.h"
#include "tree/walk/nearest_one.h"
#include "triangle/overlap.h"

namespace graze::query {

/// Calls on_triangle(i, const PosedTriangle&) -> double, the limit from then on, for triangles that may be within the limit of what
/// the box (of the world) contains.
template <class OnTriangle>
void for_each_triangle_near(const PlacedMesh& mesh, const Obb& bound, double limit, OnTriangle&& on_triangle) {
  constexpr double nothing_more = -1;
  tree::for_each_near_triangle(*mesh.tree, mesh.pose, bound, limit, [&, lookout = Lookout()](std::uint32_t i) mutable {
    return lookout.is_called_off() ? nothing_more : on_triangle(i, place(mesh.tree->view().triangle(i), mesh.pose));
  });
}

/// The same for a shape without a box. bound(const Obb& box) -> double: not more than the distance of the shape from a box of the
/// world. Lines, rays, planes.
template <class Bound, class OnTriangle>
  requires std::is_invocable_r_v<double, Bound, const Obb&>
void for_each_triangle_near(const PlacedMesh& mesh, const Bound& bound, double limit, OnTriangle&& on_triangle) {
  const auto bound_of_mesh_box = [&](const Obb& box) { return bound(tree::placed_outward(box, mesh.pose)); };
  constexpr double nothing_more = -1;
  tree::for_each_triangle_by_bound(*mesh.tree, bound_of_mesh_box, limit, [&, lookout = Lookout()](std::uint32_t i) mutable {
    return lookout.is_called_off() ? nothing_more : on_triangle(i, place(mesh.tree->view().triangle(i), mesh.pose));
  });
}

/// The closest of leaf(const PosedTriangle&) -> Closest, whose index 1 is the triangle; of several the one with the smallest
/// number. Bound is a box around the other shape, or bounds distances from boxes, as above.
template <class Bound, class Leaf>
[[nodiscard]] std::optional<Closest> nearest_of_triangles(const PlacedMesh& mesh, const Bound& bound, Leaf&& leaf) {
  std::optional<Closest> best;
  for_each_triangle_near(mesh, bound, infinity, [&](std::uint32_t i, const PosedTriangle& triangle) {
    const auto number = static_cast<std::int32_t>(i);
    const Closest found = leaf(triangle);
    const bool nearer = !best || found.distance < best->distance;
    if (nearer || (found.distance == best->distance && number < best->features[1].triangle)) {
      best = found;
      best->features[1].triangle = number;
    }
    return best->distance;
  });
  return best;
}

/// Does any triangle satisfy leaf(const PosedTriangle&) -> bool? Only those that may meet the bound are tested.
template <class Bound, class Leaf>
[[nodiscard]] bool any_triangle(const PlacedMesh& mesh, const Bound& bound, Leaf&& leaf) {
  bool found = false;
  for_each_triangle_near(mesh, bound, 0, [&](std::uint32_t, const PosedTriangle& triangle) {
    found = found || leaf(triangle);
    return found ? -1.0 : 0.0;
  });
  return found;
}

/// Do the surface and a point, segment, triangle, box, polygon or polyhedron meet? Exact.
[[nodiscard]] bool overlap(const PlacedMesh& mesh, const sat::Convex& convex);

}  // namespace graze::query
