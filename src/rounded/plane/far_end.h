#pragma once
/// Where a body ends along a direction, as an exact number: the support function of every shape, meshes and clouds included.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <graze/pose.h>
#include <graze/shapes.h>

#include "numbers/dyadic.h"
#include "numbers/radical.h"
#include "numbers/vector.h"

namespace graze::distance {

/// The greatest value of direction.x over a body, (whole + sqrt(root) + sqrt(second_root)) / weight, and where it is.
struct FarEnd {
  Dyadic whole = 0;
  Dyadic root = 0;
  Dyadic weight = 1;                  ///< > 0
  std::vector<std::int32_t> corners;  ///< that lie there, of linear bodies; of a mesh or cloud, one of its vertices
  std::optional<Vec3> point;          ///< one of the body there, rounded; nothing of planes and half-spaces
  Dyadic second_root = 0;             ///< of tori alone: the tube, where the circle is the first
};

/// Of every shape but point clouds and meshes; nothing where it never ends. The direction, in world axes, need not be unit.
[[nodiscard]] std::optional<FarEnd> far_end(const Shape& shape, const Pose& pose, const Vector3<Dyadic>& direction);

/// Of listed points, those with a number in `used`; nothing when there are none.
[[nodiscard]] std::optional<FarEnd> far_end(std::span<const Vec3> points, const std::vector<bool>& used, const Pose& pose,
                                            const Vector3<Dyadic>& direction);

/// The end's value less an offset, divided by the root of `squared_length`.
[[nodiscard]] Radical beyond(const FarEnd& end, const Dyadic& offset, const Dyadic& squared_length);

/// The same rounded up: to the least double that is not below, of tori one place further.
[[nodiscard]] double beyond_up(const FarEnd& end, const Dyadic& offset, const Dyadic& squared_length);

/// Whether two ends have no more roots together than sum() can hold: not a torus and another round body.
[[nodiscard]] bool can_be_added(const FarEnd& a, const FarEnd& b);

/// The sum of the values of two ends that can be added, divided likewise.
[[nodiscard]] Radical sum(const FarEnd& a, const FarEnd& b, const Dyadic& squared_length);

}  // namespace graze::distance
