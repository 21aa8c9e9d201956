#pragma once
/// A mesh with its pose and velocity: what questions about meshes are asked of, without a Body to look through.

#include <graze/pose.h>

#include "tree/nodes/mesh_tree.h"

namespace graze::query {

struct PlacedMesh {
  const MeshTree* tree = nullptr;
  Pose pose;
  Vec3 velocity = Vec3::Zero();
};

}  // namespace graze::query
