#pragma once
/// Pairs of triangles for timing.

#include <vector>

#include <graze/shapes.h>

namespace graze::bench {

struct TrianglePairs {
  const char* name;
  std::vector<Triangle> a, b;
};

/// random: corners anywhere in one cube. scattered: the cubes of the two are up to 1.5 half edges apart along each axis.
[[nodiscard]] const std::vector<TrianglePairs>& triangle_pairs();

}  // namespace graze::bench
