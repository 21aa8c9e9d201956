/// Checks stored parts of a mesh tree before any walk relies on them, and makes the tree.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "tree/nodes/box_ref.h"
#include "tree/nodes/plausible_box.h"
#include "tree/nodes/tree_parts.h"
#include "tree/nodes/wide_box.h"

namespace graze {
namespace {

using Defect = std::optional<TreeDefect>;
using tree::contains_plausibly;
using tree::defect_of;
using tree::meets_plausibly;

Defect defect(TreeArray array, std::size_t index, std::string reason) { return TreeDefect{array, index, std::move(reason)}; }

/// Axes are rounded to single precision once, which turns them by 2^-24 at most: four times that. No unit.
constexpr double single_precision_defect = 0x1p-20;

/// Coordinates of a wide tree: its root has half extents of at most one, but for meshes near the end of the range of double, whose
/// exponent is cut short by 25 at most. Far below what would overflow a kernel in single precision. In units of the tree.
/// TreeParts.MakeATreeOfEveryMesh
constexpr double wide_limit = 0x1p28;

/// Marks positions that must each be taken once.
class EachOnce {
 public:
  explicit EachOnce(std::size_t size) : taken_(size) {}

  bool take(std::uint64_t first, std::uint64_t count) {
    if (first > taken_.size() || count > taken_.size() - first) return false;
    for (std::uint64_t i = first; i < first + count; ++i) {
      if (taken_[i]) return false;
      taken_[i] = true;
    }
    total_ += count;
    return true;
  }
  [[nodiscard]] bool all() const { return total_ == taken_.size(); }

 private:
  std::vector<bool> taken_;
  std::size_t total_ = 0;
};

Defect defect_in_mesh(const TriangleMesh& mesh) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) return defect(TreeArray::vertices, i, "a coordinate is not finite");
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t v : mesh.triangles[i]) {
      if (v >= mesh.vertices.size()) return defect(TreeArray::triangles, i, "there is no vertex " + std::to_string(v));
    }
  }
  return std::nullopt;
}

Defect defect_in_order(const TreeParts& parts) {
  const std::size_t count = parts.mesh.triangles.size();
  if (count > tree::Slot::max_position) return defect(TreeArray::numbers, 0, "2^28 triangles or more");
  if (parts.order.size() != count || (parts.wide.node_count() == 0) != (count == 0))
    return defect(TreeArray::numbers, 0, "the sizes of the arrays do not fit each other");
  EachOnce triangles(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!triangles.take(parts.order[i], 1)) return defect(TreeArray::order, i, "the triangle does not exist or is listed twice");
  }
  return std::nullopt;
}

/// A walk over the tree. Every node and every triangle has to be reached once.
class WideCheck {
 public:
  explicit WideCheck(const TreeParts& parts)
      : parts_(parts), wide_(parts.wide), reached_(wide_.node_count()), listed_(parts.order.size()) {}

  Defect run() {
    constexpr int max_exponent = 1100;  // beyond both ends of double's
    if (!wide_.origin.allFinite() || !(wide_.reach >= 0 && wide_.reach <= 3 * wide_limit) ||
        std::abs(wide_.exponent) > max_exponent)
      return defect(TreeArray::numbers, 0, "the origin, reach or exponent makes no sense");
    if (wide_.node_count() == 0) return std::nullopt;
    for (int lane = 0; lane < 8; ++lane) {
      if (slot_of(wide_, {0, lane}).is_empty() != (lane != 0)) return fault(0, "the root is not alone in its node");
    }
    if (!root_holds_all()) return fault(0, "the root does not hold all triangles");
    reached_.take(0, 1);
    stack_.push_back({0, 0, std::nullopt});
    while (!stack_.empty()) {
      const Visit visit = stack_.back();
      stack_.pop_back();
      sat::EightBoxes buffer;
      const sat::EightBoxes& boxes = tree::NodesView(wide_).open(visit.node, buffer);
      for (int lane = 0; lane < 8; ++lane) {
        if (Defect found =
                check(visit, slot_of(wide_, {visit.node, lane}), tree::stored_box(boxes, static_cast<std::size_t>(lane))))
          return found;
      }
    }
    if (!reached_.all() || !listed_.all()) return fault(0, "some nodes or triangles are not reached");
    return std::nullopt;
  }

