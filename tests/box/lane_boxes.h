#pragma once
/// Boxes as the kernels in lanes take them.

#include <graze/pose.h>
#include <graze/shapes.h>

#include "box/eight_lanes.h"
#include "simd/single_precision.h"

namespace graze::test {

inline Vec3 in_single_precision(const Vec3& v) {
  return v.unaryExpr([](double x) { return simd::nearest_float(x); });
}

/// The box whose numbers are the nearest floats.
inline Obb in_single_precision(const Obb& box) {
  Obb r = box;
  for (Vec3& axis : r.axes) axis = in_single_precision(axis);
  r.center = in_single_precision(r.center);
  r.half_extents = in_single_precision(r.half_extents);
  return r;
}

inline void store(sat::EightBoxes& boxes, std::size_t lane, const Obb& box) {
  for (Eigen::Index k = 0; k < 3; ++k) {
    boxes.center[k][lane] = static_cast<float>(box.center[k]);
    boxes.half_extents[k][lane] = static_cast<float>(box.half_extents[k]);
    for (std::size_t j = 0; j < 3; ++j) boxes.axes[j][k][lane] = static_cast<float>(box.axes[j][k]);
  }
}

/// As the tree does it: turned in double, rounded once.
inline sat::OneBox one_box(const Obb& box, const Pose& pose) {
  sat::OneBox one;
  const Vec3 center = pose.to_world(box.center);
  for (int k = 0; k < 3; ++k) {
    one.center[k] = static_cast<float>(center[k]);
    one.half_extents[k] = static_cast<float>(box.half_extents[k]);
    for (int i = 0; i < 3; ++i) one.axes[i][k] = static_cast<float>((pose.rotation * box.axes[static_cast<std::size_t>(i)])[k]);
  }
  return one;
}

}  // namespace graze::test
