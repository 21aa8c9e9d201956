#pragma once
/// Two bodies of constant velocities that may turn, and the search for their first contact by the method that suits them.

#include <algorithm>
#include <array>
#include <cmath>

#include <graze/answers.h>
#include <graze/geometry.h>
#include <graze/options.h>

#include "motion/turning/reach.h"

namespace graze::query {

/// Bodies that start closer than this part of their size are in contact, whatever they do next: doubles cannot resolve less.
/// SweepTurningMeshes.EndWithATinyTolerance
inline constexpr double least_start = 0x1p-38;

/// Refers to the bodies.
struct TurningBodies {
  const Body& a;
  const Body& b;
  std::array<Reach, 2> reach;
  Times times;  ///< outside of which they cannot meet

  [[nodiscard]] double size() const {
    const double sum = reach[0].center + reach[1].center;
    return std::isfinite(sum) ? sum : std::min(reach[0].center, reach[1].center);
  }
  [[nodiscard]] double speed() const {
    return (b.motion.velocity - a.motion.velocity).stableNorm() + a.motion.angular_velocity.stableNorm() * reach[0].axis +
           b.motion.angular_velocity.stableNorm() * reach[1].axis;
  }
  /// In which the bodies can come closer by the tolerance, or by what doubles can resolve.
  [[nodiscard]] double step_for(double tolerance) const { return std::max(tolerance, least_start * size()) / speed(); }
};

/// The first time at which the bodies are within the tolerance. Best-first over the trees of meshes, conservative advancement of
/// other bodies and of meshes whose sizes or speeds single precision cannot hold.
[[nodiscard]] Result<TurningImpact> first_turning_contact(const TurningBodies& bodies, const TurningOptions& options,
                                                          double tolerance);

}  // namespace graze::query
