/// Checks stored parts of a box tree by sorting the triangles into its cells again.

#include "tree/nodes/box_tree_parts.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <graze/validate.h>

#include "tree/build/box_tree_cut.h"

namespace graze {
namespace {

using BoxTreeDefect = std::optional<TreeDefect>;

class CellCheck {
 public:
  CellCheck(const BoxTreeParts& parts, std::span<const Aabb> ranges, const Aabb& bounds)
      : parts_(parts), ranges_(ranges), reached_(parts.nodes.size(), false) {
    Cell root{0, 0, bounds, std::vector<std::uint32_t>(ranges.size())};
    std::iota(root.triangles.begin(), root.triangles.end(), 0U);
    reached_[0] = true;
    cells_.push_back(std::move(root));
  }

  BoxTreeDefect run() {
    std::size_t listed = 0;
    while (!cells_.empty()) {
      const Cell cell = std::move(cells_.back());
      cells_.pop_back();
      const BoxTreeNode& node = parts_.nodes[cell.node];
      if (BoxTreeDefect found = node.is_leaf() ? check_leaf(cell, node) : divide(cell, node)) return found;
      if (node.is_leaf()) listed += node.count;
    }
    if (listed != parts_.listed.size() || std::find(reached_.begin(), reached_.end(), false) != reached_.end())
      return defect_at(0, "some nodes or triangles are not reached");
    return std::nullopt;
  }

 private:
  struct Cell {
    std::uint32_t node;
    std::size_t depth;
    Aabb box;
    std::vector<std::uint32_t> triangles;
  };

  static BoxTreeDefect defect_at(std::size_t node, std::string reason) {
    return TreeDefect{TreeArray::wide_nodes, node, std::move(reason)};
  }

  [[nodiscard]] BoxTreeDefect check_leaf(const Cell& cell, const BoxTreeNode& node) const {
    if (node.first > parts_.listed.size() || node.count > parts_.listed.size() - node.first)
      return defect_at(cell.node, "a leaf lists triangles that are not there");
    const auto listed = std::span(parts_.listed).subspan(node.first, node.count);
    if (!std::equal(listed.begin(), listed.end(), cell.triangles.begin(), cell.triangles.end()))
      return defect_at(cell.node, "a leaf does not list the triangles of its box");
    return std::nullopt;
  }

  BoxTreeDefect divide(const Cell& cell, const BoxTreeNode& node) {
    if (cell.depth >= BoxTree::max_depth) return defect_at(cell.node, "the tree is too deep");
    const auto axis = static_cast<int>(node.axis);
    if (!(node.cut >= cell.box.min[axis] && node.cut <= cell.box.max[axis]))
      return defect_at(cell.node, "a plane is outside its box");
    if (node.first <= cell.node || node.first >= parts_.nodes.size() - 1 || reached_[node.first] || reached_[node.first + 1])
      return defect_at(cell.node, "a child is not its own");
    reached_[node.first] = reached_[node.first + 1] = true;
    const CutBox boxes = cut(cell.box, axis, node.cut);
    const tree::PlaneCut plane{axis, node.cut};
    Cell low{node.first, cell.depth + 1, boxes.low, {}}, high{node.first + 1, cell.depth + 1, boxes.high, {}};
    for (const std::uint32_t t : cell.triangles) {
      if (tree::is_listed_below(ranges_[t], plane)) low.triangles.push_back(t);
      if (tree::is_listed_above(ranges_[t], plane)) high.triangles.push_back(t);
    }
    cells_.push_back(std::move(high));
    cells_.push_back(std::move(low));
    return std::nullopt;
  }

  const BoxTreeParts& parts_;
  std::span<const Aabb> ranges_;
  std::vector<bool> reached_;
  std::vector<Cell> cells_;
};

/// Around each triangle.
std::vector<Aabb> ranges_in(const TriangleMesh& mesh) {
  std::vector<Aabb> ranges;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto v = mesh.triangle(i).v;
    ranges.push_back({v[0].cwiseMin(v[1]).cwiseMin(v[2]), v[0].cwiseMax(v[1]).cwiseMax(v[2])});
  }
  return ranges;
}

Aabb around(std::span<const Aabb> ranges) {
  Aabb bounds = ranges.front();
  for (const Aabb& range : ranges) bounds = {bounds.min.cwiseMin(range.min), bounds.max.cwiseMax(range.max)};
  return bounds;
}

}  // namespace

tl::expected<BoxTree, TreeDefect> box_tree_from_parts(BoxTreeParts parts) {
  if (const Result<void> valid = validate(parts.mesh); !valid)
    return tl::make_unexpected(TreeDefect{TreeArray::numbers, 0, valid.error().message});
  if (parts.nodes.empty() != parts.mesh.triangles.empty() || parts.max_leaf_triangles < 1 || parts.depth_limit > BoxTree::max_depth)
    return tl::make_unexpected(TreeDefect{TreeArray::numbers, 0, "the sizes of the arrays do not fit each other"});
  BoxTree tree;
  tree.max_leaf_ = parts.max_leaf_triangles;
  tree.depth_limit_ = parts.depth_limit;
  if (!parts.nodes.empty()) {
    const std::vector<Aabb> ranges = ranges_in(parts.mesh);
    tree.bounds_ = around(ranges);
    if (BoxTreeDefect found = CellCheck(parts, ranges, tree.bounds_).run()) return tl::make_unexpected(*std::move(found));
  } else if (!parts.listed.empty()) {
    return tl::make_unexpected(TreeDefect{TreeArray::order, 0, "triangles are listed that are not there"});
  }
  tree.mesh_ = std::move(parts.mesh);
  tree.nodes_ = std::move(parts.nodes);
  tree.listed_ = std::move(parts.listed);
  return tree;
}

}  // namespace graze
