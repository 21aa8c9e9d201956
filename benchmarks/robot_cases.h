#pragma once
/// A seven-joint arm of meshes among twenty objects, trajectories and edges of a roadmap for it, and a checker that samples.

#include <vector>

#include <graze/robot.h>

namespace graze::bench {

/// About 2,700 triangles in nine links, the last two a gripper of boxes that slide.
[[nodiscard]] RobotModel arm_model();

/// The same with finer meshes as files give them, 1,280 triangles a link, each with vertices of its own, that count as solids.
[[nodiscard]] RobotModel solid_arm_model();

/// Twenty meshes around it, about 11,000 triangles.
[[nodiscard]] std::vector<WorldObject> cluttered_world();

/// Straight from way-point to way-point, ten of them, free of contact all along.
[[nodiscard]] std::vector<JointTrajectory> clear_trajectories(const RobotCell& cell, std::size_t count);

/// Up to 0.7 radians a joint from free poses, as roadmaps have them: some valid, some not.
[[nodiscard]] std::vector<JointEdge> roadmap_edges(const RobotCell& cell, std::size_t count);

/// Robots of other people where ../shared (or GRAZE_SHARED) has them: names and models, meshes that are closed as solids.
[[nodiscard]] std::vector<RobotModel> shared_models();

/// Pairs that touch at rest are left out, beside those of neighbours.
[[nodiscard]] RobotCellOptions without_touching_at_rest(const Robot& robot);

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
