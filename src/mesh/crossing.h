#pragma once
/// Do bodies that meet only touch, or does a surface pass through the other body?

#include "body/pair.h"
#include "mesh/overlap.h"

namespace graze::query {

/// Whether the surfaces of two meshes cross each other: somewhere along a segment that they share the triangles of one that meet
/// there lie on different sides of the other. Closed, consistently oriented meshes with a common area are compared by their
/// insides too: they cross when both lie on the same side of it. Exact; other surfaces with a common area in one plane are not
/// compared across it, so that passing through each other in nothing but such areas is touching.
[[nodiscard]] bool surfaces_cross(const PlacedMesh& a, const PlacedMesh& b);

/// Whether some triangle enters the shape or, of shapes without an inside, passes through it; of a plane also whether triangles
/// touch it from both sides. Triangles and polygons are surfaces, as above. Exact as far as sweeps of the shape with one triangle
/// are.
[[nodiscard]] bool surface_enters(const PlacedMesh& mesh, const Body& body);

}  // namespace graze::query
