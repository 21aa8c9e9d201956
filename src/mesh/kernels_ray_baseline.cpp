/// The kernels about meshes for every processor.

#include "mesh/kernels.h"
#include "mesh/ray_quick_kernel.h"

namespace graze::query {
namespace {

QuickHit quick_first_hit_baseline(const tree::MeshInTree& mesh, const tree::LinePart& part) {
  return GRAZE_SIMD_TARGET::quick_first_hit_lanes(mesh, part);
}

}  // namespace

const MeshKernels mesh_kernels_baseline{.quick_first_hit = quick_first_hit_baseline};

}  // namespace graze::query
