/// The kernels about boxes for processors with AVX2, with every rounding.

#include "box/eight_lanes_kernel.h"
#include "box/eight_sweep_lanes_kernel.h"
#include "box/kernels.h"
#include "box/time_window_lanes_kernel.h"

namespace graze::sat {

const BoxKernels box_kernels_avx2{.may_overlap = may_overlap_fused_avx2,
                                  .may_overlap_during = GRAZE_SIMD_TARGET::may_overlap_during_lanes,
                                  .may_overlap_eight = GRAZE_SIMD_TARGET::may_overlap_eight_lanes,
                                  .may_overlap_eight_during = GRAZE_SIMD_TARGET::may_overlap_eight_during_lanes,
                                  .widest_gaps = widest_gaps_fused_avx2,
                                  .have_gap = have_gap_fused_avx2};

}  // namespace graze::sat
