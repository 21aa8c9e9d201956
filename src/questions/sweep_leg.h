#pragma once
/// First contact during one leg of a motion.

#include <graze/answers.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze::query {

/// The default tolerance, relative to the size of the bodies.
inline constexpr double default_turning_tolerance = 1e-7;

/// As sweep_turning(). Only where the motion `is_start` are bodies within the tolerance given a smaller one.
[[nodiscard]] Result<TurningImpact> sweep_leg(const Body& a, const Body& b, const TurningOptions& options, bool is_start);

}  // namespace graze::query
