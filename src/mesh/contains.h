#pragma once
/// What a closed mesh contains. The solid is its surface and all points that the surface goes around:
///  - where every edge is used equally often in both directions, those with a winding number other than 0, so that normals may
///    point in or out, shells may overlap, and a shell turned inside out within another is a cavity;
///  - otherwise, if every edge belongs to an even number of triangles, those from which a generic line crosses the surface an odd
///    number of times.
/// Exact on the stored numbers; the surface belongs to the solid. Meshes with open edges have no inside: an error.

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/shapes.h>

#include "mesh/overlap.h"
#include "polytope/convex.h"

namespace graze::query {

struct SolidMesh {
  PlacedMesh surface;
  bool is_oriented = true;  ///< by winding number; else by parity
};

/// Fails when there are open edges, and says how many. The topology is that of the mesh, to be computed once for many questions.
[[nodiscard]] Result<SolidMesh> as_solid(const PlacedMesh& mesh, const Topology& topology);

[[nodiscard]] bool contains(const SolidMesh& solid, const Vec3& point, const Pose& pose);

/// Is the segment, both ends included, within the solid?
[[nodiscard]] bool contains(const SolidMesh& solid, const Segment& segment, const Pose& pose);

/// Is the surface within the solid? Touching it from inside is allowed. Exact as long as the solid's surface does not cross itself:
/// every triangle that meets the surface is tested along its sides, and along a line across every segment in which the two
/// surfaces meet; every connected part that does not meet it, in one corner.
[[nodiscard]] bool contains(const SolidMesh& solid, const PlacedMesh& surface);

/// Is the second solid within the first? Its surface is, and no triangle of the first that runs through its inside has the outside
/// next to it. Where shells overlap, surfaces inside the solid may run through the other one, as through the bodies below, but not
/// surfaces that run through each other: then the answer is no.
[[nodiscard]] bool contains(const SolidMesh& solid, const SolidMesh& other);

/// Points, segments, triangles, boxes, polygons, polyhedra.
[[nodiscard]] bool contains(const SolidMesh& solid, const sat::Convex& convex);

/// Balls, capsules, cylinders, cones and ellipsoids, also with radii or extents of zero. Exact, except that an ellipsoid with one
/// extent of zero may stick out by a few roundings of its size.
[[nodiscard]] bool contains(const SolidMesh& solid, const Shape& round, const Pose& pose);

}  // namespace graze::query
