#pragma once
/// A ball around all triangles of a tree, from its uppermost boxes.

#include <graze/shapes.h>

#include "tree/nodes/wide_tree.h"

namespace graze::tree {

/// Contains every triangle in exact arithmetic, in the frame of the mesh; `around` is its centre. Of a tree that has nodes. Looks
/// at no more than 64 boxes, so that it costs nothing beside reading a saved tree.
[[nodiscard]] Sphere ball_around_boxes(const WideTree& tree, const Vec3& around);

}  // namespace graze::tree
