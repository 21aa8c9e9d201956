/// The closest approach of a mesh and a shape in translation: triangles by how near they are to all that the shape passes through.

#include <algorithm>
#include <limits>

#include "body/infinity.h"
#include "mesh/approach.h"
#include "mesh/convex.h"
#include "methods/convex_approach.h"
#include "methods/swept_body.h"
#include "tree/walk/nearest_bounds.h"
#include "tree/walk/nearest_one.h"
#include "views/bound.h"

namespace graze::query {
namespace {

/// All that the shape passes through, seen from the mesh, or more: of a curved shape what a box around it does.
distance::SweptBody path_of(const PlacedMesh& mesh, const Body& shape, double t_max) {
  const Vec3 velocity = shape.motion.velocity - mesh.velocity;
  if (const auto rounded = distance::as_rounded(shape.geometry.shape(), shape.pose))
    return distance::swept(*rounded, velocity, t_max);
  const Pose world;
  return distance::swept(*distance::as_rounded(Shape{*box_around(shape.geometry.shape(), shape.pose)}, world), velocity, t_max);
}

}  // namespace

std::optional<MeshApproach> closest_approach(const PlacedMesh& mesh, const Body& shape, double t_max,
                                             const distance::LeastOverTimeLimits& limits) {
  if (mesh.tree->empty()) return std::nullopt;
  const distance::SweptBody path = path_of(mesh, shape, t_max);
  const Pose world;
  const auto bound_of = [&](const Obb& box) {
    const Shape placed{tree::placed_outward(box, mesh.pose)};
    return distance::distance_bound(*distance::as_rounded(placed, world), path);
  };
  std::optional<MeshApproach> best;
  double least = infinity;
  tree::for_each_triangle_by_bound(*mesh.tree, bound_of, infinity, [&](std::uint32_t i) {
    distance::LeastOverTimeLimits of_triangle = limits;
    if (best) of_triangle.beyond = best->found.distance;
    const Shape triangle{mesh.tree->view().triangle(i)};
    const auto found = convex_approach({triangle, mesh.pose}, {shape.geometry.shape(), shape.pose},
                                       {mesh.velocity, shape.motion.velocity}, t_max, of_triangle);
    least = std::min(least, found.least);
    if (!best || found.distance < best->found.distance) best = MeshApproach{found, {i, 0}};
    return best->found.distance;
  });
  best->found.least = std::clamp(least, 0.0, best->found.distance);
  return best;
}

}  // namespace graze::query
