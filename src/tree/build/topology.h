#pragma once
/// Which triangles belong together: cuts a mesh in two again and again, down to single triangles.

#include <cstdint>
#include <vector>

#include <graze/answers.h>
#include <graze/options.h>
#include <graze/shapes.h>

#include "geometry/mesh_view.h"
#include "geometry/topology.h"
#include "tree/build/collapse.h"
#include "tree/nodes/build_points.h"
#include "tree/nodes/build_tasks.h"

namespace graze::tree {

struct Topology {
  std::vector<std::uint32_t> order;  ///< triangles of the mesh, leaf after leaf
  std::vector<BinaryNode> nodes;     ///< 2 n - 1, in preorder
};

/// Of at least one triangle. For oriented boxes cuts are made in the axes of a box around the set, which is fitted anew every few
/// levels. Whatever the crew, the result is the same. Progress is one for every triangle; unfinished when that is called off.
[[nodiscard]] Topology topology_of(const MeshView& mesh, const TreeFrame& frame, const BuildOptions& options, BoxKind kind,
                                   Crew& crew, BuildProgress& progress);

}  // namespace graze::tree
