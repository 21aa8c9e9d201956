#pragma once
/// How close do two moving bodies come, and when?

#include <array>
#include <cstddef>
#include <limits>
#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/path.h>

namespace graze {

struct ApproachOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0; must be finite where a body turns or follows a path
  /// Length, > 0: how far below the distance found the proven bound may be, where rounding allows it. When absent 1e-9 of the size
  /// of the bodies, 1e-7 of it where one turns.
  std::optional<double> tolerance{};
  /// Limit on distance evaluations of convex bodies, and on the work of each search of turning bodies, as in TurningOptions.
  std::size_t max_evaluations = 100000;
};

struct ClosestApproach {
  double time = 0;       ///< of the distance found; of several the first that was found, of bodies that meet the first contact
  Closest closest;       ///< at that time
  double least = 0;      ///< they are never closer, guaranteed
  bool finished = true;  ///< false when a limit was reached before `least` came within the tolerance of the distance
};

/// The least distance within [0, t_max] under the constant velocities and angular velocities of the bodies, with a time at which it
/// is attained and a bound that is proven: `closest.distance` is never more than the tolerance above `least`, unless it says that
/// it is not finished. Bodies that meet answer 0 and their first contact. The distance from an empty mesh is infinite.
[[nodiscard]] GRAZE_API Result<ClosestApproach> closest_approach(const Body& a, const Body& b, const ApproachOptions& options = {});

/// The same along paths of keyframes. `solid`: which of the two count as the solids that their meshes bound.
[[nodiscard]] GRAZE_API Result<ClosestApproach> closest_approach_along(const Geometry& a, const Path& path_a, const Geometry& b,
                                                                       const Path& path_b, const ApproachOptions& options,
                                                                       std::array<bool, 2> solid = {});

}  // namespace graze
