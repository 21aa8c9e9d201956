#include "quick/segment_lanes.h"

#include "simd/processor.h"

namespace graze::distance {

FineSegmentWay fine_segment_way() {
  static const FineSegmentWay chosen = simd::has_avx2() ? fine_segment_way_avx2 : fine_segment_way_baseline;
  return chosen;
}

FinePosedWay fine_posed_way() {
  static const FinePosedWay chosen = simd::has_avx2() ? fine_posed_way_avx2 : fine_posed_way_baseline;
  return chosen;
}

}  // namespace graze::distance
