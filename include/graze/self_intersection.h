#pragma once
/// Does a mesh run through itself?
///
/// Two triangles count when they meet in more than what they share. They share the corners with equal coordinates, whatever their
/// numbers are, and what these span: nothing, a corner, an edge. So neighbours in one surface do not count, and do when they are
/// folded onto each other or when one of them pierces the other beside the shared corner; triangles with the same three corners
/// always count. Decided exactly, for triangles without area too.

#include <cstddef>
#include <vector>

#include <graze/geometry.h>
#include <graze/intersection_curves.h>

namespace graze {

struct SelfIntersectionOptions {
  std::size_t max_pairs = 1000;  ///< how many are listed; all are counted
};

struct SelfIntersection {
  bool intersect = false;
  std::size_t pair_count = 0;
  std::vector<TrianglePair> pairs;  ///< the smallest max_pairs of them, sorted; the smaller number first
};

/// All pairs of triangles of one mesh that count. Shapes that are no meshes cannot be asked: unsupported_pair.
[[nodiscard]] GRAZE_API Result<SelfIntersection> self_intersection(const Body& mesh, const SelfIntersectionOptions& options = {});

/// Whether there is one: stops at the first.
[[nodiscard]] GRAZE_API Result<bool> intersects_itself(const Body& mesh);

/// Whether two triangles count, in the frame of their mesh.
[[nodiscard]] GRAZE_API bool meet_beyond_shared_corners(const Triangle& a, const Triangle& b);

}  // namespace graze
