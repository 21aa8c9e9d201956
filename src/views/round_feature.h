#pragma once
/// Which part of a round body a point or a direction belongs to, numbered as shapes.h says.

#include <cstdint>
#include <optional>
#include <variant>

#include <graze/answers.h>
#include <graze/shapes.h>

#include "geometry/shape_kinds.h"

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

}  // namespace detail

/// Balls, capsules, cylinders, cones, ellipsoids and tori. Without a visit: every distance asks.
[[nodiscard]] inline bool is_round(const Shape& shape) {
  constexpr std::uint32_t kinds = detail::round_kinds(static_cast<const Shape::Variant*>(nullptr));
  return (kinds >> shape.value.index() & 1U) != 0;
}

/// Of a point of the body in its own coordinates: interior where it is deeper than roundings. A point that is known to be of the
/// surface is given the nearest part of it. A ball or capsule without radius is a point or a segment.
[[nodiscard]] Feature round_feature_at(const Shape& shape, const Vec3& point, bool is_of_surface);

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
