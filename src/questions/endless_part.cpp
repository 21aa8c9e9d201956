/// Cuts parts out of lines, rays, planes and half-spaces, in space and in the plane.

#include "questions/endless_part.h"

#include "motion/turning/bounded_part.h"

namespace graze::query {
namespace {

Vec2 in_plane(const Vec3& v) { return {v.x(), v.y()}; }

/// Of a segment or a layer that part_within() cut from a body of the plane: its first axis is across the layer.
Shape2 flat(const Shape& part) {
  if (const auto* segment = std::get_if<Segment>(&part.value))
    return {Segment2{{in_plane(segment->v[0]), in_plane(segment->v[1])}}};
  const Obb& layer = std::get<Obb>(part.value);
  const Vec2 up = in_plane(layer.axes[0]);
  return {Obb2{in_plane(layer.center), {up, Vec2(-up.y(), up.x())}, in_plane(layer.half_extents)}};
}

}  // namespace

Result<Geometry> part_near_center(const Body& endless, double reach) {
  const Shape part = part_within(endless, reach);
  return endless.geometry.is_planar() ? Geometry::make(flat(part)) : Geometry::make(part);
}

Feature feature_of_whole(const Shape& whole, const Feature& of_part) {
  if (std::holds_alternative<Plane>(whole.value) || std::holds_alternative<HalfSpace>(whole.value)) return {FeatureKind::face, 0};
  const bool is_end = std::holds_alternative<Ray>(whole.value) && of_part.kind == FeatureKind::vertex && of_part.index == 0;
  return {is_end ? FeatureKind::vertex : FeatureKind::edge, 0};
}

}  // namespace graze::query
