/// On which side of a plane or line a body is, by the exact heights of its two ends.

#include <graze/side.h>

#include <limits>

#include "body/pair.h"
#include "questions/body_end.h"
#include "views/implicit_form.h"
#include "views/rounded_body.h"

namespace graze {
namespace {

using namespace query;
using WorldBoundary = distance::PlacedPlane<Dyadic>;

/// Of a plane, a half-space or, in the plane, a line.
Result<WorldBoundary> boundary_of(const Body& body) {
  const Shape& shape = body.geometry.shape();
  if (const auto plane = distance::boundary_plane_of(shape))
    return distance::placed_plane<Dyadic>(body.pose, plane->normal, plane->offset, Vec3::Zero());
  const auto* line = std::get_if<Line>(&shape.value);
  if (line == nullptr || !body.geometry.is_planar())
    return fail(ErrorCode::bad_shape, "b: a side needs a plane, a half-space or, in the plane, a line");
  if (line->direction == Vec3::Zero()) return fail(ErrorCode::bad_shape, "b: a line without direction has no sides");
  const Vector3<Dyadic> along = sat::rotated<Dyadic>(body.pose, lifted<Dyadic>(line->direction));
  const Vector3<Dyadic> left{-along.y, along.x, 0};
  return WorldBoundary{left, dot(left, distance::placed<Dyadic>(body.pose, line->origin, Vec3::Zero()))};
}

/// How far a body reaches above a plane.
struct Height {
  int sign = 1;
  double up = std::numeric_limits<double>::infinity();  ///< rounded up
};

Height height_above(const Body& body, const Vector3<Dyadic>& normal, const Dyadic& offset) {
  const auto end = far_end(body, normal);
  if (!end) return {};
  const Radical height = distance::beyond(*end, offset, dot(normal, normal));
  return {sign_of(height), rounded_up(height)};
}

Side side_of(const Height& above, const Height& below) {
  if (above.sign > 0 && below.sign > 0) return Side::straddling;
  if (above.sign < 0) return Side::back;
  return below.sign < 0 ? Side::front : Side::touching;
}

}  // namespace

std::string_view name_of(Side side) {
  switch (side) {
    case Side::front: return "front";
    case Side::back: return "back";
    case Side::straddling: return "straddling";
    case Side::touching: return "touching";
  }
  return "straddling";
}

Result<SideReport> side(const Body& body, const Body& plane) {
  if (const auto ok = check_bodies(body, plane); !ok) return tl::make_unexpected(ok.error());
  const Result<WorldBoundary> boundary = boundary_of(plane);
  if (!boundary) return tl::make_unexpected(boundary.error());
  if (has_no_points(body)) return fail(ErrorCode::bad_shape, "a: without points it is on no side");
  const Height above = height_above(body, boundary->normal, boundary->offset);
  const Height below = height_above(body, -boundary->normal, -boundary->offset);
  return SideReport{side_of(above, below), above.sign > 0, below.sign > 0, 0.0 - below.up, above.up};
}

}  // namespace graze
