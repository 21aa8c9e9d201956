/// Facing parts of every convex shape, and their intersections in the plane between them.

#include "methods/facing_contact.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "geometry/orthonormal_frame.h"
#include "geometry/shape_kinds.h"
#include "views/corner_points.h"
#include "views/support_sum.h"

namespace graze::query {
namespace {

class ToFacingPart {
 public:
  using Answer = std::optional<FacingPart>;

  ToFacingPart(const Shape& shape, const Pose& pose, const ContactPlane& plane, double sign)
      : shape_(shape), pose_(pose), plane_(plane), frame_(plane.frame()), outward_(sign * plane.normal) {}

  template <PolytopeShape Polytope>
  Answer operator()(const Polytope&) const {
    auto corners = corner_points(shape_);
    for (Vec3& c : corners) c = pose_.to_world(c);
    return farthest(corners);
  }
  Answer operator()(const Plane&) const { return FacingPart{.is_whole = true}; }
  Answer operator()(const HalfSpace&) const { return FacingPart{.is_whole = true}; }
  Answer operator()(const Line& s) const { return straight(s.origin, s.direction, true); }
  Answer operator()(const Ray& s) const { return straight(s.origin, s.direction, false); }
  Answer operator()(const Sphere& s) const { return extreme_point(s); }
  Answer operator()(const Ellipsoid& s) const { return extreme_point(s); }
  Answer operator()(const Capsule& s) const {
    const std::array ends{pose_.to_world(s.v[0]), pose_.to_world(s.v[1])};
    return farthest(ends);
  }
  Answer operator()(const Cylinder& s) const {
    const std::array ends{pose_.to_world(s.v[0]), pose_.to_world(s.v[1])};
    const Vec3 axis = ends[1] - ends[0];
    const double along = outward_.dot(axis);
    if (std::abs(along) <= plane_.band) return farthest(ends);  // on its side: the radius leads along the normal
    if (is_level(axis, s.radius)) return disc(ends[along > 0 ? 1 : 0], s.radius);
    return extreme_point(s);
  }
  Answer operator()(const Cone& s) const {
    const Vec3 base = pose_.to_world(s.base), apex = pose_.to_world(s.apex);
    const Vec3 axis = apex - base;
    if (outward_.dot(axis) < 0 && is_level(axis, s.radius)) return disc(base, s.radius);
    const Vec3 unit = axis.stableNormalized();
    const Vec3 across = outward_ - outward_.dot(unit) * unit;
    if (across == Vec3::Zero()) return extreme_point(s);
    const std::array side{Vec3(base + s.radius * across.stableNormalized()), apex};
    return farthest(side);
  }
  template <class Other>
    requires ManyPieces<Other> || RingShape<Other>
  Answer operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  [[nodiscard]] Vec2 laid(const Vec3& world) const {
    const Vec3 from = world - plane_.point;
    return {frame_[1].dot(from), frame_[2].dot(from)};
  }

  /// Those of the points that are farthest outward, up to the band.
  template <class Points>
  [[nodiscard]] FacingPart farthest(const Points& points) const {
    double most = outward_.dot(points[0]);
    for (const Vec3& p : points) most = std::max(most, outward_.dot(p));
    PlaneCorners level;
    for (const Vec3& p : points) {
      if (outward_.dot(p) >= most - plane_.band) level.push_back(laid(p));
    }
    return hull_of(std::move(level), plane_.band);
  }

  template <class Convex>
  [[nodiscard]] FacingPart extreme_point(const Convex& s) const {
    const Shape shape{s};
    const SupportSum sum = *SupportSum::of(shape);
    return {.corners = {laid(pose_.to_world(sum.support(pose_.rotation.transpose() * outward_)))}};
  }

  /// Whether a disc across an axis is no higher at one end than at the other.
  [[nodiscard]] bool is_level(const Vec3& axis, double radius) const {
    return 2 * radius * outward_.cross(axis.stableNormalized()).norm() <= plane_.band;
  }

