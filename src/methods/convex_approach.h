#pragma once
/// How close two convex shapes come in relative translation: their distance is a convex function of time.

#include "methods/least_over_time.h"
#include "methods/shape_sweep.h"

namespace graze::query {

/// Of shapes that do not meet within [0, t_max], which may be infinite. For linear and rounded shapes the bound is the distance
/// from all that the other one passes through; for curved ones it is proven by planes between them.
[[nodiscard]] distance::LeastOverTime convex_approach(const PosedShape& a, const PosedShape& b, const sat::Velocities& velocities,
                                                      double t_max, const distance::LeastOverTimeLimits& limits);

/// The nearest points of two convex shapes of any kinds.
[[nodiscard]] Closest closest_points(const PosedShape& a, const PosedShape& b);

/// Not more than the distance of the bodies with a gap along a direction from a to b (not zero, of any length), in doubles;
/// negative where there is none, minus infinity where a body never ends.
[[nodiscard]] double gap_along(const PosedShape& a, const PosedShape& b, const Vec3& direction);

}  // namespace graze::query
