/// The box of least volume: degenerate sets, quick fits, then the search over pairs of edges.

#include "fit/min_volume.h"

#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include <graze/generate.h>

#include "fit/covariance.h"
#include "fit/dito.h"
#include "fit/least_frame.h"
#include "fit/pair_search.h"
#include "fit/point_set.h"
#include "fit/scale.h"
#include "fit/tight_box.h"
#include "geometry/convex_position.h"
#include "geometry/orthonormal_frame.h"

namespace graze {
namespace {

void consider_quick_fits(std::span<const Vec3> points, LeastFrame& least) {
  least.polish();
  if (const std::optional<Frame> principal = principal_frame(moments_of_points(points)); principal && least.consider(*principal))
    least.polish();
  if (least.consider(dito_frame(points))) least.polish();
}

Vec3 farthest_from_first(std::span<const Vec3> points) {
  Vec3 farthest = Vec3::Zero();
  for (const Vec3& p : points)
    if ((p - points.front()).squaredNorm() > farthest.squaredNorm()) farthest = p - points.front();
  return farthest;
}

/// Along the normal of a polygon and along the least rectangle in its plane.
Frame flat_frame(std::span<const Vec3> points, std::span<const std::int32_t> loop) {
  Vec3 normal = Vec3::Zero();
  const auto corner = [&](std::size_t k) -> const Vec3& { return points[static_cast<std::size_t>(loop[k])]; };
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) normal += (corner(k) - corner(0)).cross(corner(k + 1) - corner(0));
  const Frame any = orthonormal_frame(normal, Vec3::Zero()).value_or(world_frame());
  return turned_to_least_rectangle(any, 0, points).value_or(any);
}

Frame solid_frame(const ConvexPolyhedron& hull) {
  LeastFrame least(hull.vertices);
  consider_quick_fits(hull.vertices, least);
  search_edge_pairs(hull, least);
  least.polish();
  return least.frame();
}

/// The quick fits have to do where Qhull gives up: on a few sets that rounding has made neither flat nor solid.
Frame frame_without_hull(std::span<const Vec3> points) {
  LeastFrame least(points);
  consider_quick_fits(points, least);
  return least.frame();
}

Frame least_frame(std::span<const Vec3> points) {
  Result<ConvexPolyhedron> hull = convex_hull(points);
  if (!hull) return frame_without_hull(normalised(points));
  hull->vertices = normalised(hull->vertices);
  if (hull->faces.empty()) return orthonormal_frame(farthest_from_first(hull->vertices), Vec3::Zero()).value_or(world_frame());
  if (hull->faces.size() == 1) return flat_frame(hull->vertices, hull->faces.front());
  return solid_frame(*hull);
}

}  // namespace

Obb fit_min_volume(std::span<const Vec3> points) {
  std::vector<Vec3> scaled = point_set(points);
  const PowerOfTwo scale = scale_to_unit(scaled);
  for (Vec3& p : scaled) p = scale.times(p);
  const Obb box = tightest_box(least_frame(scaled), scaled);
  return scale.is_one() ? box : scale.undo(box);
}

}  // namespace graze
