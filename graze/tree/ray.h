#pragma once
/// Walks one mesh tree along a line, first boxes first. Never misses a triangle that the line meets.

#include <cstdint>

#include <graze/core/export.h>
#include <graze/core/pose.h>
#include <graze/tree/nearest_one.h>
#include <graze/tree/ray_lanes.h>

namespace graze::tree {

/// All o + t*d with least <= t <= greatest in the world, o off by at most `error` in each coordinate.
struct WorldLine {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();
  double least = 0;
  double greatest = 0;
  double error = 0;
};

/// A line in the frame of a wide tree, cut to where it passes by: origins far away would blur boxes in single precision.
class GRAZE_API RayInTree {
 public:
  enum class Reach { misses, passes, unknown };

  RayInTree(const WideTree& tree, const Pose& pose, const WorldLine& line);

  [[nodiscard]] Reach reach() const { return reach_; }  ///< unknown: so far away that doubles cannot tell
  [[nodiscard]] const LaneRay& lanes() const { return lanes_; }

  /// Greater than the bound of any box that the line meets at a parameter up to t.
  [[nodiscard]] float limit(double t) const;

 private:
  LaneRay lanes_{};
  Reach reach_ = Reach::unknown;
  double start_ = 0;  ///< parameter of the world where lanes_ begin
  double tick_ = 1;   ///< one unit of the parameter of lanes_, in parameters of the world
};

/// Calls on_triangle(i) -> double for every triangle that the line may meet at a parameter up to the limit of that moment, about
/// first ones first; it returns the limit from then on.
template <class OnTriangle>
void for_each_triangle_along(const MeshTree& mesh, const Pose& pose, const WorldLine& line, double limit,
                             OnTriangle&& on_triangle) {
  if (mesh.nodes().empty()) return;
  const RayInTree ray(mesh.wide(), pose, line);
  if (ray.reach() == RayInTree::Reach::misses) return;
  if (ray.reach() == RayInTree::Reach::unknown) {
    for (std::uint32_t i = 0; i < mesh.mesh().triangles.size(); ++i) on_triangle(i);
    return;
  }
  const auto bounds = [&, kernel = ray_bounds()](const sat::EightBoxes& eight, float(&enter)[8]) {
    kernel(ray.lanes(), eight, enter);
  };
  for_each_triangle_by_distance(mesh, ray, bounds, limit, on_triangle);
}

}  // namespace graze::tree
