#pragma once
/// The way between places of two segments in twice the digits of a double, its coordinates side by side.

#include <array>

#include <graze/core/export.h>
#include <graze/core/vec.h>
#include <graze/exact/vector.h>

namespace graze::distance {

using SegmentEnds = std::array<Vec3, 2>;

/// From a to b. Coordinates are off by one rounding and fine_way_error of the segments and the way between their starts. Nothing
/// may be so large that it overflows when it is cut.
using FineSegmentWay = Vector3<double> (*)(const SegmentEnds& a, double s, const SegmentEnds& b, double t);
[[nodiscard]] GRAZE_API FineSegmentWay fine_segment_way();

/// Each of the seven roundings summed is off by less than 2^-53 of 2^-53 of its term, their sum by seven times that. No unit.
/// SegmentPairs.AreMeasuredFinelyWithinTheErrorOfTheWay
inline constexpr double fine_way_error = 0x1p-100;

/// The variants it chooses from.
[[nodiscard]] GRAZE_API Vector3<double> fine_segment_way_baseline(const SegmentEnds& a, double s, const SegmentEnds& b, double t);
[[nodiscard]] GRAZE_API Vector3<double> fine_segment_way_avx2(const SegmentEnds& a, double s, const SegmentEnds& b, double t);

}  // namespace graze::distance
