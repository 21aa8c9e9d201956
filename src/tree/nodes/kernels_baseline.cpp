/// The kernels about the boxes of a tree for every processor.

#include "tree/nodes/compact_lanes_kernel.h"
#include "tree/nodes/extent_lanes_kernel.h"
#include "tree/nodes/kernels.h"

namespace graze::tree {

const NodeKernels node_kernels_baseline{.unpack = GRAZE_SIMD_TARGET::unpack_lanes,
                                        .extent_along = GRAZE_SIMD_TARGET::extent_along_lanes};

/// One lane has no use for wider registers.
void unpack(const CompactNode& node, std::size_t lane, sat::EightBoxes& boxes) {
  GRAZE_SIMD_TARGET::unpack_one_lane(node, lane, boxes);
}

}  // namespace graze::tree
