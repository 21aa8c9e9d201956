#pragma once
/// A single box out of the eight of a wide node.

#include <graze/shapes.h>

#include "box/eight_lanes.h"

namespace graze::tree {

/// In the units of the tree: relative to its origin, times two to the power of its exponent. Exact.
[[nodiscard]] inline Obb stored_box(const sat::EightBoxes& boxes, std::size_t lane) {
  Obb box;
  for (Eigen::Index k = 0; k < 3; ++k) {
    box.center[k] = static_cast<double>(boxes.center[k][lane]);
    box.half_extents[k] = static_cast<double>(boxes.half_extents[k][lane]);
    for (std::size_t j = 0; j < 3; ++j) box.axes[j][k] = static_cast<double>(boxes.axes[j][k][lane]);
  }
  return box;
}

}  // namespace graze::tree
