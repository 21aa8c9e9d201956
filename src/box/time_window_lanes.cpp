#include "box/time_window_lanes.h"

#include "box/eight_lanes.h"

namespace graze::sat {

MayOverlapDuring may_overlap_during_of_processor() {
  static const MayOverlapDuring chosen = has_avx2() ? may_overlap_during_avx2 : may_overlap_during_baseline;
  return chosen;
}

std::optional<TimeWindow> may_overlap_during_baseline(const Obb& a, const Obb& b, const RelativePose& b_in_a,
                                                      const PairMargin& margin, const PairMotion& motion, double t_max) {
  return may_overlap_during(a, b, b_in_a, margin, motion, t_max);
}

}  // namespace graze::sat
