#pragma once
/// What a closed mesh contains. The solid is its surface and all points that the surface goes around:
///  - where every edge is run through as often one way as the other, those with a winding number other than 0, so that normals may
///    point in or out, shells may overlap, and a shell turned inside out within another is a cavity;
///  - otherwise, if every edge belongs to an even number of triangles, those from which a generic line crosses the surface an odd
///    number of times.
/// Exact on the stored numbers; the surface belongs to the solid. Meshes with open edges have no inside: an error.

#include <graze/core/error.h>
#include <graze/distance/triangle_closest.h>
#include <graze/query/mesh_mesh.h>
#include <graze/sat/convex.h>
#include <graze/shapes/topology.h>
#include <graze/tree/nearest_one.h>

namespace graze::query {

struct SolidMesh {
  PlacedMesh surface;
  bool is_oriented = true;  ///< by winding number; else by parity
};

/// Fails when there are open edges, and says how many. The topology is that of the mesh, to be computed once for many questions.
[[nodiscard]] GRAZE_API Result<SolidMesh> as_solid(const PlacedMesh& mesh, const Topology& topology);

[[nodiscard]] GRAZE_API bool contains(const SolidMesh& solid, const Vec3& point, const Pose& pose);

/// Is the segment, both ends included, within the solid?
[[nodiscard]] GRAZE_API bool contains(const SolidMesh& solid, const Segment& segment, const Pose& pose);

/// Is the surface within the solid? Touching it from inside is allowed. Exact as long as the solid's surface does not cross itself:
/// every triangle that meets the surface is looked at along its sides, and along a line across every segment in which the two
/// surfaces meet; every connected part that does not meet it, in one corner.
[[nodiscard]] GRAZE_API bool contains(const SolidMesh& solid, const PlacedMesh& surface);

/// Is the second solid within the first? Its surface is, and no triangle of the first runs through its inside.
[[nodiscard]] GRAZE_API bool contains(const SolidMesh& solid, const SolidMesh& other);

/// Points, segments, triangles, boxes, polygons, polyhedra.
[[nodiscard]] GRAZE_API bool contains(const SolidMesh& solid, const sat::Convex& convex);

/// A convex body with an inside, given by one point of that inside (in the world), a box around it, and
/// meets_inside(const PosedTriangle&) -> bool, which says whether a triangle meets it other than in its boundary.
template <class MeetsInside>
[[nodiscard]] bool contains(const SolidMesh& solid, const Vec3& inner_point, const Obb& bound, MeetsInside&& meets_inside) {
  const PlacedMesh& mesh = solid.surface;
  bool is_cut = false;
  tree::for_each_near_triangle(*mesh.tree, mesh.pose, bound, 0, [&](std::uint32_t i) {
    is_cut = is_cut || meets_inside(place(mesh.tree->mesh().triangle(i), mesh.pose));
    return is_cut ? -1.0 : 0.0;
  });
  return !is_cut && contains(solid, inner_point, Pose{});
}

}  // namespace graze::query
