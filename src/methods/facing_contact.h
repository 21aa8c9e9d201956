#pragma once
/// Where two bodies touch that face each other along a direction, in doubles and up to a length: points, segments, polygons, discs.

#include <optional>
#include <vector>

#include <graze/answers.h>
#include <graze/pose.h>
#include <graze/shapes.h>

#include "methods/clip_in_plane.h"

namespace graze::query {

/// The plane of a contact: where it is, and what counts as lying in it.
struct ContactPlane {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();  ///< unit, from a to b
  double band = 0;              ///< length: what is no farther behind a body's farthest point belongs to its facing part
  double gap = 0;               ///< length: how far the farthest point of b is behind the plane, which is at a

  [[nodiscard]] Frame frame() const;  ///< the normal, and two directions of the plane
};

/// What of a body faces the other, laid onto the plane and seen from its point.
struct FacingPart {
  PlaneCorners corners{};  ///< of a convex polygon, counter-clockwise; two of a segment, one of a point; none of a disc
  Vec2 center = Vec2::Zero();
  double radius = 0;       ///< of a disc
  bool is_whole = false;   ///< all of the plane: a plane, a half-space
  PlaneCorners endless{};  ///< directions in which a line or ray goes on from its one corner

  [[nodiscard]] bool is_disc() const { return radius > 0; }
};

/// Along an outward direction, `sign` times the normal; nothing of tori, meshes and clouds.
[[nodiscard]] std::optional<FacingPart> facing_part(const Shape& shape, const Pose& pose, const ContactPlane& plane, double sign);

/// The hull of points laid onto the plane.
[[nodiscard]] FacingPart hull_of(PlaneCorners points, double band);

/// What both have in common, up to the band; nothing where that is empty, has no name (two discs that cross) or no end.
[[nodiscard]] std::optional<PlaneCut> common_part(const FacingPart& a, const FacingPart& b, double band);

[[nodiscard]] ContactSet in_space(const PlaneCut& cut, const ContactPlane& plane);

/// Of two convex shapes; nothing as above.
[[nodiscard]] std::optional<ContactSet> facing_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                                       const ContactPlane& plane);

}  // namespace graze::query