  [[nodiscard]] FacingPart disc(const Vec3& center, double radius) const {
    if (radius <= plane_.band) return {.corners = {laid(center)}};
    return {.corners = {}, .center = laid(center), .radius = radius};
  }

  [[nodiscard]] Answer straight(const Vec3& origin, const Vec3& direction, bool both_ways) const {
    FacingPart part{.corners = {laid(pose_.to_world(origin))}};
    if (direction == Vec3::Zero()) return part;
    constexpr double level = 0x1p-30;  // sine of the angle to the plane
    const Vec3 unit = (pose_.rotation * direction).stableNormalized();
    if (std::abs(outward_.dot(unit)) > level) return both_ways ? std::nullopt : Answer(part);
    const Vec2 along(frame_[1].dot(unit), frame_[2].dot(unit));
    part.endless = {along};
    if (both_ways) part.endless.push_back(-along);
    return part;
  }

  const Shape& shape_;
  const Pose& pose_;
  const ContactPlane& plane_;
  Frame frame_;
  Vec3 outward_;
};

/// A line or ray, cut to what lies beside the corners of another part.
FacingPart cut_to(const FacingPart& straight, const FacingPart& other, double band) {
  PlaneCorners corners = straight.corners;
  const double most = other.is_disc() ? (other.center - corners[0]).norm() + other.radius : 0;
  for (const Vec2& along : straight.endless) {
    double reach = most;
    for (const Vec2& c : other.corners) reach = std::max(reach, along.dot(c - straight.corners[0]));
    corners.emplace_back(straight.corners[0] + reach * along);
  }
  return hull_of(std::move(corners), band);
}

}  // namespace

Frame ContactPlane::frame() const { return orthonormal_frame(normal, any_perpendicular(normal)).value_or(world_frame()); }

FacingPart hull_of(PlaneCorners points, double band) { return {.corners = convex_outline(std::move(points), band)}; }

std::optional<FacingPart> facing_part(const Shape& shape, const Pose& pose, const ContactPlane& plane, double sign) {
  return std::visit(ToFacingPart(shape, pose, plane, sign), shape.value);
}

std::optional<PlaneCut> common_part(const FacingPart& a, const FacingPart& b, double band) {
  const bool is_endless_a = a.is_whole || !a.endless.empty(), is_endless_b = b.is_whole || !b.endless.empty();
  if (is_endless_a && is_endless_b) return std::nullopt;
  if (a.is_whole) return PlaneCut{b.corners, b.center, b.radius};
  if (b.is_whole) return PlaneCut{a.corners, a.center, a.radius};
  if (is_endless_a) return common_part(cut_to(a, b, band), b, band);
  if (is_endless_b) return common_part(a, cut_to(b, a, band), band);
  return intersection_in_plane({a.corners, a.center, a.radius}, {b.corners, b.center, b.radius}, band);
}

ContactSet in_space(const PlaneCut& cut, const ContactPlane& plane) {
  const Frame frame = plane.frame();
  const auto world = [&](const Vec2& p) -> Vec3 { return plane.point + p.x() * frame[1] + p.y() * frame[2]; };
  ContactSet set;
  set.radius = cut.radius;
  set.convex = cut.convex;
  if (cut.radius > 0) set.points.push_back(world(cut.center));
  for (const Vec2& c : cut.corners) set.points.push_back(world(c));
  return set;
}

std::optional<ContactSet> facing_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                         const ContactPlane& plane) {
  const auto part_a = facing_part(a, pose_a, plane, 1), part_b = facing_part(b, pose_b, plane, -1);
  const auto cut = part_a && part_b ? common_part(*part_a, *part_b, plane.band) : std::nullopt;
  return cut ? std::optional(in_space(*cut, plane)) : std::nullopt;
}

}  // namespace graze::query
