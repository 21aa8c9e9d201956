#pragma once
/// First contact during one leg of a motion.

#include <cstddef>

#include <graze/answers.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze::query {

/// The default tolerance, relative to the size of the bodies.
inline constexpr double default_turning_tolerance = 1e-7;

/// More sub-steps are refused (ErrorCode::limit): a question must end. So many take about a second where bodies are far apart.
inline constexpr std::size_t max_sub_steps = 1'000'000;

/// As sweep_turning(). Bodies that start within the tolerance get a smaller one only if this leg `is_start` of the motion.
[[nodiscard]] Result<TurningImpact> sweep_leg(const Body& a, const Body& b, const TurningOptions& options, bool is_start);

}  // namespace graze::query
