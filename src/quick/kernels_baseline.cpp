/// The kernels about segments for every processor.

#include "quick/kernels.h"
#include "quick/segment_lanes_kernel.h"

namespace graze::distance {

const SegmentKernels segment_kernels_baseline{.fine_segment_offset = GRAZE_SIMD_TARGET::fine_segment_offset_lanes,
                                              .fine_posed_offset = GRAZE_SIMD_TARGET::fine_posed_offset_lanes};

}  // namespace graze::distance
