#pragma once
/// Do two meshes under box trees meet, and in which triangles? Boxes are rejected only when certainly separated, exact arithmetic
/// decides the triangles: the answers are those of any other tree.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <graze/pose.h>

#include "tree/nodes/box_tree.h"

namespace graze {

struct PlacedBoxTree {
  const BoxTree& tree;
  Pose pose;
};

/// Do any two triangles meet, as placed by the stored numbers in real arithmetic?
[[nodiscard]] bool surfaces_meet(const PlacedBoxTree& a, const PlacedBoxTree& b);

struct BoxTreePairs {
  std::vector<std::array<std::uint32_t, 2>> pairs;  ///< triangles of a and b that meet, sorted
  std::size_t box_pairs = 0;                        ///< pairs of boxes tested
  std::size_t candidates = 0;                       ///< pairs of triangles tested
};

[[nodiscard]] BoxTreePairs meeting_triangles(const PlacedBoxTree& a, const PlacedBoxTree& b);

}  // namespace graze
