/// Builds the tree of cut axis-aligned boxes: cells are cut until another cut costs more than it saves.

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <graze/validate.h>

#include "tree/build/box_tree_cut.h"
#include "tree/nodes/box_tree.h"

namespace graze {
namespace {

constexpr std::size_t max_triangles = (std::size_t{1} << 28U) - 1;
/// How often a triangle may be listed, on average. Long slanted triangles straddle many planes; positions have to fit 32 bits.
/// BoxTree.StaysSmallWhenEveryTriangleStraddlesEveryPlane
constexpr std::size_t max_copies = 8;

Aabb range_of(const Triangle& t) { return {t.v[0].cwiseMin(t.v[1]).cwiseMin(t.v[2]), t.v[0].cwiseMax(t.v[1]).cwiseMax(t.v[2])}; }

/// Cuts cells from the root down, in an order that depends on the input alone.
class BoxTreeBuilder {
 public:
  BoxTreeBuilder(const TriangleMesh& mesh, std::uint32_t max_leaf, std::uint32_t depth_limit)
      : max_leaf_(max_leaf), depth_limit_(depth_limit) {
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) ranges_.push_back(range_of(mesh.triangle(i)));
    bounds = ranges_.front();
    for (const Aabb& range : ranges_) {
      bounds.min = bounds.min.cwiseMin(range.min);
      bounds.max = bounds.max.cwiseMax(range.max);
    }
  }

  void run() {
    Cell root{0, 0, (max_copies - 1) * ranges_.size(), bounds, std::vector<std::uint32_t>(ranges_.size())};
    std::iota(root.triangles.begin(), root.triangles.end(), 0U);
    nodes.emplace_back();
    std::vector<Cell> cells;
    cells.push_back(std::move(root));
    while (!cells.empty()) {
      const Cell cell = std::move(cells.back());
      cells.pop_back();
      if (!divide(cell, cells)) make_leaf(cell);
    }
  }

  Aabb bounds;
  std::vector<BoxTreeNode> nodes;
  std::vector<std::uint32_t> listed;

 private:
  /// Node `node` is to hold these triangles.
  struct Cell {
    std::uint32_t node;
    std::size_t depth;
    std::size_t copies;  ///< of triangles that may be made in this subtree
    Aabb box;
    std::vector<std::uint32_t> triangles;
  };

  void make_leaf(const Cell& cell) {
    nodes[cell.node].first = static_cast<std::uint32_t>(listed.size());
    nodes[cell.node].count = static_cast<std::uint32_t>(cell.triangles.size()) & BoxTreeNode::max_count;
    listed.insert(listed.end(), cell.triangles.begin(), cell.triangles.end());
  }

  bool divide(const Cell& cell, std::vector<Cell>& cells) {
    if (cell.depth == depth_limit_ || cell.triangles.size() <= max_leaf_) return false;
    const auto cut = tree::best_cut(cell.box, ranges_, cell.triangles);
    if (!cut) return false;
    const auto child = static_cast<std::uint32_t>(nodes.size());
    const CutBox boxes = graze::cut(cell.box, cut->axis, cut->at);
    Cell low{child, cell.depth + 1, 0, boxes.low, {}}, high{child + 1, cell.depth + 1, 0, boxes.high, {}};
    for (const std::uint32_t t : cell.triangles) {
      if (tree::is_listed_below(ranges_[t], *cut)) low.triangles.push_back(t);
      if (tree::is_listed_above(ranges_[t], *cut)) high.triangles.push_back(t);
    }
    if (!share_copies(cell, low, high)) return false;
    nodes[cell.node].cut = cut->at;
    nodes[cell.node].first = child;
    nodes[cell.node].axis = static_cast<std::uint32_t>(cut->axis) & BoxTreeNode::no_axis;
    nodes.resize(nodes.size() + 2);
    cells.push_back(std::move(high));
    cells.push_back(std::move(low));
    return true;
  }

  /// By the number of triangles. False when the cut makes more copies than are left, or leaves all triangles on both sides.
  static bool share_copies(const Cell& cell, Cell& low, Cell& high) {
    const std::size_t listed_now = low.triangles.size() + high.triangles.size();
    const std::size_t made = listed_now - cell.triangles.size();
    if (made > cell.copies || made == cell.triangles.size()) return false;
    const std::size_t left = cell.copies - made;
    low.copies = left * low.triangles.size() / listed_now;
    high.copies = left - low.copies;
    return true;
  }

  std::uint32_t max_leaf_, depth_limit_;
  std::vector<Aabb> ranges_;  ///< by triangle
};

std::optional<Error> defect_in(const BuildOptions& options) {
  const auto not_of_box_trees = [](const char* name) {
    return Error{ErrorCode::bad_option, std::string(name) + ": not an option of a box_tree"};
  };
  if (options.kind != TreeKind::box_tree) return Error{ErrorCode::bad_option, "kind: not a box tree"};
  if (options.rule != SplitRule::surface) return not_of_box_trees("rule");
  if (options.layout != NodeLayout::wide) return not_of_box_trees("layout");
  if (options.fit != NodeFit::best) return not_of_box_trees("fit");
  if (options.box_leaves) return not_of_box_trees("box_leaves");
  if (options.keep_binary) return not_of_box_trees("keep_binary");
  if (options.max_leaf_triangles == 0U) return Error{ErrorCode::bad_option, "max_leaf_triangles: 0 is less than 1"};
  return std::nullopt;
}

}  // namespace

CutBox cut(const Aabb& box, int axis, double at) {
  CutBox parts{box, box};
  parts.low.max[axis] = at;
  parts.high.min[axis] = at;
  return parts;
}

Result<BoxTree> BoxTree::build(TriangleMesh mesh, const BuildOptions& options) {
  if (auto error = defect_in(options)) return tl::make_unexpected(*std::move(error));
  if (const Result<void> valid = validate(mesh); !valid) return tl::make_unexpected(valid.error());
  if (mesh.triangles.size() > max_triangles) return fail(ErrorCode::limit, "triangles: 2^28 or more");
  BoxTree tree;
  tree.max_leaf_ = options.max_leaf_triangles.value_or(1);
  tree.depth_limit_ = std::min<std::uint32_t>(options.max_depth, max_depth);
  tree.mesh_ = std::move(mesh);
  if (tree.mesh_.triangles.empty()) return tree;
  BoxTreeBuilder builder(tree.mesh_, tree.max_leaf_, tree.depth_limit_);
  builder.run();
  tree.bounds_ = builder.bounds;
  tree.nodes_ = std::move(builder.nodes);
  tree.listed_ = std::move(builder.listed);
  return tree;
}

Result<BoxTree> BoxTree::refitted(std::span<const Vec3> vertices) const {
  if (vertices.size() != mesh_.vertices.size())
    return fail(ErrorCode::bad_shape,
                "vertices: " + std::to_string(vertices.size()) + " instead of " + std::to_string(mesh_.vertices.size()));
  return build({{vertices.begin(), vertices.end()}, mesh_.triangles},
               {.max_leaf_triangles = max_leaf_, .max_depth = depth_limit_, .kind = TreeKind::box_tree});
}

}  // namespace graze
