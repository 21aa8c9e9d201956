#pragma once
/// Walks one mesh tree along a line, first boxes first. Never misses a triangle that the line meets.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include <graze/core/export.h>
#include <graze/core/pose.h>
#include <graze/tree/box_ref.h>
#include <graze/tree/mesh_tree.h>
#include <graze/tree/ray_lanes.h>
#include <graze/tree/wide_tree.h>

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

/// The boxes that a line has yet to look into, the next one on top.
class RayStack {
 public:
  [[nodiscard]] bool is_empty() const { return height_ == 0; }

  /// Among those above `bottom`, which are in order.
  void add(float enter, std::uint32_t box, std::size_t bottom) {
    const std::uint64_t entry = std::uint64_t{std::bit_cast<std::uint32_t>(enter)} << 32U | box;
    std::size_t place = height_++;
    for (; place > bottom && entries_[place - 1] < entry; --place) entries_[place] = entries_[place - 1];
    entries_[place] = entry;
  }

  struct Box {
    float enter;
    std::uint32_t number;  ///< of its node, times 8, and lane
  };
  Box take() {
    const std::uint64_t entry = entries_[--height_];
    return {std::bit_cast<float>(static_cast<std::uint32_t>(entry >> 32U)), static_cast<std::uint32_t>(entry)};
  }

  [[nodiscard]] std::size_t height() const { return height_; }

 private:
  std::array<std::uint64_t, 7 * (MeshTree::max_depth + 1) + 8> entries_;  ///< parameters >= 0 and boxes, compared as one number
  std::size_t height_ = 0;
};

/// Calls on_triangle(i) -> double for every triangle that the line may meet at a parameter up to the limit of that moment, about
/// first ones first; it returns the limit from then on.
template <class OnTriangle>
void for_each_triangle_along(const MeshTree& mesh, const Pose& pose, const WorldLine& line, double limit,
                             OnTriangle&& on_triangle) {
  if (mesh.empty()) return;
  const NodesView nodes(mesh.wide());
  const RayInTree ray(mesh.wide(), pose, line);
  if (ray.reach() == RayInTree::Reach::misses) return;
  if (ray.reach() == RayInTree::Reach::unknown) {
    for (std::uint32_t i = 0; i < mesh.mesh().triangles.size(); ++i) on_triangle(i);
    return;
  }
  RayStack stack;
  float before = ray.limit(std::min(limit, line.greatest));
  const auto open = [&, kernel = ray_bounds()](std::uint32_t node) {
    float enter[8];
    sat::EightBoxes room;
    const std::size_t bottom = stack.height();
    for (unsigned left = kernel(ray.lanes(), nodes.open(node, room), enter); left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      if (enter[lane] < before) stack.add(enter[lane], node << 3U | lane, bottom);
    }
  };
  open(0);
  while (!stack.is_empty()) {
    const RayStack::Box box = stack.take();
    if (!(box.enter < before)) continue;
    const Slot slot = nodes.slot(BoxRef::of_number(box.number));
    if (!slot.is_leaf()) {
      open(slot.node());
      continue;
    }
    for (const std::uint32_t i : mesh.order().subspan(slot.first(), slot.count())) {
      const double new_limit = on_triangle(i);
      if (new_limit == limit) continue;
      limit = new_limit;
      before = ray.limit(limit);
    }
  }
}

}  // namespace graze::tree
