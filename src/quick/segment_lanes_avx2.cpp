#include "quick/segment_lanes_kernel.h"

namespace graze::distance {

Vector3<double> fine_segment_way_avx2(const SegmentEnds& a, double s, const SegmentEnds& b, double t) {
  return GRAZE_SIMD_TARGET::fine_segment_way_lanes(a, s, b, t);
}

Vector3<double> fine_posed_way_avx2(const PosedSegment& a, double s, const PosedSegment& b, double t) {
  return GRAZE_SIMD_TARGET::fine_posed_way_lanes(a, s, b, t);
}

}  // namespace graze::distance
