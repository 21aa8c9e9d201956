#pragma once
/// Scenes of many meshes, and what is known about them.

#include <vector>

#include <graze/scene.h>
#include <graze/scene_questions.h>

namespace graze::bench {

/// Bumpy balls of 320 triangles, some meeting, in poses of several steps.
struct MeshScene {
  TriangleMesh mesh;
  std::vector<std::vector<Pose>> steps;
};

[[nodiscard]] MeshScene crowd_of_meshes(std::size_t bodies);

using IndexPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Which meet, by a scene of ours, of each step.
[[nodiscard]] std::vector<IndexPairs> pairs_of_steps(const MeshScene& scene);

// Only where it was found.
void register_fcl_scene(const MeshScene& scene, const std::vector<IndexPairs>& answers);

}  // namespace graze::bench
