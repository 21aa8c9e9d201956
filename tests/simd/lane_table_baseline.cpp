/// Lanes as every processor has them.

#include "simd/lane_table_body.h"

namespace graze::testing {

const LaneTable& baseline_lanes() {
  static const LaneTable table = simd::GRAZE_SIMD_TARGET::lane_table();
  return table;
}

}  // namespace graze::testing
