#pragma once
/// How far the cores of two bodies are apart and where, in doubles, after everything that must be exact has been decided.

#include "rounded/nearest_exact.h"

namespace graze::distance {

/// How a distance compares with the sum of the radii.
enum class Relation : std::uint8_t { apart, touching, overlapping };

/// Between two bodies other than planes and half-spaces. The bodies are their cores with balls of radius r_a and r_b.
struct CoreSeparation {
  Relation relation = Relation::apart;  ///< of the bodies; those without radii that meet are `touching`, however deep
  bool cores_meet = false;
  double core_distance = 0;
  double gap = 0;            ///< core distance less the radii, relative error 2^-40; negative when the bodies overlap
  Vec3 on_a = Vec3::Zero();  ///< nearest points of the cores, world frame
  Vec3 on_b = Vec3::Zero();
  Vec3 normal = Vec3::Zero();                         ///< unit, from a to b; zero when the cores meet
  Generators generators;                              ///< that span the nearest points
  boost::container::static_vector<bool, 8> ray_of_b;  ///< for each ray of the difference
};

/// A distance in doubles is good enough when its proven error is no more than this, relative to the gap. No unit. Less than the
/// 1e-12 promised. RoundedDistance.AgreesWithRationalsOnRandomPairs, PlaneDistance.AgreesWithRationals
inline constexpr double enough = 0x1p-40;

/// Where only the relation is wanted, the numbers may be rough.
enum class Wanted : bool { everything, relation };

[[nodiscard]] CoreSeparation core_separation(const BodyView& a, const BodyView& b, Wanted wanted = Wanted::everything);

/// From an exact search, with every number rounded a few times only.
[[nodiscard]] CoreSeparation exact_separation(const MinkowskiDifference& difference, const ExactNearest& nearest);

}  // namespace graze::distance
