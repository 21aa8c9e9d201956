#pragma once
/// The smallest ball around points.

#include <span>

#include <graze/shapes.h>

namespace graze {

/// Contains every point in exact arithmetic and does not depend on their order; the radius is the least one up to rounding. Grown
/// from the farthest point outside, as in [Gartner99], the support chosen among all subsets. Any finite points, at least one.
[[nodiscard]] Sphere fit_sphere(std::span<const Vec3> points);

}  // namespace graze
