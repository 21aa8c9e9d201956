#pragma once
/// Triangle soups into meshes that share vertices.

#include <graze/shapes.h>

#include "geometry/mesh_view.h"

namespace graze {

/// The same triangles with vertices of identical coordinates merged (-0 is 0), in the order of their first appearance. Nothing is
/// moved, and triangles that lose their area stay.
[[nodiscard]] TriangleMesh welded(const MeshView& mesh);

}  // namespace graze
