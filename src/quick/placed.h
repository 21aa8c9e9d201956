#pragma once
/// What known_closest.cpp and known_overlap.cpp share: shapes with or without a pose, and the list of all pairs.

#include <graze/shapes.h>

#include "quick/zonotope_placed.h"
#include "rounded/minkowski_difference.h"

namespace graze::distance {

/// Stands for the pose of a shape in world coordinates.
struct Unposed {};

template <SimpleShape S>
[[nodiscard]] GRAZE_FORCE_INLINE auto placed(const S& shape, const Unposed&) {
  return placed(shape);
}

/// Squared sizes between these keep products of six lengths, as least_factor does. Unit of the input, squared.
/// SimpleShapes.HaveNoLimitsOfSize
inline constexpr double least_square = least_factor * least_factor;
inline constexpr double greatest_square = greatest_factor * greatest_factor;

/// Whether both bodies stand where their shapes say. Often that is said by one pose for both.
[[nodiscard]] GRAZE_FORCE_INLINE bool are_unmoved(const Pose& a, const Pose& b) {
  return is_unmoved(a) && (&a == &b || is_unmoved(b));
}

}  // namespace graze::distance

/// Calls the macro for every ordered pair of simple shapes.
#define GRAZE_FOR_EACH_SIMPLE_PAIR(DO)      \
  GRAZE_WITH_EACH_SIMPLE_SHAPE(DO, Point)   \
  GRAZE_WITH_EACH_SIMPLE_SHAPE(DO, Segment) \
  GRAZE_WITH_EACH_SIMPLE_SHAPE(DO, Sphere)  \
  GRAZE_WITH_EACH_SIMPLE_SHAPE(DO, Capsule) GRAZE_WITH_EACH_SIMPLE_SHAPE(DO, Aabb) GRAZE_WITH_EACH_SIMPLE_SHAPE(DO, Obb)
#define GRAZE_WITH_EACH_SIMPLE_SHAPE(DO, A) DO(A, Point) DO(A, Segment) DO(A, Sphere) DO(A, Capsule) DO(A, Aabb) DO(A, Obb)
