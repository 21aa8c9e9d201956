#pragma once
/// The first triangle along a line, when doubles can decide which one it is: most lines meet their first triangle well inside.

#include <cstdint>

#include "tree/nodes/mesh_tree.h"
#include "tree/walk/ray_lanes.h"
#include "triangle/line_filter.h"

namespace graze::query {

struct QuickHit {
  enum class Kind : std::uint8_t { none, one, unsure };
  Kind kind = Kind::none;
  bool entering = false;  ///< as in Crossing
  std::uint32_t triangle = 0;
  double t = 0;                  ///< nearest to the exact parameter
  double normal[3] = {0, 0, 0};  ///< of the triangle, by the order of its corners, of any length
};

/// The line is in the frame of the mesh; its direction is not zero. Unsure where it may touch an edge, a corner or two triangles at
/// once. All that is certain is exact.
[[nodiscard]] QuickHit quick_first_hit(const MeshTree& mesh, const tree::LinePart& part);

}  // namespace graze::query
