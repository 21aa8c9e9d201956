#include "box/time_window_lanes.h"
#include "box/time_window_lanes_kernel.h"

namespace graze::sat {

std::optional<TimeWindow> may_overlap_during_avx2(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin,
                                                  const PairMotion& motion, double t_max) {
  return GRAZE_SIMD_TARGET::may_overlap_during_lanes(a, b, b_in_a, margin, motion, t_max);
}

}  // namespace graze::sat
