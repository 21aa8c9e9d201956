/// The least box so far: frames that are tried, and turns about their axes.

#include "fit/least_frame.h"

#include <vector>

#include "fit/enclose.h"
#include "fit/rectangle.h"
#include "geometry/orthonormal_frame.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

/// Relative; a search for less would only tell apart boxes that are equal for all purposes. No unit. Asking for 2^-52 makes
/// symmetric shapes try all of their equally good boxes to the last bit. MinVolume.IsQuickOnSymmetricAndOnLargeHulls
constexpr double worthwhile = 0x1p-36;
/// What rounding does to a width of points of size 1: the directions and the scalar product. A length.
constexpr double width_rounding = 16 * tolerance::rounding;

}  // namespace

std::optional<Frame> turned_to_least_rectangle(const Frame& frame, std::size_t axis, std::span<const Vec3> points) {
  const Vec3 x = frame[(axis + 1) % 3], y = frame[(axis + 2) % 3];
  std::vector<Vec2> projected;
  projected.reserve(points.size());
  for (const Vec3& p : points) projected.emplace_back(x.dot(p), y.dot(p));
  const Vec2 direction = least_rectangle_direction(projected);
  return orthonormal_frame(frame[axis], direction.x() * x + direction.y() * y);
}

LeastFrame::LeastFrame(std::span<const Vec3> points) : points_(points) { consider(world_frame()); }

bool LeastFrame::consider(const Frame& frame) {
  const Extent extent = extent_along(frame, points_);
  const double volume = (extent.hi - extent.lo).prod();
  if (!(volume < volume_)) return false;
  volume_ = volume;
  frame_ = frame;
  target_ = volume * (1 - worthwhile) - width_rounding * 2 * extent.quarter_area();
  return true;
}

void LeastFrame::polish() {
  for (std::size_t axis = 0, failures = 0; failures < 3; axis = (axis + 1) % 3) {
    const double before = volume_;
    const std::optional<Frame> turned = turned_to_least_rectangle(frame_, axis, points_);
    const bool is_better = turned && consider(*turned) && volume_ < before * (1 - width_rounding);
    failures = is_better ? 0 : failures + 1;
  }
}

}  // namespace graze
