/// CornerHeights over a plane in doubles with an error bound, and the separation where that decides.

#include "rounded/plane/plane_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rounded/exact_corner.h"

namespace graze::distance {
namespace {

/// Bounds of the coordinates of all points of the body, and of the terms they are sums of, along each axis of the world.
Vec3 greatest_terms(const BodyView& body) {
  Vec3 size = Vec3::Zero();
  for (const Vec3& v : body.vertices) size = size.cwiseMax(v.cwiseAbs());
  if (body.box_axes != nullptr) {
    for (int k = 0; k < 3; ++k) size += body.half_extents[k] * (*body.box_axes)[k].cwiseAbs();
  }
  return body.pose->rotation.cwiseAbs() * size + body.pose->translation.cwiseAbs();
}

/// Of a height, in parts of its terms: a coordinate of a corner is rounded ten times, its product with the normal and their sum
/// with the offset five times. No unit. PlaneDistance.AgreesWithRationals
constexpr double height_rounding = 16 * tolerance::rounding;

/// By how much normal.x - offset may be off where x is worked out in doubles from such terms. Unit of the offset.
double height_error(const Vec3& terms, const WorldPlane<Bounded>& plane) {
  const Vec3 normal(std::fabs(plane.normal.x.value), std::fabs(plane.normal.y.value), std::fabs(plane.normal.z.value));
  const Vec3 of_normal(plane.normal.x.error, plane.normal.y.error, plane.normal.z.error);
  const double of_terms = height_rounding * (normal.dot(terms) + std::fabs(plane.offset.value));
  const double underflow = graze::detail::underflow_bound * (1 + normal.sum());
  return (of_terms + of_normal.dot(terms) + plane.offset.error + underflow) * graze::detail::bound_inflation;
}

/// One end of a body along the normal.
struct ExtremeHeight {
  double height = std::numeric_limits<double>::infinity();
  std::int32_t corner = 0;

