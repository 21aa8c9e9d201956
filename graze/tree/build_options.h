#pragma once
/// How a mesh tree is to be built.

#include <cstdint>
#include <functional>

namespace graze {

/// Where a set of triangles is cut in two, in the axes of a box around it.
enum class SplitRule {
  surface,  ///< where surface times count, summed over both sides, is least [Goldsmith87]
  mean,     ///< at the mean of the middles, along the axis where they spread most
  median,   ///< in halves, along that axis
};

struct BuildOptions {
  SplitRule rule = SplitRule::surface;
  std::uint32_t max_leaf_triangles = 2;  ///< of a leaf; 1 to 8
  std::uint32_t max_depth = 96;          ///< cuts on a path from the root; up to 96, and 2^max_depth triangles at most
  bool keep_binary = false;              ///< also fits and keeps the binary tree: 128 bytes a node, several times slower
  unsigned threads = 0;                  ///< 0: as many as the machine has. The tree is the same whatever it is
  /// Called now and then, from one thread at a time, with the share that is done, within 0 and 1. Returns whether to go on.
  std::function<bool(double)> progress = {};
};

}  // namespace graze
