/// Ranges of points along given axes, and half extents enlarged by the rounding of these ranges.

#include "fit/enclose.h"

#include <limits>

#include "geometry/frame.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

/// What rounding does to a coordinate of a point, per unit of the largest |point - reference| =: D. The centre is at most 3.5 D
/// from the reference, so: two differences and two projections 4 u D + 14 u D, their difference 4.5 u D.
constexpr double projection_error = 32 * tolerance::rounding;
/// The inverse of the axes' matrix differs from its transpose by its defect, applied to at most sqrt(3) 4.5 D.
constexpr double defect_factor = 8;

/// Underflow loses at most half of the smallest double in each of about twenty operations.
constexpr double projection_underflow = 32 * std::numeric_limits<double>::denorm_min();

Vec3 coordinates(const Frame& axes, const Vec3& v) { return {axes[0].dot(v), axes[1].dot(v), axes[2].dot(v)}; }

}  // namespace

Extent extent_along(const Frame& axes, std::span<const Vec3> points) {
  Extent extent;
  extent.reference = points.front();
  for (const Vec3& point : points) {
    const Vec3 x = coordinates(axes, point - extent.reference);
    extent.lo = extent.lo.cwiseMin(x);
    extent.hi = extent.hi.cwiseMax(x);
  }
  return extent;
}

Obb enclosing_box(const Frame& axes, const Extent& extent) {
  const Vec3 middle = 0.5 * (extent.lo + extent.hi);
  Obb box;
  box.axes = axes;
  box.center = extent.reference + (middle.x() * axes[0] + middle.y() * axes[1] + middle.z() * axes[2]);
  const Vec3 center = coordinates(axes, box.center - extent.reference);  // rounding has moved it
  const double farthest = extent.lo.cwiseAbs().cwiseMax(extent.hi.cwiseAbs()).sum();
  const double margin = (projection_error + defect_factor * orthonormality_defect(axes)) * farthest + projection_underflow;
  box.half_extents = (extent.hi - center).cwiseMax(center - extent.lo).array() + margin;
  return box;
}

}  // namespace graze
