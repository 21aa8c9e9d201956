/// Closest points and overlap of curved bodies from the bounds of their gap.

#include "curved/distance.h"

#include "curved/gap.h"

namespace graze::distance {
namespace {

using namespace gjk;

/// What is promised_distance of a distance, by itself. No unit. CurvedDistance.IsRightForTinyGaps
constexpr double promised_distance = 0x1p-30;

/// What the search goes on to where roundings allow: two digits more than are relied on cost a fifth more time.
/// CurvedDistance.IsRightToElevenDigitsInAlignedPositions
constexpr double aimed_distance = 0x1p-40;

/// For a yes or no any bound will do.
constexpr double any_accuracy = 0x1p+1000;

}  // namespace

Closest closest_points(const Curved& a, const Curved& b) {
  const CurvedGap gap = gap_between(a, b, {}, {promised_distance, aimed_distance});
  Closest closest;
  closest.points = gap.points;
  if (!gap.meets) closest.distance = gap.upper;
  return closest;
}

bool overlap(const Curved& a, const Curved& b) { return gap_between(a, b, {}, {any_accuracy}).meets; }

}  // namespace graze::distance
