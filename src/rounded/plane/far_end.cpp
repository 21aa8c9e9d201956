/// Finds the farthest of the points that span a shape, in exact numbers; filtered numbers choose among the points of a mesh.

#include "rounded/plane/far_end.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/orthonormal_frame.h"
#include "polytope/contact/contact_set.h"
#include "rounded/plane/plane_support.h"
#include "views/implicit_form.h"

namespace graze::distance {
namespace {

Vec3 rounded_point(const Vector3<Dyadic>& x, const Dyadic& weight) {
  return {quotient_nearest(x.x, weight), quotient_nearest(x.y, weight), quotient_nearest(x.z, weight)};
}

/// The farthest of several points, and all that are as far.
struct Farthest {
  std::optional<Dyadic> reach;
  std::vector<std::int32_t> corners;

  void add(const Dyadic& height, std::int32_t corner) {
    if (reach && height < *reach) return;
    if (!reach || height > *reach) corners.clear();
    reach = height;
    corners.push_back(corner);
  }
};

Farthest farthest(const KeptList<Vector3<Dyadic>>& points, const Vector3<Dyadic>& direction) {
  Farthest found;
  for (std::size_t i = 0; i < points.size(); ++i) found.add(dot(direction, points[i]), static_cast<std::int32_t>(i));
  return found;
}

/// From the middle of a round to the point of it that is farthest along a direction, rounded. Any of a disc seen along its axis.
Vec3 to_surface(const Round<Dyadic>& round, const Vector3<Dyadic>& direction) {
  const auto unit = [](const Vector3<Dyadic>& v) { return sat::length_along(v, 0).direction; };
  switch (round.kind) {
    case RoundKind::none: break;
    case RoundKind::ball: return round.radius.to_double() * unit(direction);
    case RoundKind::disc: {
      const Vector3<Dyadic> outward = cross(round.axis, cross(direction, round.axis));
      if (dot(outward, outward).is_zero()) break;
      return round.radius.to_double() * unit(outward);
    }
    case RoundKind::ellipsoid: {
      const auto& half = round.half_axes;
      const Vector3<Dyadic> parts{dot(half[0], direction), dot(half[1], direction), dot(half[2], direction)};
      if (dot(parts, parts).is_zero()) break;
      const Vec3 shares = unit(parts);
      Vec3 sum = Vec3::Zero();
      for (int i = 0; i < 3; ++i) sum += shares[i] * rounded_point(half[i], 1);
      return sum;
    }
  }
  return Vec3::Zero();
}

FarEnd end_of_points(const SpanningPoints<Dyadic>& body, const Farthest& far) {
  FarEnd end{*far.reach, 0, body.weight, far.corners, {}};
  const bool is_flat_unbounded = body.recession.size() > 2;  // a plane or a half-space; a line has two
  if (!is_flat_unbounded) end.point = rounded_point(body.points[far.corners.front()], body.weight);
  return end;
}

FarEnd end_of_round(const SpanningPoints<Dyadic>& body, const Farthest& far, const Vector3<Dyadic>& direction) {
  const SquaredReach<Dyadic> reach = squared_reach(body.round, direction);
  FarEnd end{*far.reach * reach.denominator, reach.numerator * reach.denominator, reach.denominator, {}, {}};
  end.point = rounded_point(body.rounded[far.corners.front()], 1) + to_surface(body.round, direction);
  return end;
}

/// A torus ends where the tube around the far end of its circle does.
FarEnd end_of_torus(const Torus& torus, const Pose& pose, const Vector3<Dyadic>& direction) {
  const Vector3<Dyadic> center = placed<Dyadic>(pose, torus.center, Vec3::Zero());
  // Without a circle it is a ball, whose axis may be zero.
  const RoundKind kind = torus.major > 0 ? RoundKind::disc : RoundKind::none;
  const Round<Dyadic> circle{kind, Dyadic(torus.major), sat::rotated<Dyadic>(pose, lifted<Dyadic>(torus.axis)), {}};
  const SquaredReach<Dyadic> reach = squared_reach(circle, direction);
  const Dyadic tube = Dyadic(torus.minor) * Dyadic(torus.minor) * dot(direction, direction);
  FarEnd end{dot(direction, center) * reach.denominator, reach.numerator * reach.denominator, reach.denominator, {}, {}, {}};
  end.second_root = tube * reach.denominator * reach.denominator;
  Vec3 on_circle = to_surface(circle, direction);
  if (on_circle == Vec3::Zero() && torus.major > 0)
    on_circle = torus.major * (pose.rotation * any_perpendicular(torus.axis).stableNormalized());
  end.point = rounded_point(center, 1) + on_circle + torus.minor * sat::length_along(direction, 0).direction;
  return end;
}

bool is_endless(const SpanningPoints<Dyadic>& body, const Vector3<Dyadic>& direction) {
  return std::any_of(body.recession.begin(), body.recession.end(),
                     [&](const Vector3<Dyadic>& r) { return dot(direction, r).sign() > 0; });
}

/// The points that may be the farthest, as far as filtered numbers can tell.
std::vector<std::int32_t> candidates(std::span<const Vec3> points, const std::vector<bool>& used, const Pose& pose,
                                     const Vector3<Dyadic>& direction) {
  const Vec3 rounded = rounded_point(direction, 1);
  const bool is_exact =
      Dyadic(rounded.x()) == direction.x && Dyadic(rounded.y()) == direction.y && Dyadic(rounded.z()) == direction.z;
  const Vector3<Bounded> filtered = lifted<Bounded>(rounded);
  std::vector<std::int32_t> found;
  double least = -std::numeric_limits<double>::infinity();
  std::vector<double> greatest(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!used[i]) continue;
    const Bounded height = dot(filtered, placed<Bounded>(pose, points[i], Vec3::Zero()));
    const bool is_known = is_exact && height.error < std::numeric_limits<double>::infinity();
    greatest[i] = is_known ? std::nextafter(height.value + height.error, std::numeric_limits<double>::infinity())
                           : std::numeric_limits<double>::infinity();
    if (is_known) least = std::max(least, std::nextafter(height.value - height.error, -std::numeric_limits<double>::infinity()));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (used[i] && !(greatest[i] < least)) found.push_back(static_cast<std::int32_t>(i));
  }
  return found;
}

}  // namespace

