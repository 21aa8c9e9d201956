#pragma once
/// The direction along which two overlapping cores are parted soonest: branch and bound over the sphere of directions.

#include "views/support.h"

namespace graze::distance::gjk {

/// In the unit of the pair; the depths are those of the cores, without their radii.
struct Shallowest {
  double lower = 0;
  double upper = 0;
  Vec3 normal = Vec3::UnitX();  ///< of `upper`; unit, from a to b
};

/// Searches until the bounds, each with the radii added, differ by at most `relative` of the depth or by `absolute`.
[[nodiscard]] Shallowest shallowest_direction(const Pair<double>& pair, double relative, double absolute);

/// The same over the directions of the plane z = 0, until the bounds differ by at most 2^-40 of the depth or by `absolute`.
[[nodiscard]] Shallowest shallowest_direction_in_plane(const Pair<double>& pair, double absolute);

}  // namespace graze::distance::gjk
