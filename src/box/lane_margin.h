#pragma once
/// The margin of one box against eight where the one was computed in single precision.

#include "box/eight_lanes.h"

namespace graze::sat {

/// How far the numbers of the one box are from what they mean, in units of u = 2^-24. Rounded once from double, as OneBox is by
/// itself, both are 1.
struct OneBoxRounding {
  double axes = 1;    ///< the length of the error of each axis
  double center = 1;  ///< |x|+|y|+|z| of its error, for each unit of its reach
};

/// As the one of eight_lanes.h; `reach` also bounds |x|+|y|+|z| of what the centre is the sum of.
[[nodiscard]] LaneMargin lane_margin_of(const PairMargin& exact, double reach, const OneBoxRounding& rounding);

}  // namespace graze::sat
