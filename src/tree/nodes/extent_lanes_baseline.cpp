#include "tree/nodes/extent_lanes_kernel.h"

namespace graze::tree {

ExtentInLanes extent_along_baseline(const PointRows& points, const AxesInLanes& axes) {
  return GRAZE_SIMD_TARGET::extent_along_lanes(points, axes);
}

}  // namespace graze::tree
