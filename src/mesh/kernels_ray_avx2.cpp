/// The kernels about meshes for processors with AVX2, with the fused products of simd/fused.h and every other rounding.

#include "mesh/kernels.h"
#include "mesh/ray_quick_kernel.h"

namespace graze::query {
namespace {

QuickHit quick_first_hit_avx2(const tree::MeshInTree& mesh, const tree::LinePart& part) {
  return GRAZE_SIMD_TARGET::quick_first_hit_lanes(mesh, part);
}

}  // namespace

const MeshKernels mesh_kernels_avx2{.quick_first_hit = quick_first_hit_avx2};

}  // namespace graze::query
