#pragma once
/// The first triangle along a line, when doubles can tell which one it is: most lines meet their first triangle well inside.

#include <cstdint>

#include <graze/distance/triangle_line_filter.h>
#include <graze/tree/mesh_tree.h>

namespace graze::query {

struct QuickHit {
  enum class Kind : std::uint8_t { none, one, unsure };
  Kind kind = Kind::none;
  bool entering = false;  ///< as in Crossing
  std::uint32_t triangle = 0;
  distance::ParameterBracket at;
};

/// The line is in the frame of the mesh; its direction is not zero. Unsure where it may touch an edge, a corner or two triangles at
/// once. All that is certain is exact.
[[nodiscard]] QuickHit quick_first_hit(const MeshTree& mesh, const distance::RoundedLine& line,
                                       const distance::ParameterRange& range);

}  // namespace graze::query
