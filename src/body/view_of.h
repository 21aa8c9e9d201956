#pragma once
/// The triangles of a geometry where they are.

#include <graze/geometry.h>

#include "geometry/mesh_view.h"

namespace graze {

/// Of a mesh or a point cloud; of other shapes none.
[[nodiscard]] inline MeshView view_of(const Geometry& geometry) { return {geometry.vertices(), geometry.triangles()}; }

}  // namespace graze
