/// The kernels about segments for processors with AVX2, with every rounding.

#include "quick/kernels.h"
#include "quick/segment_lanes_kernel.h"

namespace graze::distance {

const SegmentKernels segment_kernels_avx2{.fine_segment_offset = GRAZE_SIMD_TARGET::fine_segment_offset_lanes,
                                          .fine_posed_offset = GRAZE_SIMD_TARGET::fine_posed_offset_lanes};

}  // namespace graze::distance
