#pragma once
/// Scenes of many meshes, and what is known about them.

#include <functional>
#include <string>
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

/// Boxes that are not turned and go their own way a little a step, there and back: 0.85 pairs a box.
struct MovingBoxes {
  std::vector<Vec3> half, place, way;

  explicit MovingBoxes(std::size_t count);
  [[nodiscard]] Vec3 at(std::size_t i, int step) const;
};

/// How many pairs somebody finds after a step.
using StepOfBoxes = std::function<std::size_t(int step)>;

/// Times steps of what `make` makes, when it is first asked; what finds other pairs than ours in one of a thousand is not timed.
void add_steps_of_boxes(const std::string& who, std::size_t count, std::function<StepOfBoxes(std::size_t count)> make);

using IndexPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Which meet, by a scene of ours, of each step.
[[nodiscard]] std::vector<IndexPairs> pairs_of_steps(const MeshScene& scene);

// Each only where it was found.
void register_fcl_boxes(std::size_t count);
void register_bullet_boxes(std::size_t count);
void register_fcl_scene(const MeshScene& scene, const std::vector<IndexPairs>& answers);

}  // namespace graze::bench
