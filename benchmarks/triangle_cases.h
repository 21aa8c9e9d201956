#pragma once
/// Pairs of triangles for timing.

#include <vector>

#include <graze/shapes/shapes.h>

namespace graze::bench {

struct TrianglePairs {
  const char* name;
  std::vector<Triangle> a, b;
};

/// random (corners in a cube; a quarter meet) and near (centres half a size apart: most meet or almost do).
[[nodiscard]] const std::vector<TrianglePairs>& triangle_pairs();

}  // namespace graze::bench
