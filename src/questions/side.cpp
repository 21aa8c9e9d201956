/// On which side of a plane or line a body is, by the exact heights of its two ends.

#include <graze/extent.h>

#include <limits>

#include "body/pair.h"
#include "questions/body_end.h"

namespace graze {
namespace {

using namespace query;

/// How far a body reaches above a plane.
struct Height {
  int sign = 1;
  double up = std::numeric_limits<double>::infinity();  ///< rounded up
};

Height height_above(const Body& body, const Vector3<Dyadic>& normal, const Dyadic& offset) {
  const auto end = far_end(body, normal);
  if (!end) return {};
  const Radical height = distance::beyond(*end, offset, dot(normal, normal));
  return {sign_of(height), distance::beyond_up(*end, offset, dot(normal, normal))};
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
  const std::optional<WorldBoundary> boundary = boundary_of(plane);
  if (!boundary)
    return fail(ErrorCode::bad_shape, "b: a side needs a plane, a half-space or, in the plane, a line with a direction");
  if (has_no_points(body)) return fail(ErrorCode::bad_shape, "a: without points it is on no side");
  const Height above = height_above(body, boundary->normal, boundary->offset);
  const Height below = height_above(body, -boundary->normal, -boundary->offset);
  return SideReport{side_of(above, below), above.sign > 0, below.sign > 0, 0.0 - below.up, above.up};
}

}  // namespace graze
