#pragma once
/// Where a mesh touches another body, up to a length: the parts of its triangles in the plane of the contact, joined.

#include <optional>

#include <graze/geometry.h>

#include "body/placed_mesh.h"
#include "methods/facing_contact.h"

namespace graze::query {

/// With a convex shape in its pose; `mesh_is_a`: the normal of the plane points from the mesh to the shape. Nothing where no
/// triangle is near.
[[nodiscard]] std::optional<ContactSet> facing_region(const PlacedMesh& mesh, const Body& other, const ContactPlane& plane,
                                                      bool mesh_is_a);

/// Of two meshes. Of more than 4096 pairs of triangles the nearest are joined.
[[nodiscard]] std::optional<ContactSet> facing_region(const PlacedMesh& a, const PlacedMesh& b, const ContactPlane& plane);

}  // namespace graze::query
