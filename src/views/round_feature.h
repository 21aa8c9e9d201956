#pragma once
/// Which part of a round body a point or a direction belongs to, numbered as shapes.h says.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>

#include <graze/answers.h>
#include <graze/shapes.h>

#include "geometry/shape_kinds.h"
#include "numbers/bounded.h"

namespace graze {

namespace detail {

/// Bit k is set where the k-th kind of shape is round.
template <class... Kinds>
[[nodiscard]] constexpr std::uint32_t round_kinds(const std::variant<Kinds...>*) {
  std::uint32_t bits = 0;
  int k = 0;
  ((bits |= (RoundShape<Kinds> || RingShape<Kinds> ? 1U : 0U) << k++), ...);
  return bits;
}

/// How far off a point or direction may be and still count as on a rim, a cap or a tip, by the size of the body. No unit. Nearest
/// points of curved bodies are within 2^-45 of it, times a few for their pose. RoundFeatures.NameCapsRimsSidesAndTips
inline constexpr double on_part = 0x1p-34;

/// Whether a point that far from a core is below its surface by twice what counts as on it, which is much more than roundings.
[[nodiscard]] inline bool is_deeper(double radius, double squared_distance, double size_of_core) {
  const double inner = radius - 2 * on_part * (radius + size_of_core);
  return inner > 0 && squared_distance + underflow_bound < inner * inner;
}

}  // namespace detail

/// Balls, capsules, cylinders, cones, ellipsoids and tori. Without a visit: every distance asks.
[[nodiscard]] inline bool is_round(const Shape& shape) {
  constexpr std::uint32_t kinds = detail::round_kinds(static_cast<const Shape::Variant*>(nullptr));
  return (kinds >> shape.value.index() & 1U) != 0;
}

/// Of a point of the body in its own coordinates: interior where it is deeper than roundings. A point that is known to be of the
/// surface is given the nearest part of it. A ball or capsule without radius is a point or a segment.
[[nodiscard]] Feature round_feature_at(const Shape& shape, const Vec3& point, bool is_of_surface);

/// Whether a point is so deep in a ball or capsule that it is no part of the surface, as round_feature_at() says, which takes ten
/// times as long. False where a quick look leaves that open.
[[nodiscard]] inline bool is_clearly_inside(const Sphere& ball, const Vec3& point) {
  return detail::is_deeper(ball.radius, (point - ball.center).squaredNorm(), ball.center.lpNorm<1>());
}
[[nodiscard]] inline bool is_clearly_inside(const Capsule& capsule, const Vec3& point) {
  const Vec3 axis = capsule.v[1] - capsule.v[0], from_end = point - capsule.v[0];
  const double squared = axis.squaredNorm(), along = axis.dot(from_end);
  const double part = along > 0 ? std::min(along / squared, 1.0) : 0;
  return detail::is_deeper(capsule.radius, (from_end - part * axis).squaredNorm(), axis.lpNorm<1>() + capsule.v[0].lpNorm<1>());
}

/// The part of a surface around a core's part: what a distance from elsewhere than inside is measured to.
[[nodiscard]] inline Feature around_core(const Sphere& ball, const Feature& of_core) {
  return ball.radius > 0 ? Feature{FeatureKind::face, 0} : of_core;
}
[[nodiscard]] inline Feature around_core(const Capsule& capsule, const Feature& of_core) {
  if (!(capsule.radius > 0)) return of_core;
  return {FeatureKind::face, of_core.kind == FeatureKind::vertex ? of_core.index : 2};
}

/// Of the point that is farthest along a direction, in the body's own coordinates; nothing of tori.
[[nodiscard]] std::optional<Feature> round_feature_along(const Shape& shape, const Vec3& direction);

}  // namespace graze
