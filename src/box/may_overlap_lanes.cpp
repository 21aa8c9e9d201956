#include "box/may_overlap_lanes.h"

#include "box/eight_lanes.h"

namespace graze::sat {

MayOverlap may_overlap_of_processor() {
  static const MayOverlap chosen = has_avx2() ? may_overlap_avx2 : may_overlap_baseline;
  return chosen;
}

/// Registers of two doubles are no faster than one axis after the other, which stops at the first gap.
bool may_overlap_baseline(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin) {
  return may_overlap(a, b, b_in_a, margin);
}

}  // namespace graze::sat