  void extend(double other, std::int32_t i) {
    if (other < height) *this = {other, i};
  }
};

/// Each height is off by at most `error`.
struct CornerHeights {
  boost::container::small_vector<double, 8> of_corner;
  ExtremeHeight low;
  ExtremeHeight high;  ///< counted downward
  double error = 0;
};

CornerHeights heights_of(const BodyView& body, const WorldPlane<Bounded>& plane) {
  const Vector3<double> normal = values_of(plane.normal);
  CornerHeights out;
  out.error = height_error(greatest_terms(body), plane);
  for (std::int32_t i = 0; i < body.corner_count(); ++i) {
    const double height = dot(normal, corner<double>(body, i, Vec3::Zero())) - plane.offset.value;
    out.low.extend(height, i);
    out.high.extend(-height, i);
    out.of_corner.push_back(height);
  }
  return out;
}

/// The corners that may be the end.
boost::container::small_vector<std::int32_t, 8> corners_at_end(const CornerHeights& h, const ExtremeHeight& end, bool downward) {
  boost::container::small_vector<std::int32_t, 8> corners;
  for (std::size_t i = 0; i < h.of_corner.size(); ++i) {
    const double height = downward ? -h.of_corner[i] : h.of_corner[i];
    if (height - end.height <= 2 * h.error) corners.push_back(static_cast<std::int32_t>(i));
  }
  return corners;
}

/// The length of the normal and its relative error; nothing when it may be zero or too large.
struct NormalLength {
  double length = 0;
  double error = 0;
};

std::optional<NormalLength> length_of(const Vector3<Bounded>& normal) {
  const Bounded squared = dot(normal, normal);
  if (sign_of(squared) != Sign::positive || !std::isfinite(squared.value)) return std::nullopt;
  return NormalLength{std::sqrt(squared.value), squared.error / (squared.value - squared.error) + 4 * tolerance::rounding};
}

/// A body whose core does not meet the plane.
std::optional<CoreSeparation> beside(const ExtremeHeight& end, double error, const NormalLength& normal, double radius,
                                     Wanted wanted) {
  CoreSeparation s;
  s.core_distance = end.height / normal.length;
  s.gap = s.core_distance - radius;
  const double hidden =
      2 * error / normal.length + s.core_distance * normal.error + 4 * tolerance::rounding * (s.core_distance + radius);
  const bool certain = wanted == Wanted::relation ? hidden < std::fabs(s.gap) : hidden <= enough * std::fabs(s.gap);
  if (!certain) return std::nullopt;
  s.relation = s.gap > 0 ? Relation::apart : Relation::overlapping;
  return s;
}

Vec3 point_at(const BodyView& body, const ExtremeHeight& end) {
  const Vector3<double> p = corner<double>(body, end.corner, Vec3::Zero());
  return {p.x, p.y, p.z};
}

/// A body whose low end is certainly below the plane, and whose high end certainly above where that matters.
std::optional<CoreSeparation> crossing(const CornerHeights& h, const BodyView& body, bool solid) {
  const bool crosses = h.low.height < -h.error && (solid || h.high.height < -h.error);
  if (!crosses) return std::nullopt;
  CoreSeparation s;
  s.cores_meet = true;
  s.relation = body.radius > 0 ? Relation::overlapping : Relation::touching;
  s.gap = -body.radius;
  s.on_a = point_at(body, h.low);
  if (!solid) s.on_a += h.low.height / (h.low.height + h.high.height) * (point_at(body, h.high) - s.on_a);
  s.on_b = s.on_a;
  return s;
}

/// Above the plane or half-space, or below a plane.
std::optional<FilteredSeparation> beside_plane(const CornerHeights& h, const BodyView& body, const WorldPlane<Bounded>& plane,
                                               bool below, Wanted wanted) {
  const auto normal = length_of(plane.normal);
  if (!normal) return std::nullopt;
  const ExtremeHeight& end = below ? h.high : h.low;
  auto found = beside(end, h.error, *normal, body.radius, wanted);
  if (!found) return std::nullopt;
  const Vec3 upward = Vec3(plane.normal.x.value, plane.normal.y.value, plane.normal.z.value) / normal->length;
  found->normal = below ? Vec3(-upward) : upward;
  found->on_b = point_at(body, end);
  found->on_a = found->on_b - found->core_distance * found->normal;
  return FilteredSeparation{*std::move(found), corners_at_end(h, end, below)};
}

/// The direction of a ray that certainly leads up or down, and its slope.
struct Slope {
  Vector3<double> along;
  double slope;
};

std::optional<Slope> slope_of(const BodyView& body, const Vec3& ray, const WorldPlane<Bounded>& plane) {
  const WorldPlane<Bounded> parallel{plane.normal, Bounded(0.0)};
  const Vector3<double> along = sat::rotated<double>(*body.pose, lifted<double>(ray));
  const double slope = dot(values_of(plane.normal), along);
  const double error = height_error(body.pose->rotation.cwiseAbs() * ray.cwiseAbs(), parallel);
  return std::fabs(slope) > error ? std::optional(Slope{along, slope}) : std::nullopt;
}

/// Where a line from the body's corner crosses the plane: in two steps, so that the slope's error does not matter.
/// Nothing where that is so far away that each rounding counts.
std::optional<Vec3> crossing_point(const BodyView& body, const WorldPlane<Bounded>& plane, double height, const Slope& ray_slope) {
  constexpr double far_away = 4;  // times as far from the origin as the line's own
  const Vector3<double> normal = values_of(plane.normal);
  Vector3<double> at = corner<double>(body, 0, Vec3::Zero()) - height / ray_slope.slope * ray_slope.along;
  at = at - (dot(normal, at) - plane.offset.value) / ray_slope.slope * ray_slope.along;
  const Vec3 point(at.x, at.y, at.z);
  if (!std::isnormal(height / ray_slope.slope)) return std::nullopt;
  return point.cwiseAbs().maxCoeff() <= far_away * greatest_terms(body).maxCoeff() ? std::optional(point) : std::nullopt;
}

/// A line or a ray that is not parallel to the plane.
std::optional<FilteredSeparation> of_line(const BodyView& line, const WorldPlane<Bounded>& plane, bool solid, Wanted wanted) {
  const auto ray_slope = slope_of(line, line.rays[0], plane);
  const CornerHeights h = heights_of(line, plane);
  if (!ray_slope || !(std::fabs(h.low.height) > h.error)) return std::nullopt;
  const bool is_line = line.rays.size() > 1;
  const bool falls = is_line || ray_slope->slope < 0;
  const bool is_above = h.low.height > 0;
  const bool passes = is_line || falls == is_above;
  if (!passes && !(solid && !is_above)) return beside_plane(h, line, plane, !is_above, wanted);
  const bool starts_inside = solid && !is_above;
  const auto at = starts_inside ? std::optional(point_at(line, h.low)) : crossing_point(line, plane, h.low.height, *ray_slope);
  if (!at && wanted == Wanted::everything) return std::nullopt;
  FilteredSeparation met;
  if (!falls) met.lowest.push_back(0);
  met.separation.cores_meet = true;
  met.separation.relation = Relation::touching;
  met.separation.on_a = met.separation.on_b = at.value_or(Vec3::Zero());
  return met;
}

}  // namespace

std::optional<FilteredSeparation> filtered_separation(const StoredPlane& at, const BodyView& other, Wanted wanted) {
  const WorldPlane<Bounded> plane = world_plane<Bounded>(at.plane, at.pose);
  if (!other.rays.empty()) return of_line(other, plane, at.plane.solid, wanted);
  const CornerHeights h = heights_of(other, plane);
  if (auto met = crossing(h, other, at.plane.solid)) return FilteredSeparation{*std::move(met), corners_at_end(h, h.low, false)};
  const bool below = !at.plane.solid && h.high.height > h.error;
  if (!below && !(h.low.height > h.error)) return std::nullopt;
  return beside_plane(h, other, plane, below, wanted);
}

}  // namespace graze::distance
