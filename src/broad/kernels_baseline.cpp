/// The kernels of the broad phase for every processor.

#include "broad/kernels.h"

#include "broad/boxes_kernel.h"
#include "broad/curve_kernel.h"
#include "broad/line_kernel.h"
#include "broad/search_kernel.h"

namespace graze::broad {

const BroadKernels broad_kernels_baseline{.round_boxes = GRAZE_SIMD_TARGET::round_boxes,
                                          .frame_bounds = GRAZE_SIMD_TARGET::frame_bounds,
                                          .curve_keys = GRAZE_SIMD_TARGET::curve_keys,
                                          .fill_leaves = GRAZE_SIMD_TARGET::fill_leaves,
                                          .fill_above = GRAZE_SIMD_TARGET::fill_above,
                                          .open_pair = GRAZE_SIMD_TARGET::open_pair,
                                          .search_pair = GRAZE_SIMD_TARGET::search_pair,
                                          .search_box = GRAZE_SIMD_TARGET::search_box,
                                          .ray_enters = GRAZE_SIMD_TARGET::ray_enters,
                                          .gaps = GRAZE_SIMD_TARGET::gaps};

}  // namespace graze::broad
