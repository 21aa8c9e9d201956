#include "rounded/plane/plane_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rounded/exact_corner.h"

namespace graze::distance {
namespace {

/// How far no point of the body is beyond, along each axis of the world, and none of the terms it is the sum of.
Vec3 greatest_terms(const Core& body) {
  Vec3 size = Vec3::Zero();
  for (const Vec3& v : body.vertices) size = size.cwiseMax(v.cwiseAbs());
  if (body.box_axes != nullptr) {
    for (int k = 0; k < 3; ++k) size += body.half_extents[k] * (*body.box_axes)[k].cwiseAbs();
  }
  return body.pose->rotation.cwiseAbs() * size + body.pose->translation.cwiseAbs();
}

/// Of a height, in parts of its terms: a coordinate of a corner is rounded ten times, its product with the normal and their sum
/// with the offset five times. No unit. WallDistance.AgreesWithRationals
constexpr double height_rounding = 16 * tolerance::rounding;

/// By how much normal.x - offset may be off where x is worked out in doubles from such terms. Unit of the offset.
double height_error(const Vec3& terms, const WallIn<Bounded>& wall) {
  const Vec3 normal(std::fabs(wall.normal.x.value), std::fabs(wall.normal.y.value), std::fabs(wall.normal.z.value));
  const Vec3 of_normal(wall.normal.x.error, wall.normal.y.error, wall.normal.z.error);
  const double of_terms = height_rounding * (normal.dot(terms) + std::fabs(wall.offset.value));
  const double underflow = graze::detail::underflow_bound * (1 + normal.sum());
  return (of_terms + of_normal.dot(terms) + wall.offset.error + underflow) * graze::detail::bound_inflation;
}

/// One end of a body along the normal.
struct End {
  double height = std::numeric_limits<double>::infinity();
  std::int32_t corner = 0;

