#pragma once
/// How the triangles of a mesh are connected: counts of edges that are shared, open or run through in one direction too often.

#include <graze/answers.h>

#include "geometry/mesh_view.h"

namespace graze {

[[nodiscard]] Topology topology_of(const MeshView& mesh);

}  // namespace graze
