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

/// Each coordinate is off by one rounding and by `error` at most.
struct PosedOffset {
  Vector3<double> x;
  double error = 0;  ///< length
};

/// The same for two of them. SegmentPairs.AreMeasuredFinelyWherePosesPlaceThem
using FinePosedOffset = PosedOffset (*)(const PosedSegment& a, double s, const PosedSegment& b, double t);

}  // namespace graze::distance
