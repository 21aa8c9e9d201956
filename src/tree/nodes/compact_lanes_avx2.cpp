#include "tree/nodes/compact_lanes_kernel.h"

namespace graze::tree {

void unpack_avx2(const CompactNode& node, sat::EightBoxes& boxes) { GRAZE_SIMD_TARGET::unpack_lanes(node, boxes); }

}  // namespace graze::tree
