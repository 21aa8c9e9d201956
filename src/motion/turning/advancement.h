#pragma once
/// Conservative advancement: time advances by steps in which the bodies certainly cannot cover their distance. [Mirtich96]
/// Slower than search.h, but for every pair whose distance is known and every motion that can bound itself.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/options.h>

namespace graze::query {

/// Poses, distances and speeds are off by some dozen roundings of the coordinates they are computed from: every distance counts for
/// less by this part of them. No unit. SweepTurning.NeverReportsAContactLate,
/// SweepAlong.NeverReportsAContactLateForMotionsThatBoundThemselves
inline constexpr double advancement_margin = 0x1p-44;
/// What distances of curved bodies may be off by, relative, rounded up. No unit.
inline constexpr double advancement_distance_error = 0x1p-29;

struct AdvancementLimits {
  double from = 0;                  ///< time to begin at
  double tolerance = 0;             ///< length, >= 0: a distance up to this is contact
  std::size_t max_evaluations = 0;  ///< of the distance
  double margin = 0;                ///< length, >= 0: bodies within it are in contact; the tolerance comes on top
};

/// A pair answers
///   closest_at(t)            -> Result<Closest>         the nearest points at a time
///   coordinates(closest, t)  -> double                  the size of all numbers that this distance was computed from
///   free_until(gap, closest, t) -> std::optional<double>  a later time before which a gap that large now cannot close; nothing
///                                                       when it cannot close until the end
/// The gap is less than the true one by advancement_distance_error of it, which is room for what a sum of speeds and a quotient
/// round. Without t_hi and `initial`. A distance that is not finite decides nothing: unfinished.
template <class Pair>
[[nodiscard]] Result<TurningImpact> advance(Pair& pair, const AdvancementLimits& limits) {
  TurningImpact impact;
  impact.t_lo = limits.from;
  for (std::size_t i = 0; i < limits.max_evaluations && !Interrupt::is_asked_for(); ++i) {
    const Result<Closest> closest = pair.closest_at(impact.t_lo);
    if (!closest && Interrupt::is_asked_for()) break;
    if (!closest) return tl::make_unexpected(closest.error());
    impact.closest = *closest;
    if (!std::isfinite(closest->distance)) break;
    const double size = pair.coordinates(*closest, impact.t_lo);
    // Nearer than twice what a distance may be off by no step could be taken.
    const double least = 2 * (advancement_margin * size + advancement_distance_error * limits.margin);
    if (closest->distance <= limits.margin + std::max(limits.tolerance, least)) {
      impact.status = TurningStatus::contact;
      return impact;
    }
    const double distance = closest->distance * (1 - advancement_distance_error);
    const double gap = std::max(0.0, distance - limits.margin - advancement_margin * size);
    const std::optional<double> next = pair.free_until(gap, *closest, impact.t_lo);
    if (!next) return TurningImpact{};
    if (!(*next > impact.t_lo)) break;  // the same evaluation would be made again, to the limit
    impact.t_lo = *next;
  }
  impact.status = TurningStatus::unfinished;
  return impact;
}

}  // namespace graze::query
