#include "triangle/motion_lanes.h"

#include "simd/processor.h"

namespace graze::sat {

EarliestMeeting earliest_meeting_of_processor() {
  static const EarliestMeeting chosen = simd::has_avx2() ? earliest_meeting_avx2 : earliest_meeting_baseline;
  return chosen;
}

}  // namespace graze::sat
