#include <graze/query/turning_convex.h>

#include <limits>

#include <Eigen/Geometry>

namespace graze::query {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A root is bracketed to this part of itself: descending to it brings more than searching on.
constexpr double close_enough = 0.9;
/// Steps from above converge like Newton's; more than this are not worth it.
constexpr int most_steps = 4;

}  // namespace

void FreeConvex::try_likely_axes() {
  const auto& v = triangle_.v;
  const Vec3 normal = (v[1] - v[0]).cross(v[2] - v[0]);
  const Vec3 way = convex_.place - (v[0] + v[1] + v[2]) / 3;
  try_axis(normal.dot(way) < 0 ? Vec3(-normal) : normal);
  if (time_so_far() <= room().horizon) try_axis(way);
}

void FreeConvex::try_axis(const Vec3& direction) {
  const std::optional<Vec3> n = unit(direction);
  if (!n) return;
  const Way now = shortest_after(*n, 0);
  if (now.gap > 0 && try_first_order(*n, now.gap)) add(time_of_second_order(*n, now));
}

FreeConvex::Way FreeConvex::shortest_after(const Vec3& n, double s) const {
  double height = 0, rate = 0, highest = -infinity;
  for (int k = 0; k < 3; ++k) {
    const double h = n.dot(triangle_.v[k]), r = n.dot(triangle_.velocity[k]);
    if (h + s * r <= highest) continue;
    highest = h + s * r;
    height = h;
    rate = r;
  }
  const Vec3 turned = n.cross(convex_.turn);
  const Vec3 down = convex_.rotation.transpose() * -(n + s * turned);
  const Vec3 arm = convex_.rotation * (convex_.parts->farthest(down) - convex_.reference);
  return {n.dot(convex_.place) + n.dot(arm) - height - lift(), n.dot(convex_.velocity) + turned.dot(arm) - rate - 2 * room().rate};
}

/// Any two points bound the root from above, as they bound the gap; a chord to where the gap is not positive bounds it from below.
double FreeConvex::time_of_second_order(const Vec3& n, Way now) const {
  const double curvature = curvature_along(n);
  double free = 0, hit = infinity;
  Way way = now;
  for (int k = 0; k < most_steps; ++k) {
    const double next = first_root(way.gap, way.rate, curvature);
    if (!(next < hit) && k > 0) break;
    hit = std::min(next, room().horizon);
    if (std::isinf(hit)) return infinity;  // nobody turns, because turns are searched in parts: all points go alike
    if (hit <= time_so_far()) break;
    way = shortest_after(n, hit);
    const double left = way.after(hit, curvature);
    if (left >= 0) return hit < next ? infinity : hit;
    free = std::max(free, hit * (now.gap / (now.gap - left)));
    if (free >= close_enough * hit) break;
  }
  return free;
}

}  // namespace graze::query