  void extend(double other, std::int32_t i) {
    if (other < height) *this = {other, i};
  }
};

/// Each height is off by at most `error`.
struct Heights {
  boost::container::small_vector<double, 8> of_corner;
  End low;
  End high;  ///< counted downward
  double error = 0;
};

Heights heights_of(const Core& body, const WallIn<Bounded>& wall) {
  const Vector3<double> normal = values_of(wall.normal);
  Heights out;
  out.error = height_error(greatest_terms(body), wall);
  for (std::int32_t i = 0; i < body.corner_count(); ++i) {
    const double height = dot(normal, corner<double>(body, i, Vec3::Zero())) - wall.offset.value;
    out.low.extend(height, i);
    out.high.extend(-height, i);
    out.of_corner.push_back(height);
  }
  return out;
}

/// The corners that may be the end.
boost::container::small_vector<std::int32_t, 8> corners_at_end(const Heights& h, const End& end, bool downward) {
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

/// A body without corners in the wall.
std::optional<Separation> beside(const End& end, double error, const NormalLength& normal, double radius, Wanted wanted) {
  Separation s;
  s.core_distance = end.height / normal.length;
  s.gap = s.core_distance - radius;
  const double hidden =
      2 * error / normal.length + s.core_distance * normal.error + 4 * tolerance::rounding * (s.core_distance + radius);
  const bool certain = wanted == Wanted::relation ? hidden < std::fabs(s.gap) : hidden <= enough * std::fabs(s.gap);
  if (!certain) return std::nullopt;
  s.relation = s.gap > 0 ? Relation::apart : Relation::overlapping;
  return s;
}

Vec3 point_at(const Core& body, const End& end) {
  const Vector3<double> p = corner<double>(body, end.corner, Vec3::Zero());
  return {p.x, p.y, p.z};
}

/// A body whose low end is certainly below the wall, and whose high end certainly above where that matters.
std::optional<Separation> crossing(const Heights& h, const Core& body, bool solid) {
  const bool crosses = h.low.height < -h.error && (solid || h.high.height < -h.error);
  if (!crosses) return std::nullopt;
  Separation s;
  s.cores_meet = true;
  s.relation = body.radius > 0 ? Relation::overlapping : Relation::touching;
  s.gap = -body.radius;
  s.on_a = point_at(body, h.low);
  if (!solid) s.on_a += h.low.height / (h.low.height + h.high.height) * (point_at(body, h.high) - s.on_a);
  s.on_b = s.on_a;
  return s;
}

/// Above the wall, or below a plane.
std::optional<FilteredSeparation> beside_wall(const Heights& h, const Core& body, const WallIn<Bounded>& plane, bool below,
                                              Wanted wanted) {
  const auto normal = length_of(plane.normal);
  if (!normal) return std::nullopt;
  const End& end = below ? h.high : h.low;
  auto found = beside(end, h.error, *normal, body.radius, wanted);
  if (!found) return std::nullopt;
  const Vec3 upward = Vec3(plane.normal.x.value, plane.normal.y.value, plane.normal.z.value) / normal->length;
  found->normal = below ? Vec3(-upward) : upward;
  found->on_b = point_at(body, end);
  found->on_a = found->on_b - found->core_distance * found->normal;
  return FilteredSeparation{*std::move(found), corners_at_end(h, end, below)};
}

/// A direction without end that certainly leads up or down, and its slope.
struct Slope {
  Vector3<double> along;
  double slope;
};

std::optional<Slope> slope_of(const Core& body, const Vec3& ray, const WallIn<Bounded>& plane) {
  const WallIn<Bounded> parallel{plane.normal, Bounded(0.0)};
  const Vector3<double> along = sat::rotated<double>(*body.pose, lifted<double>(ray));
  const double slope = dot(values_of(plane.normal), along);
  const double error = height_error(body.pose->rotation.cwiseAbs() * ray.cwiseAbs(), parallel);
  return std::fabs(slope) > error ? std::optional(Slope{along, slope}) : std::nullopt;
}

/// Where a line from the body's corner passes through the plane: gone to twice, so that the slope's error counts for nothing.
/// Nothing where that is so far away that each rounding counts.
std::optional<Vec3> passage(const Core& body, const WallIn<Bounded>& plane, double height, const Slope& way) {
  constexpr double far_away = 4;  // times as far from the origin as the line's own
  const Vector3<double> normal = values_of(plane.normal);
  Vector3<double> at = corner<double>(body, 0, Vec3::Zero()) - height / way.slope * way.along;
  at = at - (dot(normal, at) - plane.offset.value) / way.slope * way.along;
  const Vec3 place(at.x, at.y, at.z);
  if (!std::isnormal(height / way.slope)) return std::nullopt;
  return place.cwiseAbs().maxCoeff() <= far_away * greatest_terms(body).maxCoeff() ? std::optional(place) : std::nullopt;
}

/// A line or a ray that is not parallel to the wall.
std::optional<FilteredSeparation> of_line(const Core& line, const WallIn<Bounded>& plane, bool solid, Wanted wanted) {
  const auto way = slope_of(line, line.rays[0], plane);
  const Heights h = heights_of(line, plane);
  if (!way || !(std::fabs(h.low.height) > h.error)) return std::nullopt;
  const bool is_line = line.rays.size() > 1;
  const bool falls = is_line || way->slope < 0;
  const bool is_above = h.low.height > 0;
  const bool passes = is_line || falls == is_above;
  if (!passes && !(solid && !is_above)) return beside_wall(h, line, plane, !is_above, wanted);
  const bool starts_inside = solid && !is_above;
  const auto at = starts_inside ? std::optional(point_at(line, h.low)) : passage(line, plane, h.low.height, *way);
  if (!at && wanted == Wanted::everything) return std::nullopt;
  FilteredSeparation met;
  if (!falls) met.lowest.push_back(0);
  met.separation.cores_meet = true;
  met.separation.relation = Relation::touching;
  met.separation.on_a = met.separation.on_b = at.value_or(Vec3::Zero());
  return met;
}

}  // namespace

std::optional<FilteredSeparation> filtered_separation(const PosedWall& at, const Core& other, Wanted wanted) {
  const WallIn<Bounded> plane = placed_wall<Bounded>(at.wall, at.pose);
  if (!other.rays.empty()) return of_line(other, plane, at.wall.solid, wanted);
  const Heights h = heights_of(other, plane);
  if (auto met = crossing(h, other, at.wall.solid)) return FilteredSeparation{*std::move(met), corners_at_end(h, h.low, false)};
  const bool below = !at.wall.solid && h.high.height > h.error;
  if (!below && !(h.low.height > h.error)) return std::nullopt;
  return beside_wall(h, other, plane, below, wanted);
}

}  // namespace graze::distance
