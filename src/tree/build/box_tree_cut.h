#pragma once
/// Where to cut a box that triangles lie in: the surface-area heuristic for planes, which triangles may straddle. [MacDonald90]

#include <cstdint>
#include <optional>
#include <span>

#include <graze/shapes.h>

namespace graze::tree {

struct PlaneCut {
  int axis = 0;
  double at = 0;
};

/// A triangle is listed below a plane unless all of it is above, and above it if any of it is. What only touches from below is not
/// listed above, because the boxes are closed.
[[nodiscard]] inline bool is_listed_below(const Aabb& triangle, const PlaneCut& cut) {
  return triangle.min[cut.axis] < cut.at || triangle.max[cut.axis] <= cut.at;
}
[[nodiscard]] inline bool is_listed_above(const Aabb& triangle, const PlaneCut& cut) { return triangle.max[cut.axis] > cut.at; }

/// The plane across `cell` that makes the expected work least; nothing when leaving it whole is cheaper. `ranges` holds the boxes
/// around all triangles, `listed` the numbers of those in the cell.
[[nodiscard]] std::optional<PlaneCut> best_cut(const Aabb& cell, std::span<const Aabb> ranges,
                                               std::span<const std::uint32_t> listed);

}  // namespace graze::tree
