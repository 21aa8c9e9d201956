#pragma once
/// How far a convex shape reaches in a direction, exactly: the farthest of finitely many points, each alone or the middle of a
/// ball, a disc or an ellipsoid. Reaches are compared by their squares, so no root is ever taken.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <graze/pose.h>
#include <graze/shapes.h>

#include "numbers/bounded.h"
#include "numbers/dyadic.h"
#include "numbers/kept_blocks.h"
#include "numbers/vector.h"

namespace graze::distance {

enum class RoundKind : std::uint8_t { none, ball, disc, ellipsoid };

/// What a shape's rounded points are surrounded by.
template <class N>
struct Round {
  RoundKind kind = RoundKind::none;
  N radius{};                             ///< of a ball or a disc
  Vector3<N> axis{};                      ///< a disc lies across it
  std::array<Vector3<N>, 3> half_axes{};  ///< of an ellipsoid
};

/// The convex hull of its points and its rounded points, unbounded along the directions of `recession`.
template <class N>
struct SpanningPoints {
  KeptList<Vector3<N>> points;
  N weight{1.0};  ///< > 0; the points are points[i] / weight
  KeptList<Vector3<N>> rounded;
  Round<N> round;
  KeptList<Vector3<N>> recession;  ///< zero vectors may be among them
};

/// Of every shape but point clouds and meshes, in world axes, seen from `from`.
template <class N>
[[nodiscard]] SpanningPoints<N> generators(const Shape& shape, const Pose& pose, const Vec3& from);

/// The squared reach of a round along a direction, numerator / denominator.
template <class N>
struct SquaredReach {
  N numerator;
  N denominator;
};

template <class N>
[[nodiscard]] SquaredReach<N> squared_reach(const Round<N>& round, const Vector3<N>& direction);

/// Sign of max(direction.x) - offset over the shape; positive when it is unbounded there.
template <class N>
[[nodiscard]] Sign reach_beyond(const SpanningPoints<N>& shape, const Vector3<N>& direction, const N& offset);

extern template SpanningPoints<Bounded> generators<Bounded>(const Shape&, const Pose&, const Vec3&);
extern template SpanningPoints<Dyadic> generators<Dyadic>(const Shape&, const Pose&, const Vec3&);
extern template SquaredReach<Bounded> squared_reach<Bounded>(const Round<Bounded>&, const Vector3<Bounded>&);
extern template SquaredReach<Dyadic> squared_reach<Dyadic>(const Round<Dyadic>&, const Vector3<Dyadic>&);
extern template Sign reach_beyond<Bounded>(const SpanningPoints<Bounded>&, const Vector3<Bounded>&, const Bounded&);
extern template Sign reach_beyond<Dyadic>(const SpanningPoints<Dyadic>&, const Vector3<Dyadic>&, const Dyadic&);

/// The points of a point cloud, or of a mesh those that its triangles use; nothing for other shapes.
[[nodiscard]] std::optional<std::vector<Vec3>> listed_points(const Shape& shape);

}  // namespace graze::distance
