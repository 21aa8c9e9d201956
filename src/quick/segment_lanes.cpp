#include "quick/segment_lanes.h"

#include "box/eight_lanes.h"

namespace graze::distance {

FineSegmentWay fine_segment_way() {
  static const FineSegmentWay chosen = sat::has_avx2() ? fine_segment_way_avx2 : fine_segment_way_baseline;
  return chosen;
}

FinePosedWay fine_posed_way() {
  static const FinePosedWay chosen = sat::has_avx2() ? fine_posed_way_avx2 : fine_posed_way_baseline;
  return chosen;
}

}  // namespace graze::distance
