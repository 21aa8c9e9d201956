#pragma once
/// A seven-joint arm of meshes among twenty objects, trajectories and edges of a roadmap for it, and a checker that samples.

#include <vector>

#include <graze/robot.h>

namespace graze::bench {

/// About 2,700 triangles in nine links, the last two a gripper of boxes that slide.
[[nodiscard]] RobotModel arm_model();

/// Twenty meshes around it, about 11,000 triangles.
[[nodiscard]] std::vector<WorldObject> cluttered_world();

/// Straight from way-point to way-point, ten of them, free of contact all along.
[[nodiscard]] std::vector<JointTrajectory> clear_trajectories(const RobotCell& cell, std::size_t count);

/// Up to 0.7 radians a joint from free poses, as roadmaps have them: some valid, some not.
[[nodiscard]] std::vector<JointEdge> roadmap_edges(const RobotCell& cell, std::size_t count);

/// What people do today: overlap() of every pair that counts, in poses at equal steps, the ends included.
class SamplingChecker {
 public:
  explicit SamplingChecker(const RobotCell& cell, const RobotCellOptions& options);
  [[nodiscard]] bool is_free(std::span<const double> positions) const;
  [[nodiscard]] bool is_free(const JointEdge& edge, std::size_t samples) const;
  [[nodiscard]] bool is_free(const JointTrajectory& trajectory, std::size_t samples_a_segment) const;

 private:
  struct Pair {
    std::size_t link, shape;              ///< of one
    std::size_t other_link, other_shape;  ///< of the other, or
    const Body* object = nullptr;
  };
  Robot robot_;
  std::vector<WorldObject> world_;
  std::vector<Pair> pairs_;
};

}  // namespace graze::bench
