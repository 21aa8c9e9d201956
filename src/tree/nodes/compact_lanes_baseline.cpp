#include "tree/nodes/compact_lanes_kernel.h"

namespace graze::tree {

void unpack_baseline(const CompactNode& node, sat::EightBoxes& boxes) { GRAZE_SIMD_TARGET::unpack_lanes(node, boxes); }

void unpack(const CompactNode& node, std::size_t lane, sat::EightBoxes& boxes) {
  GRAZE_SIMD_TARGET::unpack_one_lane(node, lane, boxes);
}

}  // namespace graze::tree