 private:
  struct Visit {
    std::uint32_t node;
    std::size_t depth;
    std::optional<Obb> parent;
  };

  static Defect fault(std::size_t node, std::string reason) { return defect(TreeArray::wide_nodes, node, std::move(reason)); }

  Defect check(const Visit& visit, tree::Slot slot, const Obb& box) {
    if (slot.is_empty()) return is_blank(box) ? std::nullopt : fault(visit.node, "an empty slot has a box");
    if (std::string reason = defect_of(box, single_precision_defect, wide_.reach); !reason.empty())
      return fault(visit.node, std::move(reason));
    if (box.half_extents.maxCoeff() > wide_limit) return fault(visit.node, "a box is larger than the tree");
    if (visit.parent && !meets_plausibly(*visit.parent, box)) return fault(visit.node, "a box is apart from its parent's");
    return slot.is_leaf() ? check_leaf(visit.node, slot, box) : check_child(visit, slot, box);
  }

  static bool is_blank(const Obb& box) {
    const Vec3 half = Vec3::Constant(static_cast<double>(tree::empty_half_extent));
    return box.half_extents == half && box.center.isZero(0) && box.axes[0].isZero(0) && box.axes[1].isZero(0) &&
           box.axes[2].isZero(0);
  }

  Defect check_leaf(std::uint32_t index, tree::Slot slot, const Obb& box) {
    if (!listed_.take(slot.first(), slot.count())) return fault(index, "a slot lists triangles that are not there, or not its own");
    for (std::uint32_t k = slot.first(); k < slot.first() + slot.count(); ++k) {
      if (!holds_triangle(box, parts_.order[k])) return fault(index, "a box does not hold its triangles");
    }
    return std::nullopt;
  }

  Defect check_child(const Visit& visit, tree::Slot slot, const Obb& box) {
    if (visit.depth >= MeshTree::max_depth) return fault(visit.node, "the tree is too deep");
    if (slot.node() <= visit.node || !reached_.take(slot.node(), 1)) return fault(visit.node, "a child is not its own");
    stack_.push_back({slot.node(), visit.depth + 1, box});
    return std::nullopt;
  }

  [[nodiscard]] bool root_holds_all() const {
    sat::EightBoxes buffer;
    const Obb root = tree::stored_box(tree::NodesView(wide_).open(tree::BoxRef(), buffer), 0);
    for (std::uint32_t i = 0; i < parts_.mesh.triangles.size(); ++i) {
      if (!holds_triangle(root, i)) return false;
    }
    return true;
  }

  [[nodiscard]] bool holds_triangle(const Obb& box, std::uint32_t triangle) const {
    const Triangle t = parts_.mesh.triangle(triangle);
    return std::ranges::all_of(t.v, [&](const Vec3& v) { return contains_plausibly(box, in_units_of_tree(v)); });
  }

  [[nodiscard]] Vec3 in_units_of_tree(const Vec3& v) const {
    return (v - wide_.origin).unaryExpr([&](double x) { return std::ldexp(x, wide_.exponent); });
  }

  const TreeParts& parts_;
  const tree::WideTree& wide_;
  EachOnce reached_, listed_;
  std::vector<Visit> stack_;
};

Defect defect_in(const TreeParts& parts) {
  if (Defect found = defect_in_mesh(parts.mesh)) return found;
  if (Defect found = defect_in_order(parts)) return found;
  return WideCheck(parts).run();
}

}  // namespace

tl::expected<MeshTree, TreeDefect> tree_from_parts(TreeParts parts) {
  if (Defect found = defect_in(parts)) return tl::make_unexpected(*std::move(found));
  MeshTree tree;
  tree.mesh_ = std::move(parts.mesh);
  tree.order_ = std::move(parts.order);
  tree.wide_ = std::move(parts.wide);
  tree.record_ = parts.record;
  if (!tree.empty()) tree.finish();
  return tree;
}

}  // namespace graze
