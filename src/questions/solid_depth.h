#pragma once
/// How deep solids are in each other, along a direction or in the best that is found.

#include <limits>
#include <optional>

#include <graze/penetration.h>

namespace graze::query {

/// Two bodies at rest of which closed meshes count as the solids they bound.
struct Solids {
  Body a, b;
};

/// Fails where a mesh has open edges.
[[nodiscard]] Result<Solids> solids_of(const Body& a, const Body& b);

/// Nothing when they are apart, as penetration() along a direction; the direction is unit. What is deeper than the limit is
/// infinite.
[[nodiscard]] Result<std::optional<Penetration>> depth_along(const Solids& solids, const Vec3& direction,
                                                             double limit = std::numeric_limits<double>::infinity());

/// As solid_penetration().
[[nodiscard]] Result<std::optional<SolidPenetration>> depth_of_solids(const Solids& solids);

}  // namespace graze::query
