#pragma once
/// The box with given axes around points, large enough in exact arithmetic for the numbers it stores.

#include <span>

#include <graze/shapes.h>

namespace graze {

/// The ranges of points along three axes, measured from a reference point near them.
struct Extent {
  Vec3 reference = Vec3::Zero();
  Vec3 lo = Vec3::Zero();
  Vec3 hi = Vec3::Zero();

  /// A quarter of the surface of the box they span; in squared units of length.
  [[nodiscard]] double quarter_area() const {
    const Vec3 d = hi - lo;
    return 0.5 * (d.x() * d.y() + d.y() * d.z() + d.z() * d.x());
  }
};

/// Of at least one point; the reference is the first.
[[nodiscard]] Extent extent_along(const Frame& axes, std::span<const Vec3> points);

/// Contains every point that made the extent, in exact arithmetic on the stored numbers, although the axes are orthonormal only
/// up to rounding.
[[nodiscard]] Obb enclosing_box(const Frame& axes, const Extent& extent);

}  // namespace graze
