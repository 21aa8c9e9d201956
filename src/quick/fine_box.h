#pragma once
/// A box placed in the world in double-doubles with error bounds.

#include <algorithm>
#include <type_traits>

#include "numbers/bounded_double_double.h"
#include "quick/zonotope_placed.h"

namespace graze::distance {

using AxisNumber = BoundedDoubleDouble;
using AxisVector = Vector3<AxisNumber>;

/// A box as its numbers mean it: its axes need not be at right angles.
struct FineBox {
  AxisVector center;
  AxisVector axis[3];
  AxisNumber half[3];
};

[[nodiscard]] inline FineBox stored(const Aabb& s) {
  FineBox box;
  const AxisNumber low[3] = {s.min.x(), s.min.y(), s.min.z()};
  const AxisNumber high[3] = {s.max.x(), s.max.y(), s.max.z()};
  const AxisNumber one_half = 0.5;
  for (int k = 0; k < 3; ++k) box.half[k] = one_half * (high[k] - low[k]);
  box.center = {one_half * (low[0] + high[0]), one_half * (low[1] + high[1]), one_half * (low[2] + high[2])};
  box.axis[0].x = box.axis[1].y = box.axis[2].z = 1.0;
  return box;
}

[[nodiscard]] inline FineBox stored(const Obb& s) {
  FineBox box;
  box.center = lifted<AxisNumber>(s.center);
  for (int k = 0; k < 3; ++k)
    box.axis[k] = lifted<AxisNumber>(s.axes[static_cast<std::size_t>(k)]), box.half[k] = s.half_extents[k];
  return box;
}

[[nodiscard]] inline AxisVector column(const Mat3& rotation, int k) { return lifted<AxisNumber>(rotation.col(k)); }

[[nodiscard]] inline AxisVector fine_rotated(const Mat3& rotation, const AxisVector& v) {
  return v.x * column(rotation, 0) + v.y * column(rotation, 1) + v.z * column(rotation, 2);
}

/// `alike`: a box whose axes are the same, in the world too; may be null.
template <class Box>
[[nodiscard]] FineBox fine_box(const Box& s, const Pose& pose, const FineBox* alike) {
  FineBox box = stored(s);
  if (is_unmoved(pose)) return box;
  box.center = fine_rotated(pose.rotation, box.center) + lifted<AxisNumber>(pose.translation);
  if (alike != nullptr) {
    std::copy(std::begin(alike->axis), std::end(alike->axis), box.axis);
  } else if constexpr (std::is_same_v<Box, Aabb>) {
    for (int k = 0; k < 3; ++k) box.axis[k] = column(pose.rotation, k);
  } else {
    for (AxisVector& axis : box.axis) axis = fine_rotated(pose.rotation, axis);
  }
  return box;
}

}  // namespace graze::distance
