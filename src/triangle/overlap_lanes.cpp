#include "triangle/overlap_lanes.h"

#include "simd/processor.h"

namespace graze::sat {

CertainMeeting certain_meeting_of_processor() {
  static const CertainMeeting chosen = simd::has_avx2() ? certain_meeting_avx2 : certain_meeting_baseline;
  return chosen;
}

const TriangleKernels& triangle_kernels_of_processor() {
  static const TriangleKernels& chosen = simd::has_avx2() ? triangle_kernels_avx2 : triangle_kernels_baseline;
  return chosen;
}

}  // namespace graze::sat
