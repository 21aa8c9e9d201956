#pragma once
/// The kernels about meshes, one table for each instruction set.

#include <cstdint>

#include "mesh/ray_quick.h"
#include "simd/processor.h"
#include "tree/walk/ray_lanes.h"

namespace graze::query {

struct MeshKernels {
  /// quick_first_hit() of a mesh that has triangles.
  QuickHit (*quick_first_hit)(const tree::MeshInTree& mesh, const tree::LinePart& part);
};

extern const MeshKernels mesh_kernels_baseline;
extern const MeshKernels mesh_kernels_avx2;

[[nodiscard]] inline const MeshKernels& mesh_kernels() { return simd::of_processor(mesh_kernels_baseline, mesh_kernels_avx2); }

/// Asked by the kernels, seldom. True only if two triangles have the same plane, which a line passes at the same parameter: their
/// corners are the same, in any order, or all have the same coordinate along an axis. Dirty meshes have many such pairs, others
/// none.
[[nodiscard]] bool are_in_one_plane(const tree::MeshInTree& mesh, std::uint32_t i, std::uint32_t j);

}  // namespace graze::query
