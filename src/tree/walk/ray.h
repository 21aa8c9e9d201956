#pragma once
/// Walks one mesh tree along a line, first boxes first. Never misses a triangle that the line meets.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

#include "tree/nodes/axis_tree.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/walk/kernels.h"
#include "tree/walk/line_boxes.h"
#include "tree/walk/traverse_by_time.h"
#include "triangle/line_filter.h"

namespace graze::tree {

/// Of a mesh that has triangles.
[[nodiscard]] inline MeshInTree in_tree(const MeshTree& tree) {
  const MeshView& mesh = tree.view();
  return {&tree.axis_tree(), mesh.triangles.data()->data(), mesh.vertices.data()->data()};
}

[[nodiscard]] inline LinePart part_of(const distance::RoundedLine& line, const distance::ParameterRange& range) {
  return {{line.origin.data(), line.direction.data(), line.origin_error, line.direction_error}, range.least, range.greatest};
}

/// Calls on_triangles(const TrianglesAhead&) -> double for triangles that the line may meet in the range, about first ones first;
/// it returns up to which parameter more are of interest. Of a line in the frame of the mesh.
template <class OnTriangles>
void for_each_two_along(const MeshTree& mesh, const distance::RoundedLine& line, const distance::ParameterRange& range,
                        OnTriangles&& on_triangles, WalkAlong walk = walk_kernels().walk_along) {
  if (mesh.empty()) return;
  if (mesh.is_for_few_lines()) {
    const LineThroughBoxes enter(line, range);
    const auto on_one = [&](std::uint32_t i) -> double {
      return std::min(range.greatest, on_triangles(TrianglesAhead{{i, i}, {.may_meet = 1}}));
    };
    return for_each_triangle_by_time(mesh, enter, range.greatest, on_one, -std::numeric_limits<double>::infinity());
  }
  using Context = std::remove_reference_t<OnTriangles>;
  const auto see = [](void* context, const TrianglesAhead& ahead) -> double { return (*static_cast<Context*>(context))(ahead); };
  if (walk(in_tree(mesh), part_of(line, range), see, std::addressof(on_triangles)) != RayReach::unknown) return;
  for (const std::uint32_t i : mesh.order()) on_triangles(TrianglesAhead{{i, i}, {.may_meet = 1}});
}

/// The same with on_triangle(i) -> double, one after the other.
template <class OnTriangle>
void for_each_triangle_along(const MeshTree& mesh, const distance::RoundedLine& line, const distance::ParameterRange& range,
                             OnTriangle&& on_triangle, WalkAlong walk = walk_kernels().walk_along) {
  double limit = std::numeric_limits<double>::infinity();
  auto on_triangles = [&](const TrianglesAhead& ahead) {
    if ((ahead.sides.may_meet & 1U) != 0) limit = on_triangle(ahead.numbers[0]);
    if ((ahead.sides.may_meet & 2U) != 0) limit = on_triangle(ahead.numbers[1]);
    return limit;
  };
  for_each_two_along(mesh, line, range, on_triangles, walk);
}

}  // namespace graze::tree
