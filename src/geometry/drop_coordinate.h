#pragma once
/// Points of space projected along a coordinate axis.

#include <graze/vec.h>

namespace graze {

/// The other two coordinates in cyclic order, so that counter-clockwise stays counter-clockwise seen from the positive axis.
[[nodiscard]] inline Vec2 drop_coordinate(const Vec3& v, int coordinate) {
  return {v[(coordinate + 1) % 3], v[(coordinate + 2) % 3]};
}

}  // namespace graze
