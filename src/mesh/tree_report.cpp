/// Describes a mesh tree and exports its boxes as a mesh.

#include <algorithm>
#include <limits>
#include <utility>

#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "numbers/tolerance.h"
#include "tree/nodes/box_ref.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/wide_box.h"

namespace graze {
namespace {

using tree::BoxRef;
using tree::Slot;

/// What rounding may move the corners of a box by, relative to their coordinates: a few sums and products of centre, axes and half
/// extents. No unit. TreeReport.ExportsBoxesThatHoldTheMeshAtEveryLevel
constexpr double corner_rounding = 16 * tolerance::rounding;

double half_surface(const Obb& box) {
  const Vec3& h = box.half_extents;
  return h.x() * h.y() + h.y() * h.z() + h.z() * h.x();
}

/// on_box(box, level) -> bool, "go deeper?", for all boxes that are not below one where it said no.
template <class OnBox>
void each_box(const tree::WideTree& wide, OnBox&& on_box) {
  struct LevelVisit {
    BoxRef box;
    std::size_t level;
  };
  std::vector<LevelVisit> stack;
  if (wide.node_count() > 0) stack.push_back({});
  while (!stack.empty()) {
    const LevelVisit visit = stack.back();
    stack.pop_back();
    const Slot slot = slot_of(wide, visit.box);
    if (!on_box(visit.box, visit.level) || slot.is_leaf()) continue;
    for (int lane = 7; lane >= 0; --lane) {
      const BoxRef child(slot.node(), lane);
      if (!slot_of(wide, child).is_empty()) stack.push_back({child, visit.level + 1});
    }
  }
}

Obb stored_box(const tree::WideTree& wide, BoxRef box) {
  sat::EightBoxes buffer;
  return tree::stored_box(tree::NodesView(wide).open(box, buffer), box.lane());
}

/// In the frame of the mesh, with a margin for corners that are rounded.
Obb box_to_export(const tree::WideTree& wide, BoxRef ref) {
  Obb box = tree::box_in_mesh(wide, ref.node(), ref.lane());
  const double size = box.center.lpNorm<1>() + box.half_extents.sum();
  box.half_extents.array() += corner_rounding * size + 4 * std::numeric_limits<double>::denorm_min();
  return box;
}

/// Of both kinds of nodes at once, the cuts they are made from, the order, and corners in single precision; measured as 62 to 90
/// and less than half more. Bytes. MeshTree.IsBuiltInTheMemoryThatIsTold
constexpr std::uint64_t bytes_a_triangle = 160;
/// A vertex in the frame of the tree.
constexpr std::uint64_t bytes_a_vertex = 16;

}  // namespace

std::uint64_t bytes_to_build(std::uint64_t vertices, std::uint64_t triangles) {
  return bytes_a_vertex * vertices + bytes_a_triangle * triangles;
}

const TriangleMesh& mesh_of(const MeshTree& tree) { return tree.mesh(); }

const Obb& root_box(const MeshTree& tree) { return tree.root_box(); }

TreeReport report_on(const MeshTree& tree) {
  const tree::WideTree& wide = tree.wide();
  TreeReport report;
  report.layout = wide.is_compact() ? NodeLayout::compact : NodeLayout::wide;
  report.rule = tree.record().rule;
  report.fit = tree.record().fit;
  report.max_leaf_triangles = tree.record().max_leaf_triangles;
  report.max_depth = tree.record().max_depth;
  report.box_leaves = tree.record().box_leaves;
  if (tree.empty()) return report;
  const double root = half_surface(stored_box(wide, {}));
  each_box(wide, [&](BoxRef box, std::size_t level) {
    const Slot slot = slot_of(wide, box);
    const double chance = half_surface(stored_box(wide, box)) / root;
    (slot.is_leaf() ? report.expected_triangles : report.expected_nodes) += slot.is_leaf() ? chance * slot.count() : chance;
    report.levels = std::max(report.levels, level + 1);
    ++report.boxes;
    return true;
  });
  report.nodes = wide.node_count();
  if (report.nodes > 1) report.fill = static_cast<double>(report.boxes - 1) / (8 * static_cast<double>(report.nodes - 1));
  report.bytes = tree.order().size_bytes() + wide.wide_nodes().size_bytes() + wide.compact_nodes().size_bytes() +
                 tree.binary().size_bytes() + tree.box_ends().size_bytes();
  return report;
}

std::vector<Obb> boxes_of_level(const MeshTree& tree, std::size_t level) {
  const tree::WideTree& wide = tree.wide();
  std::vector<Obb> boxes;
  each_box(wide, [&](BoxRef box, std::size_t at) {
    if (at == level || slot_of(wide, box).is_leaf()) boxes.push_back(box_to_export(wide, box));
    return at < level;
  });
  return boxes;
}

TriangleMesh mesh_of_boxes(std::span<const Obb> boxes) {
  TriangleMesh all;
  for (const Obb& box : boxes) {
    const TriangleMesh one = make_box_mesh(box.half_extents);
    const auto first = static_cast<std::uint32_t>(all.vertices.size());
    for (const Vec3& v : one.vertices)
      all.vertices.emplace_back(box.center + v.x() * box.axes[0] + v.y() * box.axes[1] + v.z() * box.axes[2]);
    const bool is_mirrored = box.axes[0].cross(box.axes[1]).dot(box.axes[2]) < 0;
    for (auto t : one.triangles) {
      if (is_mirrored) std::swap(t[1], t[2]);
      all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
  }
  return all;
}

}  // namespace graze
