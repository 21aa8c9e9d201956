#pragma once
/// The closest approach of bodies that turn or follow paths.

#include <array>

#include <graze/closest_approach.h>

namespace graze::query {

/// As closest_approach_along(), of bodies with points and valid options. t_max must be finite.
[[nodiscard]] Result<ClosestApproach> approach_along(const Geometry& a, const Path& path_a, const Geometry& b, const Path& path_b,
                                                     const ApproachOptions& options, std::array<bool, 2> solid);

}  // namespace graze::query
