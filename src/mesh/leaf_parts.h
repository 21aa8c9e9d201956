#pragma once
/// What walks of trees end at, as convex shapes: triangles, or the box of a leaf that answers by its box.

#include <cstdint>
#include <vector>

#include <graze/shapes.h>

#include "tree/nodes/box_ref.h"
#include "tree/nodes/mesh_tree.h"

namespace graze::query {

/// A triangle or a box, in the frame of its mesh.
struct LeafPart {
  Shape shape;
  std::int32_t triangle = -1;  ///< none: the shape is the box
  Obb box;
};

/// Does a walk end at this box, which is not of an empty slot?
[[nodiscard]] inline bool is_end(const MeshTree& tree, tree::BoxRef box) {
  const std::span<const std::uint8_t> ends = tree.box_ends();
  if (ends.empty()) return tree::slot_of(tree.wide(), box).is_leaf();
  return (ends[box.node()] >> box.lane() & 1U) != 0;
}

/// The triangles of a leaf, one by one; of a tree with box leaves the box, where there is more than one; and the box of what is no
/// leaf. The box holds all triangles below it in exact arithmetic.
[[nodiscard]] std::vector<LeafPart> parts_at(const MeshTree& tree, tree::BoxRef at);

}  // namespace graze::query
