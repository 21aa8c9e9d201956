/// The kernel of walks through trees for processors with AVX2 whose bounds have room for fused products.

#include "tree/walk/kernels.h"
#include "tree/walk/placed_overlap_lanes_kernel.h"

namespace graze::tree {

unsigned may_overlap_placed_fused_avx2(const OverlapMap& map, const sat::EightBoxes& boxes, std::size_t lane,
                                       const sat::EightBoxes& eight, float (&far)[8]) {
  return GRAZE_SIMD_TARGET::may_overlap_placed_lanes(map, boxes, lane, eight, far);
}

}  // namespace graze::tree
