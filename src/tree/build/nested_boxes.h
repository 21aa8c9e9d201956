#pragma once
/// Boxes that hold the boxes below them, so that a tree whose leaves are boxes is the union of these for every walk.

#include <cstdint>
#include <span>

#include "tree/nodes/wide_tree.h"

namespace graze::tree {

/// Enlarges every box of wide nodes that is above ends (as MeshTree::box_ends()) until it holds the boxes of its children, as
/// stored and as box_in_mesh() gives them. With `is_compact` it packs the nodes too, so that this is true of what they then mean.
void nest_boxes(WideTree& tree, std::span<const std::uint8_t> ends, bool is_compact);

}  // namespace graze::tree
