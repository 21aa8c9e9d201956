/// Describes the tree that a geometry was made with, which may be a box tree.

#include <algorithm>
#include <cassert>
#include <vector>

#include <graze/mesh.h>

#include "tree/nodes/box_tree.h"

namespace graze {
namespace {

/// Half the surface of a box, in squared units of length; the halves keep it from overflowing sooner than the surface would.
double half_surface_of(const Aabb& box) {
  const Vec3 d = box.max - box.min;
  return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
}

/// on_cell(node, box, level) -> bool, "go deeper?", for all cells that are not below one where it said no.
template <class OnCell>
void each_cell(const BoxTree& tree, OnCell&& on_cell) {
  struct CellVisit {
    std::uint32_t node;
    std::size_t level;
    Aabb box;
  };
  std::vector<CellVisit> stack;
  if (!tree.nodes().empty()) stack.push_back({0, 0, tree.bounds()});
  while (!stack.empty()) {
    const CellVisit visit = stack.back();
    stack.pop_back();
    const BoxTreeNode& node = tree.nodes()[visit.node];
    if (!on_cell(node, visit.box, visit.level) || node.is_leaf()) continue;
    const CutBox parts = cut(visit.box, static_cast<int>(node.axis), node.cut);
    stack.push_back({node.first + 1, visit.level + 1, parts.high});
    stack.push_back({node.first, visit.level + 1, parts.low});
  }
}

TreeReport report_on_box_tree(const BoxTree& tree) {
  TreeReport report;
  report.kind = TreeKind::box_tree;
  report.max_leaf_triangles = tree.max_leaf_triangles();
  report.max_depth = tree.depth_limit();
  report.nodes = report.boxes = tree.nodes().size();
  report.bytes = tree.nodes().size_bytes() + tree.listed().size_bytes();
  if (tree.nodes().empty()) return report;
  report.fill = 1;
  const double root = half_surface_of(tree.bounds());
  each_cell(tree, [&](const BoxTreeNode& node, const Aabb& box, std::size_t level) {
    const double chance = root > 0 ? half_surface_of(box) / root : 1;
    (node.is_leaf() ? report.expected_triangles : report.expected_nodes) += node.is_leaf() ? chance * node.count : chance;
    report.levels = std::max(report.levels, level + 1);
    return true;
  });
  return report;
}

/// Slightly larger, so that rounding leaves nothing outside.
Obb as_obb(const Aabb& box) {
  /// Roundings of middle and half side, relative to the coordinates. No unit. TreeReport.ExportsTheCellsOfABoxTree
  constexpr double cell_rounding = 0x1p-50;
  const Vec3 half = 0.5 * box.max - 0.5 * box.min;
  const double margin = cell_rounding * (box.min.cwiseAbs() + box.max.cwiseAbs()).maxCoeff();
  return {0.5 * box.min + 0.5 * box.max, world_frame(), half.array() + margin};
}

}  // namespace

TreeReport report_on(const Geometry& mesh) {
  if (mesh.box_tree() != nullptr) return report_on_box_tree(*mesh.box_tree());
  assert(mesh.tree() != nullptr);
  return report_on(*mesh.tree());
}

std::vector<Obb> boxes_of_level(const Geometry& mesh, std::size_t level) {
  if (mesh.box_tree() == nullptr) return boxes_of_level(*mesh.tree(), level);
  std::vector<Obb> boxes;
  each_cell(*mesh.box_tree(), [&](const BoxTreeNode& node, const Aabb& box, std::size_t at) {
    if (at == level || node.is_leaf()) boxes.push_back(as_obb(box));
    return at < level;
  });
  return boxes;
}

}  // namespace graze
