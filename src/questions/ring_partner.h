#pragma once
/// What questions about tori have in common: other bodies as balls, planes, or as a search along the circle sees them.

#include <optional>

#include <graze/answers.h>
#include <graze/geometry.h>
#include <graze/shapes.h>

#include "ring/nearest.h"

namespace graze::query {

[[nodiscard]] const Torus& torus_of(const Body& body);
[[nodiscard]] ring::PlacedRing placed_ring(const Body& body);

inline constexpr Feature ring_surface{FeatureKind::face, 0};

/// A point, or a ball by its middle.
struct Ball {
  Vec3 center = Vec3::Zero();  ///< in body coordinates
  double radius = 0;
};

[[nodiscard]] std::optional<Ball> ball_of(const Body& body);

/// A plane or half-space in the world, in doubles.
struct FlatSide {
  Vec3 normal = Vec3::UnitZ();  ///< unit
  double level = 0;
  bool solid = false;
};

[[nodiscard]] std::optional<FlatSide> flat_side_of(const Body& body);

/// How far the ring reaches to either side of the plane through its centre across a unit direction.
[[nodiscard]] double reach_along(const ring::PlacedRing& ring, const Vec3& direction);

/// The point of the ring that is farthest along a unit direction.
[[nodiscard]] Vec3 farthest(const ring::PlacedRing& ring, const Vec3& direction);

[[nodiscard]] Body point_body(const Vec3& point);

/// Any body, no torus, whose distance from points and triangles is answered; it has to stay there.
[[nodiscard]] ring::Partner partner_of(const Body& body);

}  // namespace graze::query
