#pragma once
/// A mesh with its pose and velocity: what the algorithms for meshes take instead of a Body.

#include <limits>

#include <graze/pose.h>

#include "tree/nodes/mesh_tree.h"

namespace graze::query {

/// A distance or time that nothing exceeds: no limit.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

struct PlacedMesh {
  const MeshTree* tree = nullptr;
  Pose pose;
  Vec3 velocity = Vec3::Zero();
};

}  // namespace graze::query
