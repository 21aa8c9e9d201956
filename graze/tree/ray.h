#pragma once
/// Walks one mesh tree along a line, first boxes first. Never misses a triangle that the line meets.

#include <algorithm>
#include <cstdint>
#include <span>

#include <graze/core/export.h>
#include <graze/distance/triangle_line_filter.h>
#include <graze/tree/box_ref.h>
#include <graze/tree/mesh_tree.h>
#include <graze/tree/ray_lanes.h>

namespace graze::tree {

/// A line in the frame of a wide tree, cut to where it passes by: origins far away would blur boxes in single precision.
class GRAZE_API RayInTree {
 public:
  enum class Reach { misses, passes, unknown };

  /// The line is in the frame of the mesh, the part of it with parameters in the range is meant.
  RayInTree(const WideTree& tree, const distance::RoundedLine& line, const distance::ParameterRange& range);

  [[nodiscard]] Reach reach() const { return reach_; }  ///< unknown: so far away that doubles cannot tell
  [[nodiscard]] const LaneRay& lanes() const { return lanes_; }

  /// Greater than the bound of any box that the line meets at a parameter up to t.
  [[nodiscard]] float limit(double t) const;

 private:
  LaneRay lanes_;  ///< of a line that passes
  Reach reach_ = Reach::unknown;
  double start_ = 0;        ///< parameter of the line where lanes_ begin
  double ticks_ = 1;        ///< units of the parameter of lanes_ in one of the line
  double limit_error_ = 0;  ///< of limits, in units of lanes_
};

static_assert(RayWalk::max_depth == MeshTree::max_depth);

/// A walk that has yet to come to its first leaf; it keeps referring to the ray and the mesh. The box around everything is not
/// asked: the ones within tell as much.
inline void begin_walk(RayWalk& walk, const MeshTree& mesh, const LaneRay& ray, float before) {
  const WideTree& tree = mesh.wide();
  const Slot root = NodesView(tree).slot(BoxRef(0, 0));
  walk.ray = &ray;
  walk.nodes = tree.is_compact() ? nullptr : tree.nodes.data();
  walk.compact = tree.compact.data();
  walk.order = mesh.order().data();
  walk.before = before;
  walk.waiting[0] = RayEntry(0, root.is_leaf() ? Slot::of_node(0) : root);
  walk.height = 1;
}

/// Calls on_leaf(numbers) -> double for leaves of triangles that the line may meet at a parameter up to the limit of that moment,
/// about first ones first; it returns the limit from then on. Of a line in the frame of the mesh.
template <class OnLeaf>
void for_each_leaf_along(const MeshTree& mesh, const distance::RoundedLine& line, const distance::ParameterRange& range,
                         double limit, OnLeaf&& on_leaf) {
  if (mesh.empty()) return;
  const RayInTree ray(mesh.wide(), line, range);
  if (ray.reach() == RayInTree::Reach::misses) return;
  if (ray.reach() == RayInTree::Reach::unknown) {
    on_leaf(mesh.order());
    return;
  }
  RayWalk walk;
  begin_walk(walk, mesh, ray.lanes(), ray.limit(std::min(limit, range.greatest)));
  const NextLeaf next = next_leaf();
  for (Slot leaf = next(walk); !leaf.is_empty(); leaf = next(walk)) {
    const double new_limit = on_leaf(mesh.order().subspan(leaf.first(), leaf.count()));
    if (new_limit == limit) continue;
    limit = new_limit;
    walk.before = ray.limit(limit);
  }
}

/// The same with on_triangle(i) -> double, one after the other.
template <class OnTriangle>
void for_each_triangle_along(const MeshTree& mesh, const distance::RoundedLine& line, const distance::ParameterRange& range,
                             double limit, OnTriangle&& on_triangle) {
  for_each_leaf_along(mesh, line, range, limit, [&](std::span<const std::uint32_t> triangles) {
    double new_limit = limit;
    for (const std::uint32_t i : triangles) new_limit = on_triangle(i);
    return new_limit;
  });
}

}  // namespace graze::tree
