#include "triangle/closest_lanes.h"
#include "triangle/closest_lanes_kernel.h"

namespace graze::distance {

double least_squared_baseline(const Corners& a, const Corners& b) { return GRAZE_SIMD_TARGET::least_squared_lanes(a, b); }

}  // namespace graze::distance
