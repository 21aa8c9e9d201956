/// Closest points and overlap of linear and rounded shapes: quick closed forms, planes in doubles, then the search.

#include "methods/rounded_closest.h"

#include <utility>

#include "geometry/mirrored.h"
#include "methods/known_dispatch.h"
#include "polytope/overlap.h"
#include "quick/zonotope.h"
#include "rounded/core_separation.h"
#include "rounded/feature_names.h"
#include "rounded/plane/plane_filter.h"

namespace graze::distance {
namespace {

/// From the cores' nearest points to those of the bodies; bodies that meet share the point that divides the segment between
/// them in the ratio of the radii.
Closest closest_from(const CoreSeparation& s, double radius_a, double radius_b) {
  Closest out;
  if (s.relation == Relation::apart) {
    out.distance = s.gap;
    out.points = {s.on_a + radius_a * s.normal, s.on_b - radius_b * s.normal};
    return out;
  }
  const double radii = radius_a + radius_b;
  const Vec3 common = radii > 0 ? Vec3(s.on_a + radius_a / radii * (s.on_b - s.on_a)) : s.on_a;
  out.points = {common, common};
  return out;
}

bool cores_overlap(const BodyView& a, const BodyView& b) {
  return core_separation(a, b, Wanted::relation).relation != Relation::apart;
}

bool is_box(const Shape& s) { return std::holds_alternative<Aabb>(s.value) || std::holds_alternative<Obb>(s.value); }

/// Boxes that share a pose meet just when they do without it: it maps different points to different points, sheared or not.
bool are_boxes_in_one_pose(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (!is_box(a) || !is_box(b) || pose_a.is_identity()) return false;
  return pose_a.rotation == pose_b.rotation && pose_a.translation == pose_b.translation;
}

/// A common point of such boxes, if there is one.
std::optional<Closest> closest_in_one_pose(const Shape& a, const Shape& b, const Pose& pose) {
  const Pose none;
  std::optional<Closest> found = closest_points(a, none, b, none);
  if (!found || found->distance > 0) return std::nullopt;
  for (Vec3& point : found->points) point = pose.to_world(point);
  return found;
}

std::optional<Closest> quick_closest(const std::optional<Zonotope>& a, const std::optional<Zonotope>& b) {
  return a && b ? closest_points(*a, *b) : std::nullopt;
}

std::optional<bool> quick_overlap(const std::optional<Zonotope>& a, const std::optional<Zonotope>& b) {
  return a && b ? overlap(*a, *b) : std::nullopt;
}

Closest closest_to_plane(const CoreSeparation& found, double radius, const Feature& nearest) {
  Closest out = closest_from(found, 0, radius);
  out.features = {Feature{FeatureKind::face, 0}, nearest};
  return out;
}

Closest closest_to_plane(const Rounded& plane, const Rounded& other) {
  const PlaneSeparation found = separation_from_plane(plane, other, Wanted::everything);
  return closest_to_plane(found.separation, other.radius, found.of_other);
}

/// Plane or half-space (first) against another body, if doubles can certify it.
std::optional<FilteredSeparation> filtered_from_plane(const Shape& plane, const Pose& pose, const std::optional<BodyView>& other,
                                                      Wanted wanted) {
  const auto found = other ? boundary_plane_of(plane) : std::nullopt;
  return found ? filtered_separation({*found, pose}, *other, wanted) : std::nullopt;
}

std::optional<Closest> filtered_closest_to_plane(const Shape& plane, const Pose& pose, const Shape& shape,
                                                 const std::optional<BodyView>& other) {
  const auto found = filtered_from_plane(plane, pose, other, Wanted::everything);
  if (!found) return std::nullopt;
  return closest_to_plane(found->separation, other->radius, feature_at(shape, {found->lowest.data(), found->lowest.size()}));
}

std::optional<bool> filtered_plane_overlap(const Shape& plane, const Pose& pose, const std::optional<BodyView>& other) {
  const auto found = filtered_from_plane(plane, pose, other, Wanted::relation);
  return found ? std::optional(found->separation.relation != Relation::apart) : std::nullopt;
}

bool is_ball(const Shape& shape) {
  const auto* sphere = std::get_if<Sphere>(&shape.value);
  return sphere != nullptr && sphere->radius > 0;
}

CoreSeparation separation_of(const Rounded& a, const Rounded& b) {
  if (a.boundary) return separation_from_plane(a, b, Wanted::everything).separation;
  return core_separation(body_view(a), body_view(b));
}

}  // namespace

Closest closest_points(const Rounded& a, const Rounded& b) {
  if (a.boundary) return closest_to_plane(a, b);
  if (b.boundary) return mirrored(closest_to_plane(b, a));
  const BodyView core_a = body_view(a);
  const BodyView core_b = body_view(b);
  if (const auto simple = quick_closest(as_zonotope(core_a), as_zonotope(core_b))) return *simple;
  const CoreSeparation s = core_separation(core_a, core_b);
  Closest out = closest_from(s, a.radius, b.radius);
  out.features = features_of(s, {&a.core, a.rays.size()}, {&b.core, b.rays.size()});
  return out;
}

bool overlap(const Rounded& a, const Rounded& b) {
  if (a.boundary) return separation_from_plane(a, b, Wanted::relation).separation.relation != Relation::apart;
  if (b.boundary) return overlap(b, a);
  const BodyView core_a = body_view(a);
  const BodyView core_b = body_view(b);
  if (const auto simple = quick_overlap(as_zonotope(core_a), as_zonotope(core_b))) return *simple;
  return cores_overlap(core_a, core_b);
}

std::optional<Vec3> touching_point_of_ball(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (!(is_ball(a) || is_ball(b)) || !is_rounded(a) || !is_rounded(b)) return std::nullopt;
  if (boundary_plane_of(b)) return touching_point_of_ball(b, pose_b, a, pose_a);
  const Rounded rounded_a = *as_rounded(a, pose_a);
  const Rounded rounded_b = *as_rounded(b, pose_b);
  const CoreSeparation s = separation_of(rounded_a, rounded_b);
  if (s.relation != Relation::touching) return std::nullopt;
  return closest_from(s, rounded_a.radius, rounded_b.radius).points[0];
}

std::optional<Closest> searched_closest(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (!is_rounded(a) || !is_rounded(b)) return std::nullopt;
  if (are_boxes_in_one_pose(a, pose_a, b, pose_b)) {
    if (auto found = closest_in_one_pose(a, b, pose_a)) return found;
  }
  if (auto simple = quick_closest(as_zonotope(a, pose_a), as_zonotope(b, pose_b))) return simple;
  BodyViewStorage storage_a;
  BodyViewStorage storage_b;
  const auto core_a = body_view(a, pose_a, storage_a);
  const auto core_b = body_view(b, pose_b, storage_b);
  if (core_a && core_b) {
    const CoreSeparation s = core_separation(*core_a, *core_b);
    Closest out = closest_from(s, core_a->radius, core_b->radius);
    sat::Convex names_a;
    sat::Convex names_b;
    out.features = features_of(s, naming_of(a, names_a), naming_of(b, names_b));
    return out;
  }
  if (auto found = filtered_closest_to_plane(a, pose_a, b, core_b)) return found;
  if (auto found = filtered_closest_to_plane(b, pose_b, a, core_a)) return mirrored(*std::move(found));
  return closest_points(*as_rounded(a, pose_a), *as_rounded(b, pose_b));
}

std::optional<bool> searched_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (!is_rounded(a) || !is_rounded(b)) return std::nullopt;
  if (are_boxes_in_one_pose(a, pose_a, b, pose_b)) return overlap(a, Pose{}, b, Pose{});
  if (const auto simple = quick_overlap(as_zonotope(a, pose_a), as_zonotope(b, pose_b))) return simple;
  if (is_box(a) && is_box(b)) return sat::overlap(*sat::as_convex(a, pose_a), *sat::as_convex(b, pose_b)).intersect;
  BodyViewStorage storage_a;
  BodyViewStorage storage_b;
  const auto core_a = body_view(a, pose_a, storage_a);
  const auto core_b = body_view(b, pose_b, storage_b);
  if (core_a && core_b) return cores_overlap(*core_a, *core_b);
  if (const auto meet = filtered_plane_overlap(a, pose_a, core_b)) return meet;
  if (const auto meet = filtered_plane_overlap(b, pose_b, core_a)) return meet;
  return overlap(*as_rounded(a, pose_a), *as_rounded(b, pose_b));
}

}  // namespace graze::distance
