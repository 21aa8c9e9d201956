#pragma once
/// At which boxes of a tree with box leaves walks end.

#include <cstdint>
#include <vector>

#include "tree/nodes/wide_tree.h"

namespace graze::tree {

/// Eight bits a node: set for boxes with at most so many triangles below them, and for leaves.
[[nodiscard]] std::vector<std::uint8_t> box_ends(const WideTree& tree, std::uint32_t max_triangles);

}  // namespace graze::tree
