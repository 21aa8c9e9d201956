#pragma once
/// How a mesh tree is to be built.

#include <cstdint>
#include <functional>
#include <optional>

namespace graze {

/// Where a set of triangles is cut in two, in the axes of a box around it.
enum class SplitRule {
  surface,  ///< where surface times count, summed over both sides, is least [Goldsmith87]
  mean,     ///< at the mean of the middles, along the axis where they spread most
  median,   ///< in halves, along that axis
};

/// How the boxes of a tree are stored. Answers are the same.
enum class NodeLayout {
  wide,     ///< in single precision: about 60 bytes a triangle
  compact,  ///< in 16-bit numbers: about 20 bytes a triangle, queries take up to half as long again
};

struct BuildOptions {
  SplitRule rule = SplitRule::surface;
  NodeLayout layout = NodeLayout::wide;
  std::optional<std::uint32_t> max_leaf_triangles =
      {};                        ///< of a leaf, 1 to 8; else what suits the layout: 2, or 4 in compact nodes
  std::uint32_t max_depth = 96;  ///< cuts on a path from the root; up to 96, and 2^max_depth triangles at most
  bool keep_binary = false;      ///< also fits and keeps the binary tree: 128 bytes a node, several times slower
  unsigned threads = 0;          ///< 0: as many as the machine has. The tree is the same whatever it is
  /// Called now and then, from one thread at a time, with the share that is done, within 0 and 1. Returns whether to go on.
  std::function<bool(double)> progress = {};

  [[nodiscard]] std::uint32_t leaf_triangles() const { return max_leaf_triangles.value_or(layout == NodeLayout::compact ? 4 : 2); }
};

}  // namespace graze
