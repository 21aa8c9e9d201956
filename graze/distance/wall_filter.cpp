#include <graze/distance/wall_filter.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::distance {
namespace {

/// The far end of a body: the true one is in [least, greatest], whichever corner it is.
struct FilteredReach {
  double least = std::numeric_limits<double>::infinity();
  double greatest = std::numeric_limits<double>::infinity();
  std::int32_t corner = 0;  ///< the one that seems to be the end
  double seeming = std::numeric_limits<double>::infinity();
};

void extend(FilteredReach& reach, const Bounded& height, std::int32_t corner) {
  reach.least = std::min(reach.least, height.value - height.error);
  reach.greatest = std::min(reach.greatest, height.value + height.error);
  if (!(height.value < reach.seeming)) return;
  reach.seeming = height.value;
  reach.corner = corner;
}

struct FilteredHeights {
  FilteredReach low;
  FilteredReach high;  ///< counted downward
  sat::Vectors<double> corners;
  boost::container::small_vector<Bounded, 8> heights;
};

FilteredHeights filtered_heights(const Core& body, const WallIn<Bounded>& wall) {
  FilteredHeights out;
  for (std::int32_t i = 0; i < body.corner_count(); ++i) {
    const Vector3<Bounded> at = corner<Bounded>(body, i, Vec3::Zero());
    const Bounded height = dot(wall.normal, at) - wall.offset;
    extend(out.low, height, i);
    extend(out.high, -height, i);
    out.corners.push_back({at.x.value, at.y.value, at.z.value});
    out.heights.push_back(height);
  }
  return out;
}

/// The corners that may be the end.
std::vector<std::int32_t> end_corners(const FilteredHeights& h, const FilteredReach& reach, bool downward) {
  std::vector<std::int32_t> corners;
  for (std::size_t i = 0; i < h.heights.size(); ++i) {
    const double height = downward ? -h.heights[i].value : h.heights[i].value;
    if (height - h.heights[i].error <= reach.greatest) corners.push_back(static_cast<std::int32_t>(i));
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
std::optional<Separation> beside(const FilteredReach& reach, const NormalLength& normal, double radius, Wanted wanted) {
  Separation s;
  s.core_distance = reach.seeming / normal.length;
  s.gap = s.core_distance - radius;
  const double hidden = (reach.greatest - reach.least) / normal.length + s.core_distance * normal.error +
                        4 * tolerance::rounding * (s.core_distance + radius);
  const bool certain = wanted == Wanted::relation ? hidden < std::fabs(s.gap) : hidden <= enough * std::fabs(s.gap);
  if (!certain) return std::nullopt;
  s.relation = s.gap > 0 ? Relation::apart : Relation::overlapping;
  return s;
}

Vec3 point_at(const FilteredHeights& h, std::int32_t i) { return {h.corners[i].x, h.corners[i].y, h.corners[i].z}; }

/// A body whose low end is certainly below the wall, and whose high end certainly above where that matters.
std::optional<Separation> crossing(const FilteredHeights& h, bool solid, double radius) {
  const bool crosses = h.low.greatest < 0 && (solid || h.high.greatest < 0);
  if (!crosses) return std::nullopt;
  Separation s;
  s.cores_meet = true;
  s.relation = radius > 0 ? Relation::overlapping : Relation::touching;
  s.gap = -radius;
  s.on_a = point_at(h, h.low.corner);
  if (!solid) {
    const double part = h.low.seeming / (h.low.seeming + h.high.seeming);
    s.on_a += part * (point_at(h, h.high.corner) - s.on_a);
  }
  s.on_b = s.on_a;
  return s;
}

}  // namespace

std::optional<WallSeparation> filtered_separation(const Rounded& wall, const Rounded& other, Wanted wanted) {
  if (other.wall || !other.rays.empty()) return std::nullopt;
  const WallIn<Bounded> plane = placed_wall<Bounded>(*wall.wall, wall.core.pose);
  const auto normal = length_of(plane.normal);
  if (!normal) return std::nullopt;
  const FilteredHeights h = filtered_heights(core_of(other), plane);
  if (const auto met = crossing(h, wall.wall->solid, other.radius)) {
    return WallSeparation{*met, sat::feature_of(other.core, end_corners(h, h.low, false))};
  }
  const bool below = !wall.wall->solid && h.high.least > 0;
  if (!below && !(h.low.least > 0)) return std::nullopt;
  const FilteredReach& reach = below ? h.high : h.low;
  const auto found = beside(reach, *normal, other.radius, wanted);
  if (!found) return std::nullopt;
  WallSeparation out{*found, {}};
  const Vec3 upward = Vec3(plane.normal.x.value, plane.normal.y.value, plane.normal.z.value) / normal->length;
  out.separation.normal = below ? Vec3(-upward) : upward;
  out.separation.on_b = point_at(h, reach.corner);
  out.separation.on_a = out.separation.on_b - out.separation.core_distance * out.separation.normal;
  out.of_other = sat::feature_of(other.core, end_corners(h, reach, below));
  return out;
}

}  // namespace graze::distance
