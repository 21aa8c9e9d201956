/// The walk along a line for processors with AVX2, with the fused products of simd/fused.h and every other rounding.

#include "tree/walk/kernels.h"
#include "tree/walk/ray_lanes_kernel.h"

namespace graze::tree {

RayReach walk_along_avx2(const MeshInTree& mesh, const LinePart& part, SeeTriangles see, void* context) {
  GRAZE_SIMD_TARGET::SeeElsewhere visitor{see, context};
  return GRAZE_SIMD_TARGET::walk_in_lanes(mesh, part, visitor);
}

}  // namespace graze::tree
