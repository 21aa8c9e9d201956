/// Rotating calipers around the hull of points in the plane.

#include "fit/rectangle.h"

#include <limits>
#include <vector>

#include "fit/point_set.h"
#include "fit/scale.h"
#include "fit/tight_box.h"
#include "geometry/convex_position.h"
#include "geometry/embed.h"

namespace graze {
namespace {

Vec2 turned_left(const Vec2& v) { return {-v.y(), v.x()}; }

double rectangle_extent(const Vec2& direction, std::span<const Vec2> points) {
  double low = direction.dot(points.front()), high = low;
  for (const Vec2& p : points) {
    low = std::min(low, direction.dot(p));
    high = std::max(high, direction.dot(p));
  }
  return high - low;
}

double area_along(const Vec2& direction, std::span<const Vec2> points) {
  return rectangle_extent(direction, points) * rectangle_extent(turned_left(direction), points);
}

/// Calipers around a hull given counter-clockwise: where each side of the rectangle along a side of the hull touches it.
class Calipers {
 public:
  explicit Calipers(std::span<const Vec2> loop) : loop_(loop) {}

  /// Area of the rectangle along the given side. Sides must be asked for in turn.
  double area(std::size_t side, const Vec2& direction) {
    const Vec2 inward = turned_left(direction);
    right_ = advanced(std::max(right_, side + 1), side, direction);
    top_ = advanced(std::max(top_, right_), side, inward);
    left_ = advanced(std::max(left_, top_), side, -direction);
    return direction.dot(at(right_) - at(left_)) * inward.dot(at(top_) - at(side));
  }

  [[nodiscard]] const Vec2& at(std::size_t corner) const { return loop_[corner % loop_.size()]; }

 private:
  [[nodiscard]] std::size_t advanced(std::size_t corner, std::size_t side, const Vec2& direction) const {
    while (corner < side + loop_.size() && direction.dot(at(corner + 1) - at(corner)) > 0) ++corner;
    return corner;
  }

  std::span<const Vec2> loop_;
  std::size_t right_ = 0, top_ = 0, left_ = 0;
};

/// Rounding may stop the calipers early along very short sides, so what they call an improvement is measured again.
Vec2 least_direction_of_loop(std::span<const Vec2> loop) {
  Calipers calipers(loop);
  Vec2 best = Vec2::UnitX();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t side = 0; side < loop.size(); ++side) {
    const Vec2 direction = (calipers.at(side + 1) - calipers.at(side)).normalized();
    if (!(calipers.area(side, direction) < least)) continue;
    const double area = area_along(direction, loop);
    if (area < least) least = area, best = direction;
  }
  return best;
}

Frame frame_in_plane(const Vec2& x) { return {embedded(x), embedded(turned_left(x)), Vec3::UnitZ()}; }

Obb2 in_plane(const Obb& box) {
  return {box.center.head<2>(), {box.axes[0].head<2>(), box.axes[1].head<2>()}, box.half_extents.head<2>()};
}

}  // namespace

Vec2 least_rectangle_direction(std::span<const Vec2> points) {
  std::vector<Vec2> loop;
  for (const std::int32_t i : hull_loop(points)) loop.push_back(points[static_cast<std::size_t>(i)]);
  if (loop.size() < 2) return Vec2::UnitX();
  return least_direction_of_loop(loop);
}

Obb2 fit_min_area(std::span<const Vec2> points) {
  const std::vector<Vec3> in_space = point_set(points);
  const PowerOfTwo scale = scale_to_unit(in_space);
  std::vector<Vec3> scaled = in_space;
  for (Vec3& p : scaled) p = scale.times(p);
  std::vector<Vec2> unit_size;
  for (const Vec3& p : normalised(scaled)) unit_size.emplace_back(p.head<2>());
  const Obb box = tightest_box(frame_in_plane(least_rectangle_direction(unit_size)), scaled);
  return in_plane(scale.is_one() ? box : scale.undo(box));
}

}  // namespace graze
