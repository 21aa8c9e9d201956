#pragma once
/// Solids in solids whose surfaces do not meet: what a search along surfaces does not see.

#include <cstdint>
#include <optional>
#include <vector>

#include <Eigen/Geometry>

#include "motion/windows/search.h"

namespace graze::robots {

/// Where surfaces do not meet, each connected part of a shape is wholly inside another one or wholly outside: a point of each
/// tells.
class ContainmentCheck {
 public:
  ContainmentCheck() = default;
  /// Of a scene that has all its shapes and pairs, solids without open edges.
  explicit ContainmentCheck(const windows::WindowScene& scene);

  /// At time 0 of the movement, a contact for each tag that has none in `known`. What is found is in contact; that nothing else is
  /// holds where surfaces do not meet.
  [[nodiscard]] std::vector<windows::WindowContact> contacts(const windows::WindowScene& scene, windows::Movement& movement,
                                                             const std::vector<windows::WindowContact>& known) const;

 private:
  struct Shape {
    std::vector<Vec3> probes;   ///< a point of each connected part, in its own coordinates, as the box
    Eigen::AlignedBox3d bound;  ///< of a solid
    bool is_solid = false;
    bool is_oriented = false;
  };
  [[nodiscard]] std::optional<Vec3> point_inside(const windows::WindowScene& scene, std::size_t solid, const Pose& solid_pose,
                                                 std::size_t other, const Pose& other_pose) const;

  std::vector<Shape> shapes_;
  std::vector<std::uint32_t> pairs_;  ///< with a solid
};

}  // namespace graze::robots