std::optional<FarEnd> far_end(const Shape& shape, const Pose& pose, const Vector3<Dyadic>& direction) {
  if (const auto* torus = std::get_if<Torus>(&shape.value)) return end_of_torus(*torus, pose, direction);
  const SpanningPoints<Dyadic> body = generators<Dyadic>(shape, pose, Vec3::Zero());
  if (is_endless(body, direction)) return std::nullopt;
  const Farthest point = farthest(body.points, direction);
  const Farthest round = farthest(body.rounded, direction);
  if (!round.reach) return end_of_points(body, point);
  const FarEnd end = end_of_round(body, round, direction);
  if (!point.reach) return end;
  const bool is_tip_farther = sign_of(beyond(end, *point.reach, 1)) < 0;
  return is_tip_farther ? end_of_points(body, point) : end;
}

std::optional<FarEnd> far_end(std::span<const Vec3> points, const std::vector<bool>& used, const Pose& pose,
                              const Vector3<Dyadic>& direction) {
  Farthest far;
  for (const std::int32_t i : candidates(points, used, pose, direction))
    far.add(dot(direction, placed<Dyadic>(pose, points[static_cast<std::size_t>(i)], Vec3::Zero())), i);
  if (!far.reach) return std::nullopt;
  far.corners.resize(1);
  const Vector3<Dyadic> at = placed<Dyadic>(pose, points[static_cast<std::size_t>(far.corners.front())], Vec3::Zero());
  return FarEnd{*far.reach, 0, 1, far.corners, rounded_point(at, 1)};
}

Radical beyond(const FarEnd& end, const Dyadic& offset, const Dyadic& squared_length) {
  return {end.whole - offset * end.weight, end.root, end.second_root, end.weight * end.weight * squared_length};
}

double beyond_up(const FarEnd& end, const Dyadic& offset, const Dyadic& squared_length) {
  const Radical value = beyond(end, offset, squared_length);
  if (end.second_root.is_zero()) return rounded_up(value);
  return std::nextafter(nearly(value), std::numeric_limits<double>::infinity());
}

bool can_be_added(const FarEnd& a, const FarEnd& b) {
  return a.second_root.is_zero() ? b.second_root.is_zero() || a.root.is_zero() : b.root.is_zero() && b.second_root.is_zero();
}

Radical sum(const FarEnd& a, const FarEnd& b, const Dyadic& squared_length) {
  const Dyadic weight = a.weight * b.weight;
  const Dyadic of_a = b.weight * b.weight, of_b = a.weight * a.weight;
  const Dyadic first = a.root.is_zero() ? b.second_root * of_b : a.root * of_a;
  const Dyadic second = a.second_root.is_zero() ? b.root * of_b : a.second_root * of_a;
  return {a.whole * b.weight + b.whole * a.weight, first, second, weight * weight * squared_length};
}

}  // namespace graze::distance
