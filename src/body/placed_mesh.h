#pragma once
/// A mesh with its pose and velocity: what the algorithms for meshes take instead of a Body.

#include <graze/pose.h>

#include "tree/nodes/mesh_tree.h"

namespace graze::query {

struct PlacedMesh {
  const MeshTree* tree = nullptr;
  Pose pose;
  Vec3 velocity = Vec3::Zero();
};

}  // namespace graze::query
