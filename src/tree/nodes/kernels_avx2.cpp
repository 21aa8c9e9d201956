/// The kernels about the boxes of a tree for processors with AVX2, with every rounding.

#include "tree/nodes/compact_lanes_kernel.h"
#include "tree/nodes/extent_lanes_kernel.h"
#include "tree/nodes/kernels.h"

namespace graze::tree {

const NodeKernels node_kernels_avx2{.unpack = GRAZE_SIMD_TARGET::unpack_lanes,
                                    .extent_along = GRAZE_SIMD_TARGET::extent_along_lanes};

}  // namespace graze::tree
