/// Adds the end of the way to the points that span a body, or its direction to those in which it never ends.

#include "methods/swept_body.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "numbers/tolerance.h"
#include "views/body_view.h"

namespace graze::distance {
namespace {

/// A corner is posed with four roundings, and moved with two more, in each coordinate; the length of the error is no more than
/// twice that of a coordinate.
constexpr double roundings_of_corner = 16 * tolerance::rounding;

/// What a distance of bodies with radii may be off by, relative, and more than that of others.
constexpr double distance_error = 0x1p-29;

}  // namespace

SweptBody swept(const Rounded& body, const Vec3& velocity, double duration) {
  SweptBody result;
  result.body.radius = body.radius;
  for (const Vec3& ray : body.rays) result.body.rays.push_back(body.core.pose.rotation * ray);
  std::vector<Vec3> corners;
  double size = body.core.pose.translation.lpNorm<1>();
  const BodyView view = body_view(body);
  for (std::int32_t i = 0; i < view.corner_count(); ++i) {
    const Vector3<double> c = corner<double>(view, i, Vec3::Zero());
    corners.emplace_back(c.x, c.y, c.z);
    size = std::max(size, corners.back().lpNorm<1>());
  }
  if (std::isfinite(duration)) {
    const Vec3 way = duration * velocity;
    const std::size_t count = way == Vec3::Zero() ? 0 : corners.size();
    for (std::size_t i = 0; i < count; ++i) corners.emplace_back(corners[i] + way);
    size += way.lpNorm<1>();
  } else if (velocity != Vec3::Zero()) {
    result.body.rays.push_back(velocity);
  }
  result.body.core.vertices.assign(corners.begin(), corners.end());
  result.error = roundings_of_corner * size;
  return result;
}

double distance_bound(const Rounded& body, const SweptBody& swept) {
  const CoreSeparation found = core_separation(body_view(body), body_view(swept.body));
  if (found.relation != Relation::apart) return 0;
  return std::max(0.0, found.gap * (1 - (body.radius + swept.body.radius > 0 ? distance_error : enough)) - swept.error);
}

}  // namespace graze::distance
