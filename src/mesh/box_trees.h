#pragma once
/// Two meshes that both have box trees: questions that walk these, without the trees of oriented boxes.

#include <graze/geometry.h>

#include "tree/walk/box_tree_pairs.h"

namespace graze::query {

[[nodiscard]] inline bool have_box_trees(const Body& a, const Body& b) {
  return a.geometry.box_tree() != nullptr && b.geometry.box_tree() != nullptr;
}

/// Of a body that has one.
[[nodiscard]] inline PlacedBoxTree as_box_tree(const Body& body) { return {*body.geometry.box_tree(), body.pose}; }

}  // namespace graze::query
