#pragma once
/// The offset between points of two segments in twice the digits of a double, its coordinates side by side.

#include <array>

#include <graze/pose.h>
#include <graze/vec.h>

#include "numbers/vector.h"

namespace graze::distance {

using SegmentEnds = std::array<Vec3, 2>;

/// From a to b. Coordinates are off by one rounding and fine_offset_error of the segments and the offset between their starts.
/// Nothing may be so large that it overflows when it is cut.
using FineSegmentOffset = Vector3<double> (*)(const SegmentEnds& a, double s, const SegmentEnds& b, double t);

/// Each of the seven roundings summed is off by less than 2^-53 of 2^-53 of its term, their sum by seven times that. No unit.
/// SegmentPairs.AreMeasuredFinelyWithinTheErrorOfTheWay
inline constexpr double fine_offset_error = 0x1p-100;

/// A segment of a posed body, by reference.
struct PosedSegment {
  const SegmentEnds& ends;
  const Pose& pose;
};

/// The same for two of them. Coordinates are off by one rounding and posed_way_error of all terms: both translations, and four
/// times the coordinates of both ends of each.
using FinePosedOffset = Vector3<double> (*)(const PosedSegment& a, double s, const PosedSegment& b, double t);

/// Less than thirty terms, each rounded at most three times on its way by less than 2^-53 of itself; the sum of all these roundings
/// is itself rounded fewer than 2^7 times. No unit. SegmentPairs.AreMeasuredFinelyWherePosesPlaceThem
inline constexpr double posed_way_error = 0x1p-96;

}  // namespace graze::distance
